"""Observed item pairs of a group, with counts and lookup.

Where most pairs of items occur, each has an entry in a triangle; else the observed pairs are rows,
searched by bisection. No matrix of all pairs is made beyond 5,000 items.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot.csr import Int32, Int64

DENSE_ITEMS: Final = 5_000  # a triangle of this size takes 150 MB


@dataclass(frozen=True, slots=True)
class ObservedPairs:
    """Item pairs that occur, in order of (first, second), with first <= second.

    Shapes:
        indptr: ``(items + 1,)``, pairs by first item.
        second: ``(pairs,)``.
        count: ``(pairs,)``, N: pairs of slots, a repeated item with its multiplicity.
        place: ``(items * (items + 1) / 2,)``, number of the pair in the triangle; empty
            when there are more than :data:`DENSE_ITEMS` items, or few pairs among them.
    """

    indptr: Int64
    second: Int32
    count: Int64
    place: Int32

    @property
    def first(self) -> Int32:
        """First item of each pair, shape ``(pairs,)``."""
        return np.repeat(np.arange(len(self.indptr) - 1, dtype=np.int32), np.diff(self.indptr))


def count_pairs(group: SlotGroup) -> ObservedPairs:
    """Count the item pairs of a group."""
    items = len(group.code)
    if items <= DENSE_ITEMS and items * (items + 1) // 2 <= group.num_pairs:
        triangle = _count_triangle(group.indptr, group.item, items)
        key = np.flatnonzero(triangle)
        first, second = _corner(key)
        # The triangle is kept by the larger item, the pairs by the smaller.
        order = np.lexsort((second, first))
        place = np.full(len(triangle), -1, dtype=np.int32)
        place[key[order]] = np.arange(len(key), dtype=np.int32)
        first, second, count = first[order], second[order], triangle[key][order]
    else:
        keys = _list_keys(group.indptr, group.item, items, group.num_pairs)
        key, count = np.unique(keys, return_counts=True)
        first, second = np.divmod(key, items)
        place = np.empty(0, dtype=np.int32)
    indptr = np.searchsorted(first, np.arange(items + 1)).astype(np.int64)
    return ObservedPairs(indptr, second.astype(np.int32), count.astype(np.int64), place)


def _corner(key: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return smaller and larger item of entries of the triangle."""
    larger = ((np.sqrt(8.0 * key + 1.0) - 1.0) / 2.0).astype(np.int64)
    larger += (larger + 1) * (larger + 2) // 2 <= key
    larger -= larger * (larger + 1) // 2 > key
    return key - larger * (larger + 1) // 2, larger


@njit(cache=True, inline="always")
def find_pair(indptr: Int64, second: Int32, place: Int32, smaller: Any, larger: Any) -> Any:
    """Return the number of an observed pair, -1 when not observed."""
    if len(place) > 0:
        return np.int64(place[np.int64(larger) * (np.int64(larger) + 1) // 2 + smaller])
    low, high = indptr[smaller], indptr[smaller + 1]
    end = high
    while low < high:
        middle = (low + high) // 2
        if second[middle] < larger:
            low = middle + 1
        else:
            high = middle
    return low if low < end and second[low] == larger else np.int64(-1)


@njit(cache=True, nogil=True)
def _count_triangle(indptr: Int64, item: Int32, items: int) -> NDArray[np.int64]:
    count = np.zeros(items * (items + 1) // 2, dtype=np.int64)
    for paper in range(len(indptr) - 1):
        for slot in range(indptr[paper], indptr[paper + 1]):
            row = np.int64(item[slot]) * (np.int64(item[slot]) + 1) // 2
            for earlier in range(indptr[paper], slot):  # items are sorted within a paper
                count[row + item[earlier]] += 1
    return count


@njit(cache=True, nogil=True)
def _list_keys(indptr: Int64, item: Int32, items: int, pairs: int) -> NDArray[np.int64]:
    keys = np.empty(pairs, dtype=np.int64)
    length = 0
    for paper in range(len(indptr) - 1):
        for slot in range(indptr[paper], indptr[paper + 1]):
            for earlier in range(indptr[paper], slot):
                keys[length] = np.int64(item[earlier]) * items + item[slot]
                length += 1
    return keys
