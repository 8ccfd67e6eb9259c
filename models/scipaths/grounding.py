"""Task B: queries, a pool of candidates, and ways to rank it or to select from it.

The model-free way searches for the contributions' own words; a language model may write the
queries, and score the first candidates from 0 to 5.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final, Literal

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.suites.scipaths.claims import stated
from scinet.eval.task import Query
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import UNASKED, Question, Reply, Usage
from scinet.models.base.system import Context, System
from scinet.models.llm.system import asker_of
from scinet.models.scipaths.search import Candidate, Corpus, Way
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS

_FIRST_WORDS: Final = 18
_SNIPPET: Final = 300


@dataclass(slots=True)
class Found:
    """What was found for a query.

    Attributes:
        replies: Those of a language model, the one that wrote the queries first.
        marks: Scores of a language model by position, where it was asked for some.
    """

    query: Query
    texts: list[str]
    pool: list[Candidate]
    replies: list[Reply]
    is_scored: bool = False
    marks: dict[int, int] = field(default_factory=dict)

    @property
    def usage(self) -> dict[str, Any] | None:
        """What a language model took."""
        used = sum((one.usage for one in self.replies), start=Usage())
        return asdict(used) if self.replies else None


@checked(frozen=True, config=OPTIONS)
class Grounder(System):
    """A system that searches the corpus with several queries.

    Attributes:
        search: See :class:`Corpus`.
    """

    track = "text"
    needs = frozenset({"claim"})

    queries: int = 5
    each: int = 20
    most: int = 100
    search: Way = "both"

    @property
    def settings(self) -> dict[str, Any]:
        """Also which model it searches with, and what that may know."""
        return {**super().settings, **(CAUTION if self.search != "words" else {})}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """One pool per query."""
        corpus = Corpus(context.snapshot, self.search, context.cache)
        for found in self.found(queries, context, corpus):
            failed = next((one for one in found.replies if one.status in UNASKED), None)
            if failed is not None:
                yield NoAnswer.to(found.query.query_id, failed)
            else:
                yield self.made(found, corpus)

    def found(self, queries: Sequence[Query], context: Context, corpus: Corpus) -> Iterator[Found]:
        """What the contributions' texts and the first words of the claim bring."""
        for query in queries:
            yield self.searched(query, self.plain(query), corpus)

    def searched(self, query: Query, texts: list[str], corpus: Corpus, *replies: Reply) -> Found:
        """The candidates that some texts bring; none where a language model was not to be had."""
        found = Found(query, texts, [], list(replies))
        if not any(one.status in UNASKED for one in replies):
            own = frozenset({query.inputs.get("paper_id", "")})
            found.pool = corpus.pool(texts, own, each=self.each, most=self.most)
        return found

    def plain(self, query: Query) -> list[str]:
        """Queries without a model."""
        first = " ".join(str(query.inputs["claim"]).split()[:_FIRST_WORDS])
        return [*_contributions(query), first][: self.queries]

    def made(self, found: Found, corpus: Corpus) -> Answer:
        """The pool by the model's score, ties in the deterministic order, and its history."""
        snapshot, marks = corpus.snapshot, found.marks
        # The sort is stable.
        pool = sorted(found.pool, key=lambda one: -marks.get(one.place, 0))
        about: dict[str, Any] = {"queries": found.texts}
        if found.replies:
            about["queries_by"] = found.replies[0].status
        if found.is_scored:
            about["scores_by"] = [one.status for one in found.replies[1:]]
        about["candidates"] = [
            {
                "paper_id": str(snapshot.paper_id[one.place]),
                "frequency": one.frequency,
                "best_rank": one.best_rank,
                "retrieved_by": list(one.found_by),
                "deterministic_score": one.score,
                **({"llm_score": marks.get(one.place, 0)} if found.is_scored else {}),
            }
            for one in pool[: found.query.k]
        ]
        items = tuple(Item(row["paper_id"]) for row in about["candidates"])
        return PaperList(found.query.query_id, items, explanation=about, usage=found.usage)


@checked(frozen=True, config=OPTIONS)
class GroundingSearch(Grounder):
    """Queries without a model, the pool in the deterministic order.

    Source:
        SciPaths, what its Task B falls back to, and its deterministic ranking.
    """

    name = "grounding-search"
    summary = "searches for contributions and claim, ranks by frequency and best rank"


