"""Sampled null models: items permuted within cited years, or citations switched.

Slow and noisy compared with the closed form, which they check.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.pairs import ObservedPairs, find_pair
from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot.csr import Int32, Int64


def drawn_moments(
    group: SlotGroup, observed: ObservedPairs, drawn: Iterable[Int32], *, samples: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute mean and variance of the observed pairs over sampled networks.

    Args:
        observed: Pairs to count; memory does not grow with ``samples``.

    Returns:
        Mean and sample variance (divisor ``samples - 1``), shape ``(pairs,)``.
    """
    if samples < 2:
        raise ValueError(f"{samples} samples have no variance")
    # Counts are kept as differences from the observed ones, so that squares stay small.
    sums = np.zeros(len(observed.count), dtype=np.int64)
    squares = np.zeros(len(observed.count), dtype=np.int64)
    for item in drawn:
        count = _count_pairs(
            group.indptr, item, observed.indptr, observed.second, observed.place, len(sums)
        )
        count -= observed.count
        sums += count
        squares += count**2
    mean = observed.count + sums / samples
    variance = (squares - sums.astype(np.float64) ** 2 / samples) / (samples - 1)
    return mean, np.maximum(variance, 0.0)


def permute_items(group: SlotGroup, *, samples: int, seed: int) -> Iterator[Int32]:
    """Yield items by slot, permuted within each class, in one array that is reused."""
    random = np.random.default_rng(seed)
    members = [np.flatnonzero(group.cited_year == g) for g in range(group.num_classes)]
    item = group.item.copy()
    for _ in range(samples):
        for places in members:
            item[places] = random.permutation(item[places])
        yield item


@njit(cache=True, nogil=True)
def _count_pairs(
    indptr: Int64, item: Int32, pair_indptr: Int64, second: Int32, place: Int32, pairs: int
) -> NDArray[np.int64]:
    count = np.zeros(pairs, dtype=np.int64)
    for paper in range(len(indptr) - 1):
        for slot in range(indptr[paper], indptr[paper + 1]):
            for earlier in range(indptr[paper], slot):
                smaller = min(item[earlier], item[slot])
                larger = max(item[earlier], item[slot])
                number = find_pair(pair_indptr, second, place, smaller, larger)
                if number >= 0:
                    count[number] += 1
    return count
