"""Metrics of citation forecasts: errors per paper, and agreement over all papers.

Citation counts are skewed, so the errors and the correlation are also taken of log(1 + citations),
and papers are compared with others of the same venue and year.
"""

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

PREDICTED: Final = "predicted"
CITATIONS: Final = "citations"
GROUP: Final = "group"


def absolute_errors(predicted: float, citations: float) -> dict[str, float]:
    """Compute absolute errors, plain and of logarithms, where predictions below 0 count as 0."""
    logs = np.log1p(max(predicted, 0.0)) - np.log1p(citations)
    return {"MAE": abs(predicted - citations), "log-MAE": float(abs(logs))}


def r2(columns: Mapping[str, Floats]) -> Floats:
    """Compute the share of explained variance; below 0 where the mean would be nearer.

    Args:
        columns: ``predicted`` and ``citations``, shape ``(..., papers)``.

    Returns:
        Shape ``(...)``; NaN where all papers have the same citations.
    """
    true = columns[CITATIONS]
    total = ((true - true.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
    residual = ((true - columns[PREDICTED]) ** 2).sum(axis=-1)
    share = np.full(total.shape, np.nan)
    np.divide(residual, total, out=share, where=np.ptp(true, axis=-1) > 0.0)
    return 1.0 - share


def pearson(columns: Mapping[str, Floats]) -> Floats:
    """Compute Pearson's correlation, NaN where either is constant; shapes as in :func:`r2`."""
    return _correlation(columns[PREDICTED], columns[CITATIONS])


def log_pearson(columns: Mapping[str, Floats]) -> Floats:
    """Compute Pearson's correlation of log(1 + x), predictions below 0 taken as 0."""
    predicted = np.log1p(np.maximum(columns[PREDICTED], 0.0))
    return _correlation(predicted, np.log1p(columns[CITATIONS]))


def spearman(columns: Mapping[str, Floats]) -> Floats:
    """Compute Pearson's correlation of ranks; equal numbers share the mean rank."""
    return _correlation(*(_ranks(columns[name]) for name in (PREDICTED, CITATIONS)))


def pair_accuracy(columns: Mapping[str, Floats]) -> Floats:
    """Compute the share of pairs of one group whose more cited paper has the larger prediction.

    Pairs count where both have a citation and one has more; two equal predictions count half.

    Args:
        columns: ``predicted``, ``citations`` and ``group``, shape ``(..., papers)``; a group below
            0 means none.

    Returns:
        Shape ``(...)``; NaN where there is no such pair.
    """
    predicted, citations, group = (columns[name] for name in (PREDICTED, CITATIONS, GROUP))
    shape = predicted.shape
    flat = (-1, shape[-1])
    place = _ranks(predicted, method="dense").astype(np.int64).reshape(flat)
    counts = np.where(group < 0, 0, citations).astype(np.int64).reshape(flat)
    groups = group.astype(np.int64).reshape(flat)
    order = np.lexsort((counts, groups), axis=-1)
    return _count_pairs(place, counts, groups, order).reshape(shape[:-1])


def _ranks(values: Floats, method: Literal["average", "dense"] = "average") -> Floats:
    from scipy.stats import rankdata  # slow to import, and every list of tasks imports this module

    ranks: Floats = rankdata(values, method=method, axis=-1)
    return ranks


STATISTICS: Final = {
    "Spearman": spearman,
    "log-Pearson": log_pearson,
    "pair accuracy": pair_accuracy,
    "Pearson": pearson,
    "R2": r2,
}


def published_metrics(
    predicted: Sequence[float], citations: Sequence[int]
) -> dict[str, float | None]:
    """Compute all metrics as PreScience's scorer does, last digits and undefined values included.

    With two equal true numbers R² is 1 for equal predictions and 0 for others. One paper alone has
    no correlation (None) and an undefined R² (NaN), and a correlation with a constant is NaN or the
    result of rounding.

    Source:
        PreScience, the released evaluation of impact; scikit-learn for R², scipy for Spearman.
    """
    from scipy.stats import spearmanr

    foreseen, true = np.array(predicted), np.array(citations)
    logs = np.log1p(np.maximum(foreseen, 0)), np.log1p(true)
    with np.errstate(invalid="ignore", divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        few = len(true) < 2
        return {
            "mae": float(np.mean(np.abs(foreseen - true))),
            "r2": math.nan if few else _r2_score(foreseen, true),
            "pearson": None if few else float(np.corrcoef(foreseen, true)[0, 1]),
            "spearman": None if few else float(spearmanr(foreseen, true).statistic),
            "log_mae": float(np.mean(np.abs(logs[0] - logs[1]))),
            "log_pearson": None if few else float(np.corrcoef(*logs)[0, 1]),
        }


def _r2_score(foreseen: Floats, true: Floats) -> float:
    residual = float(((true - foreseen) ** 2).sum())
    total = float(((true - true.mean()) ** 2).sum())
    if total == 0.0:
        return 0.0 if residual else 1.0
    return 1.0 - residual / total


def _correlation(first: Floats, second: Floats) -> Floats:
    product = np.ones(first.shape)
    varies = np.ones(first.shape[:-1], dtype=bool)
    for values in (first, second):
        off = values - values.mean(axis=-1, keepdims=True)
        length = np.sqrt((off * off).sum(axis=-1, keepdims=True))
        is_varied = (np.ptp(values, axis=-1) > 0.0) & (length[..., 0] > 0.0)
        product *= np.divide(off, length, out=np.zeros(off.shape), where=is_varied[..., None])
        varies &= is_varied
    return np.where(varies, np.clip(product.sum(axis=-1), -1.0, 1.0), np.nan)


@njit(cache=True)
def _count_pairs(place: Ints, counts: Ints, groups: Ints, order: Ints) -> Floats:
    """Count with a Fenwick tree; papers of a group come in order of citations."""
    rows, size = place.shape
    result = np.full(rows, np.nan)
    tree = np.zeros(size + 1, dtype=np.int64)
    for row in range(rows):
        tree[:] = 0
        right, pairs = 0.0, 0
        start = block = 0  # where the group and its papers with equal citations begin
        for number in range(size):
            paper = order[row, number]
            if groups[row, paper] != groups[row, order[row, start]]:
                for earlier in range(start, block):
                    _add_to_tree(tree, place[row, order[row, earlier]], -1)
                start = block = number
            if counts[row, paper] < 1:
                start = block = number + 1
                continue
            if counts[row, paper] != counts[row, order[row, block]]:
                for earlier in range(block, number):
                    _add_to_tree(tree, place[row, order[row, earlier]], 1)
                block = number
            upto = _sum_of_tree(tree, place[row, paper])
            below = _sum_of_tree(tree, place[row, paper] - 1)
            right += below + 0.5 * (upto - below)
            pairs += block - start
        if pairs > 0:
            result[row] = right / pairs
    return result


@njit(cache=True)
def _add_to_tree(tree: Ints, place: int, count: int) -> None:
    while place < len(tree):
        tree[place] += count
        place += place & -place


@njit(cache=True)
def _sum_of_tree(tree: Ints, place: int) -> int:
    total = 0
    while place > 0:
        total += tree[place]
        place -= place & -place
    return total
