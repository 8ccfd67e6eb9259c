"""Task B: queries, a pool of candidates, and ways to rank or select.

The model-free way searches for the contributions' own words; a language model may write the
queries, and score the first candidates from 0 to 5.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final, Literal

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, NoAnswer, RecordAnswer
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.suites.scipaths.claims import format_claim
from scinet.eval.task import Query
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import UNASKED, Question, Reply, TokenUsage
from scinet.models.base.system import Context, System
from scinet.models.llm.system import require_client
from scinet.models.scipaths.search import Candidate, TextCorpus, Way
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS

_QUERY_WORDS: Final = 18
_SNIPPET_LENGTH: Final = 300


@dataclass(slots=True)
class GroundingResult:
    """Search result of a query.

    Attributes:
        replies: Replies of a language model, the one with the queries first.
        marks: Scores of a language model by position, if any.
    """

    query: Query
    texts: list[str]
    pool: list[Candidate]
    replies: list[Reply]
    is_scored: bool = False
    marks: dict[int, int] = field(default_factory=dict)

    @property
    def usage(self) -> dict[str, Any] | None:
        """Usage of a language model."""
        used = sum((reply.usage for reply in self.replies), start=TokenUsage())
        return asdict(used) if self.replies else None


@checked(frozen=True, config=OPTIONS)
class Grounder(System):
    """System that searches the corpus with several queries.

    Attributes:
        search: See :class:`TextCorpus`.
    """

    track = "text"
    needs = frozenset({"claim"})

    queries: int = 5
    each: int = 20
    most: int = 100
    search: Way = "both"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings with the embedding model of the search, and its caution."""
        return {**super().settings, **(CAUTION if self.search != "words" else {})}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer with one pool per query."""
        corpus = TextCorpus(context.snapshot, self.search, context.cache)
        for search in self.found(queries, context, corpus):
            failed = next((reply for reply in search.replies if reply.status in UNASKED), None)
            if failed is not None:
                yield NoAnswer.to(search.query.query_id, failed)
            else:
                yield self.made(search, corpus)

    def found(
        self, queries: Sequence[Query], context: Context, corpus: TextCorpus
    ) -> Iterator[GroundingResult]:
        """Search for the contributions' texts and the first words of the claim."""
        for query in queries:
            yield self.searched(query, self.plain(query), corpus)

    def searched(
        self, query: Query, texts: list[str], corpus: TextCorpus, *replies: Reply
    ) -> GroundingResult:
        """Retrieve candidates by some texts; none where a language model was not available."""
        result = GroundingResult(query, texts, [], list(replies))
        if not any(reply.status in UNASKED for reply in replies):
            own = frozenset({query.inputs.get("paper_id", "")})
            result.pool = corpus.pool(texts, own, each=self.each, most=self.most)
        return result

    def plain(self, query: Query) -> list[str]:
        """Return queries without a model."""
        first = " ".join(str(query.inputs["claim"]).split()[:_QUERY_WORDS])
        return [*_query_contributions(query), first][: self.queries]

    def made(self, result: GroundingResult, corpus: TextCorpus) -> Answer:
        """Rank the pool by the model's score, ties in the deterministic order."""
        snapshot, marks = corpus.snapshot, result.marks
        # The sort is stable.
        pool = sorted(result.pool, key=lambda item: -marks.get(item.place, 0))
        explanation: dict[str, Any] = {"queries": result.texts}
        if result.replies:
            explanation["queries_by"] = result.replies[0].status
        if result.is_scored:
            explanation["scores_by"] = [item.status for item in result.replies[1:]]
        explanation["candidates"] = [
            {
                "paper_id": str(snapshot.paper_id[item.place]),
                "frequency": item.frequency,
                "best_rank": item.best_rank,
                "retrieved_by": list(item.found_by),
                "deterministic_score": item.score,
                **({"llm_score": marks.get(item.place, 0)} if result.is_scored else {}),
            }
            for item in pool[: result.query.k]
        ]
        items = tuple(RankedItem(row["paper_id"]) for row in explanation["candidates"])
        return PaperList(result.query.query_id, items, explanation=explanation, usage=result.usage)


@checked(frozen=True, config=OPTIONS)
class GroundingSearch(Grounder):
    """Queries without a model, the pool in the deterministic order.

    Source:
        SciPaths, fallback of its Task B, and its deterministic ranking.
    """

    name = "grounding-search"
    summary = "searches for contributions and claim, ranks by frequency and best rank"


