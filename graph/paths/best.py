"""The most cited path from an earlier paper to a later one.

Each step goes from a paper to one of its references that is dated strictly before it. A path
weighs what its papers are cited. Without a bound the path of the largest sum is nearly the longest
one, ten times as long as needed; so a bound on hops is part of every answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

import numpy as np

from scinet.errors import QueryError
from scinet.graph.indicators import citations
from scinet.graph.paths.cone import best_by_hops, best_of_any_length, count_unordered, hops
from scinet.graph.paths.objective import Endpoints, Objective, best_hops, worth
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

Bound: TypeAlias = int | Literal["shortest+2"] | None
SLACK = 2  # hops more than the shortest path, when no bound is given
MOST_BYTES = 4 * 2**30  # of the table by hops


@dataclass(frozen=True, slots=True)
class Path:
    """The best path between two papers.

    Attributes:
        papers: Ids from the earliest to the latest; empty when there is no path within the bound.
        citations: Citations of each of them as of the day of the weights, whatever their order in
            time.
        total: Sum over the papers that count; None when there is no path.
        hops: Number of steps; None when there is no path.
        optimal_paths: Paths within the bound that are worth the same; above 2**53 only about.
        left_out_edges: Citations without order in time (within a day, or forward) among all
            papers dated from the earlier paper's day to the later one's.
        max_hops: The bound that held; None means none, or that not even a shortest path exists.
        value: What was made as large as possible, the sum or the mean; None when there is no path,
            or no inner paper to average.
        objective: As asked.
        endpoints: As asked.
        weights_before: The day, exclusive, up to which citations were counted; None means all.
    """

    papers: list[str]
    citations: list[int]
    total: int | None
    hops: int | None
    optimal_paths: int
    left_out_edges: int
    max_hops: int | None
    value: float | None
    objective: Objective
    endpoints: Endpoints
    weights_before: date | None


def most_cited(
    snapshot: Snapshot,
    a: str,
    b: str,
    *,
    max_hops: Bound = "shortest+2",
    shortest_only: bool = False,
    objective: Objective = "sum",
    endpoints: Endpoints = "include",
    weights_before: date | None = None,
) -> Path:
    """The path with the largest sum, or mean, of citations.

    Of several the one with fewer hops wins, then the one with smaller ids, compared as text from
    the later end on. Leaving out the two ends changes the sum of every path by the same amount, so
    only the printed numbers; it does change which path has the largest mean.

    Args:
        snapshot: What exists.
        a: A paper.
        b: Another; the earlier of the two is where the path starts.
        max_hops: Most steps: a number, two more than the shortest path has, or None for any.
        shortest_only: Only paths of the fewest hops.
        objective: What is made as large as possible.
        endpoints: Whether the two papers count. Without them, a mean needs an inner paper: a single
            step is found only when there is no other path, and its value is None.
        weights_before: Citations are counted as of this day, and papers dated on it or later
            weigh 0; None means the cut-off day of the snapshot.

    Raises:
        NotFoundError: If one of them is not in the snapshot.
        SplitError: If the weights would come from after the snapshot's cut-off day.
        QueryError: If the bound and the cone need a table of too many bytes.
        ValueError: If the bound is negative.
    """
    if isinstance(max_hops, int) and max_hops < 0:
        raise ValueError(f"a bound of {max_hops} hops is negative")
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    first, stop = np.searchsorted(snapshot.day, [snapshot.day[early], snapshot.day[late] + 1])
    cites, ordered = snapshot.cites, snapshot.ordered
    left_out = int(count_unordered(cites.indptr, cites.indices, snapshot.day, first, stop))
    weight = weights(snapshot, weights_before)
    asked = (objective, endpoints, weights_before or snapshot.before)
    down, fewest, most = hops(ordered.indptr, ordered.indices, early, late)
    shortest = int(fewest[-1])
    bound = resolve(max_hops, shortest, shortest_only=shortest_only)
    if shortest < 0 or (bound is not None and shortest > bound):
        return Path([], [], None, None, 0, left_out, bound, None, *asked)
    inside = fewest >= 0
    if objective == "sum" and (bound is None or bound >= most[-1]):
        total, steps, ways = best_of_any_length(
            ordered.indptr, ordered.indices, weight, early, late, inside
        )
        length, found = int(steps[-1]), float(ways[-1])

        def reached(hop: int, cited: int) -> int:
            return int(total[cited]) if steps[cited] == hop else -1

    else:
        last = int(most[-1]) if bound is None else min(bound, int(most[-1]))
        inside &= down + fewest <= last
        kept = np.flatnonzero(inside).astype(np.int32)
        refuse_if_too_large(last, len(kept))
        number = np.full(len(inside), -1, dtype=np.int32)
        number[kept] = np.arange(len(kept))
        table, counted = best_by_hops(
            ordered.indptr, ordered.indices, weight, kept + np.int32(early), number, early, last
        )
        ends = 0 if endpoints == "include" else int(weight[list({early, late})].sum())
        optimal = best_hops(
            {
                hop: worth(int(table[hop, -1]) - ends, hop, objective, endpoints)
                for hop in np.flatnonzero(table[:, -1] >= 0).tolist()
            }
        )
        length, found = optimal[0], float(counted[optimal, -1].sum())

        def reached(hop: int, cited: int) -> int:
            return int(table[hop, number[cited]]) if number[cited] >= 0 else -1

    papers = _trace(snapshot, reached, weight, early, late, length)
    counting = papers if endpoints == "include" else papers[1:-1]
    summed = int(weight[counting].sum())
    value = worth(summed, length, objective, endpoints)
    return Path(
        [str(snapshot.paper_id[paper]) for paper in papers],
        [int(weight[paper]) for paper in papers],
        summed,
        length,
        int(found),
        left_out,
        bound,
        None if value is None else float(value),
        *asked,
    )


def weights(snapshot: Snapshot, before: date | None) -> Int64:
    """Citations of each paper as of a day, 0 for papers dated on it or later.

    Args:
        snapshot: What exists.
        before: The day, exclusive; None means the cut-off day of the snapshot.

    Returns:
        Shape ``(papers,)``.

    Raises:
        SplitError: If the day is later than the cut-off day.
    """
    counted = citations.counts(snapshot if before is None else snapshot.until(before))
    return np.pad(counted, (0, snapshot.num_papers - len(counted)))


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


def refuse_if_too_large(bound: int, papers: int) -> None:
    """Refuse a table of 16 bytes for each paper and number of hops that is too large.

    Raises:
        QueryError: If it is.
    """
    needed = 16 * (bound + 1) * papers
    if needed > MOST_BYTES:
        raise QueryError(
            f"paths of up to {bound} hops among {papers:,} papers need {needed / 2**30:,.1f} GiB",
            hint="Allow fewer hops with max_hops, or take the sum without a bound.",
        )


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
