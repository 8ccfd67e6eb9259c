"""Judging of papers: inputs of a judge and handling of its replies.

A judge sees a paper only if it is dated before the day of the query; it sees it once, however many
systems return it.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.eval.suites.scinetbench.pair import read_in_batches
from scinet.eval.task_type import Content, JudgedAnswer, ScoredQuery, Scoring
from scinet.graph.db.connection import Database
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply

UNKNOWN: Final = "no_such_paper"


@dataclass(frozen=True, slots=True)
class JudgedPaper:
    """Paper as a judge sees it; its date is the last possible day of its record."""

    id: str
    title: str | None
    abstract: str | None
    date: date


@dataclass(frozen=True, slots=True)
class JudgingOutcome:
    """Outcome of one judgment.

    Attributes:
        status: Status of the request; ``no_such_paper`` for an item that could not be judged.
    """

    status: str
    score: float | None = None


def load_papers_by_day(
    examples: Sequence[ScoredQuery[Any]], named: Sequence[Collection[str]], database: Database
) -> dict[date, dict[str, JudgedPaper]]:
    """Load the papers named in answers, by the cutoff of the query, then by id.

    ``named`` holds for each answer ids, or possible ids, of papers.
    """
    wanted: dict[date, set[str]] = {example.query.before: set() for example in examples}
    for example, ids in zip(examples, named, strict=True):
        wanted[example.query.before].update(ids)
    return {
        day: {
            row["paper_id"]: JudgedPaper(*row.values())
            for row in read_in_batches(database, "task/texts", day, paper_ids=sorted(ids))
        }
        for day, ids in wanted.items()
    }


def request_replies(
    examples: Sequence[ScoredQuery[Content]],
    asker: LLMSession,
    prompt: str,
    inputs: Callable[[ScoredQuery[Content]], Mapping[str, Any] | None],
) -> Iterator[tuple[ScoredQuery[Content], Reply | None]]:
    """Yield each answer with a judge's reply, requested once for equal answers of several systems.

    Inputs of None mean that there is nothing to judge, and give a reply of None.
    """
    loaded = prompts.load_prompt(f"scinetbench/{prompt}")
    questions: dict[tuple[str, Any], Question] = {}
    for example in examples:
        key = example.query.query_id, example.answer
        if (
            example.answer
            and key not in questions
            and (prompt_inputs := inputs(example)) is not None
        ):
            item = f"{prompt}/{example.query.query_id}/{len(questions)}"
            questions[key] = Question(item, loaded, prompt_inputs, before=example.query.before)
    replied = asker.ask_by_name(questions)
    for example in examples:
        yield example, replied.get((example.query.query_id, example.answer))


def parse_outcome(reply: Reply | None, scale: str = "score", lowest: int = 0) -> JudgingOutcome:
    """Parse one field of a judge's reply; a score below the lowest is invalid."""
    if reply is None:
        return JudgingOutcome(UNKNOWN)
    if reply.value is None:
        return JudgingOutcome(reply.status)
    score = reply.value[scale]
    return JudgingOutcome("ok", float(score)) if score >= lowest else JudgingOutcome("invalid")


def summarise_outcomes(
    metrics: Mapping[str, Sequence[JudgingOutcome]],
    statuses: Sequence[str],
    scoring: Scoring,
    answer: Any,
) -> JudgedAnswer:
    """Summarise the judgments of one answer: means of each metric, over all and over judged items.

    ``strict``: an item without a score counts 0, an empty answer too, on any scale; in the mean
    over judged items a nonexistent paper counts 0, too, and failed judgments are left out.
    ``official``: both are means over items with a score; without an answer (None) there is none.
    """
    values: dict[str, float] = {}
    for metric, outcomes in metrics.items():
        scores = [item.score for item in outcomes if item.score is not None]
        if scoring == "official":
            mean = of_judged = _mean_score(scores)
        elif outcomes:
            wrong = [0.0 for item in outcomes if item.status == UNKNOWN]
            mean, of_judged = sum(scores) / len(outcomes), _mean_score(scores + wrong)
        else:
            mean = of_judged = 0.0
        values |= {metric: mean, f"{metric} of judged": of_judged}
    if answer is None and scoring == "official":
        values = dict.fromkeys(values, math.nan)
    return JudgedAnswer(values, Counter(statuses))


def _mean_score(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores) if scores else math.nan
