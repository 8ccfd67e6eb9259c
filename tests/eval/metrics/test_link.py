"""Link metrics against naive references, few distinct scores so that ties are common."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scinet.eval.metrics.link import (
    Floats,
    auc,
    average_precision,
    hits,
    ranks,
    reciprocal_ranks,
)
from scinet.eval.significance import interval, intervals

values = st.integers(min_value=-3, max_value=3).map(float)
shapes = st.tuples(st.integers(1, 5), st.integers(0, 6))


def naive_rank(positive: float, negatives: list[float]) -> float:
    """Average the ranks of all slots that the positive could take in a sorted list."""
    order = sorted([positive, *negatives], reverse=True)
    slots = [slot for slot, score in enumerate(order, start=1) if score == positive]
    return sum(slots) / len(slots)


def naive_auc(positive: float, negatives: list[float]) -> float:
    """Count the negatives that the positive beats, ties as half."""
    won = [1.0 if positive > n else 0.5 if positive == n else 0.0 for n in negatives]
    return sum(won) / len(won) if won else float("nan")


def naive_average_precision(positive: list[float], negatives: list[float]) -> float:
    """Precision among everything that scores at least as much, at each positive."""
    both = positive + negatives
    steps = [sum(q >= p for q in positive) / sum(x >= p for x in both) for p in positive]
    return sum(steps) / len(steps)


@given(data=st.data(), shape=shapes)
def test_ranks_and_auc_agree_with_naive_references(
    data: st.DataObject, shape: tuple[int, int]
) -> None:
    positive: Floats = data.draw(arrays(np.float64, shape[0], elements=values))
    negatives: Floats = data.draw(arrays(np.float64, shape, elements=values))
    found = ranks(positive, negatives)
    rows = list(zip(positive.tolist(), negatives.tolist(), strict=True))
    assert found == pytest.approx([naive_rank(p, n) for p, n in rows])
    expected = [naive_auc(p, n) for p, n in rows]
    assert auc(found, shape[1]) == pytest.approx(expected, nan_ok=True)


@given(
    positive=arrays(np.float64, st.integers(1, 6), elements=values),
    negatives=arrays(np.float64, st.integers(0, 6), elements=values),
)
def test_average_precision_agrees_with_a_naive_reference(
    positive: Floats, negatives: Floats
) -> None:
    expected = naive_average_precision(positive.tolist(), negatives.tolist())
    found = average_precision(positive, negatives)
    assert found == pytest.approx(expected)
    order = np.random.default_rng(0).permutation(len(negatives))
    assert average_precision(positive[::-1], negatives[order]) == pytest.approx(found)


@pytest.mark.parametrize(
    ("scorer", "mrr", "hits_at_10", "area"),
    [
        ("constant", 1 / 51, 0.0, 0.5),
        ("oracle", 1.0, 1.0, 1.0),
        ("reversed", 1 / 101, 0.0, 0.0),
    ],
)
def test_degenerate_scorers(scorer: str, mrr: float, hits_at_10: float, area: float) -> None:
    positive = np.full(20, {"constant": 0.0, "oracle": 1.0, "reversed": -1.0}[scorer])
    rank = ranks(positive, np.zeros((20, 100)))
    assert reciprocal_ranks(rank).mean() == pytest.approx(mrr)
    assert hits(rank, 10).mean() == hits_at_10
    assert auc(rank, 100).mean() == area


def test_random_scores_give_the_expected_means() -> None:
    generator = np.random.default_rng(1)
    rank = ranks(generator.random(4000), generator.random((4000, 100)))
    expected = np.mean(1.0 / np.arange(1, 102))
    low, high = interval(reciprocal_ranks(rank), 0)
    assert low < expected < high
    low, high = interval(hits(rank, 10), 0)
    assert low < 10 / 101 < high


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_not_finite_are_refused(bad: float) -> None:
    good, wrong = np.zeros(1), np.array([bad])
    with pytest.raises(ValueError, match="finite"):
        ranks(wrong, np.zeros((1, 2)))
    with pytest.raises(ValueError, match="finite"):
        ranks(good, np.array([[0.0, bad]]))
    with pytest.raises(ValueError, match="finite"):
        average_precision(good, wrong)


def test_shapes_that_disagree_are_refused() -> None:
    with pytest.raises(ValueError, match="positives"):
        ranks(np.zeros(2), np.zeros((3, 1)))


def test_undefined_is_not_a_number() -> None:
    assert np.isnan(average_precision(np.zeros(0), np.zeros(3)))
    assert np.isnan(auc(np.ones(2), 0)).all()


def test_shared_intervals_agree_with_single_ones() -> None:
    generator = np.random.default_rng(2)
    table = np.stack(
        [generator.random(300), generator.random(300) ** 5, np.ones(300)], axis=1
    ).astype(np.float64)
    found = intervals(table, 0)
    for column, (low, high) in zip(table.T, found, strict=True):
        assert (low, high) == pytest.approx(interval(column, 0), abs=0.004)
    assert np.isnan(intervals(np.ones((1, 2)), 0)).all()
    with pytest.raises(ValueError, match="finite"):
        intervals(np.array([[np.nan], [1.0]]), 0)
