"""BM25 over titles and abstracts: what words alone can find."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.models.ranking import Floats, Ranker, subject, texts
from scinet.models.system import Context


@dataclass(frozen=True)
class Bm25(Ranker):
    """Papers whose words fit the subfield or the titles in the query.

    Attributes:
        k1: How fast repeated words stop counting.
        b: How much long texts are held back.
    """

    name = "bm25"
    version = "1"
    track = "text"
    summary = "BM25 over titles and abstracts"

    k1: float = 1.5
    b: float = 0.75

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Search with the words of the query's subject, without those of the question."""
        index = Index(texts(context.snapshot), self)
        for query in queries:
            yield index.scores(subject(query))


class Index:
    """Texts that can be searched.

    Args:
        lines: A text per paper.
        settings: How its words are weighed.
    """

    def __init__(self, lines: Sequence[str], settings: Bm25) -> None:
        import bm25s

        # The library logs every step through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._size = len(lines)
        self._index = bm25s.BM25(k1=settings.k1, b=settings.b)
        corpus = bm25s.tokenize(list(lines), stopwords="en", show_progress=False)
        self._index.index(corpus, show_progress=False)

    def scores(self, text: str) -> Floats:
        """Score of each text, shape ``(texts,)``; NaN where no word is shared."""
        import bm25s

        words = bm25s.tokenize(text, stopwords="en", return_ids=False, show_progress=False)[0]
        known = [word for word in words if word in self._index.vocab_dict]
        scores = np.full(self._size, np.nan)
        if known:
            # All scores are taken: the library's own top k leaves ties to chance.
            found = self._index.get_scores(known)
            scores[found > 0] = found[found > 0]
        return scores
