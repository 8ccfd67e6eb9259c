"""Citations, what is made of them, and authors on the command line."""

from collections.abc import Iterator

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import GOLDEN, load_graph

from scinet.graph.connection import Database

FOUR = ("--paper", "4", "--json")
BETWEENNESS = ("centrality", "--by", "betweenness")


@pytest.fixture(scope="module", autouse=True)
def graph(shared_database: Database) -> Iterator[None]:
    """The golden graph, where ann wrote 2 and 4 and all stand in V."""
    shared_database.rows("admin/wipe")
    venues = {paper: "V" for paper, _, _ in GOLDEN}
    load_graph(shared_database, GOLDEN, {"2": ["ann"], "4": ["ann"]}, venues)
    yield
    shared_database.rows("admin/wipe")


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
