"""How sure a mean is, and a difference of two: over queries, by resampling.

Queries without a value are left out, so every mean states how many values it holds.
"""

import warnings
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

LEVEL: Final = 0.95  # share of intervals that hold the true value
_RESAMPLES: Final = 9_999
_EXACT: Final = 13  # 2**13 sign patterns are fewer than the resamples


def interval(values: Floats, seed: int) -> tuple[float, float]:
    """Bias-corrected and accelerated bootstrap interval of the mean.

    Args:
        values: One value per query, shape ``(n,)``; NaN is left out.
        seed: Seed of the resampling.

    Returns:
        The lower and the upper end; NaN for fewer than two values, the value itself when all are
        equal.

    Source:
        Efron (1987), doi:10.1080/01621459.1987.10478410.
    """
    kept = values[~np.isnan(values)]
    if len(kept) < 2:
        return float("nan"), float("nan")
    if np.ptp(kept) == 0.0:
        return float(kept[0]), float(kept[0])
    from scipy.stats import DegenerateDataWarning

    with warnings.catch_warnings():
        # A sample that is all but constant leaves the correction undefined; see below.
        warnings.simplefilter("ignore", DegenerateDataWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        found = _bootstrap(kept, seed, "BCa")
    if np.isnan(found).any():
        found = _bootstrap(kept, seed, "percentile")
    return found


def paired_p(first: Floats, second: Floats, seed: int) -> float:
    """Chance of a mean difference at least this large if the two systems were the same.

    The sign of each query's difference is flipped: in all ways for few queries, else in 9,999
    random ones.

    Args:
        first: One value per query, shape ``(n,)``.
        second: The other system on the same queries, shape ``(n,)``; a query where either is NaN
            is left out.
        seed: Seed of the flips.

    Returns:
        Two-sided p in (0, 1]; NaN without a common query.

    Raises:
        ValueError: If the shapes disagree.
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
    if len(moved) <= _EXACT:
        patterns = np.arange(2 ** len(moved))[:, None] >> np.arange(len(moved)) & 1
        return float(np.mean(np.abs((2 * patterns - 1) @ moved) >= limit))
    rng = np.random.default_rng(seed)
    as_large = 0
    for start in range(0, _RESAMPLES, 1000):
        count = min(1000, _RESAMPLES - start)
        signs = rng.integers(0, 2, size=(count, len(moved)), dtype=np.int8) * 2 - 1
        as_large += int(np.count_nonzero(np.abs(signs @ moved) >= limit))
    return (as_large + 1) / (_RESAMPLES + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values of one family, so that any false alarm has the stated chance.

    Args:
        p_values: In any order; NaN stays NaN and does not count as a test.

    Returns:
        Adjusted values in the same order, never smaller than the given ones.

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


def _bootstrap(
    values: Floats, seed: int, method: Literal["BCa", "percentile"]
) -> tuple[float, float]:
    from scipy.stats import bootstrap  # slow to import, and tables are read more often than made

    found = bootstrap(
        (values,),
        np.mean,
        confidence_level=LEVEL,
        n_resamples=_RESAMPLES,
        method=method,
        vectorized=True,
        batch=1000,
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)
