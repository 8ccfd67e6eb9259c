"""Link ranking: each true link among false ones.

Scores are floats, higher is better. Ties share the mean of their ranks, so a scorer that gives
every candidate the same score gets the middle rank, neither the first nor the last.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]


def ranks(positive: Floats, negatives: Floats) -> Floats:
    """Rank each positive among its negatives.

    Args:
        positive: Scores of the true candidates, shape ``(n,)``.
        negatives: Scores of the false candidates, shape ``(n, m)``.

    Returns:
        Ranks from 1 (best) to ``m + 1``, shape ``(n,)``; halves mark ties.

    Raises:
        ValueError: If the shapes disagree or a score is not finite.

    Source:
        Berrendorf et al. (2020), arXiv:2002.06914, "realistic rank".
    """
    if negatives.ndim != 2 or negatives.shape[:1] != positive.shape:
        raise ValueError(f"{positive.shape} positives, {negatives.shape} negatives")
    if not (np.isfinite(positive).all() and np.isfinite(negatives).all()):
        raise ValueError("a score is not finite")
    better = (negatives > positive[:, None]).sum(axis=1)
    equal = (negatives == positive[:, None]).sum(axis=1)
    result: Floats = 1.0 + better + equal / 2.0
    return result


def reciprocal_ranks(rank: Floats) -> Floats:
    """One over each rank, in (0, 1]; their mean is the MRR."""
    return 1.0 / rank


def hits(rank: Floats, k: int) -> Floats:
    """1 where the rank is at most ``k``, else 0; their mean is Hits@k."""
    return (rank <= k).astype(np.float64)


def auc(rank: Floats, negatives: int) -> Floats:
    """Share of negatives below each positive, ties as half.

    Args:
        rank: Ranks as :func:`ranks` gives them, shape ``(n,)``.
        negatives: How many negatives each positive was ranked among.

    Returns:
        Values in [0, 1], shape ``(n,)``; NaN without negatives.
    """
    if negatives == 0:
        return np.full(rank.shape, np.nan)
    return 1.0 - (rank - 1.0) / negatives


def average_precision(positive: Floats, negatives: Floats) -> float:
    """Area under the precision-recall steps of one ranked list; candidates that tie come together.

    Args:
        positive: Scores of the true candidates, shape ``(n,)``.
        negatives: Scores of the false candidates, shape ``(m,)``.

    Returns:
        A value in (0, 1]; NaN without positives.

    Raises:
        ValueError: If a score is not finite.
    """
    if len(positive) == 0:
        return float("nan")
    scores = np.concatenate((positive, negatives))
    if not np.isfinite(scores).all():
        raise ValueError("a score is not finite")
    levels, level = np.unique(-scores, return_inverse=True)
    found = np.bincount(level[: len(positive)], minlength=len(levels))
    precision = np.cumsum(found) / np.cumsum(np.bincount(level, minlength=len(levels)))
    return float(found @ precision) / len(positive)
