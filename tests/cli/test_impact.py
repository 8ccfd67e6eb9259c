"""Citations, what is made of them, and authors on the command line."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import helpers.command_line as command_line
import pytest
from helpers.build import GOLDEN, load_graph
from helpers.command_line import rows

from scinet.graph.connection import Database

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(database: Database, uri: str, tmp_path: Path) -> Run:
    """``scinet indicators`` on the golden graph, where ann wrote 2 and 4 and all stand in V."""
    venues = {paper: "V" for paper, _, _ in GOLDEN}
    load_graph(database, GOLDEN, {"2": ["ann"], "4": ["ann"]}, venues)

    return lambda *words: command_line.run(uri, tmp_path, "indicators", *words)


def test_numbers_of_one_paper(run: Run) -> None:
    four = ("--paper", "4", "--json")
    beauty = run("sleeping-beauty", *four)
    assert "left out: nothing" in beauty.stderr
    # One citation after two years, one after three, ... : 0, 0, 1, 2, 2; the line has slope 2/3.
    [found] = rows(beauty)
    assert list(found) == ["paper_id", "sleeping_beauty", "awakening_years", "peak_years"]
    assert found["sleeping_beauty"] == pytest.approx(2 / 3 + (4 / 3 - 1))
    [found] = rows(run("reference-age", *four))
    assert (found["counted"], found["recent_share"]) == (4, 1.0)
    assert found["median_years"] == pytest.approx((3 * 365 + 2 * 365) / 2 / 365.25)
    for by in ("citerank", "pagerank"):
        ranks = [
            row["page_rank" if by == "pagerank" else "cite_rank"]
            for row in rows(run("centrality", "--by", by, "--json"))
        ]
        assert sum(ranks) == pytest.approx(1)
        assert ranks == sorted(ranks, reverse=True)
    assert rows(run("citations", *four, "--window", "3", "--since", "1998-01-01")) == [
        {"paper_id": "4", "citations": 2}
    ]
    assert [r["n_j"] for r in rows(run("disruption", *four, "--windows", "4"))] == [0, 0, 2, 2]
    [found] = rows(run("disruption", *four, "--least", "2"))
    assert (found["n_j"], found["fewer_shared"]) == (1, 1)
    assert run("disruption", *four, "--least", "2", "--windows", "3").returncode == 1


_BETWEENNESS = ("centrality", "--by", "betweenness")


def test_betweenness_of_papers_and_authors(run: Run) -> None:
    asked = (*_BETWEENNESS, "--directed", "--json")
    arrays = run(*asked)
    # 6, 7, 8, 9 and 10 come to 0 and 1, 2, 3 through 4: all but those that cite 1, 2 or 3 too.
    best = rows(arrays)[0]
    assert best == {"paper_id": "4", "betweenness": 5 * 4 - 3}
    assert "sources: 11 of 11, exact" in arrays.stderr
    drawn = run(*_BETWEENNESS, "--sources", "3", "--seed", "1", "--top", "2")
    assert "sources: 3 of 11, an estimate, seed 1" in drawn.stderr
    assert rows(run(*_BETWEENNESS, "--network", "coauthor", "--json")) == [
        {"author_id": "ann", "betweenness": 0}
    ]
    refused = run(*_BETWEENNESS, "--network", "coupling", "--directed")
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)


def test_authors_as_of_a_day(run: Run) -> None:
    [ann] = rows(run("authors", "--author", "ann", "--before", "1998-12-31", "--json"))
    assert ann.pop("m_quotient") == pytest.approx(1 / ((5 * 365 + 1) / 365.25))
    assert (
        ann.items() >= {"papers": 2, "citations": 3, "h_index": 1, "g_index": 1, "i10": 0}.items()
    )


def test_scores_are_compared_within_venues_and_stored(run: Run, database: Database) -> None:
    # 1992: papers 0 and 1 with 1 and 2 citations. 1999: 7 and 8 with none, so no score.
    found = {r["paper_id"]: r for r in rows(run("normalised", "--write", "--json"))}
    assert found["0"]["normalised_citations"] == pytest.approx(2 / 3)
    assert found["0"]["citation_percentile"] == pytest.approx(1 / 4)
    assert found["7"]["normalised_citations"] is None
    [stored] = database.read_text(
        "MATCH (p:Paper {id: '1'}) RETURN p.normalised_citations_venue AS score"
    )
    assert stored["score"] == pytest.approx(4 / 3)
    refused = run("sleeping-beauty", "--write", "--before", "1998-01-01")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("scinet: write with before")
