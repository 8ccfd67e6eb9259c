"""What every task has: how it is built from a graph, and how answers to it are scored."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from scinet.errors import DataError
from scinet.eval import run
from scinet.eval.options import changed
from scinet.eval.run import Answers, Run
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.titles import key
from scinet.graph.connection import Database
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.asker import Asker

Scoring: TypeAlias = Literal["strict", "official"]
Floats: TypeAlias = NDArray[np.float64]
Statistic: TypeAlias = Callable[[Mapping[str, Floats]], Floats]
"""A number over all queries, from columns of shape ``(..., queries)`` to shape ``(...)``."""

Ideal: TypeAlias = list[str] | float | str | Mapping[str, Any]

_NO_STATISTICS: Final[Mapping[str, Statistic]] = {}


@dataclass(frozen=True, slots=True)
class Material:
    """What a task is built from.

    Attributes:
        database: The graph, for groups and for truth.
        snapshot: The same graph as arrays, cut at ``before``.
        before: Cut-off day, exclusive.
        seed: Seed of everything drawn.
        embed: Unit vectors of texts, shape ``(texts, dimensions)``, for options that ask how near
            two texts are; None when no model is at hand.
    """

    database: Database
    snapshot: Snapshot
    before: date
    seed: int
    embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None


@dataclass(frozen=True, slots=True)
class ScoredQuery:
    """One query with its truth and what a system returned.

    Attributes:
        query: The query.
        truth: Its row of ``truth.jsonl``.
        papers: Returned ids, best first; None when the query has no answer.
        value: The returned number, likewise.
        choice: ``A`` or ``B``, likewise; empty when the reply names neither.
        score: Beside a choice, how far A was ahead; None when that was not told.
        text: The returned text, as the number.
        record: The returned JSON object, likewise.
    """

    query: Query
    truth: Row
    papers: tuple[str, ...] | None
    value: float | None = None
    choice: str | None = None
    score: float | None = None
    text: str | None = None
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a language model said of one answer.

    Attributes:
        values: Metrics, the same names for every answer: one that failed counts as the scoring mode
            says, and ``NAME of judged`` beside it leaves it out. NaN without a value.
        statuses: How the questions to the judge ended, counted by status.
    """

    values: Mapping[str, float]
    statuses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Marking:
    """By what answers are scored.

    Attributes:
        task: The task.
        scoring: The mode.
        database: The graph that answers are checked against, where that is needed.
        split: Whose cut-off day and files count.
    """

    task: Task
    scoring: Scoring = "strict"
    database: Database | None = None
    split: str = "test"

    @property
    def before(self) -> date:
        """Cut-off day of the split, exclusive."""
        return self.task.before[self.split]


