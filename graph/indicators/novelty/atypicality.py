"""Atypicality: z-scores per citing year, percentiles of these per paper, pairs of one paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numba
import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.moments import NOISE, classes_of, items_of, moments
from scinet.graph.indicators.novelty.null_models import (
    drawn_moments,
    permute_items,
    switch_citations,
)
from scinet.graph.indicators.novelty.pairs import ObservedPairs, count_pairs, find_pair
from scinet.graph.indicators.novelty.slots import SlotGroup, slots_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

Float64: TypeAlias = NDArray[np.float64]
Null: TypeAlias = Literal["exact", "shuffle", "switch"]


@dataclass(frozen=True, slots=True)
class Novelty:
    """Atypicality of each paper; lower is more novel.

    Attributes:
        left_out: Excluded by reason: citations that do not run back in time, cited papers without
            an item, citing papers without a stratum (all in references), and item pairs of a year
            whose count the null model cannot vary.

    Shapes:
        p10: ``(papers,)``, 10th percentile of z over pairs of references; NaN without a pair.
        median: ``(papers,)``, their median.
        pairs: ``(papers,)``, pairs of references with a defined z.
    """

    p10: Float64
    median: Float64
    pairs: Int64
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairTable:
    """Item pairs of a group with their null moments, ``(pairs,)``; z is NaN where variance is 0."""

    observed: ObservedPairs
    expected: Float64
    variance: Float64
    z: Float64


def compute_novelty(
    snapshot: Snapshot,
    items: Int32,
    *,
    stratum: Int32 | None = None,
    null: Null = "exact",
    samples: int = 100,
    seed: int = 0,
    threads: int | None = None,
) -> Novelty:
    """Compute the atypicality of all papers of a snapshot.

    Args:
        snapshot: The null model mixes only papers that are in it.
        items: Item of each paper (venue, field, ...), -1 for none, shape ``(papers,)``.
        stratum: Compares papers only within a stratum, -1 for none, shape ``(papers,)``; None
            compares all papers of a year.
        null: ``exact`` mean and variance over all permutations; ``shuffle`` samples permutations;
            ``switch`` samples networks with switched citations.

    Source:
        Uzzi et al. (2013), doi:10.1126/science.1240474, with items permuted within equal citing
        and cited years instead of citations switched, and with the moments of that null model
        in closed form.
    """
    slots = slots_of(snapshot, items, stratum)
    p10 = np.full(snapshot.num_papers, np.nan)
    median = np.full(snapshot.num_papers, np.nan)
    pairs = np.zeros(snapshot.num_papers, dtype=np.int64)
    fixed = 0
    for number, group in enumerate(slots.groups()):
        table = pair_table(group, null=null, samples=samples, seed=seed + number)
        fixed += int(np.count_nonzero(np.isnan(table.z)))
        p10[group.paper], median[group.paper], pairs[group.paper] = _paper_scores(
            group.indptr,
            group.item,
            table.observed.indptr,
            table.observed.second,
            table.observed.place,
            table.z,
            threads or numba.get_num_threads(),
        )
    return Novelty(p10, median, pairs, {**slots.left_out, "pairs_without_variance": fixed})


@dataclass(frozen=True, slots=True)
class AtypicalPairs:
    """Item pairs of one paper, the most atypical first; pairs without z come last.

    Shapes:
        first, second: ``(n,)``, item codes, first <= second.
        times: ``(n,)``, pairs of the paper's own references with these items.
        count: ``(n,)``, such pairs in all papers of its year (and stratum), N.
        expected, variance: ``(n,)``, of N under the null model.
        z: ``(n,)``, NaN when the variance is 0.
    """

    first: Int32
    second: Int32
    times: Int64
    count: Int64
    expected: Float64
    variance: Float64
    z: Float64


def explain_pairs(
    snapshot: Snapshot, items: Int32, paper: int, *, stratum: Int32 | None = None
) -> AtypicalPairs:
    """Return a paper's item pairs with z in its year; none for fewer than two usable references."""
    group = slots_of(snapshot, items, stratum).group_of(paper)
    if group is None:
        none = np.empty(0)
        codes, counts = none.astype(np.int32), none.astype(np.int64)
        return AtypicalPairs(codes, codes, counts, counts, none, none, none)
    row = int(np.searchsorted(group.paper, paper))
    own = group.item[group.indptr[row] : group.indptr[row + 1]]
    earlier, later = np.triu_indices(len(own), 1)
    both, times = np.unique(np.stack([own[earlier], own[later]]), axis=1, return_counts=True)
    table = pair_table(group)
    observed = table.observed
    key = observed.first.astype(np.int64) * len(group.code) + observed.second
    place = np.searchsorted(key, both[0].astype(np.int64) * len(group.code) + both[1])
    # A stable sort: equal z stay in order of the items, and NaN comes last.
    order = np.argsort(table.z[place], kind="stable")
    place = place[order]
    return AtypicalPairs(
        first=group.code[both[0][order]],
        second=group.code[both[1][order]],
        times=times[order].astype(np.int64),
        count=observed.count[place],
        expected=table.expected[place],
        variance=table.variance[place],
        z=table.z[place],
    )


def pair_table(
    group: SlotGroup, *, null: Null = "exact", samples: int = 100, seed: int = 0
) -> PairTable:
    """Compare the item pairs of a group with the null model; see :func:`compute_novelty`."""
    observed = count_pairs(group)
    if null != "exact":
        draw = permute_items if null == "shuffle" else switch_citations
        networks = draw(group, samples=samples, seed=seed)
        expected, variance = drawn_moments(group, observed, networks, samples=samples)
    else:
        classes = classes_of(group)
        items = items_of(group, classes)
        expected, variance = moments(classes, items, observed.indptr, observed.second)
    return PairTable(observed, expected, variance, z_scores(observed.count, expected, variance))


def z_scores(count: Int64, expected: Float64, variance: Float64) -> Float64:
    """Return z of counts; 0 where they deviate by rounding, NaN where they cannot vary."""
    z = np.full(len(expected), np.nan)
    deviation = count - expected
    deviation[np.abs(deviation) <= NOISE * expected] = 0.0
    np.divide(deviation, np.sqrt(variance), out=z, where=variance > 0)
    return z


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
def _percentile(values: NDArray[np.float64], length: int, share: float) -> Any:
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
def _paper_scores(
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
                middle[paper] = _percentile(values, length, 0.5)
                low[paper] = _percentile(values, length, 0.1)
    return low, middle, pairs
