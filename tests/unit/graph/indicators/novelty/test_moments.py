"""Mean and variance of the null model: by all permutations, and by many drawn ones."""

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import pytest
from helpers.files.novelty_corpora import group_of, random_group
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.atypicality import table_of
from scinet.graph.indicators.novelty.moments import classes_of, items_of, moments
from scinet.graph.indicators.novelty.shuffle import drawn_moments, permuted
from scinet.graph.indicators.novelty.slots import Group

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


def all_counts(group: Group) -> Iterator[NDArray[np.int64]]:
    """N of every pair of items, under every permutation of the items within classes."""
    members = [np.flatnonzero(group.cited_year == g) for g in range(group.num_classes)]
    items = len(group.code)
    for orders in product(*(permutations(places) for places in members)):
        item = group.item.copy()
        for places, order in zip(members, orders, strict=True):
            item[places] = group.item[list(order)]
        count = np.zeros((items, items), dtype=np.int64)
        for start, stop in zip(group.indptr[:-1], group.indptr[1:], strict=True):
            for one in range(start, stop):
                for other in range(start, one):
                    pair = sorted((item[one], item[other]))
                    count[pair[0], pair[1]] += 1
        yield count


def all_moments(group: Group) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Exact moments of every pair, observed or not, as matrices."""
    items = len(group.code)
    classes = classes_of(group)
    first, second = np.triu_indices(items)
    indptr = np.searchsorted(first, np.arange(items + 1))
    found = moments(classes, items_of(group, classes), indptr, second.astype(np.int32))
    result = np.zeros((2, items, items))
    result[:, first, second] = found
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
    table = table_of(group)
    samples = 4_000
    drawn = permuted(group, samples=samples, seed=3)
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
    table = table_of(group)
    assert table.observed.count.tolist() == [6]
    assert table.expected.tolist() == [6.0]
    assert table.variance.tolist() == [0.0]
    assert np.isnan(table.z).all()
