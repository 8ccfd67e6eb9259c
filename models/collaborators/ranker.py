"""The base of systems that rank authors by a score."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList, Item
from scinet.eval.task import Query
from scinet.models.base.ranking import best_first
from scinet.models.base.system import Context, System

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class AuthorRanker(System):
    """A system whose answer follows from one score per author."""

    version = "1"
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
        asked = np.array([number[query.inputs["author_id"]] for query in queries], dtype=np.int64)
        found = zip(queries, asked, self.scores(asked, context), strict=True)
        for query, author, scores in found:
            order = best_first(scores)
            if query.candidates is not None:
                order = order[np.isin(order, [number[one] for one in query.candidates])]
            order = order[order != author][: query.k]
            items = (Item(str(ids[other]), None, float(scores[other])) for other in order)
            yield AuthorList(query.query_id, tuple(items))