@checked(frozen=True, config=OPTIONS)
class GroundingQueries(Grounder):
    """Queries by a language model, the pool in the deterministic order."""

    name = "grounding-queries"
    summary = "searches with a language model's queries, ranks by frequency and best rank"
    asks_model: ClassVar[bool] = True

    def found(self, queries: Sequence[Query], context: Context, corpus: Corpus) -> Iterator[Found]:
        """What a model's queries bring, and those of :class:`GroundingSearch` where it has none."""
        prompt = prompts.load("scipaths/queries")
        asked = [
            Question(one.query_id, prompt, {**_evidence(one), "count": self.queries}, one.before)
            for one in queries
        ]
        for query, reply in zip(queries, asker_of(context).ask(asked), strict=True):
            texts = list((reply.value or {}).get("queries", ()))[: self.queries]
            yield self.searched(query, texts or self.plain(query), corpus, reply)


@checked(frozen=True, config=OPTIONS)
class GroundingScores(GroundingQueries):
    """Queries and ranking by a language model: the first candidates are scored from 0 to 5.

    Attributes:
        scored: Candidates that the model sees; the others score 0.
    """

    name = "grounding-llm"
    summary = "searches with a language model's queries, which then scores the first 30 papers"

    scored: int = 30
    at_once: int = 10

    def found(self, queries: Sequence[Query], context: Context, corpus: Corpus) -> Iterator[Found]:
        """Pools with the model's scores."""
        listed = list(super().found(queries, context, corpus))
        prompt = prompts.load("scipaths/scores")
        parts = [
            (found, found.pool[start : min(start + self.at_once, self.scored)])
            for found in listed
            for start in range(0, min(self.scored, len(found.pool)), self.at_once)
        ]
        asked = [
            Question(
                found.query.query_id,
                prompt,
                {
                    **_evidence(found.query),
                    "candidates": [_shown(one, context.snapshot) for one in part],
                },
                found.query.before,
            )
            for found, part in parts
        ]
        for found in listed:
            found.is_scored = True
        for (found, part), reply in zip(parts, asker_of(context).ask(asked), strict=True):
            found.replies.append(reply)
            for row in (reply.value or {}).get("scores", ()):
                if row["candidate"] <= len(part):
                    found.marks[part[row["candidate"] - 1].place] = row["score"]
        yield from listed


def _contributions(query: Query) -> list[str]:
    one = query.inputs.get("contribution")
    return [str(one)] if one else list(query.inputs.get("contributions", ()))


def _evidence(query: Query) -> dict[str, Any]:
    """What a model sees of a query."""
    return {"claim": stated(query.inputs), "contributions": _contributions(query)}


def _shown(one: Candidate, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "title": snapshot.title[one.place] or "(no title is known)",
        "year": date_of(int(snapshot.day[one.place])).year,
        "best_rank": one.best_rank,
        "frequency": one.frequency,
        "snippet": (snapshot.abstract[one.place] or "")[:_SNIPPET],
    }


@checked(frozen=True, config=OPTIONS)
class SingleNearest(Grounder):
    """The candidate whose text is nearest to the contribution, if it is near enough.

    Attributes:
        search: As in :class:`Grounder`, not by words alone.
        least: Cosine from which on a paper counts as the source.
    """

    name = "single-nearest"
    summary = "the paper whose text is nearest to one contribution, if it is near enough"
    answers = Record
    needs = frozenset({"claim", "contribution"})

    search: Literal["both", "vectors"] = "both"
    least: float = 0.5

    def made(self, found: Found, corpus: Corpus) -> Answer:
        """At most one paper."""
        near = corpus.near(str(found.query.inputs["contribution"]))
        best = max(found.pool, key=lambda one: (near[one.place], -one.place), default=None)
        chosen = [best] if best is not None and near[best.place] >= self.least else []
        return _record(found, chosen, corpus)


@checked(frozen=True, config=OPTIONS)
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

    def made(self, found: Found, corpus: Corpus) -> Answer:
        """The papers with a high score, best first."""
        marks = found.marks
        order = sorted(found.pool, key=lambda one: -marks.get(one.place, 0))
        chosen = [one for one in order if marks.get(one.place, 0) >= self.least]
        return _record(found, chosen, corpus)


def _record(found: Found, chosen: Sequence[Candidate], corpus: Corpus) -> Answer:
    papers, pool = (
        [str(corpus.snapshot.paper_id[one.place]) for one in some] for some in (chosen, found.pool)
    )
    return Record(found.query.query_id, {"papers": papers, "pool": pool}, usage=found.usage)
