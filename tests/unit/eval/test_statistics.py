"""Intervals and tests of numbers over all queries: known laws, coverage and enumeration."""

import itertools
import math
from collections.abc import Mapping

import numpy as np
import pytest

from scinet.eval import significance
from scinet.eval.task_type import Floats


def mean(columns: Mapping[str, Floats]) -> Floats:
    return np.asarray(columns["x"].mean(axis=-1))


def slope(columns: Mapping[str, Floats]) -> Floats:
    """Undefined where all x are equal."""
    x = columns["x"] - columns["x"].mean(axis=-1, keepdims=True)
    spread = (x * x).sum(axis=-1)
    result = np.full(spread.shape, np.nan)
    np.divide((x * columns["y"]).sum(axis=-1), spread, out=result, where=spread > 0.0)
    return result


def test_of_a_mean_it_is_the_interval_of_a_mean() -> None:
    values = np.random.default_rng(3).exponential(size=150)
    ours = significance.interval_of(mean, {"x": values}, 0)
    assert ours == pytest.approx(significance.interval(values, 0), abs=0.015)
    assert ours == significance.interval_of(mean, {"x": values}, 0)
    # Blocks of the 500 values give the acceleration that single ones would.
    many = np.random.default_rng(4).exponential(size=500)
    found = significance.interval_of(mean, {"x": many}, 0)
    assert found == pytest.approx(significance.interval(many, 0), abs=0.01)


def test_interval_covers_the_slope_at_about_the_stated_rate() -> None:
    rng = np.random.default_rng(0)
    inside = 0
    for seed in range(60):
        x = rng.normal(size=50)
        y = 2.0 * x + rng.exponential(size=50)
        low, high = significance.interval_of(slope, {"x": x, "y": y}, seed)
        inside += low <= 2.0 <= high
    assert 51 <= inside <= 60


def test_degenerate_data() -> None:
    one = {"x": np.array([1.0]), "y": np.array([1.0])}
    none = {"x": np.empty(0), "y": np.empty(0)}
    same = {"x": np.ones(5), "y": np.arange(5.0)}
    for columns in (one, none, same):
        assert math.isnan(significance.value_of(slope, columns))
        assert all(map(math.isnan, significance.interval_of(slope, columns, 0)))
        assert math.isnan(significance.paired_p_of(slope, columns, columns, 0))
    assert significance.interval_of(mean, same, 0) == (1.0, 1.0)
    # Resamples without two different x are undefined and do not count.
    line = {"x": np.array([0.0, 1.0, 2.0]), "y": np.array([0.0, 1.0, 2.0])}
    assert significance.interval_of(slope, line, 0) == pytest.approx((1.0, 1.0))


def test_permutation_test_against_enumeration() -> None:
    first = np.array([0.9, 0.4, 0.8, 0.7, 0.1, 0.6])
    second = np.array([0.2, 0.5, 0.3, 0.1, 0.0, 0.4])
    difference = first - second
    flips = [
        abs(sum(d * s for d, s in zip(difference, signs, strict=True)))
        for signs in itertools.product([1, -1], repeat=6)
    ]
    exact = float(np.mean([flip >= abs(difference.sum()) - 1e-9 for flip in flips]))
    found = significance.paired_p_of(mean, {"x": first}, {"x": second}, 0)
    assert found == pytest.approx(exact, abs=0.02)
    assert significance.paired_p_of(mean, {"x": first}, {"x": first}, 0) == 1.0
    with pytest.raises(ValueError, match="6 queries against 5"):
        significance.paired_p_of(mean, {"x": first}, {"x": second[:5]}, 0)


def test_many_queries_are_resampled_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"x": np.random.default_rng(0).random(40)}
    monkeypatch.setattr(significance, "_AT_ONCE", 100)
    low, high = significance.interval_of(mean, values, 0)
    assert low < float(values["x"].mean()) < high