class TaskType(ABC):
    """One task of one suite.

    Attributes:
        suite: Such as ``scinetbench``.
        name: Such as ``path``.
        options: A frozen dataclass whose defaults are the options.
        answers: What is returned: lists of ``paper`` or ``author``, a ``number``, a ``choice``, a
            ``text`` or a ``record``.
        form: Form of a record.
        is_judged: Whether a language model can judge the answers, for metrics of its own.
        needs_graph: Whether answers are checked against the graph that the task was built from.
        headline: The metric that stands for the task in tables; more of it is better.
        columns: Names that each query's score holds beside its metrics, for statistics. A query
            where one is NaN does not count in any of them.
        statistics: Numbers over all queries together, such as a correlation, by name.
    """

    suite: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[type[Any]]
    answers: ClassVar[Answers] = "paper"
    form: ClassVar[type[BaseModel] | None] = None
    is_judged: ClassVar[bool] = False
    needs_graph: ClassVar[bool]
    headline: ClassVar[str]
    columns: ClassVar[tuple[str, ...]] = ()
    statistics: ClassVar[Mapping[str, Statistic]] = _NO_STATISTICS

    @property
    def is_list(self) -> bool:
        """Whether lists are asked for."""
        return self.answers in {"paper", "author"}

    @abstractmethod
    def build(self, material: Material, options: Any) -> TaskDraft:
        """Make queries and truth.

        Raises:
            DataError: If an option cannot be met by this graph.
        """

    @abstractmethod
    def score(self, asked: Sequence[ScoredQuery], marking: Marking) -> list[dict[str, float]]:
        """Metrics and columns of every query, NaN without a value; the same names for each.

        Args:
            asked: Queries of the split, with their answers.
            marking: By what they are scored.
        """

    @abstractmethod
    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Ideal:
        """The best answer: a list, a number, a choice, a text or a record."""

    def judge(self, asked: Sequence[ScoredQuery], asker: Asker, marking: Marking) -> list[Judged]:
        """What a language model says of each answer; tasks that are judged have it.

        Args:
            asked: Queries of the split, with the answers of one system or several.
            asker: The judge.
            marking: By what they are scored.

        Raises:
            TypeError: If the task is not judged.
        """
        del asked, asker, marking
        raise TypeError(f"{self.suite}/{self.name} is not judged")

    def read_run(self, file: Path, task: Task, split: str = "test") -> Run:
        """Read what a system answered to a task of this kind; see :func:`scinet.eval.run.read`."""
        return run.read(
            file,
            fingerprint=task.fingerprint,
            queries=[query.query_id for query in task.queries(split)],
            split=split,
            answers=self.answers,
            form=self.form,
        )

    def told(self, task: Task, *, split: str) -> list[Query]:
        """Queries that hold the truth, for a control that is given it; few tasks have some.

        Raises:
            DataError: If the task has none.
        """
        del task, split
        raise DataError(
            f"{self.suite}/{self.name} has no queries that tell the truth",
            hint="Run a system that is not told it.",
        )

    def wrong(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """A list as bad as can be, made of the pool; tasks that ask for lists have it.

        Raises:
            TypeError: If the task asks for none.
        """
        del query, truth, pool, scoring, rng
        raise TypeError(f"{self.suite}/{self.name} asks for no list")

    def pool(
        self, task: Task, scoring: Scoring, snapshot: Snapshot | None, *, split: str
    ) -> list[str]:
        """All papers that an answer may hold, in a fixed order.

        Raises:
            TypeError: If the task's files do not hold them and there is no snapshot.
        """
        del task, scoring, split
        if snapshot is None:
            raise TypeError(f"the papers of {self.name} stand in the graph")
        return [str(paper) for paper in snapshot.paper_id]

    def known(
        self, task: Task, snapshot: Snapshot | None, *, split: str
    ) -> Mapping[str, date] | None:
        """All ids that an answer may hold with the day of each; None when they are not at hand."""
        del task, split
        if snapshot is None:
            return None
        days = (date_of(int(day)) for day in snapshot.day)
        return dict(zip(map(str, snapshot.paper_id), days, strict=True))

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """How far the truth is a matter of chance: means over the queries."""
        del task, scoring, split
        return {}

    def guess(self, query: Query, papers: Sequence[str]) -> list[str]:
        """Turn papers in some order into an answer that has the task's form."""
        own = self.own(query)
        return [paper for paper in papers if paper not in own][: query.k]

    def own(self, query: Query) -> frozenset[str]:
        """Papers that are no answer to the query because it names them."""
        paper = query.inputs.get("paper_id")
        return frozenset() if paper is None else frozenset([paper])

    def turn(self, query: Query, papers: Sequence[str]) -> tuple[list[str], bool]:
        """Put a list into the task's direction; also says whether it had to be turned."""
        del query
        return list(papers), False

    def read_options(self, given: Mapping[str, str]) -> Any:
        """Options from text, by the type of each default.

        Raises:
            DataError: If an option is unknown or its value has another type.
        """
        return changed(self.options(), given, owner=f"{self.suite}/{self.name}")

    def draft(
        self,
        material: Material,
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
            seed=material.seed,
            counts={
                "queries": len(split.queries),
                "papers": material.snapshot.num_papers,
                "citations": len(material.snapshot.cites.indices),
            },
            left_out={**material.snapshot.left_out, **left_out},
            graph_fingerprint=material.snapshot.graph_fingerprint,
            splits={"test": split},
        )


def one_of(name: str, value: str, allowed: Sequence[str]) -> None:
    """Refuse an option's value that is not allowed.

    Raises:
        ValueError: If it is none of them.
    """
    if value not in allowed:
        raise ValueError(f"option {name} is {value!r}, not {' or '.join(allowed)}")


def unmistakable(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Papers that can be named in words: they have a title and no other paper has it.

    Returns:
        Shape ``(papers,)``.
    """
    names = np.array([key(title or "") for title in snapshot.title], dtype=object)
    _, place, count = np.unique(names.astype(str), return_inverse=True, return_counts=True)
    result: NDArray[np.bool_] = (count[place] == 1) & (names != "")
    return result
