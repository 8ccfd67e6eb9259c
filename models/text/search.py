"""Text search: by words, by words and embeddings, and expanded by citations."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from pydantic import NonNegativeFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.indicators import citations
from scinet.graph.links.walks import uniform_steps, visits
from scinet.graph.search.text_search import TextIndex, rank_descending, searchable_texts
from scinet.graph.snapshot import Csr
from scinet.models.base.ranking import Floats, Ranker, fuse_rankings, subject_text
from scinet.models.base.system import Context, System, build_paper_list
from scinet.models.text.dense import CAUTION, Dense
from scinet.validation import OPTIONS, Natural, PositiveShare, Share

_TOLERANCE = 1e-6  # far below the difference of two papers that a reader would distinguish


class Popularity(System):
    """Papers by citations as of the cutoff; ties to the earlier one."""

    name = "popularity"
    track = "graph"
    summary = "the most cited papers before the cut-off day, whatever is asked"

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield the same list for every query."""
        counts = citations.citation_counts(context.snapshot)
        order = np.lexsort((np.arange(len(counts)), -counts))
        for query in queries:
            yield build_paper_list(query, order, context, counts)


@checked(frozen=True, config=OPTIONS)
class Bm25(Ranker):
    """Papers by BM25 for the subfield or the titles in the query.

    Attributes:
        k1: Saturation of repeated words.
        b: Normalisation by length.
    """

    name = "bm25"
    track = "text"
    summary = "BM25 over titles and abstracts"

    k1: NonNegativeFloat = 1.5
    b: Share = 0.75

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Search with the words of the query's subject, without those of the question."""
        index = TextIndex(searchable_texts(context.snapshot), k1=self.k1, b=self.b)
        for query in queries:
            yield index.scores(subject_text(query))


@checked(frozen=True, config=OPTIONS)
class Hybrid(Ranker):
    """Reciprocal rank fusion of ``bm25`` and ``dense``.

    Attributes:
        constant: Added to each rank before inversion; k of the publication.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """

    name = "hybrid"
    track = "text"
    summary = "bm25 and dense, fused by reciprocal rank"
    cautions = CAUTION

    constant: Natural = 60
    depth: PositiveInt = 1000

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the sum of inverted ranks."""
        both = zip(Bm25().scores(queries, context), Dense().scores(queries, context), strict=True)
        for bm25_scores, dense_scores in both:
            rankings = [
                rank_descending(scores)[: self.depth] for scores in (bm25_scores, dense_scores)
            ]
            yield fuse_rankings(rankings, len(bm25_scores), constant=self.constant)


@checked(frozen=True, config=OPTIONS)
class GraphExpanded(Ranker):
    """Personalised PageRank over citations, either way, from the results of text search.

    Attributes:
        seeds: Number of its papers at which the walk restarts, with equal probability.
    """

    name = "graph-expanded"
    track = "graph"
    summary = "papers near, by citations, to what text search finds"

    first: Literal["hybrid", "bm25"] = "hybrid"
    seeds: PositiveInt = 10
    restart: PositiveShare = 0.25

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of the walk and of the search before it."""
        search = self._search.settings
        caution = {"caution": search["caution"]} if "caution" in search else {}
        return {**super().settings, "search": search, **caution}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the share of time at each paper; unreached papers are omitted."""
        papers = context.snapshot.num_papers
        citing, cited = context.snapshot.ordered.row_numbers(), context.snapshot.ordered.indices
        step = uniform_steps(
            Csr.from_pairs(np.concatenate([citing, cited]), np.concatenate([cited, citing]), papers)
        )
        for first_scores in self._search.scores(queries, context):
            seeds = rank_descending(first_scores)[: self.seeds]
            if not len(seeds):
                yield first_scores
                continue
            starts = Csr(np.array([0, len(seeds)]), seeds.astype(np.int32))
            ((_, share),) = visits(step, starts, restart=self.restart, tolerance=_TOLERANCE)
            yield np.where(share[:, 0] > 0, share[:, 0], np.nan)

    @property
    def _search(self) -> Ranker:
        return Hybrid() if self.first == "hybrid" else Bm25()
