"""Features from texts: how similar papers are to a team's titles or to a new title."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from scinet.eval.task import Query
from scinet.graph.text_search import Index
from scinet.models.base.ranking import Floats, texts
from scinet.models.history import Float32 as Columns
from scinet.models.history import Past
from scinet.models.text.author_profiles import (
    centroids,
    latest,
    unit,
    vectors_of_papers,
    vectors_of_texts,
)
from scinet.models.text.dense import nearness
from scinet.models.text.vector_cache import Vectors

_RECENT = 10


class TextFeatures:
    """Texts of the papers of a day, as words and as vectors.

    Args:
        past: The day.
        cache: Folder of cached vectors, None for no cache.
    """

    def __init__(self, past: Past, cache: Path | None) -> None:
        self._past = past
        self._cache = cache
        self._vectors = vectors_of_papers(past.snapshot, cache)
        self._authors = centroids(self._vectors, latest(past.snapshot, _RECENT))
        # Those who cite a paper say in their titles what it is good for.
        citing = past.cited_from(self._vectors * past.column(3.0))
        self._of_citing = unit(citing)

    def of(self, text: str) -> dict[str, Floats]:
        """Similarity of each paper to a new text, by name, shape ``(papers,)``."""
        words = np.nan_to_num(self._index.scores(text)) if text else np.zeros(len(self._vectors))
        return {"BM25": words, **self._near(vectors_of_texts([text], self._cache)[0])}

    def of_team(self, team: Sequence[int]) -> dict[str, Floats]:
        """The same without BM25, for the mean of the centroids of a team's authors."""
        return self._near(unit(self._authors[list(team)].mean(axis=0, keepdims=True))[0])

    def _near(self, vector: Vectors) -> dict[str, Floats]:
        near = nearness(self._vectors, vector)
        rows = self._past.snapshot.cited_by
        cited = np.flatnonzero(rows.lengths())
        nearest_citing = np.full(len(near), np.nan)
        if len(cited):
            nearest_citing[cited] = np.maximum.reduceat(near[rows.indices], rows.indptr[cited])
        return {
            "cosine": near,
            "cosine of citing papers": nearness(self._of_citing, vector),
            "largest cosine of a citing paper": nearest_citing,
        }

    @cached_property
    def _index(self) -> Index:
        return Index(texts(self._past.snapshot))


def about(query: Query) -> str:
    """The title, and the abstract where it is known."""
    return f"{query.inputs['title']} {query.inputs.get('abstract') or ''}".strip()


def nearest(scores: Floats, most: int) -> Columns:
    """The best scores above that of the next paper, 0 for all others, shape ``(papers,)``."""
    floor = 0.0
    if len(scores) > most:
        place = len(scores) - most - 1
        floor = max(float(np.partition(scores, place)[place]), 0.0)
    return np.maximum(scores - floor, 0).astype(np.float32)
