"""The most cited path from an earlier paper to a later one.

Each step goes from a paper to one of its references that is dated strictly before it. A path
weighs what its papers are cited, end points included. Without a bound the best path is nearly the
longest one, ten times as long as needed; so a bound on hops is part of every answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from scinet.graph.indicators import citations
from scinet.graph.paths.cone import best_by_hops, best_of_any_length, count_unordered, hops
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

Bound: TypeAlias = int | Literal["shortest+2"] | None
SLACK = 2  # hops more than the shortest path, when no bound is given


@dataclass(frozen=True, slots=True)
class Path:
    """The best path between two papers.

    Attributes:
        papers: Ids from the earliest to the latest; empty when there is no path within the bound.
        citations: Citations of each of them as of the cut-off day, whatever their order in time.
        total: Their sum; None when there is no path.
        hops: Number of steps; None when there is no path.
        optimal_paths: Paths within the bound that have this total; above 2**53 only about.
        left_out_edges: Citations without order in time (within a day, or forward) among all
            papers dated from the earlier paper's day to the later one's.
        max_hops: The bound that held; None means none, or that not even a shortest path exists.
    """

    papers: list[str]
    citations: list[int]
    total: int | None
    hops: int | None
    optimal_paths: int
    left_out_edges: int
    max_hops: int | None


def most_cited(
    snapshot: Snapshot,
    a: str,
    b: str,
    *,
    max_hops: Bound = "shortest+2",
    shortest_only: bool = False,
) -> Path:
    """The path with the largest sum of citations.

    Of several the one with fewer hops wins, then the one with smaller ids, compared as text from
    the later end on.

    Args:
        snapshot: What exists; its cut-off day is that of the citations too.
        a: A paper.
        b: Another; the earlier of the two is where the path starts.
        max_hops: Most steps: a number, two more than the shortest path has, or None for any.
        shortest_only: Only paths of the fewest hops.

    Raises:
        NotFoundError: If one of them is not in the snapshot.
        ValueError: If the bound is negative.
    """
    if isinstance(max_hops, int) and max_hops < 0:
        raise ValueError(f"a bound of {max_hops} hops is negative")
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    first, stop = np.searchsorted(snapshot.day, [snapshot.day[early], snapshot.day[late] + 1])
    cites, ordered = snapshot.cites, snapshot.ordered
    left_out = int(count_unordered(cites.indptr, cites.indices, snapshot.day, first, stop))
    down, fewest, most = hops(ordered.indptr, ordered.indices, early, late)
    shortest = int(fewest[-1])
    bound = resolve(max_hops, shortest, shortest_only=shortest_only)
    if shortest < 0 or (bound is not None and shortest > bound):
        return Path([], [], None, None, 0, left_out, bound)
    weight = citations.counts(snapshot)
    inside = fewest >= 0
    if bound is None or bound >= most[-1]:
        total, steps, ways = best_of_any_length(
            ordered.indptr, ordered.indices, weight, early, late, inside
        )
        length, found = int(steps[-1]), float(ways[-1])

        def reached(hop: int, cited: int) -> int:
            return int(total[cited]) if steps[cited] == hop else -1

    else:
        inside &= down + fewest <= bound
        kept = np.flatnonzero(inside).astype(np.int32)
        number = np.full(len(inside), -1, dtype=np.int32)
        number[kept] = np.arange(len(kept))
        table, counted = best_by_hops(
            ordered.indptr, ordered.indices, weight, kept + np.int32(early), number, early, bound
        )
        optimal = table[:, -1] == table[:, -1].max()
        length, found = int(np.argmax(optimal)), float(counted[optimal, -1].sum())

        def reached(hop: int, cited: int) -> int:
            return int(table[hop, number[cited]]) if number[cited] >= 0 else -1

    papers = _trace(snapshot, reached, weight, early, late, length)
    return Path(
        papers=[str(snapshot.paper_id[paper]) for paper in papers],
        citations=[int(weight[paper]) for paper in papers],
        total=int(weight[papers].sum()),
        hops=length,
        optimal_paths=int(found),
        left_out_edges=left_out,
        max_hops=bound,
    )


def resolve(max_hops: Bound, shortest: int, *, shortest_only: bool) -> int | None:
    """The bound on hops as a number.

    Args:
        max_hops: As asked.
        shortest: Fewest hops; negative when there is no path.
        shortest_only: Whether only the shortest paths are wanted.

    Returns:
        Most hops, or None when there is no bound or it hangs on a path that does not exist.
    """
    if max_hops == "shortest+2":
        max_hops = None if shortest < 0 else shortest + SLACK
    if not shortest_only or shortest < 0:
        return max_hops
    return shortest if max_hops is None else min(max_hops, shortest)


def _trace(
    snapshot: Snapshot,
    reached: Callable[[int, int], int],
    weight: Int64,
    early: int,
    late: int,
    length: int,
) -> list[int]:
    """Walk back from the later paper along the best totals, smaller ids first.

    ``reached(hop, paper)`` is the best total with so many hops from the earlier paper, -1 where
    there is none; papers count from the earlier one.
    """
    papers = [late]
    due = reached(length, late - early)
    for hop in range(length - 1, -1, -1):
        due -= int(weight[papers[-1]])
        steps = snapshot.ordered.row(papers[-1])
        best = [int(p) for p in steps if p >= early and reached(hop, int(p) - early) == due]
        papers.append(min(best, key=lambda paper: snapshot.paper_id[paper]))
    return papers[::-1]
