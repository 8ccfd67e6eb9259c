"""Intervals and tests of means and statistics: worked values, coverage and enumeration."""

import itertools
import math
import tracemalloc
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval import significance
from scinet.eval.significance import (
    bootstrap_interval,
    compute_statistic,
    holm_correction,
    paired_statistic_test,
    paired_test,
    statistic_interval,
    two_way_anova,
)
from scinet.eval.task_type import Floats

few = st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2), min_size=1, max_size=7)


def test_interval_covers_the_mean_at_about_the_stated_rate() -> None:
    rng = np.random.default_rng(0)
    inside = 0
    for seed in range(100):
        low, high = bootstrap_interval(rng.exponential(size=60), seed)
        inside += low <= 1.0 <= high
    assert 86 <= inside <= 99


def test_degenerate_data() -> None:
    assert bootstrap_interval(np.array([0.5, 0.5, 0.5]), 0) == (0.5, 0.5)
    assert all(map(math.isnan, bootstrap_interval(np.array([0.5]), 0)))
    assert all(map(math.isnan, bootstrap_interval(np.array([math.nan, 0.5]), 0)))
    low, high = bootstrap_interval(np.array([0.0] * 200 + [1.0]), 0)
    assert 0.0 <= low < high < 0.1


def test_same_seed_same_interval() -> None:
    data = np.linspace(0, 1, 30) ** 2
    assert bootstrap_interval(data, 7) == bootstrap_interval(data, 7)
    assert bootstrap_interval(data, 7) == bootstrap_interval(np.append(data, math.nan), 7)


