"""Task A: which earlier contributions had to exist, so that this one became possible?

Answers are contributions in words, so a language model judges which of them are the gold ones; how
many there are, and which are near in words, can be told without one.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Record
from scinet.eval.run import Run
from scinet.eval.suites.scipaths import hindsight, judging, metrics
from scinet.eval.suites.scipaths.claims import (
    Claim,
    ClaimOptions,
    Days,
    about,
    asked_as_of,
    in_time,
    told,
)
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    Judged,
    JudgedTask,
    Marking,
    Material,
    RecordQuery,
    Scoring,
    SingleTask,
)
from scinet.llm.asker import Asker
from scinet.validation import OPTIONS

_STRICT = ConfigDict(extra="forbid", strict=True)
_WORD: Final = re.compile(r"[a-z0-9]+")
_COMMON: Final = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it",
        "its", "of", "on", "or", "that", "the", "their", "to", "used", "using", "via", "was",
        "were", "which", "with",
    }
)  # fmt: skip
_ENOUGH: Final = 0.5


class Predicted(BaseModel):
    """A contribution that a system names.

    Attributes:
        ref_title: Title of a paper that may have provided it, where the system names one.
    """

    model_config = _STRICT

    description: str
    role: str = ""
    rationale: str = ""
    ref_title: str | None = None


class Pathway(BaseModel):
    """All that a system says had to exist."""

    model_config = _STRICT

    contributions: list[Predicted]


class Decomposed(Record):
    """An answer."""

    schema = Pathway


@checked(frozen=True, slots=True, config=OPTIONS)
class EnablingOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        setting: What is shown: ``1`` the claim alone; in hindsight ``2`` also what the target's
            paper refers to, with the words around it, or ``3`` its section on related work.
    """

    setting: Literal["1", "2", "3"] = "1"


class Enabling(SingleTask[Mapping[str, Any]], JudgedTask[Mapping[str, Any]]):
    """Contributions without which a target contribution could not exist."""

    suite = "scipaths"
    name = "enabling"
    options = EnablingOptions
    answers = Decomposed
    needs_graph = False
    headline = "word F1"

    def build(self, material: Material, options: Any) -> TaskDraft:
        """One query per contribution that something enabled."""
        days = Days.of(material.snapshot)
        claims, late = in_time(material.graph, material.before)
        shown = hindsight.of_graph(options.setting, material.graph)
        with_steps = [one for one in claims if one.steps]
        queries, truth, left_out = rows(with_steps, options, days, shown)
        return self.draft(
            material, options, Split(material.before, queries, truth), left_out={**late, **left_out}
        )

    def score(self, asked: Sequence[RecordQuery], marking: Marking) -> list[dict[str, float]]:
        """How many are named, and a rough check: which share half of their words with a gold one.

        The numbers of the paper need a judge; see :meth:`judge`.
        """
        return [
            {"predicted": float(len(judging.predicted(one) or ())), **scores}
            for one, scores in zip(
                asked, matched(asked, _shared_words, "word", marking.scoring), strict=True
            )
        ]

    def judge(self, asked: Sequence[RecordQuery], asker: Asker, marking: Marking) -> list[Judged]:
        """Recall, precision and F1 of matched contributions, and how many rationales agree."""
        return judging.judge(asked, asker, marking.scoring)

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """The gold contributions."""
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


def rows(
    claims: Sequence[Claim],
    options: EnablingOptions,
    days: Days,
    shown: hindsight.Shown,
) -> tuple[list[Query], list[Row], Counter[str]]:
    """Queries and truth, in order of their day, and how many claims were left out, and why."""
    left_out: Counter[str] = Counter()
    queries: list[Query] = []
    truth: list[Row] = []
    for day, name, one in sorted((asked_as_of(one, options, days), one.id, one) for one in claims):
        more = shown(one, day)
        if more is None:
            left_out["claims_without_own_words"] += 1
            continue
        text = f"contributions that enabled: {one.stated}"
        queries.append(Query(name, text, {**told(one), **more}, day, 1))
        steps = [step.row() for step in one.steps]
        truth.append({"query_id": name, **about(one), "contributions": steps})
    if left_out["claims_without_own_words"] and not queries:
        raise DataError(
            f"setting {options.setting} shows words of the targets' own papers, and none has any",
            hint="Load their full text (`scinet load`), or files with references or related_work.",
        )
    return queries, truth, left_out


def matched(
    asked: Sequence[RecordQuery],
    edges: Callable[[Sequence[str], Sequence[str]], list[metrics.Edge]],
    way: str,
    scoring: Scoring,
) -> list[dict[str, float]]:
    """Recall, precision and F1 of each answer when some descriptions match, by a way of telling.

    Args:
        edges: Of gold and predicted descriptions those pairs that match.
    """
    found: list[dict[str, float]] = []
    for one in asked:
        gold = [row["description"] for row in one.truth["contributions"]]
        named = judging.predicted(one)
        texts = [item["description"] for item in named or ()]
        size = len(metrics.matching(edges(gold, texts))) if gold and texts else 0
        counts = None if named is None else len(texts)
        score = metrics.decomposition(len(gold), counts, size, scoring)
        found.append({f"{way} {name}": score[name] for name in ("recall", "precision", "F1")})
    return found


def scored(task: Task, run: Run) -> list[RecordQuery]:
    """The queries of a run's split with their truth and answers."""
    split = run.header.split
    queries = task.queries(split)
    [found] = Enabling().resolve([run], queries, Marking(task, split=split))
    return found.scored(queries, task.truth(split))


def _words(text: str) -> frozenset[str]:
    """Lower-case words of a text, without the commonest."""
    return frozenset(_WORD.findall(text.lower())) - _COMMON


def _shared_words(gold: Sequence[str], predicted: Sequence[str]) -> list[metrics.Edge]:
    """Pairs whose sets of words have a Dice coefficient of at least one half."""
    named = [_words(text) for text in predicted]
    return [
        (place, other)
        for place, text in enumerate(gold)
        for other, theirs in enumerate(named)
        for ours in (_words(text),)
        if (total := len(ours) + len(theirs)) and 2 * len(ours & theirs) / total >= _ENOUGH
    ]
