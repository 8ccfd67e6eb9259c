"""Survey systems: one prompt with four contexts, and two that copy first sentences.

They differ only in the writer's papers: only the two ends, results of a text search, papers
connected in the graph, or, as a control, the true path.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import unescape
from typing import Annotated, ClassVar, Final

from pydantic import Field
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, NoAnswer, TextAnswer
from scinet.eval.task import Query
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import Question
from scinet.llm.reply_text import strip_thinking
from scinet.models.base.system import SEES_TRUTH, Context, System
from scinet.models.llm.system import require_client
from scinet.models.survey.checking import Checker
from scinet.models.survey.context_papers import SOURCES, Source, SurveySources
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS

_SENTENCE: Final = re.compile(r"(.+?[.!?])(?=\s+[A-Z\"(]|$)", re.DOTALL)
_MAX_SENTENCE: Final = 300  # characters of a sentence


@checked(frozen=True, config=OPTIONS)
class Surveyor(System):
    """System whose answer is a survey.

    Attributes:
        papers: Most papers that it is written from, including the two ends.
    """

    answers = TextAnswer
    track = "text"
    needs = frozenset({"source_id", "target_id", "domain"})
    source: ClassVar[Source]

    papers: Annotated[int, Field(ge=2)] = 30

    def gathered(self, queries: Sequence[Query], context: Context) -> Iterator[SurveySources]:
        """Yield the source papers of each survey."""
        return SOURCES[self.source](queries, context, self.papers)


class SurveyWriter(Surveyor):
    """Survey by a language model; its citations are checked, and marked where unknown."""

    asks_model = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Write all surveys at once."""
        gathered = list(self.gathered(queries, context))
        questions = [
            build_question(query, sources, context)
            for query, sources in zip(queries, gathered, strict=True)
        ]
        checker = Checker(context.snapshot)
        replies = require_client(context).ask(questions)
        for query, sources, reply in zip(queries, gathered, replies, strict=True):
            usage = asdict(reply.usage)
            text = strip_thinking(reply.text or "")
            if reply.status != "ok" or not text:
                yield NoAnswer(query.query_id, reply.status, reply.reason, usage=usage)
                continue
            context_ids = [
                str(context.snapshot.paper_id[i]) for i in (*sources.papers, *sources.ends)
            ]
            checked = checker.check(text, context_ids)
            explanation = {
                "given": len(set(context_ids)),
                "cited": len(checked.cited),
                "not_given": len(checked.foreign),
                "unresolved": list(checked.unresolved),
            }
            yield TextAnswer(query.query_id, checked.text, explanation=explanation, usage=usage)


class Extractor(Surveyor):
    """Extract without a language model: first sentences of abstracts in order of time."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """List the papers."""
        for query, sources in zip(queries, self.gathered(queries, context), strict=True):
            text = write_extract(query.text, sources, context.snapshot)
            yield TextAnswer(query.query_id, text, explanation={"given": len(sources.papers)})


class SurveyNone(SurveyWriter):
    """Survey from the model's own knowledge."""

    name = "survey-none"
    summary = "a language model writes from the two ends alone"
    source = "none"


class SurveyText(SurveyWriter):
    """Survey from the results of a text search."""

    name = "survey-text"
    summary = "a language model writes from what bm25 and dense find"
    source = "text"
    cautions = CAUTION


class SurveyGraph(SurveyWriter):
    """Survey from papers connected in the graph."""

    name = "survey-graph"
    track = "graph"
    summary = "a language model writes from a citation path and the papers around it"
    source = "graph"
    asks_database = True


class SurveyTruth(SurveyWriter):
    """Survey from the true path: a control, not a competitor."""

    name = "survey-truth"
    track = "indicators"
    summary = "a language model writes from the true path; a control"
    source = "truth"
    cautions = SEES_TRUTH
    sees_truth = True


class ExtractText(Extractor):
    """Extract from the results of a text search: its floor."""

    name = "extract-text"
    summary = "first sentences of what bm25 and dense find; no language model"
    source = "text"
    cautions = CAUTION


class ExtractGraph(Extractor):
    """Extract from papers connected in the graph: its floor."""

    name = "extract-graph"
    track = "graph"
    summary = "first sentences along a citation path and around it; no language model"
    source = "graph"
    asks_database = True


def build_question(query: Query, gathered: SurveySources, context: Context) -> Question:
    """Build the writer's question, with the papers in order of time."""
    snapshot = context.snapshot
    inputs = {
        "subject": query.text,
        "domain": query.inputs.get("domain"),
        "ends": gathered.rows(gathered.ends, snapshot),
        "papers": gathered.rows(gathered.papers, snapshot),
    }
    prompt = prompts.load_prompt("scinetbench/survey")
    return Question(f"survey/{query.query_id}", prompt, inputs, before=context.before)


def write_extract(subject: str, gathered: SurveySources, snapshot: Snapshot) -> str:
    """Write Markdown that lists the papers with year, title, first sentence and citation."""
    others = [i for i in gathered.papers if i not in set(gathered.line)]
    lines = [f"# {clean_line(subject)}", ""]
    if gathered.line:
        lines += ["## The line of papers", "", *_list_papers(gathered.line, snapshot), ""]
    if others:
        heading = "## Beside it" if gathered.line else "## Papers on the subject"
        lines += [heading, "", *_list_papers(others, snapshot), ""]
    return "\n".join(lines)


def first_sentence(abstract: str | None) -> str:
    """Return the first sentence of an abstract, truncated if very long; empty without one."""
    text = clean_line(abstract or "")
    match = _SENTENCE.match(text)
    sentence = match[1] if match else text
    if len(sentence) <= _MAX_SENTENCE:
        return sentence
    return sentence[:_MAX_SENTENCE].rpartition(" ")[0] + " …"


def _list_papers(positions: Sequence[int], snapshot: Snapshot) -> Iterator[str]:
    for i in positions:
        year = date_of(int(snapshot.day[i])).year
        sentence = first_sentence(snapshot.abstract[i])
        title = clean_line(snapshot.title[i] or "Untitled").rstrip(".")
        yield f"- {year}: *{title}*. {sentence}{' ' if sentence else ''}[{snapshot.paper_id[i]}]"


def clean_line(text: str) -> str:
    """Convert a text to one line without entities and brackets, which would be citations."""
    return " ".join(unescape(text).replace("[", "(").replace("]", ")").split())
