"""Words and meaning together: the rankings of BM25 and of embeddings, fused by rank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scinet.eval.task import Query
from scinet.models.base.ranking import Floats, Ranker, best_first
from scinet.models.base.system import Context
from scinet.models.text.bm25 import Bm25
from scinet.models.text.dense import CAUTION, Dense


@dataclass(frozen=True)
class Hybrid(Ranker):
    """Reciprocal rank fusion of ``bm25`` and ``dense``.

    Attributes:
        constant: Added to each rank before it is inverted; k of the paper.
        depth: Places of each ranking that count.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """

    name = "hybrid"
    version = "1"
    track = "text"
    summary = "bm25 and dense, fused by reciprocal rank"

    constant: int = 60
    depth: int = 1000

    @property
    def settings(self) -> dict[str, Any]:
        """Those of the fusion, and of the model behind ``dense``."""
        return {**super().settings, **CAUTION}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Sum of inverted ranks."""
        both = zip(Bm25().scores(queries, context), Dense().scores(queries, context), strict=True)
        for rankings in both:
            yield fused(rankings, constant=self.constant, depth=self.depth)


def fused(rankings: Sequence[Floats], *, constant: int, depth: int) -> Floats:
    """Sum over rankings of ``1 / (constant + rank)``, ranks from 1.

    Args:
        rankings: Scores by position, each of shape ``(papers,)``; NaN for what is not ranked.
        constant: The larger, the less the first places stand out.
        depth: Places of each ranking that count.

    Returns:
        Shape ``(papers,)``; NaN for papers in no ranking.
    """
    total = np.zeros(len(rankings[0]))
    for scores in rankings:
        order = best_first(scores)[:depth]
        total[order] += 1.0 / (constant + 1.0 + np.arange(len(order)))
    total[total == 0] = np.nan
    return total
