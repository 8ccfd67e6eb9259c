"""Most cited path from an earlier paper to a later one, or between sets of papers.

Each step goes from a paper to one of its references that is dated strictly before it. A path is
weighted by the citations of its papers.
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

_EXACT: Final = 2**53  # from here on a float does not represent every integer


@dataclass(frozen=True, slots=True)
class BestPath:
    """Best path between two papers, or between sets of papers.

    Attributes:
        papers: Ids from the earliest to the latest; empty when there is no path within the bound.
        citations: Citations of each of them as of the day of the weights, whatever their order in
            time.
        optimal_paths: Number of equally good paths within the bound; approximate, as a float, from
            2**53 on, and at most the largest float.
        left_out_edges: Citations without order in time (within a day, or forward) among all
            papers dated from the day of the first possible start to that of the last possible end.
        max_hops: The bound applied; None means none, or that not even a shortest path exists.
        value: Value of the objective, the sum or the mean; None when there is no path, or no inner
            paper to average.
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
    """Return the path with the largest sum, or mean, of citations; the earlier paper is its start.

    Ties go to fewer hops, then to smaller ids, compared as text from the later end on. Excluding
    the two ends changes the sum of every path by the same amount, so only the printed numbers; it
    does change which path has the largest mean.
    """
    criteria = PathObjective(**how)
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    if early < late:
        return best_path(snapshot, np.array([early]), np.array([late]), criteria)
    weight = int(weights(snapshot, criteria.weights_before)[early])
    left_out = count_unordered(snapshot, early, early)
    return trivial_path(a, weight, left_out, criteria.as_of(snapshot.before))


def best_path(snapshot: Snapshot, starts: Int64, ends: Int64, criteria: PathObjective) -> BestPath:
    """Return the best path of at least one step between two sets of papers.

    Args:
        starts: Positions of possible starts, shape ``(n,)``, at least one.
        ends: Positions of possible ends, shape ``(m,)``, at least one.
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
    """Make the path from a paper to itself."""
    total = weight if criteria.endpoints == "include" else 0
    return _path([paper_id], [weight], total, 0, 1, left_out, criteria.bound(0), criteria)


def no_path(left_out: int, bound: int | None, criteria: PathObjective) -> BestPath:
    """Make the result without a path within the bound."""
    settings = (criteria.objective, criteria.endpoints, criteria.weights_before)
    return BestPath([], [], None, None, 0, left_out, bound, None, *settings)


def _number(ways: float) -> int | float:
    """Return a number that JSON can represent: an integer of at most 64 bits, or a finite float."""
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
    """Count citations without order in time among the papers between two papers' days."""
    begin, stop = np.searchsorted(snapshot.day, [snapshot.day[first], snapshot.day[last] + 1])
    lies_between = (snapshot.unordered >= begin) & (snapshot.unordered < stop)
    return int(np.count_nonzero(lies_between.all(axis=0)))


def weights(snapshot: Snapshot, before: date | None) -> Int64:
    """Count citations as of a day, shape ``(papers,)``; 0 for papers dated on it or later."""
    counted = citations.citation_counts(snapshot if before is None else snapshot.until(before))
    return np.pad(counted, (0, snapshot.num_papers - len(counted)))


def _walk_back(snapshot: Snapshot, cone: Cone, best: BestPaths) -> list[int]:
    """Return positions of the best path: fewest hops, then smallest ids from the end."""

    def text(paper: int) -> str:
        return str(snapshot.paper_id[paper])

    papers = [min((cone.first + place for place in best.ends), key=text)]
    due = best.ends[papers[0] - cone.first]
    for hop in range(best.hops - 1, -1, -1):
        due -= int(cone.weight[papers[-1]])
        cited = [int(p) for p in snapshot.ordered.row(papers[-1]) if p >= cone.first]
        papers.append(min((p for p in cited if best.reached(hop, p - cone.first) == due), key=text))
    return papers[::-1]
