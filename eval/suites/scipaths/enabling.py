"""Task A: the earlier contributions that made a contribution possible.

Answers are contributions in words, so a language model judges which of them match the gold ones;
their number and their lexical similarity need none.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.run import Run
from scinet.eval.suites.scipaths import hindsight, judging, metrics
from scinet.eval.suites.scipaths.claims import (
    Claim,
    ClaimOptions,
    Days,
    claims_before,
    describe_claim,
    query_day,
    query_inputs,
)
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    RecordQuery,
    Scoring,
    ScoringContext,
    SingleTask,
)
from scinet.llm.batch_client import LLMSession
from scinet.validation import OPTIONS

_STRICT = ConfigDict(extra="forbid", strict=True)
_WORD: Final = re.compile(r"[a-z0-9]+")
_COMMON_WORDS: Final = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it",
        "its", "of", "on", "or", "that", "the", "their", "to", "used", "using", "via", "was",
        "were", "which", "with",
    }
)  # fmt: skip
_MIN_DICE: Final = 0.5


class PredictedContribution(BaseModel):
    """Contribution named by a system.

    Attributes:
        ref_title: Title of a paper that may have provided it, if given.
    """

    model_config = _STRICT

    description: str
    role: str = ""
    rationale: str = ""
    ref_title: str | None = None


class Pathway(BaseModel):
    """All contributions that a system predicts."""

    model_config = _STRICT

    contributions: list[PredictedContribution]


class PathwayAnswer(RecordAnswer):
    """Answer of the task."""

    schema = Pathway


@checked(frozen=True, slots=True, config=OPTIONS)
class EnablingOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        setting: Visible inputs: ``1`` the claim alone; in hindsight ``2`` also the target paper's
            references with their context, or ``3`` its section on related work.
    """

    setting: Literal["1", "2", "3"] = "1"


class EnablingTask(SingleTask[Mapping[str, Any]], JudgedTask[Mapping[str, Any]]):
    """Contributions without which a target contribution could not exist."""

    suite = "scipaths"
    name = "enabling"
    options = EnablingOptions
    answers = PathwayAnswer
    needs_graph = False
    headline = "word F1"

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build one query per contribution with enabling contributions."""
        days = Days.of(context.snapshot)
        claims, late = claims_before(context.graph, context.before)
        shown = hindsight.show_from_graph(options.setting, context.graph)
        with_steps = [claim for claim in claims if claim.steps]
        queries, truth, left_out = make_rows(with_steps, options, days, shown)
        return self.draft(
            context, options, Split(context.before, queries, truth), left_out={**late, **left_out}
        )

    def score(
        self, examples: Sequence[RecordQuery], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Count predictions, and match those that share half of their words with a gold one.

        The metrics of the publication need a judge; see :meth:`judge`.
        """
        return [
            {"predicted": float(len(judging.predicted_contributions(example) or ())), **scores}
            for example, scores in zip(
                examples,
                match_descriptions(examples, _match_words, "word", context.scoring),
                strict=True,
            )
        ]

    def judge(
        self, examples: Sequence[RecordQuery], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Compute recall, precision and F1 of matches, and agreement of rationales."""
        return judging.judge_answers(examples, asker, context.scoring)

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """Return the gold contributions."""
        return {
            "contributions": [
                {
                    "description": row["description"],
                    "role": next(iter(row["roles"]), ""),
                    "rationale": row["rationale"] or "",
                }
                for row in truth["contributions"]
            ]
        }


def make_rows(
    claims: Sequence[Claim],
    options: EnablingOptions,
    days: Days,
    shown: hindsight.Shown,
) -> tuple[list[Query], list[Row], Counter[str]]:
    """Make queries and truth, in order of their day, with counts of omitted claims by reason."""
    left_out: Counter[str] = Counter()
    queries: list[Query] = []
    truth: list[Row] = []
    for day, name, claim in sorted(
        (query_day(claim, options, days), claim.id, claim) for claim in claims
    ):
        more = shown(claim, day)
        if more is None:
            left_out["claims_without_own_words"] += 1
            continue
        text = f"contributions that enabled: {claim.stated}"
        queries.append(Query(name, text, {**query_inputs(claim), **more}, day, 1))
        steps = [step.row() for step in claim.steps]
        truth.append({"query_id": name, **describe_claim(claim), "contributions": steps})
    if left_out["claims_without_own_words"] and not queries:
        raise DataError(
            f"setting {options.setting} shows words of the targets' own papers, and none has any",
            hint="Load their full text (`scinet load`), or files with references or related_work.",
        )
    return queries, truth, left_out


def match_descriptions(
    examples: Sequence[RecordQuery],
    edges: Callable[[Sequence[str], Sequence[str]], list[metrics.Edge]],
    way: str,
    scoring: Scoring,
) -> list[dict[str, float]]:
    """Compute recall, precision and F1 of each answer under a rule of matching.

    Args:
        edges: Returns the matching pairs of gold and predicted descriptions.
    """
    rows_scored: list[dict[str, float]] = []
    for example in examples:
        gold = [row["description"] for row in example.truth["contributions"]]
        named = judging.predicted_contributions(example)
        texts = [item["description"] for item in named or ()]
        size = len(metrics.maximum_matching(edges(gold, texts))) if gold and texts else 0
        counts = None if named is None else len(texts)
        score = metrics.decomposition_scores(len(gold), counts, size, scoring)
        rows_scored.append({f"{way} {name}": score[name] for name in ("recall", "precision", "F1")})
    return rows_scored


def scored_queries(task: Task, run: Run) -> list[RecordQuery]:
    """Return the queries of a run's split with their truth and answers."""
    split = run.header.split
    queries = task.queries(split)
    [resolved] = EnablingTask().resolve([run], queries, ScoringContext(task, split=split))
    return resolved.scored(queries, task.truth(split))


def _content_words(text: str) -> frozenset[str]:
    """Return the lower-case words of a text, without the commonest."""
    return frozenset(_WORD.findall(text.lower())) - _COMMON_WORDS


def _match_words(gold: Sequence[str], predicted: Sequence[str]) -> list[metrics.Edge]:
    """Match pairs whose sets of words have a Dice coefficient of at least one half."""
    named = [_content_words(text) for text in predicted]
    return [
        (place, predicted_place)
        for place, text in enumerate(gold)
        for predicted_place, theirs in enumerate(named)
        for ours in (_content_words(text),)
        if (total := len(ours) + len(theirs)) and 2 * len(ours & theirs) / total >= _MIN_DICE
    ]
