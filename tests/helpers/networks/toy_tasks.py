"""Tasks written by hand, for tests of what holds for all of them."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from helpers.networks.scoring import run_of
from helpers.networks.scoring import task_of as task_called

from scinet.eval.answer import Answer
from scinet.eval.evaluate import evaluate
from scinet.eval.options import EvaluationOptions
from scinet.eval.results import Result
from scinet.eval.task import Query, Row, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    Content,
    ScoredQuery,
    Scoring,
    ScoringContext,
    SingleTask,
    TaskType,
)

DAY = date(2010, 1, 1)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """There is nothing to choose."""


class Toy(SingleTask[Content]):
    """Its tasks are written by hand."""

    suite = "test"
    options = NoOptions
    needs_graph = False

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        raise NotImplementedError

    def score(
        self, asked: Sequence[ScoredQuery[Content]], context: ScoringContext
    ) -> list[dict[str, float]]:
        return [self.row(item, context.scoring) for item in asked]

    @abstractmethod
    def row(self, item: ScoredQuery[Content], scoring: Scoring) -> dict[str, float]:
        """Metrics and columns of one query."""

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Any:
        del query, scoring
        return truth["true"]


def task_of(task_type: TaskType, true: Sequence[Any], folder: Path) -> Task:
    ids = [f"q{n}" for n in range(len(true))]
    queries = [Query(name, "how much?", {}, DAY, 1) for name in ids]
    rows = [{"query_id": name, "true": value} for name, value in zip(ids, true, strict=True)]
    name = f"{task_type.suite}/{task_type.name}"
    return task_called(name, queries, rows, folder, before=DAY)


def scored(
    task_type: TaskType, task: Task, runs: Mapping[str, list[Answer]], scoring: Scoring = "strict"
) -> dict[str, Result]:
    made = [run_of(task, answers, name) for name, answers in runs.items()]
    options = EvaluationOptions(scoring=scoring)
    return {r.header.system: r for r in evaluate(task_type, task, made, options)}
