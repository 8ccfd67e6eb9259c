"""Numbers stored on papers belong to the graph that they were computed on."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import run
from helpers.networks.build import GOLDEN, load_graph
from neo4j import GraphDatabase

from scinet.errors import DataError
from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.graph.indicators.stored import marks, stale_in
from scinet.graph.indicators.write import write
from scinet.graph.load import fingerprint
from scinet.session.graph import Graph

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
    first = fingerprint.current(database)
    graph = Graph(lambda: database, cache=tmp_path)
    graph.disruption(window_years=None, write=True)
    [row] = graph.query(ASKED[0], **ASKED[1]).to_dict("records")
    assert (row["n_i"], row["n_j"], row["n_k"]) == (3, 2, 1)
    assert graph.status()["indicators"][0] == {
        "name": "cd", "graph_fingerprint": first, "before": None, "stale": False,
    }  # fmt: skip
    text = "MATCH (p:Paper {id: '4'}) WITH p, {cd: 1} AS other RETURN p.n_i AS n, other.cd AS m"
    assert graph.cypher(text).attrs["stale"] == []

    load_graph(database, [*GOLDEN, ("11", "1999", ["4"])], venues=VENUES)
    names = ["cd", "di", "mcd", "n_i", "n_j", "n_k"]
    assert stale(database) == names
    assert stale_in(database, text) == ["n_i"]  # what a map calls so is not stored
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
    found = {one["check"]: one for one in graph.quality().to_dict("records")}
    assert (found["stale_indicators"]["count"], found["stale_indicators"]["share"]) == (6, 1.0)
    # One paper anew would leave the others as they were.
    with pytest.raises(DataError, match="numbers of other papers were stored for an earlier"):
        graph.disruption(papers="4", window_years=None, write=True)
    graph.disruption(window_years=None, write=True)
    assert stale(database) == []
    [row] = graph.query(ASKED[0], **ASKED[1]).to_dict("records")
    assert row["n_i"] == 4
    graph.disruption(papers="4", window_years=None, write=True)  # of the same graph: as it was


def test_what_was_written_in_part_is_stale(database: Database) -> None:
    load_graph(database, GOLDEN)
    past = snapshot.read(database)
    graph = past.graph_fingerprint
    numbers = past.citations.astype(float)
    write(database, past.paper_id.tolist(), {"citations": numbers}, graph_fingerprint=graph)
    assert stale(database) == []
    with pytest.raises(ValueError, match="shorter"):  # it stops while it writes
        write(
            database, past.paper_id.tolist(), {"citations": numbers[:-1]}, graph_fingerprint=graph
        )
    assert stale(database) == ["citations"]


def test_what_was_stored_without_a_mark_is_stale(database: Database) -> None:
    load_graph(database, GOLDEN)
    text = "MATCH (p:Paper) RETURN p.n_i_5"
    assert (stale(database), stale_in(database, text)) == ([], [])
    for wanted in ("n_i_5 = 3", "own = 4"):  # as versions without marks did
        database.driver.execute_query(
            f"MATCH (p:Paper {{id: '4'}}) SET p.{wanted}", database_=database.name
        )
    assert (stale(database), stale_in(database, text)) == (["n_i_5"], ["n_i_5"])


def test_a_statement_that_reads_nothing_stored_asks_nothing(database: Database) -> None:
    load_graph(database, GOLDEN)
    texts = ["MATCH (p:Paper) RETURN p.title", "MATCH (p:Paper) RETURN p"]
    rows = [list(database.read_text(text)) for text in texts]
    with closing(GraphDatabase.driver("bolt://127.0.0.1:1")) as driver:
        nobody = Database(driver, "neo4j")
        assert [stale_in(nobody, *asked) for asked in zip(texts, rows, strict=True)] == [[], []]
