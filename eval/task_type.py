"""Interface of task types: building from a graph, and scoring of answers."""

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
"""Number over all queries, from columns of shape ``(..., queries)`` to shape ``(...)``."""

Content = TypeVar("Content", default=Any)

_NO_STATISTICS: Final[Mapping[str, Statistic]] = {}
_NO_PRESETS: Final[Mapping[str, Mapping[str, str]]] = {}


@dataclass(frozen=True, slots=True)
class BuildContext:
    """Inputs of a task's construction.

    Attributes:
        snapshot: The graph as arrays, cut at ``before``.
        before: Cutoff, exclusive.
        seed: Seed of every sample.
        database: The same graph, for tasks that query it for groups or truth; see :attr:`graph`.
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
        """The graph; an error where there is none."""
        return require_database(self.database, "the task asks the graph while it is built")


@dataclass(frozen=True, slots=True)
class ScoringContext:
    """Inputs of scoring.

    Attributes:
        database: The graph that answers are checked against, where needed; see :attr:`graph`.
        split: Split whose cutoff and files are used.
        snapshot: The graph as arrays before the cutoff, where it is available.
        titles: Index of papers by title, where the graph is available.
    """

    task: Task
    scoring: Scoring = "strict"
    database: Database | None = None
    split: str = "test"
    snapshot: Snapshot | None = None
    titles: TitleIndex | None = None

    @property
    def before(self) -> date:
        """Cutoff of the split, exclusive."""
        return self.task.before[self.split]

    @property
    def graph(self) -> Database:
        """The graph that answers are checked against."""
        return require_database(self.database, "answers are checked against the graph")


def require_database(database: Database | None, why: str) -> Database:
    """Return the graph, or refuse to go on without it."""
    if database is None:
        raise GraphUnavailableError(
            f"{why}, and no graph is available",
            hint="Start it with `scinet server start`, or connect to the one of the task.",
        )
    return database


@dataclass(frozen=True)
class ScoredQuery(Generic[Content]):
    """Query with its truth and its scored answer.

    Attributes:
        truth: Its row of ``truth.jsonl``.
        answer: Scored content of the answer, by the task's answer type: ids of a list, best first;
            a number, a choice, a text, a record. None when the query has no answer.
    """

    query: Query
    truth: Row
    answer: Content | None


RecordQuery: TypeAlias = ScoredQuery[Mapping[str, Any]]


@dataclass(frozen=True)
class ResolvedAnswers(Generic[Content]):
    """Answers of one run as they are scored, without failed queries."""

    answers: Mapping[str, Content]
    counts: Mapping[str, Any]

    def scored(
        self, queries: Sequence[Query], truth: Mapping[str, Row]
    ) -> list[ScoredQuery[Content]]:
        """Return every query with its truth and its answer."""
        return [
            ScoredQuery(query, truth[query.query_id], self.answers.get(query.query_id))
            for query in queries
        ]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """Judgment of one answer by a language model.

    Attributes:
        values: Metrics, the same names for every answer: a failed judgment counts as the scoring
            mode defines, and ``NAME of judged`` excludes it. NaN without a value.
        statuses: Statuses of the requests to the judge, counted.
    """

    values: Mapping[str, float]
    statuses: Mapping[str, int]


class TaskType(ABC, Generic[Content]):
    """Task of a suite; its answers are scored as ``Content``.

    Subclasses are a :class:`~scinet.eval.list_task.ListTask` or a :class:`SingleTask`, and a
    :class:`JudgedTask` or :class:`OracleTask` where that holds.

    Attributes:
        suite: Such as ``scinetbench``.
        name: Such as ``path``.
        options: A frozen dataclass whose defaults are the options.
        answers: The answer type.
        needs_graph: Whether answers are checked against the graph that the task was built from.
        headline: Main metric in tables; higher is better.
        columns: Names in each query's score besides its metrics, for statistics. A query where one
            is NaN does not count in any of them.
        statistics: Numbers over all queries together, such as a correlation, by name.
        presets: Groups of options, by name, as text.
        asks_by_truth: Whether the selection of queries depends on the truth, as for pairs of papers
            with different counts: the queries themselves then carry information.
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
        """Compute metrics and columns, the same for every query; NaN without a value."""

    @abstractmethod
    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Any:
        """Return the best answer in the form of a run: ids, a number, a side, and so on."""

    @abstractmethod
    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Content]]:
        """Resolve the answers of runs to their scored form."""

    @abstractmethod
    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        context: ScoringContext,
    ) -> list[list[Answer]]:
        """Make the answers of the controls, each with its own random numbers."""

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
        """Describe how far the truth depends on chance: means over the queries."""
        return {}

    def read_options(self, values: Mapping[str, str]) -> Any:
        """Parse options from text, by the type of each default."""
        return parse_options(self.options(), values, owner=f"{self.suite}/{self.name}")

    def preset(self, name: str) -> Mapping[str, str]:
        """Return a preset's options."""
        if name not in self.presets:
            raise NotFoundError(
                f"{self.suite}/{self.name} has no preset {name!r}",
                hint=f"It has {', '.join(self.presets) or 'none'}.",
            )
        return self.presets[name]

    def get_options(self, task: Task) -> Any:
        """Return the options that a task was built with."""
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
        """Draft a task; ``settled`` are options whose value was chosen while building."""
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
    """Task with single-valued answers: a number, a choice, a text or a record."""

    answers: ClassVar[type[ScalarAnswer[Any]]]

    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Content]]:
        """Return the answers as they were given."""
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
        """Make the controls' answers from the true ones; see the answer type."""
        truth = context.task.truth(context.split)
        true = [
            self.ideal(query_asked, truth[query_asked.query_id], context.scoring)
            for query_asked in queries
        ]
        ids = [query.query_id for query in queries]
        return [[*self.answers.control(name, ids, true, rng)] for name, rng in names.items()]


class JudgedTask(TaskType[Content]):
    """Task with metrics judged by a language model."""

    @abstractmethod
    def judge(
        self, examples: Sequence[ScoredQuery[Content]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Judge each answer by a language model."""


class OracleTask(TaskType[Content]):
    """Task whose queries can include the truth, for a control that writes from it."""

    @abstractmethod
    def add_truth(self, task: Task, *, split: str) -> list[Query]:
        """Return the queries with the truth among their inputs."""


def unique_title_mask(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Mark papers that their title identifies, shape ``(papers,)``: no other paper has it."""
    names = [title_key(title or "") for title in snapshot.title]
    times = Counter(names)
    return np.array([name != "" and times[name] == 1 for name in names], dtype=bool)
