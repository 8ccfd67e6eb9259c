"""Sweeps over the cone between two papers: what the later one builds on, back to the earlier one.

Positions fall strictly along citations that keep the order of time, so one pass over the
positions between the two papers settles every paper before it is used.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64


@njit(cache=True, nogil=True)
def hops(indptr: Int64, reference: Int32, early: int, late: int) -> tuple[Int32, Int32, Int32]:
    """Fewest hops to both ends, and the most hops to the earlier one.

    Args:
        indptr: Rows of the citing papers, shape ``(papers + 1,)``.
        reference: Cited papers, each before its citing one, shape ``(citations,)``.
        early: Position of the earlier paper.
        late: Position of the later paper.

    Returns:
        Fewest hops from ``late``, fewest and most hops to ``early``, for the positions from
        ``early`` to ``late``, each of shape ``(late - early + 1,)``; -1 outside the cone.
    """
    span = late - early + 1
    down = np.full(span, -1, dtype=np.int32)
    fewest = np.full(span, -1, dtype=np.int32)
    most = np.full(span, -1, dtype=np.int32)
    down[span - 1] = 0
    for paper in range(span - 1, -1, -1):
        if down[paper] >= 0:
            for entry in range(indptr[early + paper], indptr[early + paper + 1]):
                cited = reference[entry] - early
                if cited >= 0 and (down[cited] < 0 or down[cited] > down[paper] + 1):
                    down[cited] = down[paper] + 1
    fewest[0] = 0
    most[0] = 0
    for paper in range(1, span):
        if down[paper] >= 0:
            for entry in range(indptr[early + paper], indptr[early + paper + 1]):
                cited = reference[entry] - early
                if cited >= 0 and fewest[cited] >= 0:
                    if fewest[paper] < 0 or fewest[paper] > fewest[cited] + 1:
                        fewest[paper] = fewest[cited] + 1
                    most[paper] = max(most[paper], most[cited] + 1)
    return down, fewest, most


@njit(cache=True, nogil=True)
def best_of_any_length(
    indptr: Int64, reference: Int32, weight: Int64, early: int, late: int, inside: NDArray[np.bool_]
) -> tuple[Int64, Int32, NDArray[np.float64]]:
    """The largest total from the earlier paper to each paper of the cone.

    Args:
        indptr: As in :func:`hops`.
        reference: As in :func:`hops`.
        weight: Weight of each paper, shape ``(papers,)``.
        early: As in :func:`hops`.
        late: As in :func:`hops`.
        inside: Papers of the cone, shape ``(late - early + 1,)``.

    Returns:
        Largest total (-1 outside), fewest hops that reach it, number of paths that reach it, each
        of shape ``(late - early + 1,)``.
    """
    span = late - early + 1
    total = np.full(span, -1, dtype=np.int64)
    steps = np.zeros(span, dtype=np.int32)
    ways = np.zeros(span, dtype=np.float64)
    total[0] = weight[early]
    ways[0] = 1.0
    for paper in range(1, span):
        if inside[paper]:
            best = np.int64(-1)
            for entry in range(indptr[early + paper], indptr[early + paper + 1]):
                cited = reference[entry] - early
                if cited < 0 or total[cited] < 0:
                    continue
                if total[cited] > best:
                    best = total[cited]
                    steps[paper] = steps[cited] + 1
                    ways[paper] = ways[cited]
                elif total[cited] == best:
                    steps[paper] = min(steps[paper], steps[cited] + 1)
                    ways[paper] += ways[cited]
            if best >= 0:
                total[paper] = best + weight[early + paper]
    return total, steps, ways


@njit(cache=True, nogil=True)
def best_by_hops(
    indptr: Int64,
    reference: Int32,
    weight: Int64,
    paper: Int32,
    number: Int32,
    early: int,
    bound: int,
) -> tuple[Int64, NDArray[np.float64]]:
    """The largest total from the earlier paper with each number of hops.

    Args:
        indptr: As in :func:`hops`.
        reference: As in :func:`hops`.
        weight: As in :func:`best_of_any_length`.
        paper: Positions that lie on a path of at most ``bound`` hops, ascending from ``early`` to
            the later paper, shape ``(m,)``.
        number: Place of each position in ``paper``, counted from ``early``; -1 elsewhere.
        early: As in :func:`hops`.
        bound: Most hops.

    Returns:
        Largest total with exactly so many hops, shape ``(bound + 1, m)``, -1 where there is none;
        number of paths that reach it, the same shape.
    """
    total = np.full((bound + 1, len(paper)), -1, dtype=np.int64)
    ways = np.zeros((bound + 1, len(paper)), dtype=np.float64)
    total[0, 0] = weight[early]
    ways[0, 0] = 1.0
    for hop in range(1, bound + 1):
        for item in range(1, len(paper)):
            best = np.int64(-1)
            for entry in range(indptr[paper[item]], indptr[paper[item] + 1]):
                cited = reference[entry] - early
                if cited < 0 or number[cited] < 0:
                    continue
                before = total[hop - 1, number[cited]]
                if before > best:
                    best = before
                    ways[hop, item] = ways[hop - 1, number[cited]]
                elif before == best and best >= 0:
                    ways[hop, item] += ways[hop - 1, number[cited]]
            if best >= 0:
                total[hop, item] = best + weight[paper[item]]
    return total, ways


@njit(cache=True, nogil=True)
def count_unordered(indptr: Int64, cited: Int32, day: Int32, first: int, stop: int) -> int:
    """Citations among the papers ``first`` to ``stop - 1`` that run forward or stay in a day."""
    found = 0
    for paper in range(first, stop):
        for entry in range(indptr[paper], indptr[paper + 1]):
            other = cited[entry]
            if first <= other < stop and day[other] >= day[paper]:
                found += 1
    return found
