"""What words tell of papers on a day: nearness of texts to a team's titles or to a new title."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from scinet.models.bm25 import Bm25, Index
from scinet.models.dense import embedded, nearness
from scinet.models.kept import Vectors
from scinet.models.prior_work.past import Columns, Past
from scinet.models.profiles import centroids, latest, unit, vectors_of_papers
from scinet.models.ranking import Floats, texts

_RECENT = 10


class Wording:
    """Texts of the papers of a day, as words and as vectors.

    Args:
        past: The day.
        cache: Where vectors are kept, None to keep none.
    """

    def __init__(self, past: Past, cache: Path | None) -> None:
        self._past = past
        self._cache = cache
        self.vectors = vectors_of_papers(past.snapshot, cache)
        self._authors = centroids(self.vectors, latest(past.snapshot, _RECENT))
        # Those who cite a paper say in their titles what it is good for.
        citing = past.cited_from(self.vectors * past.fade(3.0))
        self.of_citing = unit(citing)

    def profile(self, team: Sequence[int]) -> Vectors:
        """Mean of the centroids of a team's authors, of length 1."""
        found: Vectors = unit(self._authors[list(team)].mean(axis=0, keepdims=True))[0]
        return found

    def vector(self, text: str) -> Vectors:
        """The vector of a new text."""
        found: Vectors = embedded([text], self._cache)[0]
        return found

    def words(self, text: str) -> Floats:
        """BM25 of each paper for a new text, 0 where no word is shared."""
        return np.nan_to_num(self._index.scores(text))

    @cached_property
    def _index(self) -> Index:
        return Index(texts(self._past.snapshot), Bm25())

    def alike(self, vector: Vectors, most: int) -> Columns:
        """Nearness of the nearest papers to a vector above that of the next, 0 for all others."""
        near = nearness(self.vectors, vector)
        if len(near) <= most:
            return np.maximum(near, 0).astype(np.float32)
        floor = np.partition(near, len(near) - most - 1)[len(near) - most - 1]
        above: Columns = np.maximum(near - max(floor, 0.0), 0).astype(np.float32)
        return above
