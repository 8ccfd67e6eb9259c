"""Sampled null models: items permuted within cited years, or citations switched.

Slow and noisy compared with the closed form, which they check. When switched, two citations of
equal citing and cited year exchange their cited papers, repeatedly, without repeated citations of a
paper. Unlike permuted items the result is a possible network; but samples are drawn from a chain of
switches, and no closed form is known.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.pairs import ObservedPairs, find_pair
from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot.csr import Int32, Int64

_TRIES: Final = 10  # switches tried for each slot before a sample is taken


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


def switch_citations(group: SlotGroup, *, samples: int, seed: int) -> Iterator[Int32]:
    """Yield the items of all slots after successive switches.

    Args:
        samples: Networks to draw, each ten tried switches per slot after the one before.

    Yields:
        Items by slot, shape ``(slots,)``, in one array that the next step overwrites.

    Source:
        Uzzi et al. (2013), doi:10.1126/science.1240474, supplement: switching that keeps the
        citing and cited years of each citation and the number of citations of each paper.
    """
    random = np.random.default_rng(seed)
    paper = np.repeat(np.arange(len(group.indptr) - 1), np.diff(group.indptr))
    cited, item = group.cited.copy(), group.item.copy()
    members = [np.flatnonzero(group.cited_year == g) for g in range(group.num_classes)]
    for _ in range(samples):
        for places in members:
            pairs = random.integers(len(places), size=(_TRIES * len(places), 2))
            _switch(group.indptr, paper, cited, item, places[pairs])
        yield item


@njit(cache=True, nogil=True)
def _switch(
    indptr: Int64, paper: Int64, cited: Int32, item: Int32, pairs: NDArray[np.int64]
) -> None:
    for number in range(len(pairs)):
        slot_a, slot_b = pairs[number, 0], pairs[number, 1]
        by_one = cited[indptr[paper[slot_a]] : indptr[paper[slot_a] + 1]]
        by_other = cited[indptr[paper[slot_b]] : indptr[paper[slot_b] + 1]]
        if (by_one == cited[slot_b]).any() or (by_other == cited[slot_a]).any():
            continue
        cited[slot_a], cited[slot_b] = cited[slot_b], cited[slot_a]
        item[slot_a], item[slot_b] = item[slot_b], item[slot_a]
