"""Frozen corpus: one snapshot, searched by words, by embeddings, or by both.

Several queries give one pool of candidates, in the deterministic order of the publication.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.search.text_search import TextIndex, rank_descending, searchable_texts
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats, fuse_rankings
from scinet.models.text.dense import embed_cached, inner_products
from scinet.models.text.vector_cache import Vectors

Way: TypeAlias = Literal["both", "words", "vectors"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Candidate of the pool.

    Attributes:
        best_rank: Its best rank among the queries, from 1.
        found_by: Positions of the queries that retrieved it, from 0.
    """

    place: int
    frequency: int
    best_rank: int
    found_by: tuple[int, ...]

    @property
    def score(self) -> float:
        """Frequency plus the inverse of the best rank.

        Source:
            SciPaths, deterministic ranking of Task B.
        """
        return self.frequency + 1 / self.best_rank


class TextCorpus:
    """Papers of a snapshot that have a text.

    ``words`` is BM25, ``vectors`` exact search among embeddings; ``both`` fuses the two rankings by
    reciprocal rank.
    """

    def __init__(self, snapshot: Snapshot, way: Way, cache: Path | None) -> None:
        self.snapshot = snapshot
        self._cache = cache
        lines = searchable_texts(snapshot)
        self._is_empty = np.array([not line for line in lines], dtype=bool)
        self._index = None if way == "vectors" else TextIndex(lines)
        self._vectors: Vectors | None = None if way == "words" else embed_cached(lines, cache)

    def near(self, text: str) -> Floats:
        """Compute the cosine of each paper with a text, ``(papers,)``; NaN for empty ones."""
        if self._vectors is None:
            raise TypeError("this corpus is searched by words alone")
        scores = inner_products(self._vectors, embed_cached([text], self._cache)[0])
        scores[self._is_empty] = np.nan
        return scores

    def pool(
        self, queries: Sequence[str], own: frozenset[str], *, each: int, most: int
    ) -> list[Candidate]:
        """Pool the hits of queries: ``each`` papers of a query, ``most`` in all, no ``own`` ones.

        By score, ties by the best rank, then by title.
        """
        hits_by_place: dict[int, list[tuple[int, int]]] = {}
        barred = {place for place, p in enumerate(self.snapshot.paper_id) if p in own}
        for number, text in enumerate(queries):
            order = [int(place) for place in self._rank(text) if int(place) not in barred]
            for rank, place in enumerate(order[:each], start=1):
                hits_by_place.setdefault(place, []).append((rank, number))
        candidates = [
            Candidate(place, len(hits), min(hits)[0], tuple(number for _, number in hits))
            for place, hits in hits_by_place.items()
        ]
        titles = self.snapshot.title
        candidates.sort(
            key=lambda candidate: (
                -candidate.score,
                candidate.best_rank,
                titles[candidate.place] or "",
            )
        )
        return candidates[:most]

    def _rank(self, text: str) -> NDArray[np.int64]:
        lists = []
        if self._index is not None:
            lists.append(rank_descending(self._index.scores(text)))
        if self._vectors is not None:
            lists.append(rank_descending(self.near(text)))
        if len(lists) == 1:
            return lists[0]
        return rank_descending(fuse_rankings(lists, self.snapshot.num_papers))
