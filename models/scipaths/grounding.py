"""Task B: queries, a pool of candidates, and two ways to rank it.

The model-free way searches for the contributions' own words; a language model may write the
queries, and score the first candidates from 0 to 5.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar, Final

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, NoAnswer
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.task import Query
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import Question, Reply, Usage
from scinet.models.base.system import Context, System
from scinet.models.llm.system import asker_of
from scinet.models.scipaths.search import Candidate, Corpus, Way
from scinet.validation import OPTIONS

FIRST_WORDS: Final = 18
_SNIPPET: Final = 300
STOPPED: Final = frozenset({"endpoint_error", "budget"})


@checked(frozen=True, config=OPTIONS)
class Grounder(System):
    """A system that searches the corpus with several queries.

    Attributes:
        queries: Number of queries.
        each: Papers that each brings.
        most: Papers in the pool.
        search: ``both``, ``words`` or ``vectors``; see :class:`Corpus`.
    """

    version = "1"
    track = "text"
    needs = frozenset({"claim"})

    queries: int = 5
    each: int = 20
    most: int = 100
    search: Way = "both"

    def pool(self, query: Query, texts: Sequence[str], corpus: Corpus) -> list[Candidate]:
        """The candidates that some texts bring."""
        own = frozenset({query.inputs.get("paper_id", "")})
        return corpus.pool(texts, own, each=self.each, most=self.most)


@checked(frozen=True, config=OPTIONS)
class GroundingSearch(Grounder):
    """Queries without a model: the contributions' texts, then the first words of the claim.

    Source:
        SciPaths, what its Task B falls back to, and its deterministic ranking.
    """

    name = "grounding-search"
    summary = "searches for contributions and claim, ranks by frequency and best rank"

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """One pool per query, in the deterministic order."""
        corpus = Corpus(context.snapshot, self.search, context.cache)
        for query in queries:
            texts = plain_queries(query, self.queries)
            pool = self.pool(query, texts, corpus)
            yield listed(query, pool, context.snapshot, {"queries": texts})


@checked(frozen=True, config=OPTIONS)
class GroundingQueries(Grounder):
    """Queries by a language model, the pool in the deterministic order."""

    name = "grounding-queries"
    summary = "searches with a language model's queries, ranks by frequency and best rank"
    asks_model: ClassVar[bool] = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """One pool per query, in the deterministic order."""
        corpus = Corpus(context.snapshot, self.search, context.cache)
        for query, texts, reply in self.written(queries, context):
            if reply.status in STOPPED:
                yield NoAnswer.to(query.query_id, reply)
                continue
            pool = self.pool(query, texts, corpus)
            told = {"queries": texts, "queries_by": reply.status}
            yield listed(query, pool, context.snapshot, told, usage=reply.usage)

    def written(
        self, queries: Sequence[Query], context: Context
    ) -> list[tuple[Query, list[str], Reply]]:
        """Queries with the texts to search for, and the reply that they are from.

        Where a reply is refused or of no use, the texts are those of :class:`GroundingSearch`.
        """
        prompt = prompts.load("scipaths/queries")
        asked = [
            Question(
                query.query_id, prompt, {**evidence(query), "count": self.queries}, query.before
            )
            for query in queries
        ]
        found: list[tuple[Query, list[str], Reply]] = []
        for query, reply in zip(queries, asker_of(context).ask(asked), strict=True):
            texts = list((reply.value or {}).get("queries", ()))[: self.queries]
            found.append((query, texts or plain_queries(query, self.queries), reply))
        return found


@checked(frozen=True, config=OPTIONS)
class GroundingScores(GroundingQueries):
    """Queries and ranking by a language model: the first candidates are scored from 0 to 5.

    Attributes:
        scored: Candidates that the model sees; the others score 0.
        at_once: Candidates in one question.
    """

    name = "grounding-llm"
    summary = "searches with a language model's queries, which then scores the first 30 papers"

    scored: int = 30
    at_once: int = 10

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """One pool per query by the model's score, ties in the deterministic order."""
        corpus = Corpus(context.snapshot, self.search, context.cache)
        written = self.written(queries, context)
        pools = [
            [] if reply.status in STOPPED else self.pool(query, texts, corpus)
            for query, texts, reply in written
        ]
        scores = self.scores(queries, pools, context)
        for (query, texts, reply), pool, (marks, replies) in zip(
            written, pools, scores, strict=True
        ):
            failed = next((one for one in (reply, *replies) if one.status in STOPPED), None)
            usage = sum((one.usage for one in replies), start=reply.usage)
            if failed is not None:
                yield NoAnswer.to(query.query_id, failed)
                continue
            # The sort is stable: the pool stands in the deterministic order.
            pool = sorted(pool, key=lambda one: -marks.get(one.place, 0))
            ends = [one.status for one in replies]
            told = {"queries": texts, "queries_by": reply.status, "scores_by": ends}
            yield listed(query, pool, context.snapshot, told, marks, usage)

    def scores(
        self, queries: Sequence[Query], pools: Sequence[Sequence[Candidate]], context: Context
    ) -> list[tuple[dict[int, int], list[Reply]]]:
        """The model's scores of each pool by position, and the replies that they are from."""
        prompt = prompts.load("scipaths/scores")
        parts = [
            (number, pool[start : min(start + self.at_once, self.scored)])
            for number, pool in enumerate(pools)
            for start in range(0, min(self.scored, len(pool)), self.at_once)
        ]
        asked = [
            Question(
                queries[number].query_id,
                prompt,
                {
                    **evidence(queries[number]),
                    "candidates": [_shown(one, context.snapshot) for one in part],
                },
                queries[number].before,
            )
            for number, part in parts
        ]
        found: list[tuple[dict[int, int], list[Reply]]] = [({}, []) for _ in pools]
        for (number, part), reply in zip(parts, asker_of(context).ask(asked), strict=True):
            marks, replies = found[number]
            replies.append(reply)
            for row in (reply.value or {}).get("scores", ()):
                if row["candidate"] <= len(part):
                    marks[part[row["candidate"] - 1].place] = row["score"]
        return found


