"""Metrics of ranked lists against a set or a grading of true items.

Lists hold each item once (``scinet.eval.returned`` sees to that); a list shorter than k is not
filled up. All are in 0 … 1, higher is better.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np


def precision_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Share of the first k places that could hold a true item and do.

    The denominator is ``min(k, len(truth))``, so one right item alone is not a perfect list and
    a complete one is.

    Args:
        returned: Item ids, best first, each once.
        truth: Ids of the true items.
        k: Places looked at.

    Raises:
        ValueError: If nothing is true.
    """
    return _hits(returned, truth, k) / min(k, _size(truth))


def recall_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Share of all true items among the first k; see :func:`precision_at` for the arguments."""
    return _hits(returned, truth, k) / _size(truth)


def ndcg_at(returned: Sequence[str], gains: Mapping[str, float], k: int) -> float:
    """Normalised discounted cumulative gain of the first k.

    Args:
        returned: Item ids, best first, each once.
        gains: Gain of each true item, greater than 0.
        k: Places looked at.

    Raises:
        ValueError: If nothing is true.

    Source:
        Järvelin and Kekäläinen (2002), doi:10.1145/582415.582418, with linear gains.
    """
    _size(gains)
    found = [gains.get(item, 0.0) for item in returned[:k]]
    return _discounted(found) / _discounted(sorted(gains.values(), reverse=True)[:k])


def reciprocal_rank(returned: Sequence[str], truth: Collection[str]) -> float:
    """One over the place of the first true item, in [0, 1]; 0 when none is returned.

    Args:
        returned: Ids, best first, without repeats.
        truth: True ids, at least one.

    Raises:
        ValueError: If nothing is true.

    Source:
        Voorhees (1999), The TREC-8 Question Answering Track Report; its mean is the MRR.
    """
    _size(truth)
    true = set(truth)
    return next((1 / place for place, item in enumerate(returned, start=1) if item in true), 0.0)


def _hits(returned: Sequence[str], truth: Collection[str], k: int) -> int:
    return len(set(returned[:k]) & set(truth))


def _size(truth: Collection[str]) -> int:
    if not truth:
        raise ValueError("nothing is true")
    return len(truth)


def _discounted(gains: Sequence[float]) -> float:
    places = np.arange(2, len(gains) + 2)
    return float(np.sum(np.asarray(gains, dtype=np.float64) / np.log2(places)))
