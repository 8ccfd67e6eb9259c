"""Windows that end after the cut-off day or the network, and numbers of an earlier graph."""

from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.commands.command_line import run
from helpers.networks.build import GOLDEN, load_graph, load_rows
from helpers.servers.explored import browsing, said
from neo4j import GraphDatabase

import scinet
from scinet.errors import DataError
from scinet.graph import snapshot
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.indicators.stale_values import find_stale, marks
from scinet.graph.indicators.windows import last_covered_day
from scinet.graph.indicators.write import write_numbers
from scinet.graph.schema.dates import EPOCH
from scinet.session.graph import Graph

# Of f of 2005-06-01: i1 cites it alone, j1 both, k1 and k2 its references only. k2 is of the last
# day of a window of five years. The last paper is of 2011-12-31.
PAPERS: list[dict[str, Any]] = [
    {"id": "r1", "date": "2000-01-10"},
    {"id": "r2", "date": "2000-05-10"},
    {"id": "old", "date": "2001-01-01", "references": ["r1"]},
    {"id": "f", "date": "2005-06-01", "references": ["r1", "r2"], "venue": "J A"},
    {"id": "i1", "date": "2006-01-01", "references": ["f"], "venue": "J A"},
    {"id": "j1", "date": "2007-01-01", "references": ["f", "r1", "r2"]},
    {"id": "k1", "date": "2008-01-01", "references": ["r1", "r2"]},
    {"id": "k2", "date": "2010-06-01", "references": ["r2"]},
    {"id": "i2", "date": "2011", "references": ["f"]},
]


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> scinet.Graph:
    shared_database.rows("admin/wipe")
    rows = ({"title": f"Paper {row['id']}", "authors": [], **row} for row in PAPERS)
    load_rows(shared_database, *rows, source="")
    return scinet.Graph(lambda: shared_database, cache=tmp_path_factory.mktemp("windows"))


def test_the_last_day_that_is_covered() -> None:
    def last(before: date | None, *years: int) -> date:
        days = np.array([(date(year, 12, 31) - EPOCH).days for year in years], dtype=np.int32)
        return EPOCH + timedelta(days=last_covered_day(days, before))

    assert last(None, 2010, 2011) == date(2011, 12, 31)
    # With a paper each year, the network covers the year after the newest and no more.
    assert last(date(2012, 6, 1), 2010, 2011) == date(2012, 5, 31)
    assert last(date(2012, 12, 31), 2010, 2011) == date(2012, 12, 30)
    assert last(date(2013, 6, 1), 2010, 2011) == date(2011, 12, 31)
    # Where it was silent for three years before, it may be so again.
    assert last(date(2013, 6, 1), 2007, 2010, 2011) == date(2013, 5, 31)
    assert last(date(2016, 1, 1), 2007, 2010, 2011) == date(2011, 12, 31)
    assert last(date(2013, 6, 1), 2007, *[2010] * 98, 2010, 2011) == date(2011, 12, 31)


# The first window that is open, of years after f: it ends on the day itself or later.
@pytest.mark.parametrize(
    ("before", "first_open"),
    [
        (None, 7),  # of 2012-06-01; the network ends with 2011
        ("2030-01-01", 7),
        ("2010-06-02", 6),  # the fifth ends on the day before
        ("2010-06-01", 5),
        ("2008-06-01", 3),
        ("2007-06-02", 3),
        ("2007-06-01", 2),
        ("2005-06-02", 1),
    ],
)
def test_each_window_of_a_paper_says_whether_it_is_open(
    graph: scinet.Graph, before: str | None, first_open: int
) -> None:
    table = graph.disruption(papers="f", windows=8, before=before)
    assert table["window_open"] == [year >= first_open for year in range(1, 9)]
    left = graph.disruption(papers="f", windows=8, before=before, open_windows="left_out")
    assert left["window"] == list(range(1, first_open))
    for year in range(1, 9):
        how: dict[str, Any] = {"papers": "f", "window_years": year, "before": before}
        results = {
            verb(engine=engine, **how)["window_open"][0]
            for verb in (graph.disruption, graph.citations)
            for engine in ("arrays", "database")
        }
        asked: dict[str, Any] = {"window_years": year, "before": before}
        for name in ("indicator/disruption", "indicator/citations"):
            results |= set(graph.query(name, paper_ids=["f"], **asked)["window_open"])
        results |= set(graph.query("ego/disruption", paper="f", **asked)["window_open"])
        assert results == {year >= first_open}, (year, before)


