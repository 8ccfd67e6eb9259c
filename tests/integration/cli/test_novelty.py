"""Novelty on the command line: values worked out by hand, and one line for every mistake.

In 2001 x cites two papers of venue A and y two of B: of the six ways to deal A, A, B, B to them
two give N(A, A) = 1, so E = 1/3, Var = 2/9 and z = sqrt 2. In 2002 u and v cite one paper of each
venue: four of the ways give N(A, B) = 2 and two 0, so E = 4/3, Var = 8/9 and z = sqrt 1/2.
"""

from math import sqrt

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import Paper, load_graph

from scinet.graph.db.connection import Database

pytestmark = pytest.mark.usefixtures("network")

PAPERS: list[Paper] = [
    *((name, "2000", []) for name in ("a1", "a2", "b1", "b2", "w")),
    ("x", "2001", ["a1", "a2"]),
    ("y", "2001", ["b1", "b2"]),
    ("u", "2002", ["a1", "b1", "w", "no record"]),
    ("v", "2002", ["a2", "b2", "u"]),  # u is of the same day
]
VENUES = {"a1": "A", "a2": "A", "b1": "B", "b2": "B"}
TOPICS = {paper: [(f"topic {venue}", "topic")] for paper, venue in VENUES.items()}


@pytest.fixture(scope="module")
def network(shared_database: Database) -> None:
    shared_database.rows("admin/wipe")
    load_graph(shared_database, PAPERS, venues=VENUES, fields=TOPICS)


@pytest.fixture
def run(scinet: Scinet) -> Scinet:
    return lambda *words: scinet("indicators", *words)


@pytest.mark.parametrize("item", ["venue", "topic"])
def test_scores_are_those_worked_out_by_hand(run: Scinet, item: str) -> None:
    done = run("novelty", "--item", item, "--json")
    rows = done.rows
    assert [row["paper_id"] for row in rows[:4]] == ["u", "v", "x", "y"]
    for row, z in zip(rows, [sqrt(1 / 2)] * 2 + [sqrt(2)] * 2, strict=False):
        assert list(row) == ["paper_id", "p10", "median", "pairs"]
        assert (row["p10"], row["median"]) == (pytest.approx(z), pytest.approx(z))
        assert row["pairs"] == 1
    assert all(row["p10"] is None and row["pairs"] == 0 for row in rows[4:])
    assert len(rows) == 9
    assert done.err.splitlines() == [
        "left out: 1 unknown_works, 1 citations_of_unknown_works, 1 unordered_citations, "
        "1 references_without_item",
        "papers without a pair: 5 of 9",
    ]


def test_papers_day_and_storage(run: Scinet, shared_database: Database) -> None:
    words = ("novelty", "--paper", "x", "--before", "2002-06-01")
    assert run(*words, "--write").refusal.startswith("write with ")
    [row] = run(*words, "--json").rows
    assert row["p10"] == pytest.approx(sqrt(2))
    stored = run("novelty", "--paper", "u", "--item", "topic", "--write", "--json")
    assert stored.code == 0
    assert "stored on" in stored.err
    [row] = shared_database.read_text(
        "MATCH (p:Paper {id: 'u'}) RETURN p.novelty_p10_topic AS low, p.novelty_median_topic AS mid"
    )
    assert row == {"low": pytest.approx(sqrt(1 / 2)), "mid": pytest.approx(sqrt(1 / 2))}


def test_pairs_of_a_paper(run: Scinet) -> None:
    [row] = run("novelty-pairs", "x", "--json").rows
    assert row == {
        "first": "name:a",
        "second": "name:a",
        "times": 1,
        "count": 1,
        "expected": pytest.approx(1 / 3),
        "variance": pytest.approx(2 / 9),
        "z": pytest.approx(sqrt(2)),
    }
    [row] = run("novelty-pairs", "u", "--item", "topic", "--json").rows
    assert (row["first"], row["second"]) == ("topic A", "topic B")
    assert (row["times"], row["count"]) == (1, 2)
    assert (row["expected"], row["variance"]) == (pytest.approx(4 / 3), pytest.approx(8 / 9))
    none = run("novelty-pairs", "a1", "--json")
    assert none.rows == []
    assert none.err == "fewer than two references to earlier papers with a venue\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("novelty", "--item", "journal"),
            "papers are not grouped by 'journal'. "
            "There are venue, community, domain, field, subfield, topic, paper.",
        ),
        (
            ("novelty-pairs", "x", "--item", "field"),
            "no field groups the papers of all days. "
            "Load papers that name their fields, as OpenAlex does, or group by community.",
        ),
        (
            ("novelty", "--stratum", "community"),
            "no community groups the papers of all days. "
            "Compute them with `scinet network communities`, or group by venue.",
        ),
        (
            ("novelty-pairs", "nobody"),
            "no paper is called 'nobody'. Search with `scinet query lookup/title -p text=…`.",
        ),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(
    run: Scinet, words: tuple[str, ...], line: str
) -> None:
    assert run(*words).refusal == line


def test_without_venues_one_line_names_the_remedy(run: Scinet, database: Database) -> None:
    load_graph(database, [("a", "2000", []), ("b", "2001", ["a"])])
    assert run("novelty").refusal == (
        "no venue groups the papers of all days. "
        "Load papers that name their venue, or group by community."
    )
