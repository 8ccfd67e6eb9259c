"""Metrics of ranked lists against a set or a grading of true items.

A list holds each item once (``scinet.eval.list_task`` sees to that); one shorter than k is not
filled up: ids come best first, of which the first k are looked at. All values are in [0, 1], higher
is better. A ValueError says that nothing is true.
"""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np


def precision_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Share of the first k places that could hold a true item and do.

    The denominator is ``min(k, len(truth))``, so one right item alone is not a perfect list and
    a complete one is.
    """
    return _count_hits(returned, truth, k) / min(k, _require_truth(truth))


def recall_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Share of all true items among the first k; see :func:`precision_at` for the arguments."""
    return _count_hits(returned, truth, k) / _require_truth(truth)


def ndcg_at(returned: Sequence[str], gains: Mapping[str, float], k: int) -> float:
    """Normalised discounted cumulative gain of the first k.

    Gains are greater than 0.

    Source:
        Järvelin and Kekäläinen (2002), doi:10.1145/582415.582418, with linear gains.
    """
    _require_truth(gains)
    returned_gains = [gains.get(item, 0.0) for item in returned[:k]]
    return _discounted_gain(returned_gains) / _discounted_gain(
        sorted(gains.values(), reverse=True)[:k]
    )


def reciprocal_rank(returned: Sequence[str], truth: Collection[str]) -> float:
    """One over the place of the first true item, in [0, 1]; 0 when none is returned.

    Source:
        Voorhees (1999), The TREC-8 Question Answering Track Report; its mean is the MRR.
    """
    _require_truth(truth)
    true = set(truth)
    return next((1 / place for place, item in enumerate(returned, start=1) if item in true), 0.0)


def hits_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """1 when some true item is among the first k, else 0; its mean is Hits@k."""
    _require_truth(truth)
    return float(_count_hits(returned, truth, k) > 0)


def average_precision(returned: Sequence[str], truth: Collection[str]) -> float:
    """Mean over all true items of the precision at their places; 0 for those not returned.

    Its mean over queries is the MAP.

    Source:
        Buckley and Voorhees (2000), doi:10.1145/345508.345543.
    """
    size, true, hits, total = _require_truth(truth), set(truth), 0, 0.0
    for place, item in enumerate(returned, start=1):
        if item in true:
            hits += 1
            total += hits / place
    return total / size


def auc(returned: Sequence[str], truth: Collection[str], candidates: Collection[str]) -> float:
    """Share of pairs of a true and a false candidate in which the true one stands first.

    Candidates that are not returned share the last place; a pair of two of them counts half.

    NaN when no candidate is false.

    Source:
        Hanley and McNeil (1982), doi:10.1148/radiology.143.1.7063747, with ties as half.
    """
    true = set(truth)
    positives = _require_truth(truth)
    negatives = len(set(candidates) - true)
    if not negatives:
        return math.nan
    below, won = float(negatives), 0.0
    for item in returned:
        if item in true:
            won += below
            positives -= 1
        else:
            below -= 1.0
    won += positives * below / 2.0
    return won / (len(true) * negatives)


def _count_hits(returned: Sequence[str], truth: Collection[str], k: int) -> int:
    return len(set(returned[:k]) & set(truth))


def _require_truth(truth: Collection[str]) -> int:
    if not truth:
        raise ValueError("nothing is true")
    return len(truth)


def _discounted_gain(gains: Sequence[float]) -> float:
    places = np.arange(2, len(gains) + 2)
    return float(np.sum(np.asarray(gains, dtype=np.float64) / np.log2(places)))
