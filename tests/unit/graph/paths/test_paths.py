"""The most cited path against the enumeration of all of them."""

import sys
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import dense, networks
from helpers.networks.path_oracle import asked_for, check_best, every_path, unordered
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import NotFoundError, QueryError
from scinet.graph.paths import all_paths, most_cited_path, objective, path_between
from scinet.graph.schema.dates import parse_date

# d builds on a by way of b, which is cited more, or of c; e only reaches a by three hops.
LATTICE: list[Paper] = [
    ("a", "2000", []),
    ("b", "2001", ["a"]),
    ("c", "2001", ["a"]),
    ("d", "2002", ["b", "c"]),
    ("e", "2003", ["d", "b"]),
    ("x", "2004", ["b"]),
]


def between_two(papers: list[Paper], a: str, b: str, before: date | None) -> list[list[str]]:
    """All paths from the earlier to the later paper; a paper alone leads to itself."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    known = [row for row in papers if before is None or dates[row[0]] < before]
    early, late = sorted((a, b), key=lambda paper: (dates[paper], paper))
    return [[early]] if early == late else every_path(known, [early], [late])


def test_the_more_cited_way_wins() -> None:
    path = most_cited_path(snapshot_of(LATTICE), "d", "a")
    assert path.papers == ["a", "b", "d"]
    assert path.citations == [2, 3, 1]
    assert (path.total, path.hops, path.optimal_paths, path.max_hops) == (6, 2, 1, 4)


def test_a_later_paper_does_not_exist() -> None:
    snapshot = snapshot_of(LATTICE).until(date(2003, 1, 1))
    assert most_cited_path(snapshot, "a", "d").citations == [2, 1, 0]
    with pytest.raises(NotFoundError, match="'e' before 2003-01-01"):
        most_cited_path(snapshot, "a", "e")


def test_a_table_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objective, "MAX_BYTES", 16 * 4 * 5 - 1)
    with pytest.raises(QueryError, match="up to 3 hops among 5 papers"):
        most_cited_path(snapshot_of(LATTICE), "a", "e", objective="mean", max_hops=None)


@given(networks(), asked_for, st.sampled_from([None, date(2004, 6, 1)]), st.data())
def test_the_best_of_all_paths(
    papers: list[Paper], asked: dict[str, Any], before: date | None, data: st.DataObject
) -> None:
    whole = snapshot_of(papers)
    snapshot = whole if before is None else whole.until(before)
    if not snapshot.num_papers:
        return
    ids = [str(paper) for paper in snapshot.paper_id]
    a, b = data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids))
    best = most_cited_path(snapshot, a, b, **asked)
    check_best(best, between_two(papers, a, b, before), papers, whole, snapshot, asked)
    assert best.left_out_edges == unordered(papers, [a, b], [a, b])


@given(networks(), st.integers(1, 5), st.integers(1, 5), st.data())
def test_all_paths_are_listed_up_to_the_limit(
    papers: list[Paper], max_hops: int, limit: int, data: st.DataObject
) -> None:
    snapshot = snapshot_of(papers)
    a, b = (data.draw(st.sampled_from([paper for paper, _, _ in papers])) for _ in "ab")
    expected = [path for path in between_two(papers, a, b, None) if len(path) <= max_hops + 1]
    expected.sort(key=lambda path: (len(path), path[::-1]))
    assert all_paths(snapshot, a, b, max_hops=max_hops, limit=limit) == (
        expected[:limit],
        len(expected) > limit,
    )


def test_a_long_chain_needs_no_bound() -> None:
    chain: list[Paper] = [
        (f"c{year}", str(year), [f"c{year - 1}"] if year > 1900 else [])
        for year in range(1900, 2000)
    ]
    path = most_cited_path(snapshot_of(chain), "c1900", "c1999", max_hops=None)
    assert path.hops == 99
    assert all(int(early[1:]) + 1 == int(late[1:]) for early, late in pairwise(path.papers))


def ways_through(papers: int, back: int) -> int:
    """Paths from the first to the last, in whole numbers of any size."""
    ways = [1]
    for _ in range(papers - 1):
        ways.append(sum(ways[-back:]))
    return ways[-1]


@pytest.mark.parametrize(("papers", "back"), [(30, 2), (54, 54), (55, 55), (56, 56), (120, 20)])
def test_a_number_of_paths_beyond_exact_ones_is_about_right(papers: int, back: int) -> None:
    snapshot = snapshot_of(dense(papers, back))
    ends = "p0000", f"p{papers - 1:04}"
    # Where nothing is cited yet, every path is worth the same.
    result = most_cited_path(snapshot, *ends, max_hops=None, weights_before=date.min).optimal_paths
    exact = ways_through(papers, back)
    assert result == (exact if exact < 2**53 else pytest.approx(exact, rel=1e-9))
    # No integer that JSON has no room for.
    assert isinstance(result, int if exact < 2**53 else float)
    bounded = most_cited_path(snapshot, *ends, max_hops=papers - 1, weights_before=date.min)
    assert bounded.optimal_paths == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("max_hops", [None, 600])
def test_a_number_of_paths_beyond_all_floats_is_the_largest_of_them(max_hops: int | None) -> None:
    snapshot = snapshot_of(dense(1300, 20))
    result = most_cited_path(snapshot, "p0000", "p1299", max_hops=max_hops, weights_before=date.min)
    assert result.optimal_paths == sys.float_info.max
    many = np.arange(1290, 1300)
    result = path_between(snapshot, np.array([0]), many, max_hops=max_hops, weights_before=date.min)
    assert result.optimal_paths == sys.float_info.max
