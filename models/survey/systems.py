"""Systems that write surveys: one prompt with four contexts, and two that copy first sentences.

What a writer is given differs, nothing else: nothing but the two ends, what a text search finds,
what the graph joins, or, as a control, the true path.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import unescape
from typing import Annotated, ClassVar, Final

from pydantic import Field
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, NoAnswer, Text
from scinet.eval.task import Query
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import Question
from scinet.llm.spoken import spoken
from scinet.models.base.system import SEES_TRUTH, Context, System
from scinet.models.llm.system import asker_of
from scinet.models.survey.checking import Checker
from scinet.models.survey.gathered import GATHER, Gathered, Source
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS

_SENTENCE: Final = re.compile(r"(.+?[.!?])(?=\s+[A-Z\"(]|$)", re.DOTALL)
_LONGEST: Final = 300  # characters of a sentence


@checked(frozen=True, config=OPTIONS)
class Surveyor(System):
    """A system whose answer is a survey.

    Attributes:
        papers: Most papers that it is written from, the two ends among them.
    """

    answers = Text
    track = "text"
    needs = frozenset({"source_id", "target_id", "domain"})
    source: ClassVar[Source]

    papers: Annotated[int, Field(ge=2)] = 30

    def gathered(self, queries: Sequence[Query], context: Context) -> Iterator[Gathered]:
        """The papers that each survey is written from."""
        return GATHER[self.source](queries, context, self.papers)


class Writer(Surveyor):
    """A language model writes; what it cites is looked up, and marked where it does not exist."""

    asks_model = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Write all surveys at once."""
        gathered = list(self.gathered(queries, context))
        questions = [
            question(query, found, context) for query, found in zip(queries, gathered, strict=True)
        ]
        checker = Checker(context.snapshot)
        replies = asker_of(context).ask(questions)
        for query, found, reply in zip(queries, gathered, replies, strict=True):
            usage = asdict(reply.usage)
            text = spoken(reply.text or "")
            if reply.status != "ok" or not text:
                yield NoAnswer(query.query_id, reply.status, reply.reason, usage=usage)
                continue
            given = [str(context.snapshot.paper_id[i]) for i in (*found.papers, *found.ends)]
            checked = checker.check(text, given)
            about = {
                "given": len(set(given)),
                "cited": len(checked.cited),
                "not_given": len(checked.foreign),
                "unresolved": list(checked.unresolved),
            }
            yield Text(query.query_id, checked.text, explanation=about, usage=usage)


class Extractor(Surveyor):
    """No language model: the papers in order of time with the first sentence of each abstract."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """List the papers."""
        for query, found in zip(queries, self.gathered(queries, context), strict=True):
            text = extract(query.text, found, context.snapshot)
            yield Text(query.query_id, text, explanation={"given": len(found.papers)})


class SurveyNone(Writer):
    """What the model knows by itself."""

    name = "survey-none"
    summary = "a language model writes from the two ends alone"
    source = "none"


class SurveyText(Writer):
    """What a text search finds."""

    name = "survey-text"
    summary = "a language model writes from what bm25 and dense find"
    source = "text"
    cautions = CAUTION


class SurveyGraph(Writer):
    """What the graph joins."""

    name = "survey-graph"
    track = "graph"
    summary = "a language model writes from a citation path and the papers around it"
    source = "graph"
    asks_database = True


class SurveyTruth(Writer):
    """The true path: a control, not a competitor."""

    name = "survey-truth"
    track = "indicators"
    summary = "a language model writes from the true path; a control"
    source = "truth"
    cautions = SEES_TRUTH
    sees_truth = True


class ExtractText(Extractor):
    """The floor of a text search."""

    name = "extract-text"
    summary = "first sentences of what bm25 and dense find; no language model"
    source = "text"
    cautions = CAUTION


class ExtractGraph(Extractor):
    """The floor of the graph."""

    name = "extract-graph"
    track = "graph"
    summary = "first sentences along a citation path and around it; no language model"
    source = "graph"
    asks_database = True


def question(query: Query, found: Gathered, context: Context) -> Question:
    """What a writer is asked; its papers stand in the order of time."""
    snapshot = context.snapshot
    inputs = {
        "subject": query.text,
        "domain": query.inputs.get("domain"),
        "ends": found.rows(found.ends, snapshot),
        "papers": found.rows(found.papers, snapshot),
    }
    prompt = prompts.load("scinetbench/survey")
    return Question(f"survey/{query.query_id}", prompt, inputs, before=context.before)


def extract(subject: str, found: Gathered, snapshot: Snapshot) -> str:
    """Markdown that lists the papers, each with its year, title, first sentence and citation."""
    others = [i for i in found.papers if i not in set(found.line)]
    lines = [f"# {one_line(subject)}", ""]
    if found.line:
        lines += ["## The line of papers", "", *_listed(found.line, snapshot), ""]
    if others:
        heading = "## Beside it" if found.line else "## Papers on the subject"
        lines += [heading, "", *_listed(others, snapshot), ""]
    return "\n".join(lines)


def first_sentence(abstract: str | None) -> str:
    """The first sentence of an abstract, cut where it is very long; empty without one."""
    text = one_line(abstract or "")
    match = _SENTENCE.match(text)
    sentence = match[1] if match else text
    if len(sentence) <= _LONGEST:
        return sentence
    return sentence[:_LONGEST].rpartition(" ")[0] + " …"


def _listed(positions: Sequence[int], snapshot: Snapshot) -> Iterator[str]:
    for i in positions:
        year = date_of(int(snapshot.day[i])).year
        said = first_sentence(snapshot.abstract[i])
        title = one_line(snapshot.title[i] or "Untitled").rstrip(".")
        yield f"- {year}: *{title}*. {said}{' ' if said else ''}[{snapshot.paper_id[i]}]"


def one_line(text: str) -> str:
    """One line without square brackets, which would be citations, and without markup's letters."""
    return " ".join(unescape(text).replace("[", "(").replace("]", ")").split())
