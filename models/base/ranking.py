"""Systems that give every paper a score: what they read, and how scores become an answer."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.links.walks import Steps, visits
from scinet.graph.snapshot import Csr
from scinet.graph.text_search import best_first as best_first
from scinet.graph.text_search import texts as texts
from scinet.models.base.system import Context, System, ranked

Floats: TypeAlias = NDArray[np.float64]


class Ranker(System):
    """A system whose answer follows from one score per paper."""

    @abstractmethod
    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """For each query a score per paper, shape ``(papers,)``; NaN leaves it out."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Papers by score, ties to the earlier one."""
        for query, scores in zip(queries, self.scores(queries, context), strict=True):
            yield ranked(query, best_first(scores), context, scores)


def fused(rankings: Sequence[NDArray[np.integer]], size: int, *, constant: float = 60) -> Floats:
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


def visited(step: Steps, starts: Csr, *, restart: float) -> Iterator[Floats]:
    """Share of time of walks at each node, NaN where they never come; see :func:`visits`.

    Yields:
        Shape ``(nodes,)``, one for each row of ``starts``.
    """
    for _, shares in visits(step, starts, restart=restart):
        for share in shares.T:
            yield np.where(share > 0, share, np.nan)


def subject(query: Query) -> str:
    """What a query is about, without the words of the question."""
    # A path is about its ends, not about the whole subfield.
    is_path = "source_title" in query.inputs
    named = ["source_title", "target_title"] if is_path else ["subfield", "title"]
    words = [str(query.inputs[name]) for name in named if name in query.inputs]
    return " ".join(words) or query.text
