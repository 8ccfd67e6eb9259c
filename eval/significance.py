"""Uncertainty of metrics and of their differences, by resampling of queries.

The number is a mean, or a statistic of all queries together, such as a correlation. A statistic has
no value per query, so queries are resampled, or exchanged between two systems, and it is computed
again each time. Queries without a value are left out, so every mean states its number of values.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc, ndtr, ndtri

from scinet.eval.task_type import Floats, Statistic

Columns: TypeAlias = Mapping[str, Floats]

CONFIDENCE_LEVEL: Final = 0.95
_RESAMPLES: Final = 9_999
_FEW_RESAMPLES: Final = 999  # of a statistic, which is computed anew for each
_BLOCKS: Final = 200
_MAX_ENTRIES: Final = 1_000_000  # entries of a column that are resampled together
_ROUNDING: Final = 1e-10  # relative size below which a residual is rounding
_MAX_EXACT: Final = 13  # 2**13 sign patterns are fewer than the resamples


def bootstrap_interval(values: Floats, seed: int) -> tuple[float, float]:
    """Compute the bias-corrected and accelerated bootstrap interval of the mean.

    ``values`` has one value per query, shape ``(n,)``. NaN for fewer than two values, the value
    itself when all are equal.

    Source:
        Efron (1987), doi:10.1080/01621459.1987.10478410.
    """
    defined = values[~np.isnan(values)]
    if len(defined) < 2:
        return float("nan"), float("nan")
    if np.ptp(defined) == 0.0:
        return float(defined[0]), float(defined[0])
    from scipy.stats import DegenerateDataWarning

    with warnings.catch_warnings():
        # An almost constant sample leaves the correction undefined.
        warnings.simplefilter("ignore", DegenerateDataWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        limits = _bootstrap_mean(defined, seed, "BCa")
    if np.isnan(limits).any():
        limits = _bootstrap_mean(defined, seed, "percentile")
    return limits


def paired_test(first: Floats, second: Floats, seed: int) -> float:
    """Compute the p-value of a difference of means between two systems.

    Signs of the queries' differences are flipped: in all ways for few queries, else in 9,999 random
    ones.

    Two-sided, in (0, 1], NaN without a common query; both have the shape ``(n,)``, and a query
    where either is NaN is left out.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.shape} values beside {second.shape}")
    difference = first - second
    difference = difference[~np.isnan(difference)]
    # Queries without a difference keep it under every flip.
    moved = difference[difference != 0.0]
    if not len(difference):
        return float("nan")
    if not len(moved):
        return 1.0
    observed = abs(moved.sum())
    # Sums of the same numbers in another order differ in the last digits.
    limit = observed - 1e-12 * np.abs(moved).sum()
    if len(moved) <= _MAX_EXACT:
        patterns = np.arange(2 ** len(moved))[:, None] >> np.arange(len(moved)) & 1
        return float(np.mean(np.abs((2 * patterns - 1) @ moved) >= limit))
    rng = np.random.default_rng(seed)
    as_large = 0
    most = max(1, _MAX_ENTRIES // len(moved))
    for start in range(0, _RESAMPLES, 1000):
        count = min(1000, _RESAMPLES - start)
        signs = rng.integers(0, 2, size=(count, len(moved)), dtype=np.int8) * 2 - 1
        # A product takes eight bytes for each sign.
        for part in range(0, count, most):
            sums = np.abs(signs[part : part + most] @ moved)
            as_large += int(np.count_nonzero(sums >= limit))
    return (as_large + 1) / (_RESAMPLES + 1)


def holm_correction(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values of one family by Holm's correction of the family-wise error rate.

    NaN stays NaN and does not count as a test.

    Source:
        Holm (1979), Scandinavian Journal of Statistics 6:65-70.
    """
    order = sorted((p, place) for place, p in enumerate(p_values) if not np.isnan(p))
    result = [float("nan")] * len(p_values)
    largest = 0.0
    for done, (p, place) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - done)))
        result[place] = largest
    return result


def two_way_anova(
    values: Floats, first: Sequence[object], second: Sequence[object]
) -> list[dict[str, Any]]:
    """Compute an analysis of variance by two factors, with sums of squares of type II.

    Each factor is tested with the other one in the model, their interaction with both, where some
    combination has more than one value; else the interaction is the residual.

    Returns:
        Rows ``first``, ``second``, perhaps ``interaction``, and ``residual``: ``sum_sq``, ``df``,
        and except for the last ``f`` and ``p``, NaN without degrees of freedom or with a residual
        of 0. Sums of squares within rounding error are 0.

    Source:
        Langsrud (2003), doi:10.1023/A:1023260610025.
    """
    first_codes, second_codes = (
        np.unique(list(map(str, labels)), return_inverse=True)[1] for labels in (first, second)
    )
    noise = _ROUNDING**2 * float((values**2).sum())
    values = values - values.sum() / max(len(values), 1)  # every model explains the mean
    both = first_codes * (second_codes.max(initial=0) + 1) + second_codes
    alone = {
        "first": _residual_squares(values, noise, second_codes),
        "second": _residual_squares(values, noise, first_codes),
    }
    additive, cells = (
        _residual_squares(values, noise, first_codes, second_codes),
        _residual_squares(values, noise, both),
    )
    rests = {"first": additive, "second": additive, "interaction": cells}
    alone["interaction"] = additive
    has_cells = cells[1] > 0
    residual, df = cells if has_cells else additive
    rows: list[dict[str, Any]] = []
    for source, (without, df_without) in alone.items():
        explained, freedom = without - rests[source][0], df_without - rests[source][1]
        if source == "interaction" and not (has_cells and freedom):
            continue
        # The difference of two sums loses the digits that they share.
        if explained <= max(noise, 1e-12 * without):
            explained = 0.0
        is_defined = freedom > 0 and df > 0 and residual > 0.0
        f = explained / freedom / (residual / df) if is_defined else float("nan")
        p = float(fdtrc(freedom, df, f)) if is_defined else float("nan")
        rows.append({"source": source, "sum_sq": explained, "df": freedom, "f": f, "p": p})
    nothing = {"f": float("nan"), "p": float("nan")}
    return [*rows, {"source": "residual", "sum_sq": residual, "df": df, **nothing}]


def _residual_squares(
    values: Floats, noise: float, *factors: NDArray[np.integer]
) -> tuple[float, int]:
    """Compute the residual sum of squares by least squares, and its degrees of freedom.

    Up to ``noise`` it is 0.
    """
    columns = [np.ones((len(values), 1)), *(np.eye(f.max(initial=0) + 1)[f] for f in factors)]
    design = np.concatenate(columns, axis=1)
    coefficients, _, rank, _ = np.linalg.lstsq(design, values)
    residual = float(((values - design @ coefficients) ** 2).sum())
    return residual if residual > noise else 0.0, len(values) - int(rank)


def _bootstrap_mean(
    values: Floats, seed: int, method: Literal["BCa", "percentile"]
) -> tuple[float, float]:
    from scipy.stats import bootstrap  # slow to import, and tables are read more often than made

    interval_bounds = bootstrap(
        (values,),
        np.mean,
        confidence_level=CONFIDENCE_LEVEL,
        n_resamples=_RESAMPLES,
        method=method,
        vectorized=True,
        batch=1000,
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(interval_bounds.low), float(interval_bounds.high)


def compute_statistic(statistic: Statistic, columns: Columns) -> float:
    """Compute the statistic of all queries; NaN where it is undefined, as without queries.

    ``columns`` are of shape ``(queries,)``, without NaN, here and below.
    """
    if _num_queries(columns) == 0:
        return float("nan")
    return float(statistic(columns))


def statistic_interval(statistic: Statistic, columns: Columns, seed: int) -> tuple[float, float]:
    """Compute the bias-corrected and accelerated bootstrap interval over queries.

    The acceleration comes from leaving out one of at most 200 blocks of queries at a time;
    resamples with an undefined statistic, of 999, do not count.

    NaN where the statistic is undefined or for fewer than two queries.

    Source:
        Efron (1987), doi:10.1080/01621459.1987.10478410.
    """
    size = _num_queries(columns)
    observed = compute_statistic(statistic, columns)
    if size < 2 or np.isnan(observed):
        return float("nan"), float("nan")
    rng = np.random.default_rng(seed)
    sampled = np.concatenate(
        [
            statistic(_take_rows(columns, rng.integers(0, size, size=(count, size))))
            for count in _batch_sizes(size)
        ]
    )
    sampled = np.sort(sampled[~np.isnan(sampled)])
    if not len(sampled) or sampled[0] == sampled[-1]:
        return observed, observed
    blocks = np.array_split(rng.permutation(size), min(size, _BLOCKS))
    jackknife = np.array(
        [
            compute_statistic(statistic, _take_rows(columns, np.delete(np.arange(size), block)))
            for block in blocks
        ]
    )
    jackknife = jackknife[~np.isnan(jackknife)]
    off = jackknife.mean() - jackknife if len(jackknife) else np.zeros(1)
    spread = float((off**2).sum()) ** 1.5
    acceleration = float((off**3).sum()) / (6.0 * spread) if spread > 0.0 else 0.0
    # Equal ones count half: a statistic of few values has many ties.
    below = np.mean(sampled < observed) + np.mean(sampled == observed) / 2.0
    shift = ndtri(np.clip(below, 1.0 / len(sampled), 1.0 - 1.0 / len(sampled)))
    z = shift + ndtri([(1.0 - CONFIDENCE_LEVEL) / 2.0, (1.0 + CONFIDENCE_LEVEL) / 2.0])
    low, high = np.quantile(sampled, ndtr(shift + z / (1.0 - acceleration * z)))
    return float(low), float(high)


def paired_statistic_test(
    statistic: Statistic, first: Columns, second: Columns, seed: int
) -> float:
    """Compute the p-value of a difference of a statistic between two systems.

    The answers to each query are exchanged, or not, at random, 999 times. Two-sided, in (0, 1]; NaN
    where the statistic of either is undefined. An exchange that makes it undefined counts as a
    difference at least as large.
    """
    size = _num_queries(first)
    if size != _num_queries(second):
        raise ValueError(f"{size} queries against {_num_queries(second)}")
    observed = abs(compute_statistic(statistic, first) - compute_statistic(statistic, second))
    if np.isnan(observed):
        return float("nan")
    limit = observed * (1.0 - 1e-9) - 1e-15  # equal up to rounding
    rng = np.random.default_rng(seed)
    smaller = 0
    for count in _batch_sizes(size):
        stay = rng.integers(0, 2, size=(count, size), dtype=np.int8).astype(bool)
        swapped_first = {
            name: np.where(stay, values, second[name]) for name, values in first.items()
        }
        two = {name: np.where(stay, second[name], values) for name, values in first.items()}
        smaller += int(np.count_nonzero(np.abs(statistic(swapped_first) - statistic(two)) < limit))
    return (_FEW_RESAMPLES - smaller + 1) / (_FEW_RESAMPLES + 1)


def _num_queries(columns: Columns) -> int:
    return len(next(iter(columns.values())))


def _take_rows(columns: Columns, rows: NDArray[np.integer]) -> Columns:
    return {name: values[rows] for name, values in columns.items()}


def _batch_sizes(size: int) -> Iterator[int]:
    """Yield the sizes of batches of resamples that bound the memory."""
    most = max(1, _MAX_ENTRIES // size)
    for start in range(0, _FEW_RESAMPLES, most):
        yield min(most, _FEW_RESAMPLES - start)