@checked(frozen=True, config=OPTIONS)
class GroundingQueries(Grounder):
    """Queries by a language model, the pool in the deterministic order."""

    name = "grounding-queries"
    summary = "searches with a language model's queries, ranks by frequency and best rank"
    asks_model: ClassVar[bool] = True

    def found(
        self, queries: Sequence[Query], context: Context, corpus: TextCorpus
    ) -> Iterator[GroundingResult]:
        """Search with a model's queries, or those of :class:`GroundingSearch` without one."""
        prompt = prompts.load_prompt("scipaths/queries")
        questions = [
            Question(
                query_asked.query_id,
                prompt,
                {**_query_evidence(query_asked), "count": self.queries},
                query_asked.before,
            )
            for query_asked in queries
        ]
        for query, reply in zip(queries, require_client(context).ask(questions), strict=True):
            texts = list((reply.value or {}).get("queries", ()))[: self.queries]
            yield self.searched(query, texts or self.plain(query), corpus, reply)


@checked(frozen=True, config=OPTIONS)
class GroundingScores(GroundingQueries):
    """Queries and ranking by a language model: the first candidates are scored from 0 to 5.

    Attributes:
        scored: Number of candidates that the model sees; the others score 0.
    """

    name = "grounding-llm"
    summary = "searches with a language model's queries, which then scores the first 30 papers"

    scored: int = 30
    at_once: int = 10

    def found(
        self, queries: Sequence[Query], context: Context, corpus: TextCorpus
    ) -> Iterator[GroundingResult]:
        """Yield pools with the model's scores."""
        listed = list(super().found(queries, context, corpus))
        prompt = prompts.load_prompt("scipaths/scores")
        parts = [
            (result, result.pool[start : min(start + self.at_once, self.scored)])
            for result in listed
            for start in range(0, min(self.scored, len(result.pool)), self.at_once)
        ]
        questions = [
            Question(
                result.query.query_id,
                prompt,
                {
                    **_query_evidence(result.query),
                    "candidates": [
                        _candidate_row(candidate, context.snapshot) for candidate in part
                    ],
                },
                result.query.before,
            )
            for result, part in parts
        ]
        for result in listed:
            result.is_scored = True
        for (result, part), reply in zip(
            parts, require_client(context).ask(questions), strict=True
        ):
            result.replies.append(reply)
            for row in (reply.value or {}).get("scores", ()):
                if row["candidate"] <= len(part):
                    result.marks[part[row["candidate"] - 1].place] = row["score"]
        yield from listed


def _query_contributions(query: Query) -> list[str]:
    contribution = query.inputs.get("contribution")
    return [str(contribution)] if contribution else list(query.inputs.get("contributions", ()))


def _query_evidence(query: Query) -> dict[str, Any]:
    return {"claim": format_claim(query.inputs), "contributions": _query_contributions(query)}


def _candidate_row(candidate: Candidate, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "title": snapshot.title[candidate.place] or "(no title is known)",
        "year": date_of(int(snapshot.day[candidate.place])).year,
        "best_rank": candidate.best_rank,
        "frequency": candidate.frequency,
        "snippet": (snapshot.abstract[candidate.place] or "")[:_SNIPPET_LENGTH],
    }


@checked(frozen=True, config=OPTIONS)
class SingleNearest(Grounder):
    """Candidate whose text is nearest to the contribution, if near enough.

    Attributes:
        search: As in :class:`Grounder`, but not by words alone.
        least: Least cosine of a source.
    """

    name = "single-nearest"
    summary = "the paper whose text is nearest to one contribution, if it is near enough"
    answers = RecordAnswer
    needs = frozenset({"claim", "contribution"})

    search: Literal["both", "vectors"] = "both"
    least: float = 0.5

    def made(self, result: GroundingResult, corpus: TextCorpus) -> Answer:
        """Return at most one paper."""
        near = corpus.near(str(result.query.inputs["contribution"]))
        best = max(
            result.pool,
            key=lambda candidate: (near[candidate.place], -candidate.place),
            default=None,
        )
        selected = [best] if best is not None and near[best.place] >= self.least else []
        return _make_record(result, selected, corpus)


@checked(frozen=True, config=OPTIONS)
class SingleScores(GroundingScores):
    """Candidates with high scores by a language model.

    Attributes:
        least: Least score of a source: 4 is a strong grounding.
    """

    name = "single-llm"
    summary = "papers that a language model calls the source of one contribution"
    answers = RecordAnswer
    needs = frozenset({"claim", "contribution"})

    least: int = 4

    def made(self, result: GroundingResult, corpus: TextCorpus) -> Answer:
        """Return the papers with a high score, best first."""
        marks = result.marks
        order = sorted(result.pool, key=lambda candidate: -marks.get(candidate.place, 0))
        selected = [candidate for candidate in order if marks.get(candidate.place, 0) >= self.least]
        return _make_record(result, selected, corpus)


def _make_record(
    result: GroundingResult, selected: Sequence[Candidate], corpus: TextCorpus
) -> Answer:
    papers, pool = (
        [str(corpus.snapshot.paper_id[candidate.place]) for candidate in candidates]
        for candidates in (selected, result.pool)
    )
    return RecordAnswer(result.query.query_id, {"papers": papers, "pool": pool}, usage=result.usage)
