"""The null models: moments by all permutations and by drawn ones, and switched citations."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product

import numpy as np
import pytest
from helpers.files.novelty_corpora import corpus, group_of, random_group
from numpy.typing import NDArray

from scinet.graph.indicators.novelty import compute_novelty
from scinet.graph.indicators.novelty.atypicality import pair_table
from scinet.graph.indicators.novelty.moments import classes_of, items_of, moments
from scinet.graph.indicators.novelty.null_models import (
    drawn_moments,
    permute_items,
    switch_citations,
)
from scinet.graph.indicators.novelty.slots import SlotGroup, slots_of
from scinet.graph.snapshot.csr import Int32

TINY = {
    "one class": [[(0, 0), (1, 0), (1, 0)], [(0, 0), (2, 0)], [(0, 0)]],
    "one paper": [[(0, 0), (0, 0), (1, 0), (1, 0), (2, 0)]],
    "two classes": [
        [(0, 0), (1, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 1), (1, 1)],
        [(1, 0), (0, 1), (2, 0)],
    ],
    "three classes": [
        [(0, 0), (1, 0), (1, 1), (0, 2)],
        [(0, 0), (0, 1), (1, 2), (1, 2)],
        [(1, 0), (1, 1), (0, 1), (2, 2)],
    ],
    "classes of one slot": [[(0, 0), (1, 1), (1, 2)], [(1, 0), (0, 2), (0, 3)]],
}


def all_counts(group: SlotGroup) -> Iterator[NDArray[np.int64]]:
    """N of every pair of items, under every permutation of the items within classes."""
    members = [np.flatnonzero(group.cited_year == g) for g in range(group.num_classes)]
    items = len(group.code)
    for orders in product(*(permutations(places) for places in members)):
        item = group.item.copy()
        for places, order in zip(members, orders, strict=True):
            item[places] = group.item[list(order)]
        count = np.zeros((items, items), dtype=np.int64)
        for start, stop in zip(group.indptr[:-1], group.indptr[1:], strict=True):
            for entry in range(start, stop):
                for other in range(start, entry):
                    pair = sorted((item[entry], item[other]))
                    count[pair[0], pair[1]] += 1
        yield count


def all_moments(group: SlotGroup) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Exact moments of every pair, observed or not, as matrices."""
    items = len(group.code)
    classes = classes_of(group)
    first, second = np.triu_indices(items)
    indptr = np.searchsorted(first, np.arange(items + 1))
    output = moments(classes, items_of(group, classes), indptr, second.astype(np.int32))
    result = np.zeros((2, items, items))
    result[:, first, second] = output
    return result[0], result[1]


@pytest.mark.parametrize("name", TINY)
def test_moments_are_those_of_all_permutations(name: str) -> None:
    group = group_of(TINY[name])
    counts = np.array(list(all_counts(group)), dtype=float)
    mean, variance = all_moments(group)
    np.testing.assert_allclose(mean, counts.mean(axis=0), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(variance, counts.var(axis=0), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("items", [2, 3, 5, 20])
def test_moments_are_those_of_drawn_permutations(items: int) -> None:
    group = random_group(items, papers=60, items=items, classes=4, longest=8)
    table = pair_table(group)
    samples = 4_000
    drawn = permute_items(group, samples=samples, seed=3)
    mean, variance = drawn_moments(group, table.observed, drawn, samples=samples)
    z = (mean - table.expected) / np.sqrt(table.variance / samples)
    assert np.abs(z).max() < 4.5
    # The sample variance of a nearly normal count scatters by sqrt(2 / samples) = 2.2 %; of two
    # items all three counts tell the same, so the median of them scatters as much.
    ratio = variance / table.variance
    assert np.median(ratio) == pytest.approx(1, abs=3 * np.sqrt(2 / samples))
    assert np.abs(ratio - 1).max() < 0.15


def test_a_count_that_cannot_vary_has_no_variance() -> None:
    group = group_of([[(0, 0), (0, 0), (0, 1)], [(0, 0), (0, 1), (0, 1)]])
    table = pair_table(group)
    assert table.observed.count.tolist() == [6]
    assert table.expected.tolist() == [6.0]
    assert table.variance.tolist() == [0.0]
    assert np.isnan(table.z).all()


def repeats(group: SlotGroup, drawn: Iterable[Int32]) -> int:
    """Papers that hold one item twice, over all networks."""
    found = 0
    for item in drawn:
        for start, stop in zip(group.indptr[:-1], group.indptr[1:], strict=True):
            found += len(set(item[start:stop])) < stop - start
    return found


def test_no_paper_cites_one_paper_twice() -> None:
    snapshot, _ = corpus(7, 60, 1)  # twelve papers, each cited often
    each_its_own = np.arange(snapshot.num_papers, dtype=np.int32)
    for group in slots_of(snapshot, each_its_own).groups():
        drawn = [item.copy() for item in switch_citations(group, samples=5, seed=1)]
        assert repeats(group, drawn) == 0
        assert repeats(group, permute_items(group, samples=5, seed=1)) > 0
        for item in drawn:
            assert (item != group.item).any()
            for cited_year in range(group.num_classes):
                inside = group.cited_year == cited_year
                assert sorted(item[inside]) == sorted(group.item[inside])


def test_without_popular_papers_it_is_the_null_of_permutations() -> None:
    group = random_group(3, papers=60, items=4, classes=3, longest=8)
    table = pair_table(group)
    samples = 3_000
    drawn = switch_citations(group, samples=samples, seed=2)
    mean, variance = drawn_moments(group, table.observed, drawn, samples=samples)
    z = (mean - table.expected) / np.sqrt(table.variance / samples)
    assert np.abs(z).max() < 4.5
    assert np.median(variance / table.variance) == pytest.approx(1, abs=0.08)


def test_papers_come_in_nearly_the_same_order() -> None:
    snapshot, items = corpus(5, 150, 6)
    exact = compute_novelty(snapshot, items).p10
    drawn = compute_novelty(snapshot, items, null="switch", samples=1_000, seed=1).p10
    np.testing.assert_array_equal(np.isnan(exact), np.isnan(drawn))
    known = np.isfinite(exact)
    assert np.corrcoef(exact[known], drawn[known])[0, 1] > 0.98