def plain_queries(query: Query, count: int) -> list[str]:
    """The contributions' texts and the first words of the claim, at most so many."""
    first = " ".join(str(query.inputs["claim"]).split()[:FIRST_WORDS])
    return [*known(query), first][:count]


def known(query: Query) -> list[str]:
    """The contributions that a query tells."""
    one = query.inputs.get("contribution")
    return [str(one)] if one else list(query.inputs.get("contributions", ()))


def evidence(query: Query) -> dict[str, Any]:
    """What a model sees of a query."""
    kind, claim = query.inputs.get("kind"), query.inputs["claim"]
    return {"claim": f"{kind}: {claim}" if kind else claim, "contributions": known(query)}


def listed(
    query: Query,
    pool: Sequence[Candidate],
    snapshot: Snapshot,
    told: Mapping[str, Any],
    marks: Mapping[int, int] | None = None,
    usage: Usage | None = None,
) -> Answer:
    """A pool as an answer, with how each paper came into it.

    Args:
        query: The query.
        pool: Best first.
        snapshot: Where the papers are from.
        told: What else explains the answer.
        marks: Scores of a model by position.
        usage: What they took.
    """
    rows: list[dict[str, Any]] = [
        {
            "paper_id": str(snapshot.paper_id[one.place]),
            "frequency": one.frequency,
            "best_rank": one.best_rank,
            "retrieved_by": list(one.found_by),
            "deterministic_score": one.score,
            **({} if marks is None else {"llm_score": marks.get(one.place, 0)}),
        }
        for one in pool[: query.k]
    ]
    return PaperList(
        query.query_id,
        tuple(Item(row["paper_id"]) for row in rows),
        explanation={**told, "candidates": rows},
        usage=None if usage is None else asdict(usage),
    )


def _shown(one: Candidate, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "title": snapshot.title[one.place] or "(no title is known)",
        "year": date_of(int(snapshot.day[one.place])).year,
        "best_rank": one.best_rank,
        "frequency": one.frequency,
        "snippet": (snapshot.abstract[one.place] or "")[:_SNIPPET],
    }
