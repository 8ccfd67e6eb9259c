"""Snapshots, indicators and paths on the command line."""

from pathlib import Path

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import GOLDEN, load_graph

from scinet.graph.db.connection import Database
from scinet.graph.snapshot import open_snapshot

DISRUPTION = ("indicators", "disruption", "--json")


@pytest.fixture(scope="module", autouse=True)
def golden(shared_database: Database) -> None:
    """The golden graph, where ann wrote 2 and 4 and all stand in V."""
    shared_database.rows("admin/wipe")
    venues = {paper: "V" for paper, _, _ in GOLDEN}
    load_graph(shared_database, GOLDEN, {"2": ["ann"], "4": ["ann"]}, venues)


@pytest.mark.parametrize("engine", ["database", "arrays"])
def test_golden_graph(scinet: Scinet, engine: str) -> None:
    words = (*DISRUPTION, "--engine", engine, "--paper")
    [four] = scinet(*words, "4", "--window", "none").rows
    assert list(four) == ["paper_id", "n_i", "n_j", "n_k", "cd", "di"]
    counts = {"n_i": 3, "n_j": 2, "n_k": 1}
    assert four == {
        "paper_id": "4", **counts, "cd": pytest.approx(1 / 6), "di": pytest.approx(1 / 5)
    }  # fmt: skip
    [two] = (alone := scinet(*words, "2")).rows
    assert two["di"] == 1
    assert "1 of 1 papers are cited while nobody cites their references" in alone.err
    [path] = scinet("path", "9", "1", "--engine", engine, "--json").rows
    assert (path["papers"], path["citations"], path["total"]) == (["1", "4", "9"], [2, 5, 0], 7)
    [none] = scinet("path", "5", "10", "--engine", engine, "--json").rows
    assert (none["papers"], none["total"]) == ([], None)


def test_all_papers_are_ranked_and_written(scinet: Scinet, shared_database: Database) -> None:
    told = scinet(*DISRUPTION, "--window", "4", "--open-windows", "marked", "--write")
    # What builds on nothing here has nothing to disrupt, and is in no ranking.
    assert told.rows[0]["paper_id"] == "4"
    assert {row["paper_id"] for row in told.rows} == {p for p, _, cited in GOLDEN if cited}
    assert "4 of 11 papers have no earlier reference" in told.err
    # The network ends with 1999: four years after 1995 are over, those after 1997 are not.
    newer = ["10", "5", "6", "7", "8", "9"]
    assert sorted(row["paper_id"] for row in told.rows if row["window_open"]) == newer
    assert "6 of 11 papers have a window that ends after the last day" in told.err
    assert "more may come" in told.err
    ranked = scinet(*DISRUPTION, "--window", "4")
    assert [row["paper_id"] for row in ranked.rows] == ["4"]
    assert "they are left out" in ranked.err.splitlines()[-1]
    stored = _stored(shared_database)
    assert len(stored) == 11
    n_i, di, is_open = stored["4"]
    assert (n_i, is_open) == (3, None)
    assert di == pytest.approx(1 / 5)
    assert [paper for paper in sorted(stored) if stored[paper][2]] == newer
    scinet(*DISRUPTION, "--window", "4", "--open-windows", "left_out", "--write")
    assert sorted(_stored(shared_database)) == ["0", "1", "2", "3", "4"]
    refused = scinet("indicators", "disruption", "--write", "--before", "1998-01-01").refusal
    assert refused.startswith("write with before")
    top = scinet("indicators", "citations", "--top", "1", "--json").rows
    assert top == [{"paper_id": "4", "citations": 5}]


def test_each_row_says_whether_its_window_is_open(scinet: Scinet) -> None:
    words = (*DISRUPTION, "--paper", "4", "--windows", "4", "--before", "1998-12-31")
    assert [row["window_open"] for row in scinet(*words).rows] == [False, False, True, True]
    left = scinet(*words, "--open-windows", "left_out")
    assert [row["window"] for row in left.rows] == [1, 2]


def _stored(database: Database) -> dict[str, tuple[int, float, bool | None]]:
    rows = database.read_text(
        "MATCH (p:Paper) WHERE p.n_i_4 IS NOT NULL RETURN p.id AS id, p.n_i_4 AS n_i,"
        " p.di_4 AS di, p.window_open_4 AS is_open"
    )
    return {row["id"]: (row["n_i"], row["di"], row["is_open"]) for row in rows}


def test_a_window_in_days_ends_on_its_last_day(scinet: Scinet) -> None:
    words = ("indicators", "disruption", "--paper", "2", "--window-days")
    # Paper 2 is of 1993-12-31, the first to cite it of 1995-12-31, 730 days later.
    results = [scinet(*words, days, "--json").rows[0]["n_i"] for days in ("729", "730")]
    assert results == [0, 1]
    assert "window_days with write" in scinet(*words, "730", "--write").refusal


