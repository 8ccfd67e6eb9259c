"""SciPaths' metrics: predicted against gold contributions, and papers against gold papers.

Both modes share the formulas; they differ where an answer is missing, empty, or not judged.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeAlias

Scoring: TypeAlias = Literal["strict", "official"]
Edge: TypeAlias = tuple[int, int]
"""Positions of a gold and a predicted contribution, from 0."""

CUTS: Final = (5, 10)
_DIGITS: Final = 3  # to which the published scorer rounds the F1 of a claim


def maximum_matching(edges: Iterable[Edge]) -> list[Edge]:
    """Find the largest set of edges in which no end occurs twice, in order of gold.

    Of matchings of one size the one is returned that augmenting paths find when gold and predicted
    contributions are tried in order.

    Source:
        Kuhn (1955), doi:10.1002/nav.3800020109; SciPaths names it for its Task A.
    """
    around: dict[int, list[int]] = {}
    for gold, predicted in sorted(set(edges)):
        around.setdefault(gold, []).append(predicted)
    gold_of: dict[int, int] = {}

    def augment(gold: int, seen: set[int]) -> bool:
        for predicted in around[gold]:
            if predicted in seen:
                continue
            seen.add(predicted)
            if predicted not in gold_of or augment(gold_of[predicted], seen):
                gold_of[predicted] = gold
                return True
        return False

    for gold in around:
        augment(gold, set())
    return sorted((gold, predicted) for predicted, gold in gold_of.items())


def decomposition_scores(
    gold: int, predicted: int | None, matched: int | None, scoring: Scoring
) -> dict[str, float]:
    """Score a decomposition: recall, precision, F1, and full, partial or zero recall.

    Args:
        gold: Number of gold contributions; all values are NaN without one.
        predicted: Number of predicted ones; None without an answer.
        matched: Size of the matching; None when the matching could not be judged.

    Returns:
        ``recall``, ``precision``, ``F1``, and as 0 or 1 ``full recall``, ``partial recall`` and
        ``zero recall``, whose means are rates.

    Source:
        SciPaths, section on Task A, and its published scorer for ``official``.
    """
    if not gold or (predicted is None and scoring == "official"):
        return _decomposition_row(math.nan, math.nan, math.nan)
    if predicted == 0 and scoring == "official":
        return _decomposition_row(0.0, math.nan, math.nan)
    if not predicted or not matched:
        return _decomposition_row(0.0, 0.0, 0.0)
    recall, precision = matched / gold, matched / predicted
    f1 = harmonic_mean(precision, recall)
    return _decomposition_row(
        recall, precision, round(f1, _DIGITS) if scoring == "official" else f1
    )


def _decomposition_row(recall: float, precision: float, f1: float) -> dict[str, float]:
    is_defined = not math.isnan(recall)
    return {
        "recall": recall,
        "precision": precision,
        "F1": f1,
        "full recall": float(recall == 1.0) if is_defined else math.nan,
        "partial recall": float(0.0 < recall < 1.0) if is_defined else math.nan,
        "zero recall": float(recall == 0.0) if is_defined else math.nan,
    }


def grounding_scores(papers: Sequence[str], groups: Sequence[Collection[str]]) -> dict[str, float]:
    """Score the grounding of contributions in papers.

    Args:
        papers: Returned papers, best first; all of them are the candidates.
        groups: Acceptable papers of each groundable contribution.

    Returns:
        ``coverage@K``, the share of contributions with an acceptable paper among the first K,
        ``recall@K``, ``precision@K`` (of the selected papers, so that a short list is not
        penalised), ``F1@K`` and ``any-hit@K`` for K of 5 and 10; ``candidate coverage`` and
        ``candidate recall`` over all returned papers. NaN without a groundable contribution.

    Source:
        SciPaths, section on Task B.
    """
    gold_groups = [set(group) for group in groups if group]
    gold = set().union(*gold_groups)
    scores: dict[str, float] = {}
    for cut in CUTS:
        selected = list(papers[:cut])
        hits = len(gold & set(selected))
        recall = hits / len(gold) if gold else math.nan
        precision = hits / len(selected) if selected else 0.0
        scores |= {
            f"coverage@{cut}": _coverage(selected, gold_groups),
            f"recall@{cut}": recall,
            f"precision@{cut}": precision if gold else math.nan,
            f"F1@{cut}": harmonic_mean(precision, recall),
            f"any-hit@{cut}": float(hits > 0) if gold else math.nan,
        }
    scores["candidate coverage"] = _coverage(papers, gold_groups)
    scores["candidate recall"] = len(gold & set(papers)) / len(gold) if gold else math.nan
    return scores


def _coverage(papers: Iterable[str], groups: Sequence[set[str]]) -> float:
    selected = set(papers)
    return sum(bool(selected & group) for group in groups) / len(groups) if groups else math.nan


def harmonic_mean(precision: float, recall: float) -> float:
    """Compute F1: 0 where both are 0, NaN where one is."""
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0 * total
