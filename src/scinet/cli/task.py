"""Build tasks from the graph or from published instances, show them, write them back."""

from typing import TYPE_CHECKING, Any

from scinet.cli import shell_completion
from scinet.cli.verbs import Invocation, add_command, add_group
from scinet.eval.options import TaskArg
from scinet.session.learn import Learn
from scinet.session.publish import Publish

if TYPE_CHECKING:
    from scinet.eval.task import Task

task_commands = add_group("task", "Build, show, import and export tasks.")


def _print_task(task: "Task", line: Invocation) -> None:
    line.emit(_describe_task(task))


def _show(task: TaskArg) -> dict[str, Any]:
    """Show what a task asks, its options and what it left out."""
    queries = task.queries(next(iter(task.before)))
    return {**_describe_task(task), "examples": [query.text for query in queries[:3]]}


def _describe_task(task: "Task") -> dict[str, Any]:
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


def _print_export(rows: int, line: Invocation) -> None:
    options = line.options
    summary = {
        "task": options["task"].id,
        "split": options["split"],
        "rows": rows,
        "file": options["out"],
    }
    line.emit(summary)


add_command(
    task_commands,
    "build scinetbench/path --before 2016-01-01 --out tasks/path",
    Learn.build,
    _print_task,
    arguments={"task": "SUITE/TASK"},
    required=("out",),
    completes={"task": shell_completion.complete_tasks},
)
add_command(task_commands, "show tasks/path", _show)
add_command(
    task_commands,
    "import prescience/collaborators test.parquet --out tasks/official",
    Publish.import_task,
    _print_task,
    arguments={"name": "SUITE/TASK"},
    completes={"name": shell_completion.complete_tasks},
)
add_command(
    task_commands,
    "export tasks/collaborators --out test.parquet",
    Publish.export_task,
    _print_export,
)
