"""Systems that give every paper or author a score, and how scores become an answer."""

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
    """A system whose answer follows from one score per paper."""

    @abstractmethod
    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """For each query a score per paper, shape ``(papers,)``; NaN leaves it out."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Papers by score, ties to the earlier one."""
        for query, scores in zip(queries, self.scores(queries, context), strict=True):
            yield build_paper_list(query, rank_descending(scores), context, scores)


class AuthorRanker(System):
    """A system whose answer follows from one score per author."""

    answers = AuthorList
    needs = frozenset({"author_id"})
    track = "graph"

    @abstractmethod
    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """For each query author a score of every author, shape ``(authors,)``; NaN leaves one out.

        Authors are given by their numbers in the snapshot.
        """

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Authors by score, ties to the smaller id, without the query author.

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
    """Reciprocal rank fusion: sum over rankings of ``1 / (constant + rank)``, ranks from 1.

    Rankings are positions below ``size``, best first. NaN for what is in none, shape ``(size,)``.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """
    total = np.zeros(size)
    for order in rankings:
        total[order] += 1.0 / (constant + 1.0 + np.arange(len(order)))
    total[total == 0] = np.nan
    return total


def visit_shares(step: Steps, starts: Csr, *, restart: float) -> Iterator[Floats]:
    """Share of time at each node of walks from each of the ``starts``, NaN where none comes."""
    for _, shares in visits(step, starts, restart=restart):
        for share in shares.T:
            yield np.where(share > 0, share, np.nan)


def subject_text(query: Query) -> str:
    """What a query is about, without the words of the question."""
    # A path is about its ends, not about the whole subfield.
    is_path = "source_title" in query.inputs
    named = ["source_title", "target_title"] if is_path else ["subfield", "title"]
    words = [str(query.inputs[name]) for name in named if name in query.inputs]
    return " ".join(words) or query.text