def test_a_snapshot_is_written_and_opened(scinet: Scinet) -> None:
    [told] = scinet("network", "snapshot", "--before", "1996-01-01", "--out", "out", "--json").rows
    assert list(told) == ["counts", "left_out", "graph_fingerprint"]
    assert told["counts"]["papers"] == open_snapshot(Path("out")).num_papers == 5
    assert scinet("path", "4", "9", "--before", "1996-01-01").code == 1
    assert scinet("indicators", "disruption", "--window", "x").code == 1


FOUR = ("--paper", "4", "--json")
BETWEENNESS = ("centrality", "--by", "betweenness")


@pytest.fixture
def run(scinet: Scinet) -> Scinet:
    return lambda *words: scinet("indicators", *words)


def test_numbers_of_one_paper(run: Scinet) -> None:
    beauty = run("sleeping-beauty", *FOUR)
    assert "left out: nothing" in beauty.err
    # One citation after two years, one after three, ... : 0, 0, 1, 2, 2; the line has slope 2/3.
    [found] = beauty.rows
    assert list(found) == ["paper_id", "sleeping_beauty", "awakening_years", "peak_years"]
    assert found["sleeping_beauty"] == pytest.approx(2 / 3 + (4 / 3 - 1))
    [found] = run("reference-age", *FOUR).rows
    assert (found["counted"], found["recent_share"]) == (4, 1.0)
    assert found["median_years"] == pytest.approx((3 * 365 + 2 * 365) / 2 / 365.25)
    for by, column in (("citerank", "cite_rank"), ("pagerank", "page_rank")):
        ranks = [row[column] for row in run("centrality", "--by", by, "--json").rows]
        assert sum(ranks) == pytest.approx(1)
        assert ranks == sorted(ranks, reverse=True)
    [found] = run("citations", *FOUR, "--window", "3", "--since", "1998-01-01").rows
    assert found == {"paper_id": "4", "citations": 2, "window_open": False}
    assert [r["n_j"] for r in run("disruption", *FOUR, "--windows", "4").rows] == [0, 0, 2, 2]
    [found] = run("disruption", *FOUR, "--least", "2").rows
    assert (found["n_j"], found["fewer_shared"]) == (1, 1)
    assert run("disruption", *FOUR, "--least", "2", "--windows", "3").code == 1


def test_betweenness_of_papers_and_authors(run: Scinet) -> None:
    arrays = run(*BETWEENNESS, "--directed", "--json")
    # 6, 7, 8, 9 and 10 come to 0 and 1, 2, 3 through 4: all but those that cite 1, 2 or 3 too.
    assert arrays.rows[0] == {"paper_id": "4", "betweenness": 5 * 4 - 3}
    assert "sources: 11 of 11, exact" in arrays.err
    drawn = run(*BETWEENNESS, "--sources", "3", "--seed", "1", "--top", "2")
    assert "sources: 3 of 11, an estimate, seed 1" in drawn.err
    authors = run(*BETWEENNESS, "--network", "coauthor", "--json").rows
    assert authors == [{"author_id": "ann", "betweenness": 0}]
    assert run(*BETWEENNESS, "--network", "coupling", "--directed").refusal


def test_authors_as_of_a_day(run: Scinet) -> None:
    [ann] = run("authors", "--author", "ann", "--before", "1998-12-31", "--json").rows
    assert ann.pop("m_quotient") == pytest.approx(1 / ((5 * 365 + 1) / 365.25))
    counts = {"papers": 2, "citations": 3, "h_index": 1, "g_index": 1, "i10": 0}
    assert ann.items() >= counts.items()


def test_scores_are_compared_within_venues_and_stored(
    run: Scinet, shared_database: Database
) -> None:
    # 1992: papers 0 and 1 with 1 and 2 citations. 1999: 7 and 8 with none, so no score.
    found = {r["paper_id"]: r for r in run("normalised", "--write", "--json").rows}
    assert found["0"]["normalised_citations"] == pytest.approx(2 / 3)
    assert found["0"]["citation_percentile"] == pytest.approx(1 / 4)
    assert found["7"]["normalised_citations"] is None
    [stored] = shared_database.read_text(
        "MATCH (p:Paper {id: '1'}) RETURN p.normalised_citations_venue AS score"
    )
    assert stored["score"] == pytest.approx(4 / 3)
    refused = run("sleeping-beauty", "--write", "--before", "1998-01-01").refusal
    assert refused.startswith("write with before")
