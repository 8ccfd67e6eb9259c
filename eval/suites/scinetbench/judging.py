"""What a judge is told of papers, and what becomes of its replies.

A judge sees a paper only if it is dated before the day of the query; it sees it once, however many
systems return it.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.eval.suites.scinetbench.pair import batches
from scinet.eval.task_type import Judged, ScoredQuery, Scoring
from scinet.graph.connection import Database
from scinet.llm.question import Reply

UNKNOWN: Final = "no_such_paper"
_BATCH: Final = 1000  # papers per round trip


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as a judge sees it.

    Attributes:
        id: Its id.
        title: Its title, None when unknown.
        abstract: Its abstract, None when unknown.
        date: Last day of the period that its record states.
    """

    id: str
    title: str | None
    abstract: str | None
    date: date


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one thing that was to be judged.

    Attributes:
        status: How the question ended; ``no_such_paper`` for what could not be asked.
        score: The judge's, None without one.
    """

    status: str
    score: float | None = None


def papers_by_day(
    asked: Sequence[ScoredQuery[Any]], named: Sequence[Collection[str]], database: Database
) -> dict[date, dict[str, Paper]]:
    """Papers that answers name, by the cut-off day of the query, then by id.

    Args:
        asked: The answers.
        named: For each of them ids of papers, or what may be some.
        database: The graph.
    """
    wanted: dict[date, set[str]] = {one.query.before: set() for one in asked}
    for one, ids in zip(asked, named, strict=True):
        wanted[one.query.before].update(ids)
    return {
        day: {
            row["paper_id"]: Paper(*row.values())
            for part in batches(sorted(ids), _BATCH)
            for row in database.rows("task/texts", paper_ids=list(part), before=day)
        }
        for day, ids in wanted.items()
    }


def outcome(reply: Reply | None, scale: str = "score", lowest: int = 0) -> Outcome:
    """What a judge said on one scale.

    Args:
        reply: Its reply; None where it was not asked.
        scale: The field of its answer.
        lowest: Lowest score of the scale; a lower one is invalid.
    """
    if reply is None:
        return Outcome(UNKNOWN)
    if reply.value is None:
        return Outcome(reply.status)
    score = reply.value[scale]
    return Outcome("ok", float(score)) if score >= lowest else Outcome("invalid")


def mean_score(
    metric: str, outcomes: Sequence[Outcome], scoring: Scoring, *, is_missing: bool
) -> dict[str, float]:
    """The mean of what a judge said of one answer, and that of what it judged.

    Args:
        metric: Name of the mean.
        outcomes: Of each thing in the answer.
        scoring: ``strict``: whatever has no score counts 0, an empty answer too, whatever the
            scale; beside it what is no paper still does, and what the judge failed on is left out.
            ``official``: both are means over what has a score.
        is_missing: Whether the query has no answer; officially it has no value then.
    """
    scores = [one.score for one in outcomes if one.score is not None]
    beside = f"{metric} of judged"
    if scoring == "official":
        value = math.nan if is_missing else _mean(scores)
        return {metric: value, beside: value}
    if is_missing or not outcomes:
        return {metric: 0.0, beside: 0.0}
    wrong = [0.0 for one in outcomes if one.status == UNKNOWN]
    return {metric: sum(scores) / len(outcomes), beside: _mean(scores + wrong)}


def judged(values: Mapping[str, float], outcomes: Sequence[Outcome]) -> Judged:
    """Numbers with the count of how the questions behind them ended."""
    return Judged(values, Counter(one.status for one in outcomes))


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else math.nan
