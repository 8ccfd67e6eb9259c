"""Percentiles of z over the slot pairs of each paper, by selection instead of sorting."""

from typing import Any

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.pairs import find_pair
from scinet.graph.snapshot.csr import Int32, Int64


@njit(cache=True, nogil=True)
def _select(values: NDArray[np.float64], length: int, rank: int) -> Any:
    """Move the value of ``rank`` into place: none larger before, none smaller behind."""
    low, high = 0, length - 1
    while low < high:
        pivot = values[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while values[left] < pivot:
                left += 1
            while values[right] > pivot:
                right -= 1
            if left <= right:
                values[left], values[right] = values[right], values[left]
                left += 1
                right -= 1
        if rank <= right:
            high = right
        elif rank >= left:
            low = left
        else:
            break
    return values[rank]


@njit(cache=True, nogil=True)
def percentile(values: NDArray[np.float64], length: int, share: float) -> Any:
    """Return a percentile, interpolated between order statistics; reorders ``values``."""
    at = share * (length - 1)
    rank = int(at)
    low = _select(values, length, rank)
    if rank + 1 == length or at == rank:
        return low
    high = values[rank + 1]
    for place in range(rank + 2, length):
        high = min(high, values[place])
    return low + (at - rank) * (high - low)


@njit(cache=True, nogil=True, parallel=True)
def paper_scores(
    indptr: Int64,
    item: Int32,
    pair_indptr: Int64,
    second: Int32,
    place: Int32,
    z: NDArray[np.float64],
    workers: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return 10th percentile, median and number of defined z over the slot pairs of each paper.

    Args:
        indptr: Slots by paper, shape ``(n + 1,)``.
        item: Item of each slot, sorted within a paper, shape ``(slots,)``.
        z: Of the observed pairs, NaN where undefined, shape ``(pairs,)``.

    Returns:
        Three arrays of shape ``(n,)``; NaN without a defined pair.
    """
    papers = len(indptr) - 1
    low = np.full(papers, np.nan)
    middle = np.full(papers, np.nan)
    pairs = np.zeros(papers, dtype=np.int64)
    longest = 0
    for paper in range(papers):
        longest = max(longest, indptr[paper + 1] - indptr[paper])
    for worker in prange(workers):
        values = np.empty(longest * (longest - 1) // 2)
        for paper in range(worker, papers, workers):
            length = 0
            for slot in range(indptr[paper], indptr[paper + 1]):
                for earlier in range(indptr[paper], slot):
                    number = find_pair(pair_indptr, second, place, item[earlier], item[slot])
                    value = z[number]
                    if value == value:
                        values[length] = value
                        length += 1
            pairs[paper] = length
            if length > 0:
                middle[paper] = percentile(values, length, 0.5)
                low[paper] = percentile(values, length, 0.1)
    return low, middle, pairs
