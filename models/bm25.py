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
        import bm25s

        # The library logs every step through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        index = bm25s.BM25(k1=self.k1, b=self.b)
        corpus = bm25s.tokenize(texts(context.snapshot), stopwords="en", show_progress=False)
        index.index(corpus, show_progress=False)
        for query in queries:
            words = bm25s.tokenize(
                subject(query), stopwords="en", return_ids=False, show_progress=False
            )[0]
            known = [word for word in words if word in index.vocab_dict]
            scores = np.full(context.snapshot.num_papers, np.nan)
            if known:
                # All scores are taken: the library's own top k leaves ties to chance.
                found = index.get_scores(known)
                scores[found > 0] = found[found > 0]
            yield scores
