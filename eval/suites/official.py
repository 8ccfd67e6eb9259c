"""What the published files of a suite can be turned into, and what can be turned into them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from scinet.eval import run_writer
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import json_files
from scinet.eval.task import Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession

NO_GRAPH = "none"


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What an import of a task is to look like.

    Attributes:
        options: Those of the task type.
        source: Prefix of all ids, the one that the rows were loaded with; None for bare ids.
        before: End of the test split, exclusive; None means the day after its last target.
        snapshot: The graph that the rows were loaded into, whole; None makes a task that can be
            scored but not be run, with the fingerprint ``none``.
    """

    options: Any
    source: str | None
    before: date | None
    seed: int
    snapshot: Snapshot | None

    @property
    def graph_fingerprint(self) -> str:
        """Of the graph that the task belongs to."""
        return NO_GRAPH if self.snapshot is None else self.snapshot.graph_fingerprint


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """A run made of a predictions file, and records by what became of them."""

    run: Run
    counts: Mapping[str, int]

    def write(self, file: Path) -> None:
        """Write the run file, unless that of another task is there."""
        run_writer.write_run(self.run, file)


class Official(ABC):
    """The published files of one suite.

    Attributes:
        source: Prefix that its ids get unless another is given; None where it has no ids.
    """

    suite: ClassVar[str]
    source: ClassVar[str | None]

    @abstractmethod
    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task of the published instances."""

    @abstractmethod
    def write_instances(
        self,
        task: Task,
        snapshot: Callable[[], Snapshot],
        *,
        split: str,
        out: Path,
        database: Callable[[], Database] | None = None,
    ) -> int:
        """Write a split as the suite publishes it, and return the number of rows.

        What was imported goes out as it came; of the rest as much as the graph knows, which only
        then is read. ``out`` is a folder where the suite has several files; ``database`` tells
        what arrays do not hold.
        """

    @abstractmethod
    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of a predictions file.

        The split of ``header``, the first line of the run, says which queries are meant. A query
        that is answered twice is refused, and so is a truth in the file that is not the task's.
        """

    @abstractmethod
    def predictions(self, task: Task, run: Run) -> Any:
        """A run as the JSON value of a predictions file."""

    def write_predictions(self, task: Task, run: Run, file: Path) -> list[Path]:
        """Write a run as the suite does: one file, unless it has several."""
        json_files.write_document(self.predictions(task, run), file)
        return [file]

    @abstractmethod
    def evaluation(self, task: Task, result: Result) -> Any:
        """A result of official scoring as the JSON value of an evaluation file."""

    def tables(
        self, task: Task, runs: Sequence[Run], judge: LLMSession | None
    ) -> Mapping[str, Any]:
        """What official scoring writes besides evaluation files, by name; most suites nothing.

        Returns:
            Rows of a ``.csv`` file, or the value of a ``.json`` file.
        """
        return {}
