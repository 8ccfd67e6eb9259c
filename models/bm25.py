"""BM25 over titles and abstracts: what words alone can find."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.run import Answer
from scinet.eval.task import Query
from scinet.models.system import Context, System, ranked


@dataclass(frozen=True)
class Bm25(System):
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

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Search with the words of the query's subject, without those of the question."""
        import bm25s

        # The library logs every step through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        snapshot = context.snapshot
        texts = [
            f"{title or ''} {abstract or ''}"
            for title, abstract in zip(snapshot.title, snapshot.abstract, strict=True)
        ]
        index = bm25s.BM25(k1=self.k1, b=self.b)
        index.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
        position = np.arange(len(texts))
        for query in queries:
            words = bm25s.tokenize(
                _subject(query), stopwords="en", return_ids=False, show_progress=False
            )[0]
            known = [word for word in words if word in index.vocab_dict]
            scores = index.get_scores(known) if known else np.zeros(len(texts), dtype=np.float32)
            # All scores are sorted here: the library's own top k leaves ties to chance.
            order = np.lexsort((position, -scores))
            yield ranked(query, order[scores[order] > 0], context, scores)


def _subject(query: Query) -> str:
    # A path is about its ends, not about the whole subfield.
    is_path = "source_title" in query.inputs
    named = ["source_title", "target_title"] if is_path else ["subfield", "title"]
    words = [str(query.inputs[name]) for name in named if name in query.inputs]
    return " ".join(words) or query.text
