"""The most cited path from an earlier paper to a later one, or from some papers to others.

Each step goes from a paper to one of its references that is dated strictly before it. A path
weighs what its papers are cited.
"""

import sys
from dataclasses import dataclass
from datetime import date
from typing import Final, Unpack

import numpy as np

from scinet.graph.indicators import citations
from scinet.graph.paths.cone import hops
from scinet.graph.paths.objective import Endpoints, Objective, ObjectiveOptions, PathObjective
from scinet.graph.paths.search import BestPaths, Cone, best_any_length, best_within_hops
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_EXACT: Final = 2**53  # from here on a float does not hold every whole number


@dataclass(frozen=True, slots=True)
class BestPath:
    """The best path between two papers, or from some papers to others.

    Attributes:
        papers: Ids from the earliest to the latest; empty when there is no path within the bound.
        citations: Citations of each of them as of the day of the weights, whatever their order in
            time.
        optimal_paths: Paths within the bound that are worth the same; from 2**53 on about, as a
            float, and the largest float where there are still more.
        left_out_edges: Citations without order in time (within a day, or forward) among all
            papers dated from the day of the first possible start to that of the last possible end.
        max_hops: The bound that held; None means none, or that not even a shortest path exists.
        value: What was made as large as possible, the sum or the mean; None when there is no path,
            or no inner paper to average.
    """

    papers: list[str]
    citations: list[int]
    total: int | None
    hops: int | None
    optimal_paths: int | float
    left_out_edges: int
    max_hops: int | None
    value: float | None
    objective: Objective
    endpoints: Endpoints
    weights_before: date | None


def most_cited_path(
    snapshot: Snapshot, a: str, b: str, **how: Unpack[ObjectiveOptions]
) -> BestPath:
    """The path with the largest sum, or mean, of citations; the earlier of the two is its start.

    Of several the one with fewer hops wins, then the one with smaller ids, compared as text from
    the later end on. Leaving out the two ends changes the sum of every path by the same amount, so
    only the printed numbers; it does change which path has the largest mean.
    """
    criteria = PathObjective(**how)
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    if early < late:
        return best_path(snapshot, np.array([early]), np.array([late]), criteria)
    weight = int(weights(snapshot, criteria.weights_before)[early])
    left_out = count_unordered(snapshot, early, early)
    return trivial_path(a, weight, left_out, criteria.as_of(snapshot.before))


def best_path(snapshot: Snapshot, starts: Int64, ends: Int64, criteria: PathObjective) -> BestPath:
    """The best path of one step at least from any of some papers to any of others.

    Args:
        starts: Positions of the papers where it may start, shape ``(n,)``, one at least.
        ends: Positions of the papers where it may end, shape ``(m,)``, one at least.
    """
    first, last = int(starts.min()), int(ends.max())
    start, end = (np.zeros(max(last - first + 1, 0), dtype=np.bool_) for _ in range(2))
    start[starts[starts <= last] - first] = True
    end[ends[ends >= first] - first] = True
    left_out = count_unordered(snapshot, first, last)
    weight = weights(snapshot, criteria.weights_before)
    criteria = criteria.as_of(snapshot.before)
    steps = (snapshot.ordered.indptr, snapshot.ordered.indices)
    down, fewest, shortest, longest = hops(*steps, first, start, end)
    bound = criteria.bound(shortest)
    if shortest < 0 or (bound is not None and shortest > bound):
        return no_path(left_out, bound, criteria)
    most = longest if bound is None else min(bound, longest)
    inside = (fewest >= 0) & (down + fewest <= most)
    with_ends = criteria.endpoints == "include"
    seed = np.where(start, weight[first : last + 1] if with_ends else 0, -1)
    goal = np.flatnonzero(end & inside)
    spared = np.zeros_like(goal) if with_ends else weight[first + goal]
    cone = Cone(*steps, weight, first, seed, inside, goal, spared)
    any_length = criteria.objective == "sum" and most == longest
    best = best_any_length(cone) if any_length else best_within_hops(cone, most, criteria)
    papers = _walk_back(snapshot, cone, best)
    counting = papers if with_ends else papers[1:-1]
    summed = int(weight[counting].sum())
    return _path(
        [str(snapshot.paper_id[paper]) for paper in papers],
        [int(weight[paper]) for paper in papers],
        summed,
        best.hops,
        _number(best.ways),
        left_out,
        bound,
        criteria,
    )


def trivial_path(paper_id: str, weight: int, left_out: int, criteria: PathObjective) -> BestPath:
    """The path from a paper to itself."""
    total = weight if criteria.endpoints == "include" else 0
    return _path([paper_id], [weight], total, 0, 1, left_out, criteria.bound(0), criteria)


def no_path(left_out: int, bound: int | None, criteria: PathObjective) -> BestPath:
    """That there is no path within the bound."""
    settings = (criteria.objective, criteria.endpoints, criteria.weights_before)
    return BestPath([], [], None, None, 0, left_out, bound, None, *settings)


def _number(ways: float) -> int | float:
    """What JSON has room for: a whole number of at most 64 bits, or a finite float."""
    return int(ways) if ways < _EXACT else min(ways, sys.float_info.max)


def _path(
    papers: list[str],
    citations: list[int],
    total: int,
    hops: int,
    ways: int | float,
    left_out: int,
    bound: int | None,
    criteria: PathObjective,
) -> BestPath:
    value = criteria.worth(total, hops)
    number = None if value is None else float(value)
    settings = (criteria.objective, criteria.endpoints, criteria.weights_before)
    return BestPath(papers, citations, total, hops, ways, left_out, bound, number, *settings)


def count_unordered(snapshot: Snapshot, first: int, last: int) -> int:
    """Citations without order in time among the papers from one's day to another's."""
    begin, stop = np.searchsorted(snapshot.day, [snapshot.day[first], snapshot.day[last] + 1])
    lies_between = (snapshot.unordered >= begin) & (snapshot.unordered < stop)
    return int(np.count_nonzero(lies_between.all(axis=0)))


def weights(snapshot: Snapshot, before: date | None) -> Int64:
    """Citations as of a day, shape ``(papers,)``; 0 for papers dated on it or later."""
    counted = citations.citation_counts(snapshot if before is None else snapshot.until(before))
    return np.pad(counted, (0, snapshot.num_papers - len(counted)))


def _walk_back(snapshot: Snapshot, cone: Cone, best: BestPaths) -> list[int]:
    """Positions of the best path from its start on: fewer hops, then smaller ids from the end."""

    def text(paper: int) -> str:
        return str(snapshot.paper_id[paper])

    papers = [min((cone.first + place for place in best.ends), key=text)]
    due = best.ends[papers[0] - cone.first]
    for hop in range(best.hops - 1, -1, -1):
        due -= int(cone.weight[papers[-1]])
        cited = [int(p) for p in snapshot.ordered.row(papers[-1]) if p >= cone.first]
        papers.append(min((p for p in cited if best.reached(hop, p - cone.first) == due), key=text))
    return papers[::-1]