def enumerated_p(difference: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """How many of all signs give a sum as far from 0."""
    flips = [
        abs(float(difference @ signs))
        for signs in itertools.product([1, -1], repeat=len(difference))
    ]
    return float(np.mean([flip >= abs(difference.sum()) - 1e-9 for flip in flips]))


@given(pairs=few)
def test_permutation_test_against_enumeration(pairs: list[tuple[float, float]]) -> None:
    first, second = (np.array(side) for side in zip(*pairs, strict=True))
    assert paired_test(first, second, 0) == pytest.approx(enumerated_p(first - second))


def test_permutation_test_of_many_queries() -> None:
    rng = np.random.default_rng(1)
    base = rng.random(100)
    assert paired_test(base + 0.1 * rng.random(100), base, 0) < 0.001
    assert paired_test(base, rng.permutation(base), 0) > 0.05
    assert paired_test(base, base, 0) == 1.0
    assert math.isnan(paired_test(np.array([math.nan]), np.array([1.0]), 0))


def test_flips_of_many_queries_take_little_memory() -> None:
    moved = np.random.default_rng(1).normal(size=20_000)
    tracemalloc.start()
    try:
        assert 0.0 < paired_test(moved, np.zeros(len(moved)), 0) <= 1.0
        # A thousand flips of a byte each, twice, and a part of them as numbers.
        assert tracemalloc.get_traced_memory()[1] < 80e6
    finally:
        tracemalloc.stop()


def test_holm_of_a_worked_family() -> None:
    assert holm_correction([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_correction([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    adjusted = holm_correction([math.nan, 0.02])
    assert math.isnan(adjusted[0])
    assert adjusted[1] == pytest.approx(0.02)


def test_two_factors_by_hand() -> None:
    from scipy import stats

    # Means are 7 and 11 of one factor, 5.5 and 12.5 of the other, 9 in all; each pair lies 1 from
    # its mean.
    values = np.array([4.0, 6.0, 8.0, 10.0, 5.0, 7.0, 15.0, 17.0])
    first, second = "aaaabbbb", "xxyyxxyy"
    results = {row["source"]: row for row in two_way_anova(values, first, second)}
    squares = {"first": 32.0, "second": 98.0, "interaction": 18.0, "residual": 8.0}
    assert {name: row["sum_sq"] for name, row in results.items()} == pytest.approx(squares)
    assert [row["df"] for row in results.values()] == [1, 1, 1, 4]
    assert results["first"]["f"] == pytest.approx(16)
    assert results["first"]["p"] == pytest.approx(float(stats.f.sf(16, 1, 4)))
    # One value of each combination: what the factors leave is the residual.
    rows = two_way_anova(np.array([1.0, 2.0, 3.0, 5.0]), "aabb", "xyxy")
    assert [row["source"] for row in rows] == ["first", "second", "residual"]
    assert [row["sum_sq"] for row in rows] == pytest.approx([6.25, 2.25, 0.25])
    assert rows[0]["f"] == pytest.approx(25)
    # Unequal numbers: a factor that the other one explains already explains nothing.
    rows = two_way_anova(np.array([1.0, 2.0, 1.0, 5.0, 6.0]), "aaabb", "xxxyy")
    assert [row["df"] for row in rows] == [0, 0, 3]
    assert math.isnan(rows[0]["f"])


@pytest.mark.parametrize("offset", [0.0, 1.0, -0.1, 1e6])
def test_rounding_is_no_residual(offset: float) -> None:
    first, second = "aabbcc", "xyxyxy"
    rows = two_way_anova(np.full(6, offset), first, second)
    assert [row["sum_sq"] for row in rows] == [0.0, 0.0, 0.0]
    assert all(math.isnan(row["f"]) and math.isnan(row["p"]) for row in rows)
    # A sum of both factors leaves nothing: 0, 0.3 and 0.7, and 0 and 0.2.
    added = offset + np.array([0.0, 0.2, 0.3, 0.5, 0.7, 0.9])
    rows = two_way_anova(added, first, second)
    means = 0.0 - 1 / 3, 0.3 - 1 / 3, 0.7 - 1 / 3
    expected = [2 * sum(mean**2 for mean in means), 6 * 0.1**2, 0.0]
    assert [row["sum_sq"] for row in rows] == pytest.approx(expected, rel=1e-6)
    assert rows[-1]["sum_sq"] == 0.0
    assert all(math.isnan(row["f"]) and math.isnan(row["p"]) for row in rows)
    # One factor that explains nothing beside a residual.
    rows = two_way_anova(offset + np.array([0.1, 0.3, 0.1, 0.3]), "aabb", "xxyy")
    assert [row["df"] for row in rows] == [0, 0, 2]
    rows = two_way_anova(offset + np.array([0.1, 0.3, 0.3, 0.1]), "aabb", "xyxy")
    assert [row["f"] for row in rows[:2]] == [0.0, 0.0]
    assert [row["p"] for row in rows[:2]] == [1.0, 1.0]
    assert rows[-1]["sum_sq"] == pytest.approx(0.04, rel=1e-6)


def test_a_small_residual_beside_large_values_counts() -> None:
    # Off by 0.001 in one of four: the residual is a quarter of its square.
    rows = two_way_anova(1000.0 + np.array([0.0, 1.0, 2.0, 3.001]), "aabb", "xyxy")
    assert rows[-1]["sum_sq"] == pytest.approx(0.001**2 / 4, rel=1e-6)
    assert rows[0]["f"] == pytest.approx(2.0005**2 / (0.001**2 / 4), rel=1e-6)


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from("abc"), st.sampled_from("xyz")), min_size=1
    ),
    st.sampled_from([0.1, 1.0, 1e-5, 1e5]),
)
def test_sums_of_squares_are_never_negative(cells: list[tuple[int, str, str]], unit: float) -> None:
    values, first, second = zip(*cells, strict=True)
    rows = two_way_anova(unit * np.array(values), first, second)
    assert all(row["sum_sq"] >= 0.0 for row in rows)
    assert all(math.isnan(row["f"]) or row["f"] >= 0.0 for row in rows)
    if rows[-1]["sum_sq"] == 0.0:
        assert all(math.isnan(row["f"]) for row in rows)


def mean(columns: Mapping[str, Floats]) -> Floats:
    return np.asarray(columns["x"].mean(axis=-1))


def slope(columns: Mapping[str, Floats]) -> Floats:
    """Undefined where all x are equal."""
    x = columns["x"] - columns["x"].mean(axis=-1, keepdims=True)
    spread = (x * x).sum(axis=-1)
    result = np.full(spread.shape, np.nan)
    np.divide((x * columns["y"]).sum(axis=-1), spread, out=result, where=spread > 0.0)
    return result


def test_the_interval_of_a_statistic_that_is_a_mean() -> None:
    values = np.random.default_rng(3).exponential(size=150)
    ours = statistic_interval(mean, {"x": values}, 0)
    assert ours == pytest.approx(bootstrap_interval(values, 0), abs=0.015)
    assert ours == statistic_interval(mean, {"x": values}, 0)
    # Blocks of the 500 values give the acceleration that single ones would.
    many = np.random.default_rng(4).exponential(size=500)
    found = statistic_interval(mean, {"x": many}, 0)
    assert found == pytest.approx(bootstrap_interval(many, 0), abs=0.01)


def test_interval_covers_the_slope_at_about_the_stated_rate() -> None:
    rng = np.random.default_rng(0)
    inside = 0
    for seed in range(60):
        x = rng.normal(size=50)
        y = 2.0 * x + rng.exponential(size=50)
        low, high = statistic_interval(slope, {"x": x, "y": y}, seed)
        inside += low <= 2.0 <= high
    assert 51 <= inside <= 60


def test_statistics_of_degenerate_data() -> None:
    one = {"x": np.array([1.0]), "y": np.array([1.0])}
    none = {"x": np.empty(0), "y": np.empty(0)}
    same = {"x": np.ones(5), "y": np.arange(5.0)}
    for columns in (one, none, same):
        assert math.isnan(compute_statistic(slope, columns))
        assert all(map(math.isnan, statistic_interval(slope, columns, 0)))
        assert math.isnan(paired_statistic_test(slope, columns, columns, 0))
    assert statistic_interval(mean, same, 0) == (1.0, 1.0)
    # Resamples without two different x are undefined and do not count.
    line = {"x": np.array([0.0, 1.0, 2.0]), "y": np.array([0.0, 1.0, 2.0])}
    assert statistic_interval(slope, line, 0) == pytest.approx((1.0, 1.0))


def test_permutation_test_of_a_statistic_against_enumeration() -> None:
    first = np.array([0.9, 0.4, 0.8, 0.7, 0.1, 0.6])
    second = np.array([0.2, 0.5, 0.3, 0.1, 0.0, 0.4])
    found = paired_statistic_test(mean, {"x": first}, {"x": second}, 0)
    assert found == pytest.approx(enumerated_p(first - second), abs=0.02)
    assert paired_statistic_test(mean, {"x": first}, {"x": first}, 0) == 1.0
    with pytest.raises(ValueError, match="6 queries against 5"):
        paired_statistic_test(mean, {"x": first}, {"x": second[:5]}, 0)


def test_many_queries_are_resampled_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"x": np.random.default_rng(0).random(40)}
    monkeypatch.setattr(significance, "_MAX_ENTRIES", 100)
    low, high = statistic_interval(mean, values, 0)
    assert low < float(values["x"].mean()) < high
