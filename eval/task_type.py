"""What every task has: how it is built from a graph, and how answers to it are scored."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError
from typing_extensions import TypeVar

from scinet.errors import DataError, GraphUnavailableError, NotFoundError
from scinet.eval import run
from scinet.eval.answer import Answer, ControlName, ScalarAnswer
from scinet.eval.options import Scoring as Scoring  # task types take it from here
from scinet.eval.run import Run
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.titles import TitleIndex, title_key
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.validation import first_fault, parse_options

Floats: TypeAlias = NDArray[np.float64]
Statistic: TypeAlias = Callable[[Mapping[str, Floats]], Floats]
"""A number over all queries, from columns of shape ``(..., queries)`` to shape ``(...)``."""

Content = TypeVar("Content", default=Any)

_NO_STATISTICS: Final[Mapping[str, Statistic]] = {}
_NO_PRESETS: Final[Mapping[str, Mapping[str, str]]] = {}


@dataclass(frozen=True, slots=True)
class BuildContext:
    """What a task is built from.

    Attributes:
        snapshot: The graph as arrays, cut at ``before``.
        before: Cut-off day, exclusive.
        seed: Seed of every sample.
        database: The same graph, for tasks that ask it for groups or truth; see :attr:`graph`.
        embed: Unit vectors of texts, shape ``(texts, dimensions)``, for options that compare texts;
            None without a model.
    """

    snapshot: Snapshot
    before: date
    seed: int
    database: Database | None = None
    embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None

    @property
    def graph(self) -> Database:
        """The graph."""
        return require_database(self.database, "the task asks the graph while it is built")


@dataclass(frozen=True, slots=True)
class ScoringContext:
    """By what answers are scored.

    Attributes:
        database: The graph that answers are checked against, where that is needed; see
            :attr:`graph`.
        split: Whose cut-off day and files count.
        snapshot: The graph as arrays before the cut-off day, where it is available.
        titles: Finds the papers of titles, where the graph is available.
    """

    task: Task
    scoring: Scoring = "strict"
    database: Database | None = None
    split: str = "test"
    snapshot: Snapshot | None = None
    titles: TitleIndex | None = None

    @property
    def before(self) -> date:
        """Cut-off day of the split, exclusive."""
        return self.task.before[self.split]

    @property
    def graph(self) -> Database:
        """The graph that answers are checked against."""
        return require_database(self.database, "answers are checked against the graph")


def require_database(database: Database | None, why: str) -> Database:
    """The graph, where something cannot do without it."""
    if database is None:
        raise GraphUnavailableError(
            f"{why}, and no graph is available",
            hint="Start it with `scinet server start`, or connect to the one of the task.",
        )
    return database


@dataclass(frozen=True)
class ScoredQuery(Generic[Content]):
    """One query with its truth and the answer that is scored.

    Attributes:
        truth: Its row of ``truth.jsonl``.
        answer: What is scored of the answer, by the task's answer type: ids of a list, best first;
            a number, a choice, a text, a record. None when the query has no answer.
    """

    query: Query
    truth: Row
    answer: Content | None


RecordQuery: TypeAlias = ScoredQuery[Mapping[str, Any]]


@dataclass(frozen=True)
class ResolvedAnswers(Generic[Content]):
    """The answers of one run as they are scored, without those that there are none to."""

    answers: Mapping[str, Content]
    counts: Mapping[str, Any]

    def scored(
        self, queries: Sequence[Query], truth: Mapping[str, Row]
    ) -> list[ScoredQuery[Content]]:
        """Every query with its truth and its answer."""
        return [
            ScoredQuery(query, truth[query.query_id], self.answers.get(query.query_id))
            for query in queries
        ]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What a language model said of one answer.

    Attributes:
        values: Metrics, the same names for every answer: one that failed counts as the scoring mode
            says, and ``NAME of judged`` leaves it out. NaN without a value.
        statuses: How the questions to the judge ended, counted by status.
    """

    values: Mapping[str, float]
    statuses: Mapping[str, int]


