"""Grounding of one contribution: select papers of the pool, or say that none provided it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scinet.errors import DataError
from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.llm.question import Usage
from scinet.models.base.system import Context
from scinet.models.scipaths.grounding import (
    STOPPED,
    Grounder,
    GroundingScores,
    plain_queries,
)
from scinet.models.scipaths.search import Candidate, Corpus


@dataclass(frozen=True)
class SingleNearest(Grounder):
    """The candidate whose text is nearest to the contribution, if it is near enough.

    Attributes:
        least: Cosine from which on a paper counts as the source.
    """

    name = "single-nearest"
    summary = "the paper whose text is nearest to one contribution, if it is near enough"
    answers = Record
    needs = frozenset({"claim", "contribution"})

    least: float = 0.5

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """At most one paper.

        Raises:
            DataError: If search is by words alone.
        """
        if self.search == "words":
            raise DataError(
                f"{self.name} goes by vectors", hint="Set search to both or to vectors."
            )
        corpus = Corpus(context.snapshot, self.search, context.cache)
        for query in queries:
            pool = self.pool(query, plain_queries(query, self.queries), corpus)
            near = corpus.near(str(query.inputs["contribution"]))
            best = max(pool, key=lambda one: (near[one.place], -one.place), default=None)
            chosen = [best] if best is not None and near[best.place] >= self.least else []
            yield _record(query, chosen, pool, context.snapshot)


@dataclass(frozen=True)
class SingleScores(GroundingScores):
    """The candidates that a language model scores high.

    Attributes:
        least: Score from which on a paper counts as a source: 4 is a strong grounding.
    """

    name = "single-llm"
    summary = "papers that a language model calls the source of one contribution"
    answers = Record
    needs = frozenset({"claim", "contribution"})

    least: int = 4

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The papers with a high score, best first."""
        corpus = Corpus(context.snapshot, self.search, context.cache)
        written = self.written(queries, context)
        pools = [
            [] if reply.status in STOPPED else self.pool(query, texts, corpus)
            for query, texts, reply in written
        ]
        scores = self.scores(queries, pools, context)
        for (query, _, reply), pool, (marks, replies) in zip(written, pools, scores, strict=True):
            failed = next((one for one in (reply, *replies) if one.status in STOPPED), None)
            if failed is not None:
                yield NoAnswer.to(query.query_id, failed)
                continue
            order = sorted(pool, key=lambda one: -marks.get(one.place, 0))
            chosen = [one for one in order if marks.get(one.place, 0) >= self.least]
            usage = sum((one.usage for one in replies), start=reply.usage)
            yield _record(query, chosen, pool, context.snapshot, usage)


def _record(
    query: Query,
    chosen: Sequence[Candidate],
    pool: Sequence[Candidate],
    snapshot: Snapshot,
    usage: Usage | None = None,
) -> Answer:
    def names(some: Sequence[Candidate]) -> list[Any]:
        return [str(snapshot.paper_id[one.place]) for one in some]

    return Record(
        query.query_id,
        {"papers": names(chosen), "pool": names(pool)},
        usage=None if usage is None else asdict(usage),
    )
