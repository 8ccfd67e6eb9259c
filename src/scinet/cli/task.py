"""Build tasks from the graph or from published instances, show them, write them back."""

from typing import TYPE_CHECKING, Any

import typer

from scinet.cli import complete
from scinet.cli.root import app
from scinet.cli.verbs import Line, plain, verb
from scinet.session.learn import Learn
from scinet.session.publish import Publish

if TYPE_CHECKING:
    from scinet.eval.task import Task

task_commands = typer.Typer(no_args_is_help=True, help="Build, show, import and export tasks.")
app.add_typer(task_commands, name="task")


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
    "build",
    Learn.build,
    _about,
    arguments={"task": "SUITE/TASK"},
    required=("out",),
    completes={"task": complete.tasks},
    example="scinet task build scinetbench/path --before 2016-01-01 --out tasks/path",
)
verb(
    task_commands,
    "show",
    _show,
    plain,
    arguments={"task": "TASK"},
    example="scinet task show tasks/path",
)
verb(
    task_commands,
    "import",
    Publish.import_task,
    _about,
    arguments={"name": "SUITE/TASK", "files": "FILE…"},
    completes={"name": complete.tasks},
    example="scinet task import prescience/collaborators test.parquet --out tasks/official",
)
verb(
    task_commands,
    "export",
    Publish.export_task,
    _exported,
    arguments={"task": "TASK"},
    example="scinet task export tasks/collaborators --out test.parquet",
)
