"""Optimal-transport distance between two texts as sets of sentence vectors."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from scipy.special import logsumexp, softmax

Vectors = NDArray[np.float64]
BLUR: Final = 0.05
"""Entropic regularisation of the published solver, whose cost is the distance itself."""
_MAX_ITERATIONS: Final = 100_000
_TOLERANCE: Final = 1e-9


def transport_distance(first: Vectors, second: Vectors, blur: float = BLUR) -> float:
    """Compute the cost of the regularised transport plan between the sentences of two texts.

    A sentence is weighted by the softmax of its negated distance to the nearest one of the other
    text. The plan is Sinkhorn's, iterated until its marginals are those weights; the published
    solver stops earlier.

    Args:
        first, second: A row per sentence.

    Source:
        Mysore, Cohan and Hope (2022), arXiv:2111.08366; Cuturi (2013), arXiv:1306.0895.
    """
    cost = cdist(first, second)
    weights, weights_of_other = softmax(-cost.min(axis=1)), softmax(-cost.min(axis=0))
    log_one, log_other = np.log(weights)[:, None], np.log(weights_of_other)[None, :]
    towards = np.zeros((1, cost.shape[1]))
    for _ in range(_MAX_ITERATIONS):
        away = -blur * logsumexp((towards - cost) / blur + log_other, axis=1, keepdims=True)
        towards = -blur * logsumexp((away - cost) / blur + log_one, axis=0, keepdims=True)
        plan = np.exp((away + towards - cost) / blur + log_one + log_other)
        if np.abs(plan.sum(axis=1) - weights).sum() < _TOLERANCE:
            break
    return float((plan * cost).sum())
