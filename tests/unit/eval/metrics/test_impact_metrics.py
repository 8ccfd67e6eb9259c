"""Metrics of foreseen citations: worked values, a naive reference and independent packages."""

import itertools
import math
from collections.abc import Callable, Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.metrics import impact
from scinet.eval.metrics.impact import STATISTICS, Floats

rows = st.lists(
    st.tuples(
        st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0, 7.5]),
        st.integers(min_value=0, max_value=4),
        st.integers(min_value=-1, max_value=2),
    ),
    min_size=1,
    max_size=12,
)


def columns_of(given_rows: list[tuple[float, int, int]]) -> dict[str, Floats]:
    values = np.array(given_rows, dtype=np.float64).T
    return dict(zip(("predicted", "citations", "group"), values, strict=True))


def same(first: object, second: object) -> bool:
    return bool(
        np.isclose(np.asarray(first, float), np.asarray(second, float), atol=1e-9, equal_nan=True)
    )


def naive_pairs(columns: Mapping[str, Floats]) -> float:
    won = []
    for first, second in itertools.combinations(zip(*columns.values(), strict=True), 2):
        (lower, fewer, group), (higher, more, other) = sorted(
            (first, second), key=lambda row: row[1]
        )
        if group == other >= 0 and 1 <= fewer < more:
            won.append(1.0 if higher > lower else 0.5 if higher == lower else 0.0)
    return float(np.mean(won)) if won else math.nan


def test_errors_by_hand() -> None:
    assert impact.absolute_errors(3.0, 1) == {"MAE": 2.0, "log-MAE": pytest.approx(math.log(2))}
    assert impact.absolute_errors(0.0, 0) == {"MAE": 0.0, "log-MAE": 0.0}
    # Below 0 there is no logarithm: -2 counts as 0 there.
    assert impact.absolute_errors(-2.0, 1) == {"MAE": 3.0, "log-MAE": pytest.approx(math.log(2))}


def test_the_share_of_variance_by_hand() -> None:
    columns = {
        "predicted": np.array([1.0, 1.0, 3.0, -3.0]),
        "citations": np.array([1.0, 3.0, 5.0, 0.0]),
    }
    # Mean 2.25; squares off it 1.5625 + .5625 + 7.5625 + 5.0625 = 14.75; left 0 + 4 + 4 + 9.
    assert impact.r2(columns) == pytest.approx(1 - 17 / 14.75)


@given(given_rows=rows)
def test_against_other_hands(given_rows: list[tuple[float, int, int]]) -> None:
    from scipy import stats

    columns = columns_of(given_rows)
    predicted, true, _ = columns.values()
    assert same(impact.pair_accuracy(columns), naive_pairs(columns))
    if len(set(predicted)) > 1 and len(set(true)) > 1:
        logs = np.log1p(np.maximum(predicted, 0.0)), np.log1p(true)
        assert same(impact.pearson(columns), stats.pearsonr(predicted, true).statistic)
        assert same(impact.spearman(columns), stats.spearmanr(predicted, true).statistic)
        if len(set(logs[0])) > 1:
            assert same(impact.log_pearson(columns), stats.pearsonr(*logs).statistic)
    else:
        assert math.isnan(impact.pearson(columns))
        assert math.isnan(impact.spearman(columns))


@given(given_rows=rows)
def test_nothing_is_better_than_the_truth(given_rows: list[tuple[float, int, int]]) -> None:
    columns = columns_of(given_rows)
    perfect = {**columns, "predicted": columns["citations"]}
    for name, statistic in STATISTICS.items():
        best = float(statistic(perfect))
        assert math.isnan(best) or best == pytest.approx(1.0), name
        assert not float(statistic(columns)) > best + 1e-9
        assert math.isnan(best) == math.isnan(impact.r2(columns)) or name == "pair accuracy"


@pytest.mark.parametrize("statistic", STATISTICS.values(), ids=STATISTICS)
def test_resamples_together_are_as_one_by_one(
    statistic: Callable[[Mapping[str, Floats]], Floats],
) -> None:
    rng = np.random.default_rng(0)
    many = {
        "predicted": rng.normal(size=(2, 3, 30)).round(1),
        "citations": rng.integers(0, 5, size=(2, 3, 30)).astype(float),
        "group": rng.integers(-1, 4, size=(2, 3, 30)).astype(float),
    }
    together = statistic(many)
    assert together.shape == (2, 3)
    for place in np.ndindex(2, 3):
        assert same(together[place], statistic({name: x[place] for name, x in many.items()}))


@pytest.mark.parametrize(
    ("predicted", "citations", "r2"),
    [([1.0, 2.0], [3, 3], 0.0), ([3.0, 3.0], [3, 3], 1.0), ([3.0, 5.0], [3, 5], 1.0)],
)
def test_the_published_share_of_equal_citations(
    predicted: list[float], citations: list[int], r2: float
) -> None:
    assert impact.published_metrics(predicted, citations)["r2"] == r2


def test_the_published_numbers_of_one_paper_and_of_a_constant() -> None:
    alone = impact.published_metrics([2.0], [5])
    assert (alone["mae"], alone["pearson"], alone["spearman"]) == (3.0, None, None)
    assert math.isnan(alone["r2"] or 0.0)
    constant = impact.published_metrics([0.0, 0.0, 0.0], [1, 2, 6])
    assert math.isnan(constant["pearson"] or 0.0)
    assert math.isnan(constant["spearman"] or 0.0)
    assert impact.published_metrics([-4.0, 1.0], [0, 1])["log_mae"] == 0.0  # below 0 as 0
