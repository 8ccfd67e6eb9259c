"""Sweeps over the cone of papers that lie on paths between starts and ends.

Positions decrease strictly along citations that keep the order of time, so one pass over the
positions between the first start and the last end settles every paper before it is used. There
may be several starts and ends; a path has at least one step.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def hops(
    indptr: Int64, reference: Int32, first: int, start: Bools, end: Bools
) -> tuple[Int32, Int32, int, int]:
    """Return fewest hops to ends and starts, and the range of path lengths.

    Args:
        indptr: Rows of the citing papers, shape ``(papers + 1,)``.
        reference: Cited papers, each before its citing one, shape ``(citations,)``.
        first: Position of the first start; positions below are relative to it.
        start: Whether paths may start, shape ``(span,)``.
        end: Whether paths may end, shape ``(span,)``.

    Returns:
        Fewest hops down from an end (0 at one), -1 if unreachable; fewest hops down to a
        start, -1 outside the cone, both of shape ``(span,)``; fewest and most hops of a path with
        a step from a start to an end, -1 when there is none.
    """
    span = len(start)
    down = np.full(span, -1, dtype=np.int32)
    fewest = np.full(span, -1, dtype=np.int32)
    most = np.full(span, -1, dtype=np.int32)
    for paper in range(span - 1, -1, -1):
        if end[paper]:
            down[paper] = 0
        if down[paper] >= 0:
            for entry in range(indptr[first + paper], indptr[first + paper + 1]):
                cited = reference[entry] - first
                if cited >= 0 and (down[cited] < 0 or down[cited] > down[paper] + 1):
                    down[cited] = down[paper] + 1
    shortest = longest = -1
    for paper in range(span):
        if down[paper] < 0:
            continue
        near = far = -1
        for entry in range(indptr[first + paper], indptr[first + paper + 1]):
            cited = reference[entry] - first
            if cited >= 0 and fewest[cited] >= 0:
                if near < 0 or near > fewest[cited] + 1:
                    near = fewest[cited] + 1
                far = max(far, most[cited] + 1)
        if end[paper] and near >= 0:
            shortest = near if shortest < 0 else min(shortest, near)
            longest = max(longest, far)
        fewest[paper] = 0 if start[paper] else near
        most[paper] = max(far, 0) if start[paper] else far
    return down, fewest, int(shortest), int(longest)


@njit(cache=True, nogil=True)
def best_of_any_length(
    indptr: Int64, reference: Int32, weight: Int64, first: int, seed: Int64, inside: Bools
) -> tuple[Int64, Int32, Floats]:
    """Compute the largest total from a start to each paper of the cone.

    Args:
        weight: Weight of each paper, shape ``(papers,)``.
        seed: Weight of a path that starts there, -1 where none may, shape ``(span,)``.
        inside: Papers of the cone, shape ``(span,)``.

    Returns:
        Largest total (-1 where there is none), fewest hops of such paths, and their number, each of
        shape ``(2, span)``: with any number of hops, with at least one.
    """
    total = np.full((2, len(seed)), -1, dtype=np.int64)
    steps = np.zeros((2, len(seed)), dtype=np.int32)
    ways = np.zeros((2, len(seed)), dtype=np.float64)
    for paper in range(len(seed)):
        if not inside[paper]:
            continue
        best = np.int64(-1)
        fewest = np.int32(0)
        many = 0.0
        for entry in range(indptr[first + paper], indptr[first + paper + 1]):
            cited = reference[entry] - first
            if cited < 0 or total[0, cited] < 0:
                continue
            if total[0, cited] > best:
                best = total[0, cited]
                fewest = steps[0, cited] + 1
                many = ways[0, cited]
            elif total[0, cited] == best:
                fewest = min(fewest, steps[0, cited] + 1)
                many += ways[0, cited]
        if best >= 0:
            best += weight[first + paper]
        total[1, paper] = best
        steps[1, paper] = fewest
        ways[1, paper] = many
        begins = seed[paper] >= 0 and seed[paper] >= best
        total[0, paper] = seed[paper] if begins else best
        steps[0, paper] = 0 if begins else fewest
        ways[0, paper] = (many if seed[paper] == best else 0.0) + 1.0 if begins else many
    return total, steps, ways


@njit(cache=True, nogil=True)
def best_by_hops(
    indptr: Int64,
    reference: Int32,
    weight: Int64,
    paper: Int32,
    number: Int32,
    first: int,
    seed: Int64,
    bound: int,
) -> tuple[Int64, Floats]:
    """Compute the largest total from a start for each number of hops.

    Args:
        paper: Positions that lie on a path of at most ``bound`` hops, ascending, shape ``(m,)``.
        number: Index of each position in ``paper``, relative to ``first``; -1 elsewhere.

    Returns:
        Largest total with exactly that many hops, shape ``(bound + 1, m)``, -1 where there is
        none; number of such paths, the same shape.
    """
    total = np.full((bound + 1, len(paper)), -1, dtype=np.int64)
    ways = np.zeros((bound + 1, len(paper)), dtype=np.float64)
    for item in range(len(paper)):
        if seed[paper[item] - first] >= 0:
            total[0, item] = seed[paper[item] - first]
            ways[0, item] = 1.0
    for hop in range(1, bound + 1):
        for item in range(len(paper)):
            best = np.int64(-1)
            for entry in range(indptr[paper[item]], indptr[paper[item] + 1]):
                cited = reference[entry] - first
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
