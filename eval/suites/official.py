"""Conversion between a suite's published files and tasks, runs and results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from scinet.eval import run_writer
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import instance_files, json_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.task import Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession

NO_GRAPH = "none"


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """Parameters of the import of a task.

    Attributes:
        options: Options of the task type.
        source: Prefix of all ids, as in the load of the rows; None for bare ids.
        before: End of the test split, exclusive; None means the day after its last target.
        snapshot: Whole graph that the rows were loaded into; None makes a task that can be scored
            but not run, with the fingerprint ``none``.
    """

    options: Any
    source: str | None
    before: date | None
    seed: int
    snapshot: Snapshot | None

    @property
    def graph_fingerprint(self) -> str:
        """Fingerprint of the graph that the task belongs to."""
        return NO_GRAPH if self.snapshot is None else self.snapshot.graph_fingerprint


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """Run made of a predictions file, with counts of its records by outcome."""

    run: Run
    counts: Mapping[str, int]

    def write(self, file: Path) -> None:
        """Write the run file; a run of another task is not replaced."""
        run_writer.write_run(self.run, file)


class Official(ABC):
    """Published files of one suite.

    Attributes:
        source: Default prefix of its ids; None where it has no ids.
    """

    suite: ClassVar[str]
    source: ClassVar[str | None]

    @abstractmethod
    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task of the published instances."""

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

        An imported split is written unchanged; otherwise the rows hold the available data of the
        graph, which is read only then. ``out`` is a folder where the suite has several files;
        ``database`` supplies data that the arrays lack.
        """
        del database
        files = instance_files.read_imported(task, split) or self.export(task, snapshot, split)
        return instance_files.write_files(files, out)

    def export(
        self, task: Task, snapshot: Callable[[], Snapshot], split: str
    ) -> list[InstanceFile]:
        """Make the files of a split that was built from a graph."""
        raise NotImplementedError

    @abstractmethod
    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of a predictions file.

        ``header`` is the header of the run; its split determines the queries. A query answered
        twice is refused, and so is a truth in the file that differs from the task's.
        """

    @abstractmethod
    def predictions(self, task: Task, run: Run) -> Any:
        """Convert a run to the JSON value of a predictions file."""

    def write_predictions(self, task: Task, run: Run, file: Path) -> list[Path]:
        """Write a run as the suite does, in one file or several."""
        json_files.write_document(self.predictions(task, run), file)
        return [file]

    @abstractmethod
    def evaluation(self, task: Task, result: Result) -> Any:
        """Convert a result of official scoring to the JSON value of an evaluation file."""

    def tables(
        self, task: Task, runs: Sequence[Run], judge: LLMSession | None
    ) -> Mapping[str, Any]:
        """Make the tables that official scoring writes besides evaluation files, by file name.

        Returns:
            Rows of a ``.csv`` file, or the value of a ``.json`` file.
        """
        return {}
