"""Metrics of ranked lists against a set or a grading of true items.

A list holds each item once (see ``scinet.eval.list_task``), best first; only the first k count, and
a shorter list is not padded. All values are in [0, 1], higher is better. Without any true item a
ValueError is raised.
"""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np


def precision_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Compute the share of the first k places that could hold a true item and do.

    The denominator is ``min(k, len(truth))``, so a single right item is not a perfect list and a
    complete list is.
    """
    return _count_hits(returned, truth, k) / min(k, _require_truth(truth))


def recall_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Compute the share of all true items among the first k."""
    return _count_hits(returned, truth, k) / _require_truth(truth)


def ndcg_at(returned: Sequence[str], gains: Mapping[str, float], k: int) -> float:
    """Compute the normalised discounted cumulative gain of the first k.

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
    """Compute the reciprocal of the first true item's rank; 0 when none is returned.

    Source:
        Voorhees (1999), The TREC-8 Question Answering Track Report; its mean is the MRR.
    """
    _require_truth(truth)
    true = set(truth)
    return next((1 / place for place, item in enumerate(returned, start=1) if item in true), 0.0)


def hits_at(returned: Sequence[str], truth: Collection[str], k: int) -> float:
    """Return 1 when some true item is among the first k, else 0; its mean is Hits@k."""
    _require_truth(truth)
    return float(_count_hits(returned, truth, k) > 0)


def average_precision(returned: Sequence[str], truth: Collection[str]) -> float:
    """Compute the mean over all true items of the precision at their ranks; 0 if not returned.

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
    """Compute the share of pairs of a true and a false candidate with the true one first.

    Candidates that are not returned share the last rank; a pair of two of them counts half. NaN
    when no candidate is false.

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
