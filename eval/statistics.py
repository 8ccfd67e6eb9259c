"""How sure a number over all queries together is, such as a correlation, and a difference of two.

Unlike a mean it has no value per query, so queries are drawn, or exchanged between two systems,
and the number is worked out again each time.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from scinet.eval.significance import LEVEL
from scinet.eval.task_type import Floats, Statistic

Columns: TypeAlias = Mapping[str, Floats]

_RESAMPLES: Final = 999
_BLOCKS: Final = 200
_AT_ONCE: Final = 1_000_000  # entries of a column that are resampled together


def of(statistic: Statistic, columns: Columns) -> float:
    """The statistic of all queries; NaN where it is undefined, as without any.

    Args:
        statistic: The number.
        columns: What it is made of, each of shape ``(queries,)``, without NaN.
    """
    if _size(columns) == 0:
        return float("nan")
    return float(statistic(columns))


def interval(statistic: Statistic, columns: Columns, seed: int) -> tuple[float, float]:
    """Bias-corrected and accelerated bootstrap interval over queries.

    The acceleration comes from leaving out one of at most 200 blocks of queries at a time; of
    999 resamples those where the statistic is undefined do not count.

    Args:
        statistic: The number.
        columns: What it is made of, each of shape ``(queries,)``, without NaN.
        seed: Seed of the resampling.

    Returns:
        The lower and the upper end; NaN where the statistic is undefined or for fewer than two
        queries.

    Source:
        Efron (1987), doi:10.1080/01621459.1987.10478410.
    """
    size = _size(columns)
    found = of(statistic, columns)
    if size < 2 or np.isnan(found):
        return float("nan"), float("nan")
    rng = np.random.default_rng(seed)
    drawn = np.concatenate(
        [
            statistic(_rows(columns, rng.integers(0, size, size=(count, size))))
            for count in _counts(size)
        ]
    )
    drawn = np.sort(drawn[~np.isnan(drawn)])
    if not len(drawn) or drawn[0] == drawn[-1]:
        return found, found
    blocks = np.array_split(rng.permutation(size), min(size, _BLOCKS))
    left = np.array(
        [of(statistic, _rows(columns, np.delete(np.arange(size), block))) for block in blocks]
    )
    left = left[~np.isnan(left)]
    off = left.mean() - left if len(left) else np.zeros(1)
    spread = float((off**2).sum()) ** 1.5
    acceleration = float((off**3).sum()) / (6.0 * spread) if spread > 0.0 else 0.0
    # Equal ones count half, as a statistic of few values has many.
    below = np.mean(drawn < found) + np.mean(drawn == found) / 2.0
    shift = ndtri(np.clip(below, 1.0 / len(drawn), 1.0 - 1.0 / len(drawn)))
    z = shift + ndtri([(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0])
    low, high = np.quantile(drawn, ndtr(shift + z / (1.0 - acceleration * z)))
    return float(low), float(high)


def paired_p(statistic: Statistic, first: Columns, second: Columns, seed: int) -> float:
    """Chance of a difference at least this large if the two systems were the same.

    The answers to each query are exchanged, or not, at random; 999 times.

    Args:
        statistic: The number.
        first: What it is made of for one system, each of shape ``(queries,)``, without NaN.
        second: The same for the other system on the same queries.
        seed: Seed of the exchanges.

    Returns:
        Two-sided p in (0, 1]; NaN where the statistic of either is undefined. An exchange after
        which it is undefined counts as a difference at least as large.

    Raises:
        ValueError: If the shapes disagree.
    """
    size = _size(first)
    if size != _size(second):
        raise ValueError(f"{size} queries beside {_size(second)}")
    observed = abs(of(statistic, first) - of(statistic, second))
    if np.isnan(observed):
        return float("nan")
    limit = observed * (1.0 - 1e-9) - 1e-15  # the same number by another way of summing
    rng = np.random.default_rng(seed)
    smaller = 0
    for count in _counts(size):
        kept = rng.integers(0, 2, size=(count, size), dtype=np.int8).astype(bool)
        one = {name: np.where(kept, values, second[name]) for name, values in first.items()}
        two = {name: np.where(kept, second[name], values) for name, values in first.items()}
        smaller += int(np.count_nonzero(np.abs(statistic(one) - statistic(two)) < limit))
    return (_RESAMPLES - smaller + 1) / (_RESAMPLES + 1)


def _size(columns: Columns) -> int:
    return len(next(iter(columns.values())))


def _rows(columns: Columns, rows: NDArray[np.integer]) -> Columns:
    return {name: values[rows] for name, values in columns.items()}


def _counts(size: int) -> Iterator[int]:
    """Resamples that are made together, so that memory stays bounded."""
    most = max(1, _AT_ONCE // size)
    for start in range(0, _RESAMPLES, most):
        yield min(most, _RESAMPLES - start)
