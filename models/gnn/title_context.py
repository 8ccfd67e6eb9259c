"""The title of a query among earlier papers: those near to it, and how near any is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scinet.eval.task import Query
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.base.ranking import Floats
from scinet.models.prior_work.text_features import about, nearest
from scinet.models.text.author_profiles import vectors_of_papers, vectors_of_texts
from scinet.models.text.dense import nearness
from scinet.models.text.vector_cache import Vectors

_NEAR = 50  # papers, as in the walk from a title


@dataclass(frozen=True)
class TitleContext:
    """A title among earlier papers.

    Shapes:
        near: ``(near,)``, the papers nearest to it that are dated before the question's day.
        odds: ``(near,)``, how likely a walk starts at each, the nearer the likelier; sum 1.
        vector: ``(dimensions,)``, of the title.
        vectors: ``(papers, dimensions)``, of all papers.
    """

    near: Int64
    odds: Floats
    vector: Vectors
    vectors: Vectors

    def nearness(self, papers: Int64) -> Floats:
        """Cosine of some papers with the title, 0 for those without a text."""
        return nearness(self.vectors[papers], self.vector)


def title_contexts(
    queries: Sequence[Query], snapshot: Snapshot, cache: Path | None
) -> Iterator[TitleContext]:
    """The title of each query among the papers before its own day."""
    vectors = vectors_of_papers(snapshot, cache)
    titles = vectors_of_texts([about(query) for query in queries], cache)
    for query, vector in zip(queries, titles, strict=True):
        is_later = snapshot.day >= day_of(query.before)
        weights = nearest(np.where(is_later, 0.0, nearness(vectors, vector)), _NEAR)
        near = np.flatnonzero(weights)
        yield TitleContext(near, weights[near] / weights[near].sum(), vector, vectors)
