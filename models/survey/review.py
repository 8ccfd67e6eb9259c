"""Literature review on a topic: retrieval, writing, and checking of citations.

A citation of no paper before the day is removed from the text and counted. Without a language model
the review lists first sentences, and states so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Query
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import UNASKED
from scinet.llm.reply_text import strip_thinking
from scinet.llm.response_parser import CUT_OFF
from scinet.models.base.system import Context
from scinet.models.survey.checking import CheckedSurvey, Checker
from scinet.models.survey.context_papers import SOURCES, SurveySources
from scinet.models.survey.systems import build_question, clean_line, write_extract
from scinet.models.text.search import Bm25

Source: TypeAlias = Literal["graph", "text", "none"]
_MAX_AUTHORS: Final = 8  # authors listed per paper


@dataclass(frozen=True, slots=True)
class Review:
    """Review with its citations.

    Attributes:
        dropped: Citations removed because no such paper is known before the day, each once.
    """

    text: str
    given: int
    cited: tuple[str, ...]
    dropped: tuple[str, ...]
    is_extract: bool


def write_review(
    topic: str, context: Context, *, source: Source = "graph", papers: int = 30
) -> Review:
    """Write a review of a topic, given as words, from ``papers`` papers at most.

    With source ``none`` it is written from the language model's knowledge; without a model that is
    an error, as is a failed reply.
    """
    if not context.snapshot.num_papers:
        raise NotFoundError(
            f"no paper is dated before {context.before}", hint="Choose a later --before."
        )
    query = Query("topic", topic, {}, context.before, papers)
    if not np.isfinite(next(Bm25().scores([query], context))).any():
        raise NotFoundError(
            f"no title or abstract before {context.before} has a word of {topic!r}",
            hint="Use words of the field; `scinet query lookup/text -p text=…` searches them.",
        )
    (gathered,) = SOURCES[source]([query], context, papers)
    if context.asker is not None:
        checked = _request_review(query, gathered, context, context.asker)
    elif source != "none":
        checked = _check_citations(
            write_extract(topic, gathered, context.snapshot), gathered, context.snapshot
        )
    else:
        raise DataError(
            "a review needs papers or a model",
            hint="Name a model with --model, or take --context graph.",
        )
    listed = format_references(checked.cited, context.snapshot, context.graph)
    note = "" if context.asker else "*Made without a language model: first sentences, as written.*"
    parts = [checked.text.strip(), note, "## References", "\n".join(f"- {line}" for line in listed)]
    return Review(
        text="\n\n".join(part for part in parts if part) + "\n",
        given=len(gathered.papers),
        cited=checked.cited,
        dropped=checked.unresolved,
        is_extract=context.asker is None,
    )


def format_references(papers: Sequence[str], snapshot: Snapshot, database: Database) -> list[str]:
    """Format a line for each paper, earliest first: id, authors, year, title, venue."""
    places = sorted(snapshot.index(paper) for paper in papers)
    venues = {str(snapshot.venue_id[snapshot.venue[i]]) for i in places if snapshot.venue[i] >= 0}
    rows = database.rows("task/venue_names", venue_ids=sorted(venues), before=snapshot.before)
    name = {row["venue_id"]: row["name"] for row in rows}
    return [_format_reference(i, snapshot, name) for i in places]


def _format_reference(i: int, snapshot: Snapshot, venue_name: dict[str, str]) -> str:
    names = [str(snapshot.author_name[a]) for a in snapshot.authored.row(i)]
    authors = ", ".join(names[:_MAX_AUTHORS]) + (" et al." if len(names) > _MAX_AUTHORS else "")
    title = clean_line(snapshot.title[i] or "Untitled").rstrip(".")
    venue = snapshot.venue[i]
    place = "" if venue < 0 else f" {clean_line(venue_name[str(snapshot.venue_id[venue])])}."
    year = date_of(int(snapshot.day[i])).year
    return f"[{snapshot.paper_id[i]}] {authors or 'Unknown'} ({year}). *{title}*.{place}"


def _request_review(
    query: Query, gathered: SurveySources, context: Context, asker: LLMSession
) -> CheckedSurvey:
    (reply,) = asker.ask([build_question(query, gathered, context)])
    text = strip_thinking(reply.text or "")
    if reply.status == "ok" and text:
        return _check_citations(text, gathered, context.snapshot)
    if reply.status in UNASKED:
        asker.finish()  # raises the reason of a missing answer
    hint = "Name another model, or leave out --model for a review without one."
    if reply.reason == CUT_OFF:
        hint = f"A model that reasons needs SCINET_LLM_THINKING_TOKENS; else: {hint}"
    raise DataError(
        f"no review was written: {reply.status}, {reply.reason or 'no reason given'} (what came is "
        "kept in the ledger)",
        hint=hint,
    )


def _check_citations(text: str, gathered: SurveySources, snapshot: Snapshot) -> CheckedSurvey:
    context_ids = [str(snapshot.paper_id[i]) for i in gathered.papers]
    return Checker(snapshot).check(text, context_ids, keeps_marks=False)