def test_days_and_shared_references_have_windows_too(graph: scinet.Graph) -> None:
    # 730 days after 2005-06-01 is 2007-06-01.
    for before, is_open in (("2007-06-02", False), ("2007-06-01", True)):
        table = graph.disruption(papers="f", window_days=730, before=before)
        assert table["window_open"] == [is_open]
        table = graph.disruption(papers="f", least=1, window_years=2, before=before)
        assert table["window_open"] == [is_open]


def test_without_a_window_there_is_nothing_to_be_open(graph: scinet.Graph) -> None:
    for table in (
        graph.disruption(window_years=None),
        graph.citations(),
        graph.normalised(),
    ):
        assert "window_open" not in table.columns
        assert not any("window" in note for note in table.attrs["notes"])
    [item] = graph.query("indicator/disruption", paper_ids=["f"], window_years=None)["window_open"]
    assert item is None


def test_rankings_leave_open_windows_out_and_say_how_many(graph: scinet.Graph) -> None:
    # As of 2008-06-01 the five years after f, i1, j1 and k1 are not over.
    told = "4 of 7 papers have a window that ends after the last day that is covered"
    day = "2008-06-01"
    ranked = graph.disruption(before=day)
    assert ranked["paper_id"] == ["old"]  # r1 and r2 have no references
    assert ranked.attrs["notes"][-1] == f"{told}: they are left out"
    whole = graph.disruption(before=day, open_windows="marked")
    assert dict(zip(whole["paper_id"], whole["window_open"], strict=True)) == {
        "old": False, "f": True, "i1": True, "j1": True, "k1": True,
    }  # fmt: skip
    assert whole.attrs["notes"][-1] == f"{told}: more may come"
    cited = graph.citations(window_years=5, before=day)
    assert dict(zip(cited["paper_id"], cited["citations"], strict=True)) == {
        "r1": 1, "r2": 0, "old": 0,
    }  # fmt: skip
    assert cited.attrs["notes"] == [f"{told}: they are left out"]
    assert len(graph.citations(window_years=5, before=day, open_windows="marked")) == 7


def test_a_comparison_is_open_where_one_of_the_compared_is(graph: scinet.Graph) -> None:
    # f and i1 alone have a venue. One year after i1 ends on 2007-01-01.
    for before, left in (("2007-01-02", ["f", "i1"]), ("2007-01-01", ["f"])):
        table = graph.normalised(window_years=1, before=before)
        assert [item for item in table["paper_id"] if item in {"f", "i1"}] == left
    ages = graph.reference_age(cited=True, papers=["f", "r1"], before="2008-06-01")
    assert dict(zip(ages["paper_id"], ages["window_open"], strict=True)) == {
        "f": True, "r1": False,
    }  # fmt: skip
    assert "window_open" not in graph.reference_age().columns


@pytest.mark.usefixtures("graph")
def test_pages_say_it(shared_database: Database, tmp_path: Path) -> None:
    with browsing(shared_database, tmp_path) as client:
        for before, is_open in (("2010-06-02", False), ("2010-06-01", True)):
            page = said(client, f"/paper/disruption?id=f&window=5&before={before}")
            assert ("5 years after it end later than what the network covers" in page) == is_open
        assert "end later" not in said(client, "/paper/disruption?id=f&window=0")


VENUES = {"4": "ACL"}
ASKED: tuple[str, dict[str, Any]] = (
    "ego/most_disruptive_of_venue",
    {"venue_id": "name:acl", "min_citations": 1},
)


def stale(database: Database) -> list[str]:
    return [one["name"] for one in marks(database) if one["stale"]]


