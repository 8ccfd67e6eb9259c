"""Switched citations: what stays, what a paper never does, and the same moments where it must."""

from collections.abc import Iterable

import numpy as np
import pytest
from helpers.files.novelty_corpora import corpus, random_group

from scinet.graph.indicators.novelty import on_arrays
from scinet.graph.indicators.novelty.atypicality import table_of
from scinet.graph.indicators.novelty.shuffle import drawn_moments, permuted
from scinet.graph.indicators.novelty.slots import Group, slots_of
from scinet.graph.indicators.novelty.switch import switched
from scinet.graph.snapshot.csr import Int32


def repeats(group: Group, drawn: Iterable[Int32]) -> int:
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
        drawn = [item.copy() for item in switched(group, samples=5, seed=1)]
        assert repeats(group, drawn) == 0
        assert repeats(group, permuted(group, samples=5, seed=1)) > 0
        for item in drawn:
            assert (item != group.item).any()
            for cited_year in range(group.num_classes):
                inside = group.cited_year == cited_year
                assert sorted(item[inside]) == sorted(group.item[inside])


def test_without_popular_papers_it_is_the_null_of_permutations() -> None:
    group = random_group(3, papers=60, items=4, classes=3, longest=8)
    table = table_of(group)
    samples = 3_000
    drawn = switched(group, samples=samples, seed=2)
    mean, variance = drawn_moments(group, table.observed, drawn, samples=samples)
    z = (mean - table.expected) / np.sqrt(table.variance / samples)
    assert np.abs(z).max() < 4.5
    assert np.median(variance / table.variance) == pytest.approx(1, abs=0.08)


def test_papers_come_in_nearly_the_same_order() -> None:
    snapshot, items = corpus(5, 150, 6)
    exact = on_arrays(snapshot, items).p10
    drawn = on_arrays(snapshot, items, null="switch", samples=1_000, seed=1).p10
    np.testing.assert_array_equal(np.isnan(exact), np.isnan(drawn))
    known = np.isfinite(exact)
    assert np.corrcoef(exact[known], drawn[known])[0, 1] > 0.98
