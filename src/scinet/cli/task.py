"""Build tasks from the graph or from published instances, show them, write them back."""

from typing import TYPE_CHECKING, Any

from scinet.cli import complete
from scinet.cli.verbs import Line, group, verb
from scinet.session.learn import Learn
from scinet.session.publish import Publish

if TYPE_CHECKING:
    from scinet.eval.task import Task

task_commands = group("task", "Build, show, import and export tasks.")


def _about(task: "Task", line: Line) -> None:
    line.emit(_described(task))


def _show(task: "Task") -> dict[str, Any]:
    """Show what a task asks, its options and what it left out."""
    queries = task.queries(next(iter(task.before)))
    return {**_described(task), "examples": [query.text for query in queries[:3]]}


def _described(task: "Task") -> dict[str, Any]:
    return {
        "task": task.id,
        "before": {split: day.isoformat() for split, day in task.before.items()},
        "options": dict(task.options),
        "seed": task.seed,
        "counts": dict(task.counts),
        "left_out": dict(task.left_out),
        "task_fingerprint": task.fingerprint,
        "graph_fingerprint": task.graph_fingerprint,
        "folder": str(task.folder),
    }


def _exported(rows: int, line: Line) -> None:
    given = line.given
    about = {"task": given["task"].id, "split": given["split"], "rows": rows, "file": given["out"]}
    line.emit(about)


verb(
    task_commands,
    "build scinetbench/path --before 2016-01-01 --out tasks/path",
    Learn.build,
    _about,
    arguments={"task": "SUITE/TASK"},
    required=("out",),
    completes={"task": complete.tasks},
)
verb(task_commands, "show tasks/path", _show)
verb(
    task_commands,
    "import prescience/collaborators test.parquet --out tasks/official",
    Publish.import_task,
    _about,
    arguments={"name": "SUITE/TASK"},
    completes={"name": complete.tasks},
)
verb(task_commands, "export tasks/collaborators --out test.parquet", Publish.export_task, _exported)
