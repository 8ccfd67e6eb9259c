"""Metrics as plain functions of arrays and lists."""

import functools
import operator
from collections.abc import Iterable, Sequence


def sum_in_order(values: Iterable[float]) -> float:
    """Sum with rounding at each addition: from Python 3.12 on ``sum`` compensates for rounding."""
    return functools.reduce(operator.add, values, 0.0)


def mean_in_order(values: Sequence[float]) -> float:
    """Compute the mean with the sum of :func:`sum_in_order`."""
    return sum_in_order(values) / len(values)
