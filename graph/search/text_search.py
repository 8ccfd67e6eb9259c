"""Full-text search: BM25 over the titles and abstracts of a snapshot.

Weights of words depend only on the snapshot, so that later papers do not change a score, as they
do in the full-text index of the database.
"""

import logging
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.schema.printed_names import bigrams, strip_accents
from scinet.graph.snapshot import Snapshot

Floats: TypeAlias = NDArray[np.float64]


def _searched(text: str) -> str:
    return bigrams(strip_accents(text))


class TextIndex:
    """Index of texts for search.

    Args:
        k1: Saturation of repeated words.
        b: Penalty on long texts.

    Source:
        Robertson and Zaragoza (2009), doi:10.1561/1500000019.
    """

    def __init__(self, lines: Sequence[str], *, k1: float = 1.5, b: float = 0.75) -> None:
        import bm25s

        # The library logs every step through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._size = len(lines)
        self._index = bm25s.BM25(k1=k1, b=b)
        corpus: Any = bm25s.tokenize(
            list(map(_searched, lines)), stopwords="en", show_progress=False
        )
        self._words: dict[str, int] = corpus.vocab
        if self._words:  # the library fails where no text has one
            self._index.index(corpus, show_progress=False)

    def scores(self, text: str) -> Floats:
        """Return the score of each text, shape ``(texts,)``; NaN where no word is shared."""
        import bm25s

        words = bm25s.tokenize(
            _searched(text), stopwords="en", return_ids=False, show_progress=False
        )[0]
        known_words = [str(word) for word in words if word in self._words]
        scores = np.full(self._size, np.nan)
        if known_words:
            # The library's own top k breaks ties at random, so all scores are computed.
            values = self._index.get_scores(known_words)
            scores[values > 0] = values[values > 0]
        return scores


def rank_descending(scores: Floats) -> NDArray[np.int64]:
    """Return positions of scored papers, highest score first, ties to the smaller position."""
    scored = np.flatnonzero(~np.isnan(scores))
    return scored[np.argsort(-scores[scored], kind="stable")]


def searchable_texts(snapshot: Snapshot) -> list[str]:
    """Return title and abstract of each paper, as far as known."""
    return [
        f"{title or ''} {abstract or ''}".strip()
        for title, abstract in zip(snapshot.title, snapshot.abstract, strict=True)
    ]
