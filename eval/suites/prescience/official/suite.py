"""PreScience as a suite with official files: its other modules put together."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites.official import Imported, Official, Request
from scinet.eval.suites.prescience.official import predictions, published, rows, tasks
from scinet.eval.suites.prescience.official.export import target_rows
from scinet.eval.task import Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.prescience import SOURCE


class PreScience(Official):
    """The files of PreScience."""

    suite = "prescience"
    source = SOURCE

    def task(self, task_type: TaskType, files: Sequence[Path], request: Request) -> TaskDraft:
        """Make a task of the targets among paper rows."""
        return tasks.draft(task_type, rows.read(files, request.source), request)

    def write_instances(
        self, task: Task, snapshot: Callable[[], Snapshot], *, split: str, out: Path
    ) -> int:
        """Write targets and what they lead to, and next to them ``author_publications.jsonl``."""
        rows = published.kept(task, split, published.ROWS)
        if rows is None:
            rows = list(target_rows(task, snapshot(), split=split))
        return published.write(rows, published.kept(task, split, published.PUBLICATIONS), out)

    def read_predictions(self, task: Task, file: Path, header: Header) -> Imported:
        """Make a run of ``predictions.<model>.json``."""
        return predictions.read(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """A run as ``predictions.<model>.json`` holds it."""
        return predictions.document(task, run)

    def evaluation(self, task: Task, result: Result) -> Any:
        """A result as ``predictions.<model>.eval.json`` holds it."""
        return predictions.evaluation(task, result)
