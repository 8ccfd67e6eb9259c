"""Best totals at the ends of a cone: for any number of hops, or by number of hops.

Sums of paths of any length need one pass. A bound on hops, or a mean, needs a total for each
number of hops.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scinet.graph.paths.bound import refuse_if_too_large
from scinet.graph.paths.cone import Bools, Floats, best_by_hops, best_of_any_length
from scinet.graph.paths.objective import PathObjective, best_hops
from scinet.graph.snapshot.csr import Int32, Int64


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


def best_any_length(cone: Cone) -> BestPaths:
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


def best_within_hops(cone: Cone, most: int, criteria: PathObjective) -> BestPaths:
    """Compute the best paths of at most a number of hops."""
    nodes = np.flatnonzero(cone.inside).astype(np.int32)
    refuse_if_too_large(most, len(nodes))
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
