"""Words and meaning together: the rankings of BM25 and of embeddings, fused by rank."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.models.base.ranking import Floats, Ranker, best_first, fused
from scinet.models.base.system import Context
from scinet.models.text.bm25 import Bm25
from scinet.models.text.dense import CAUTION, Dense
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
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

    constant: Natural = 60
    depth: PositiveInt = 1000

    @property
    def settings(self) -> dict[str, Any]:
        """Those of the fusion, and of the model behind ``dense``."""
        return {**super().settings, **CAUTION}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Sum of inverted ranks."""
        both = zip(Bm25().scores(queries, context), Dense().scores(queries, context), strict=True)
        for one, other in both:
            rankings = [best_first(scores)[: self.depth] for scores in (one, other)]
            yield fused(rankings, len(one), constant=self.constant)