class TaskType(ABC, Generic[Content]):
    """One task of one suite; its answers are scored as ``Content``.

    Subclasses are a :class:`~scinet.eval.list_task.ListTask` or a :class:`SingleTask`, and a
    :class:`JudgedTask` or :class:`OracleTask` where that holds.

    Attributes:
        suite: Such as ``scinetbench``.
        name: Such as ``path``.
        options: A frozen dataclass whose defaults are the options.
        answers: The answer type.
        needs_graph: Whether answers are checked against the graph that the task was built from.
        headline: The metric that stands for the task in tables; more of it is better.
        columns: Names that each query's score holds besides its metrics, for statistics. A query
            where one is NaN does not count in any of them.
        statistics: Numbers over all queries together, such as a correlation, by name.
        presets: Options that go together, by name, as text.
        asks_by_truth: Whether it follows from what came later which questions are asked, as of
            papers whose counts differ: the questions themselves tell something, then.
    """

    suite: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[type[Any]]
    answers: ClassVar[type[Answer]]
    needs_graph: ClassVar[bool]
    headline: ClassVar[str]
    columns: ClassVar[tuple[str, ...]] = ()
    statistics: ClassVar[Mapping[str, Statistic]] = _NO_STATISTICS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = _NO_PRESETS
    asks_by_truth: ClassVar[bool] = False

    @abstractmethod
    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Make queries and truth."""

    @abstractmethod
    def score(
        self, examples: Sequence[ScoredQuery[Content]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Metrics and columns of every query, NaN without a value; the same names for each."""

    @abstractmethod
    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Any:
        """The best answer, as it is given in a run: ids, a number, a side, and so on."""

    @abstractmethod
    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Content]]:
        """The answers of runs as they are scored."""

    @abstractmethod
    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        context: ScoringContext,
    ) -> list[list[Answer]]:
        """What the controls answer, each with its own random numbers."""

    def read_run(self, file: Path, task: Task, split: str = "test") -> Run:
        """Read a run of this task type; see :func:`scinet.eval.run.read_run`."""
        return run.read_run(
            file,
            fingerprint=task.fingerprint,
            queries=[query.query_id for query in task.queries(split)],
            split=split,
            answers=self.answers,
        )

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """How far the truth is a matter of chance: means over the queries."""
        return {}

    def read_options(self, values: Mapping[str, str]) -> Any:
        """Options from text, by the type of each default."""
        return parse_options(self.options(), values, owner=f"{self.suite}/{self.name}")

    def preset(self, name: str) -> Mapping[str, str]:
        """Options that go together."""
        if name not in self.presets:
            raise NotFoundError(
                f"{self.suite}/{self.name} has no preset {name!r}",
                hint=f"It has {', '.join(self.presets) or 'none'}.",
            )
        return self.presets[name]

    def get_options(self, task: Task) -> Any:
        """The options that a task was built with."""
        try:
            return self.options(**task.options)
        except ValidationError as error:
            raise DataError(
                f"the task was built by another version: {first_fault(error)} ({task.folder})",
                hint="Build it again with `scinet task build`.",
            ) from error

    def draft(
        self,
        context: BuildContext,
        options: Any,
        split: Split,
        *,
        left_out: Mapping[str, int],
        settled: Mapping[str, Any] | None = None,
    ) -> TaskDraft:
        """Put a task together; ``settled`` are options whose value was chosen while building."""
        return TaskDraft(
            suite=self.suite,
            name=self.name,
            options={**asdict(options), **(settled or {})},
            seed=context.seed,
            counts={
                "queries": len(split.queries),
                "papers": context.snapshot.num_papers,
                "citations": len(context.snapshot.cites.indices),
            },
            left_out={**context.snapshot.left_out, **left_out},
            graph_fingerprint=context.snapshot.graph_fingerprint,
            splits={"test": split},
        )


class SingleTask(TaskType[Content]):
    """A task whose answers are one thing each: a number, a choice, a text or a record."""

    answers: ClassVar[type[ScalarAnswer[Any]]]

    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Content]]:
        """The answers as they were given."""
        resolved: list[ResolvedAnswers[Content]] = []
        for system_run in runs:
            contents = {
                query: answer.content
                for query, answer in system_run.answers.items()
                if isinstance(answer, ScalarAnswer)
            }
            resolved.append(ResolvedAnswers(contents, self.answers.counts(list(contents.values()))))
        return resolved

    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        context: ScoringContext,
    ) -> list[list[Answer]]:
        """What the controls make of the true answers; see the answer type."""
        truth = context.task.truth(context.split)
        true = [
            self.ideal(query_asked, truth[query_asked.query_id], context.scoring)
            for query_asked in queries
        ]
        ids = [query.query_id for query in queries]
        return [[*self.answers.control(name, ids, true, rng)] for name, rng in names.items()]


class JudgedTask(TaskType[Content]):
    """A task whose answers a language model can judge, for metrics of its own."""

    @abstractmethod
    def judge(
        self, examples: Sequence[ScoredQuery[Content]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """What a language model says of each answer."""


class OracleTask(TaskType[Content]):
    """A task whose queries can be given with the truth, for a control that writes from it."""

    @abstractmethod
    def add_truth(self, task: Task, *, split: str) -> list[Query]:
        """The queries, with the truth among their inputs."""


def unique_title_mask(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Papers that can be named in words, shape ``(papers,)``: no other paper has their title."""
    names = [title_key(title or "") for title in snapshot.title]
    times = Counter(names)
    return np.array([name != "" and times[name] == 1 for name in names], dtype=bool)
