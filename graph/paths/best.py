"""Most cited path from an earlier paper to a later one, or between sets of papers.

Each step goes from a paper to one of its references that is dated strictly before it. A path is
weighted by the citations of its papers. Sums of paths of any length need one pass; a bound on hops,
or a mean, needs a total for each number of hops.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final, Unpack

import numpy as np

from scinet.graph.indicators import citations
from scinet.graph.paths.cone import Bools, Floats, best_by_hops, best_of_any_length, hops
from scinet.graph.paths.objective import (
    Endpoints,
    Objective,
    ObjectiveOptions,
    PathObjective,
    best_hops,
    refuse_large_table,
)
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

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


@dataclass(frozen=True, slots=True)
class Cone:
    """Papers on paths between two sets of papers.

    Attributes:
        first: Position of the first start; other indices are relative to it.

    Shapes:
        indptr: ``(papers + 1,)``, rows of citing papers.
        reference: ``(citations,)``, positions of cited papers, each before its citing one.
        weight: ``(papers,)``, weight of each paper.
        seed: ``(span,)``, total of a path that starts there, -1 where none may.
        inside: ``(span,)``, papers of the cone.
        goal: ``(ends,)``, indices of possible ends.
        spared: ``(ends,)``, weight of each end that does not count.
    """

    indptr: Int64
    reference: Int32
    weight: Int64
    first: int
    seed: Int64
    inside: Bools
    goal: Int64
    spared: Int64


@dataclass(frozen=True, slots=True)
class BestPaths:
    """Best paths of a cone, for backtracking.

    Attributes:
        hops: Fewest steps of a best path.
        ways: Number of best paths, whatever their steps; infinite beyond all floats.
        ends: Ends of the best paths with ``hops`` steps, with their totals there, end weights
            included for backtracking.
        reached: Best total of a path with a number of hops to an index, -1 where there is none.
    """

    hops: int
    ways: float
    ends: dict[int, int]
    reached: Callable[[int, int], int]


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
    best = _best_any_length(cone) if any_length else _best_within_hops(cone, most, criteria)
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


def _best_any_length(cone: Cone) -> BestPaths:
    """Compute the largest sums, for any number of hops."""
    total, steps, ways = best_of_any_length(
        cone.indptr, cone.reference, cone.weight, cone.first, cone.seed, cone.inside
    )
    # A path has a step: the second row counts at an end, the first on the way to it.
    arrived = total[1, cone.goal] - cone.spared
    goal = cone.goal[arrived == arrived.max()]
    fewest = int(steps[1, goal].min())

    def reached(hop: int, place: int) -> int:
        return int(total[0, place]) if steps[0, place] == hop else -1

    ends = {int(place): int(total[1, place]) for place in goal if steps[1, place] == fewest}
    return BestPaths(fewest, _sum(ways[1, goal]), ends, reached)


def _best_within_hops(cone: Cone, most: int, criteria: PathObjective) -> BestPaths:
    """Compute the best paths of at most a number of hops."""
    nodes = np.flatnonzero(cone.inside).astype(np.int32)
    refuse_large_table(most, len(nodes))
    number = np.full(len(cone.inside), -1, dtype=np.int32)
    number[nodes] = np.arange(len(nodes))
    total, ways = best_by_hops(
        cone.indptr,
        cone.reference,
        cone.weight,
        nodes + np.int32(cone.first),
        number,
        cone.first,
        cone.seed,
        most,
    )
    goal = number[cone.goal]
    arrived = np.where(total[:, goal] >= 0, total[:, goal] - cone.spared, -1)
    top = arrived.max(axis=1)
    optimal = best_hops(
        {hop: criteria.worth(int(top[hop]), hop) for hop in range(1, most + 1) if top[hop] >= 0}
    )
    fewest = optimal[0]

    def reached(hop: int, place: int) -> int:
        return int(total[hop, number[place]]) if number[place] >= 0 else -1

    tied = cone.goal[arrived[fewest] == top[fewest]]
    return BestPaths(
        fewest,
        sum(_sum(ways[hop, goal[arrived[hop] == top[hop]]]) for hop in optimal),
        {int(place): reached(fewest, int(place)) for place in tied},
        reached,
    )


def _sum(ways: Floats) -> float:
    with np.errstate(over="ignore"):
        return float(ways.sum())
