"""What a judge is shown of papers, and what becomes of its replies.

A judge sees a paper only if it is dated before the day of the query; it sees it once, however many
systems return it.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.eval.suites.scinetbench.pair import rows_in_batches
from scinet.eval.task_type import Content, Judged, ScoredQuery, Scoring
from scinet.graph.connection import Database
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Reply

UNKNOWN: Final = "no_such_paper"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as a judge sees it; its date is the last day of the period that its record states."""

    id: str
    title: str | None
    abstract: str | None
    date: date


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one thing that was to be judged.

    Attributes:
        status: How the question ended; ``no_such_paper`` for what could not be asked.
    """

    status: str
    score: float | None = None


def papers_by_day(
    asked: Sequence[ScoredQuery[Any]], named: Sequence[Collection[str]], database: Database
) -> dict[date, dict[str, Paper]]:
    """Papers that answers name, by the cut-off day of the query, then by id.

    ``named`` holds for each answer ids of papers, or what may be some.
    """
    wanted: dict[date, set[str]] = {one.query.before: set() for one in asked}
    for one, ids in zip(asked, named, strict=True):
        wanted[one.query.before].update(ids)
    return {
        day: {
            row["paper_id"]: Paper(*row.values())
            for row in rows_in_batches(database, "task/texts", day, paper_ids=sorted(ids))
        }
        for day, ids in wanted.items()
    }


def replies(
    asked: Sequence[ScoredQuery[Content]],
    asker: Asker,
    prompt: str,
    inputs: Callable[[ScoredQuery[Content]], Mapping[str, Any] | None],
) -> Iterator[tuple[ScoredQuery[Content], Reply | None]]:
    """Each answer with what a judge replied, asked once however many systems gave that answer.

    None of inputs, and of a reply, means that there was nothing to ask about.
    """
    loaded = prompts.load(f"scinetbench/{prompt}")
    questions: dict[tuple[str, Any], Question] = {}
    for one in asked:
        key = one.query.query_id, one.answer
        if one.answer and key not in questions and (given := inputs(one)) is not None:
            item = f"{prompt}/{one.query.query_id}/{len(questions)}"
            questions[key] = Question(item, loaded, given, before=one.query.before)
    found = asker.ask_named(questions)
    for one in asked:
        yield one, found.get((one.query.query_id, one.answer))


def outcome(reply: Reply | None, scale: str = "score", lowest: int = 0) -> Outcome:
    """What a judge said in one field of its answer; a score below the lowest is invalid."""
    if reply is None:
        return Outcome(UNKNOWN)
    if reply.value is None:
        return Outcome(reply.status)
    score = reply.value[scale]
    return Outcome("ok", float(score)) if score >= lowest else Outcome("invalid")


def judged(
    metrics: Mapping[str, Sequence[Outcome]], statuses: Sequence[str], scoring: Scoring, answer: Any
) -> Judged:
    """What a judge said of one answer: the mean of each metric, and that of what it judged.

    ``strict``: whatever has no score counts 0, an empty answer too, whatever the scale; in the mean
    of what was judged, too, what is not a paper counts 0, and what the judge failed on is left out.
    ``official``: both are means over what has a score; without an answer (None) there is none.
    """
    values: dict[str, float] = {}
    for metric, outcomes in metrics.items():
        scores = [one.score for one in outcomes if one.score is not None]
        if scoring == "official":
            mean = of_judged = _mean(scores)
        elif outcomes:
            wrong = [0.0 for one in outcomes if one.status == UNKNOWN]
            mean, of_judged = sum(scores) / len(outcomes), _mean(scores + wrong)
        else:
            mean = of_judged = 0.0
        values |= {metric: mean, f"{metric} of judged": of_judged}
    if answer is None and scoring == "official":
        values = dict.fromkeys(values, math.nan)
    return Judged(values, Counter(statuses))


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else math.nan