def test_stale_numbers_are_said_to_be_and_not_answered(
    database: Database, uri: str, tmp_path: Path
) -> None:
    load_graph(database, GOLDEN, venues=VENUES)
    first = fingerprint.stored_fingerprint(database)
    graph = Graph(lambda: database, cache=tmp_path)
    graph.disruption(window_years=None, write=True)
    [row] = graph.query(ASKED[0], **ASKED[1]).rows()
    assert (row["n_i"], row["n_j"], row["n_k"]) == (3, 2, 1)
    assert graph.status()["indicators"][0] == {
        "name": "cd", "graph_fingerprint": first, "before": None, "stale": False,
    }  # fmt: skip
    text = "MATCH (p:Paper {id: '4'}) WITH p, {cd: 1} AS other RETURN p.n_i AS n, other.cd AS m"
    assert graph.cypher(text).attrs["stale"] == []

    load_graph(database, [*GOLDEN, ("11", "1999", ["4"])], venues=VENUES)
    names = ["cd", "di", "mcd", "n_i", "n_j", "n_k"]
    assert stale(database) == names
    assert find_stale(database, text) == ["n_i"]  # what a map calls so is not stored
    # Whole papers carry what is stored on them, alone, in lists and as maps.
    file = tmp_path / "papers.cypher"
    header = "// Papers.\n//\n// mode:    read\n// params:\n// returns: p\n\n"
    for whole in ("p", "[{one: [p]}] AS p", "p {.*} AS p"):
        wanted = f"MATCH (p:Paper {{id: '4'}}) RETURN {whole}"
        assert graph.cypher(wanted).attrs["stale"] == names
        file.write_text(header + wanted)
        with pytest.raises(DataError, match="stored for an earlier graph: cd, di, mcd, n_i"):
            graph.query(str(file))
    assert "Stored for an earlier graph: cd, " in run(uri, tmp_path, "cypher", wanted).stderr
    assert graph.cypher("MATCH (p:Paper {id: '11'}) RETURN p").attrs["stale"] == []
    with pytest.raises(DataError, match="stored for an earlier graph: cd, di, n_i, n_j, n_k"):
        graph.query(ASKED[0], **ASKED[1])
    assert graph.cypher(text).attrs["stale"] == ["n_i"]
    told = run(uri, tmp_path, "cypher", text)
    assert "Stored for an earlier graph: n_i." in told.stderr
    refused = run(uri, tmp_path, "query", ASKED[0], "-p", "venue_id=name:acl")
    assert (refused.returncode, refused.stdout) == (1, "")
    found = {one["check"]: one for one in graph.quality().rows()}
    assert (found["stale_indicators"]["count"], found["stale_indicators"]["share"]) == (6, 1.0)
    # One paper anew would leave the others as they were.
    with pytest.raises(DataError, match="numbers of other papers were stored for an earlier"):
        graph.disruption(papers="4", window_years=None, write=True)
    graph.disruption(window_years=None, write=True)
    assert stale(database) == []
    [row] = graph.query(ASKED[0], **ASKED[1]).rows()
    assert row["n_i"] == 4
    graph.disruption(papers="4", window_years=None, write=True)  # of the same graph: as it was


def test_what_was_written_in_part_is_stale(database: Database) -> None:
    load_graph(database, GOLDEN)
    past = snapshot.read_snapshot(database)
    graph = past.graph_fingerprint
    numbers = past.citations.astype(float)
    write_numbers(database, past.paper_id.tolist(), {"citations": numbers}, graph_fingerprint=graph)
    assert stale(database) == []
    with pytest.raises(ValueError, match="shorter"):  # it stops while it writes
        write_numbers(
            database, past.paper_id.tolist(), {"citations": numbers[:-1]}, graph_fingerprint=graph
        )
    assert stale(database) == ["citations"]


def test_what_was_stored_without_a_mark_is_stale(database: Database) -> None:
    load_graph(database, GOLDEN)
    text = "MATCH (p:Paper) RETURN p.n_i_5"
    assert (stale(database), find_stale(database, text)) == ([], [])
    for wanted in ("n_i_5 = 3", "own = 4"):  # as versions without marks did
        database.driver.execute_query(
            f"MATCH (p:Paper {{id: '4'}}) SET p.{wanted}", database_=database.name
        )
    assert (stale(database), find_stale(database, text)) == (["n_i_5"], ["n_i_5"])


def test_a_statement_that_reads_nothing_stored_asks_nothing(database: Database) -> None:
    load_graph(database, GOLDEN)
    texts = ["MATCH (p:Paper) RETURN p.title", "MATCH (p:Paper) RETURN p"]
    rows = [list(database.read_text(text)) for text in texts]
    with closing(GraphDatabase.driver("bolt://127.0.0.1:1")) as driver:
        nobody = Database(driver, "neo4j")
        assert [find_stale(nobody, *asked) for asked in zip(texts, rows, strict=True)] == [[], []]
