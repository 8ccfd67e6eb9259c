"""Walks on dated edges against a walk written out as a matrix."""

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.graph.schema.dates import day_of, parse_date
from scinet.models.temporal_graph.dated_graph import CITED_BY, CITES, WRITTEN_BY, WROTE, DatedGraph
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec

PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", ["p1"]),
    ("p3", "2003-01", ["p1", "p2"]),
    ("p4", "2004-01", ["p3"]),
    ("p5", "2006-01", ["p4", "p1"]),
]
AUTHORS = {"p1": ["ann", "bob"], "p2": ["bob"], "p3": ["bob", "cyd"], "p4": ["dan"], "p5": ["ann"]}
BEFORE = day_of(parse_date("2005-01-01")[0])
COURSE = WalkSpec(
    {WRITTEN_BY: 1.0, WROTE: 0.7, CITED_BY: 0.2, CITES: 0.1}, "author", 0.3, 2.0, 1e-10
)


def written_out(walk: WalkSpec, start: int) -> np.ndarray:
    """The exact answer: papers first, then authors."""
    snapshot = snapshot_of(PAPERS, AUTHORS)
    papers, authors = snapshot.num_papers, snapshot.num_authors
    fade = 0.5 ** ((BEFORE - snapshot.day) / (365.25 * walk.half_life_years))
    known = snapshot.day < BEFORE
    moves = np.zeros((papers + authors, papers + authors))
    for paper in np.flatnonzero(known).tolist():
        ways = {
            WROTE: papers + snapshot.authored.row(paper),
            CITED_BY: snapshot.cites.row(paper),
            CITES: snapshot.cited_by.row(paper)[known[snapshot.cited_by.row(paper)]],
        }
        total = sum(walk.odds[name] for name, ends in ways.items() if len(ends))
        for name, ends in ways.items():
            # An edge among papers is as old as the later of the two, one to an author as the paper.
            age = fade[np.maximum(ends, paper)] if name != WROTE else np.ones(len(ends))
            for end, weight in zip(ends, age, strict=True):
                moves[end, paper] += walk.odds[name] / total * weight / age.sum()
    for author in range(authors):
        own = [p for p in snapshot.author_papers.row(author) if known[p]]
        for paper in own:
            moves[paper, papers + author] = fade[paper] / fade[own].sum()
    first = np.zeros(len(moves))
    first[papers + start] = 1.0
    step = moves + np.outer(first, moves.sum(axis=0) == 0)
    share = np.linalg.solve(np.eye(len(moves)) - (1 - walk.restart) * step, first)
    result: np.ndarray = walk.restart * share
    return result


@pytest.mark.parametrize("start", range(4))
def test_shares_are_those_of_the_walk_written_out(start: int) -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS)
    walker = Walker(DatedGraph.from_snapshot(snapshot))
    exact = written_out(COURSE, start)
    values = np.zeros(len(exact))
    for kind, shift in (("paper", 0), ("author", snapshot.num_papers)):
        nodes, share = walker.shares(COURSE, [start], BEFORE, kind)
        values[shift + nodes] = share
    assert values == pytest.approx(exact, abs=1e-8)
    assert values.sum() == pytest.approx(1.0)


def test_walks_start_as_often_as_their_odds_say() -> None:
    # Every author of these has a way on, so shares are in proportion to the starts.
    walker = Walker(DatedGraph.from_snapshot(snapshot_of(PAPERS, AUTHORS)))
    exact = 0.75 * written_out(COURSE, 0) + 0.25 * written_out(COURSE, 2)
    nodes, share = walker.shares(COURSE, [0, 2], BEFORE, "author", odds=np.array([3.0, 1.0]))
    assert share == pytest.approx(exact[len(PAPERS) + nodes], abs=1e-8)
    repeated = walker.shares(COURSE, [0, 2, 0, 0], BEFORE, "author")
    assert repeated[1] == pytest.approx(share)


# Of 1970 and 2019: what is 49 years old has faded to a share below every float.
APART: list[Paper] = [("old", "1970-01", []), ("new", "2019-01", []), ("late", "2019-02", ["old"])]


@pytest.mark.parametrize("walk", [
    WalkSpec({WRITTEN_BY: 1.0, WROTE: 1.0}, "author", 1.0),
    WalkSpec({WRITTEN_BY: 1.0, WROTE: 1.0}, "author", 0.3, 0.04),
])  # fmt: skip
def test_a_share_of_nothing_reaches_nobody(walk: WalkSpec) -> None:
    authors = {"old": ["ann", "bob"], "new": ["ann", "cyd"], "late": ["ann", "cyd"]}
    snapshot = snapshot_of(APART, authors)
    walker = Walker(DatedGraph.from_snapshot(snapshot))
    size = len(walker._touched)
    # Room behind the end, where a write is seen.
    walker._touched = np.full(1000 * size, -1, dtype=np.int64)
    for kind in ("author", "paper"):
        nodes, share = walker.shares(walk, [0, 1, 2], day_of(parse_date("2020-01-01")[0]), kind)
        assert len(set(nodes.tolist())) == len(nodes)
        assert (share > 0).all()
    assert np.count_nonzero(walker._touched >= 0) <= size


def test_numbers_outside_their_range_are_refused() -> None:
    with pytest.raises(ValueError, match="restart"):
        WalkSpec({WROTE: 1.0}, restart=0.0)
