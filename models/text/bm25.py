"""BM25 over titles and abstracts: what words alone can find."""

from collections.abc import Iterator, Sequence

from pydantic import NonNegativeFloat
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.text_search import Index
from scinet.models.base.ranking import Floats, Ranker, subject, texts
from scinet.models.base.system import Context
from scinet.validation import OPTIONS, Share


@checked(frozen=True, config=OPTIONS)
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

    k1: NonNegativeFloat = 1.5
    b: Share = 0.75

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Search with the words of the query's subject, without those of the question."""
        index = Index(texts(context.snapshot), k1=self.k1, b=self.b)
        for query in queries:
            yield index.scores(subject(query))
