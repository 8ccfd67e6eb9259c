"""Task A matched by embeddings: a cheap check beside the judge, and no substitute for it."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from scinet.eval.suites.scipaths import judging, metrics
from scinet.eval.task_type import ScoredQuery, Scoring


def near(
    asked: Sequence[ScoredQuery],
    embed: Callable[[Sequence[str]], NDArray[np.float32]],
    *,
    least: float,
    scoring: Scoring,
) -> list[dict[str, float]]:
    """Recall, precision and F1 when descriptions match from some nearness on.

    Args:
        embed: Unit vectors of texts, shape ``(texts, dimensions)``.
        least: Cosine from which on two descriptions match.
        scoring: As for the judge.

    Returns:
        ``embedding recall``, ``embedding precision``, ``embedding F1`` of each answer; NaN without
        gold contributions.
    """
    found: list[dict[str, float]] = []
    for one in asked:
        gold = [row["description"] for row in one.truth["contributions"]]
        named = judging.predicted(one)
        edges: list[metrics.Edge] = []
        if gold and named:
            cosine = embed(gold) @ embed([item["description"] for item in named]).T
            edges = [(int(i), int(j)) for i, j in np.argwhere(cosine >= least)]
        counts = None if named is None else len(named)
        score = metrics.decomposition(len(gold), counts, len(metrics.matching(edges)), scoring)
        found.append({f"embedding {name}": score[name] for name in ("recall", "precision", "F1")})
    return found


def means(rows: Sequence[dict[str, float]]) -> dict[str, float | None]:
    """Mean of each number over the answers that have it; None when none has."""
    result: dict[str, float | None] = {}
    for name in rows[0] if rows else ():
        known = [row[name] for row in rows if not math.isnan(row[name])]
        result[name] = sum(known) / len(known) if known else None
    return result
