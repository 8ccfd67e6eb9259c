"""Systems that score every paper or author, and conversion of scores to answers."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList, RankedItem
from scinet.eval.task import Query
from scinet.graph.links.walks import Steps, visits
from scinet.graph.search.text_search import rank_descending
from scinet.graph.snapshot import Csr
from scinet.models.base.system import Context, System, build_paper_list

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class Ranker(System):
    """System that answers with papers ranked by a score."""

    @abstractmethod
    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield for each query a score per paper, shape ``(papers,)``; NaN omits it."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Rank papers by score, ties to the earlier one."""
        for query, scores in zip(queries, self.scores(queries, context), strict=True):
            yield build_paper_list(query, rank_descending(scores), context, scores)


class AuthorRanker(System):
    """System that answers with authors ranked by a score."""

    answers = AuthorList
    needs = frozenset({"author_id"})
    track = "graph"

    @abstractmethod
    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield for each query author a score per author, shape ``(authors,)``; NaN omits it.

        Authors are given by their numbers in the snapshot.
        """

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Rank authors by score, ties to the smaller id, without the query author.

        Where a query has candidates, only these are ranked.
        """
        ids, number = context.snapshot.author_id, context.snapshot.author_number
        authors = np.array([number[query.inputs["author_id"]] for query in queries], dtype=np.int64)
        scored = zip(queries, authors, self.scores(authors, context), strict=True)
        for query, author, scores in scored:
            order = rank_descending(scores)
            if query.candidates is not None:
                order = order[np.isin(order, [number[candidate] for candidate in query.candidates])]
            order = order[order != author][: query.k]
            items = (
                RankedItem(str(ids[position]), None, float(scores[position])) for position in order
            )
            yield AuthorList(query.query_id, tuple(items))


def fuse_rankings(
    rankings: Sequence[NDArray[np.integer]], size: int, *, constant: float = 60
) -> Floats:
    """Fuse rankings by reciprocal rank: sum of ``1 / (constant + rank)``, ranks from 1.

    Rankings are positions below ``size``, best first. NaN for unranked ones, shape ``(size,)``.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """
    total = np.zeros(size)
    for order in rankings:
        total[order] += 1.0 / (constant + 1.0 + np.arange(len(order)))
    total[total == 0] = np.nan
    return total


def visit_shares(step: Steps, starts: Csr, *, restart: float) -> Iterator[Floats]:
    """Yield the share of time at each node of walks from each start; NaN where none comes."""
    for _, shares in visits(step, starts, restart=restart):
        for share in shares.T:
            yield np.where(share > 0, share, np.nan)


def subject_text(query: Query) -> str:
    """Return the subject of a query, without the wording of the question."""
    # The subject of a path is its ends, not the whole subfield.
    is_path = "source_title" in query.inputs
    named = ["source_title", "target_title"] if is_path else ["subfield", "title"]
    words = [str(query.inputs[name]) for name in named if name in query.inputs]
    return " ".join(words) or query.text
