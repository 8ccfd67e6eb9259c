"""Systems that write surveys: one prompt with four contexts, and two that copy first sentences.

What a writer is given differs, nothing else: nothing but the two ends, what a text search finds,
what the graph joins, or, as a control, the true path.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scinet.errors import DataError
from scinet.eval.answer import Answer, NoAnswer, Text
from scinet.eval.task import Query
from scinet.llm import prompts
from scinet.llm.question import Question, Reply
from scinet.models.base.system import SEES_TRUTH, Context, System
from scinet.models.survey.checking import Checker
from scinet.models.survey.extract import extract
from scinet.models.survey.gathered import Gathered, by_graph, by_list, by_nothing, by_words
from scinet.models.text.dense import CAUTION


@dataclass(frozen=True)
class Surveyor(System):
    """A system whose answer is a survey.

    Attributes:
        papers: Most papers that it is written from, the two ends among them.
    """

    version = "1"
    answers = Text
    needs = frozenset({"source_id", "target_id", "domain"})

    papers: int = 30

    def __post_init__(self) -> None:
        if self.papers < 2:
            raise ValueError("a survey from one end to another needs two papers")

    @abstractmethod
    def gather(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """The papers that each survey is written from."""


class Writer(Surveyor):
    """A language model writes; what it cites is looked up, and marked where it does not exist."""

    asks_model = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Write all surveys at once; a failed one keeps its status."""
        if context.asker is None:
            raise DataError(f"{self.name} asks a language model", hint="Name one with --model.")
        gathered = list(self.gather(queries, context))
        questions = [
            question(query, found, context) for query, found in zip(queries, gathered, strict=True)
        ]
        checker = Checker(context.snapshot)
        replies = context.asker.ask(questions)
        for query, found, reply in zip(queries, gathered, replies, strict=True):
            yield _answer(query, found, reply, checker, context)


class Extractor(Surveyor):
    """No language model: the papers in order of time with the first sentence of each abstract."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """List the papers."""
        for query, found in zip(queries, self.gather(queries, context), strict=True):
            text = extract(query.text, found, context.snapshot)
            yield Text(query.query_id, text, explanation={"given": len(found.papers)})


class _Words(Surveyor):
    track = "text"

    @property
    def settings(self) -> dict[str, Any]:
        """How many papers, and which model is behind the search."""
        return {**super().settings, **CAUTION}

    def gather(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """What words and their meaning find."""
        return by_words(queries, context, self.papers)


class _Graph(Surveyor):
    track = "graph"
    asks_database = True

    def gather(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """A line of citations and what stands beside it."""
        return by_graph(queries, context, self.papers)


class SurveyNone(Writer):
    """What the model knows by itself."""

    name = "survey-none"
    track = "text"
    summary = "a language model writes from the two ends alone"

    def gather(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """Nothing but the ends."""
        return (by_nothing(query, context) for query in queries)


class SurveyText(_Words, Writer):
    """What a text search finds."""

    name = "survey-text"
    summary = "a language model writes from what bm25 and dense find"


class SurveyGraph(_Graph, Writer):
    """What the graph joins."""

    name = "survey-graph"
    summary = "a language model writes from a citation path and the papers beside it"


class SurveyTruth(Writer):
    """The true path: a control, not a competitor."""

    name = "survey-truth"
    track = "indicators"
    summary = "a language model writes from the true path; a control"
    sees_truth = True

    @property
    def settings(self) -> dict[str, Any]:
        """Also that it is not a competitor."""
        return {**super().settings, **SEES_TRUTH}

    def gather(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """The papers that the query was given as its context."""
        return (by_list(query, context) for query in queries)


class ExtractText(_Words, Extractor):
    """The floor of a text search."""

    name = "extract-text"
    summary = "first sentences of what bm25 and dense find; no language model"


class ExtractGraph(_Graph, Extractor):
    """The floor of the graph."""

    name = "extract-graph"
    summary = "first sentences along a citation path and beside it; no language model"


WRITERS = (SurveyNone, SurveyText, SurveyGraph, SurveyTruth, ExtractText, ExtractGraph)


def question(query: Query, found: Gathered, context: Context) -> Question:
    """What a writer is asked; its papers stand in the order of time."""
    snapshot = context.snapshot
    inputs = {
        "subject": query.text,
        "domain": query.inputs.get("domain"),
        "ends": found.told(found.ends, snapshot),
        "papers": found.told(found.papers, snapshot),
    }
    prompt = prompts.load("scinetbench/survey")
    return Question(f"survey/{query.query_id}", prompt, inputs, before=context.before)


def _answer(
    query: Query, found: Gathered, reply: Reply, checker: Checker, context: Context
) -> Answer:
    usage = asdict(reply.usage)
    if reply.status != "ok" or reply.text is None:
        return NoAnswer(query.query_id, reply.status, reply.reason, usage=usage)
    given = [str(context.snapshot.paper_id[i]) for i in (*found.papers, *found.ends)]
    checked = checker.check(reply.text, given)
    about = {
        "given": len(set(given)),
        "cited": len(checked.cited),
        "not_given": len(checked.foreign),
        "unresolved": list(checked.unresolved),
    }
    return Text(query.query_id, checked.text, explanation=about, usage=usage)
