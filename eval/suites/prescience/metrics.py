"""Metrics of PreScience's ranking tasks, as published and corrected.

The published scorer has no cutoff, counts a repeated item again and gives no nDCG to a list that is
shorter than the truth; :func:`published_scores` does the same. The strict forms count each item
once (see ``scinet.eval.list_task``) and score a short list for its items.
"""

from collections.abc import Collection, Sequence
from math import log2
from typing import Final

from scinet.eval.metrics import sum_in_order
from scinet.eval.metrics.retrieval import ndcg_at, recall_at

NAMES: Final = ("nDCG@1000", "R-precision", "Recall", "F1")
_PLACES: Final = 1000


def strict_scores(returned: Sequence[str], truth: Collection[str]) -> dict[str, float]:
    """Score by nDCG of the first 1,000 places and the shares of the first ``len(truth)``.

    At that cut, with each item once, precision, recall and F1 are equal.
    """
    share = recall_at(returned, truth, len(truth))
    ndcg = ndcg_at(returned, dict.fromkeys(truth, 1.0), _PLACES)
    return dict(zip(NAMES, (ndcg, share, share, share), strict=True))


def published_scores(returned: Sequence[str], truth: Collection[str]) -> dict[str, float]:
    """Compute the same metrics as PreScience's scorer does.

    The whole list counts in nDCG, which repeats can raise above 1, but a list shorter than the
    truth has none. Precision divides by the distinct items among the first ``len(truth)``. Sums run
    in order, so that the last digit is reproducible.

    Source:
        PreScience, the released evaluation of its ranking tasks.
    """
    if not truth or not returned:
        return dict.fromkeys(NAMES, 0.0)
    true = set(truth)
    ndcg = 0.0
    if len(returned) >= len(truth):
        gained = sum_in_order(1.0 / log2(n + 2) for n, item in enumerate(returned) if item in true)
        ndcg = gained / sum_in_order(1.0 / log2(n + 2) for n in range(len(truth)))
    first = set(returned[: len(truth)])
    hits = len(first & true)
    precision, recall = hits / len(first), hits / len(true)
    f1 = 2 * (precision * recall) / (precision + recall) if hits else 0.0
    return dict(zip(NAMES, (ndcg, precision, recall, f1), strict=True))
