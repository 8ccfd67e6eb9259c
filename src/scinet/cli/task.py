"""Build tasks from the graph or from published instances, show them, write them back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import complete, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.eval.task import Task

task_commands = typer.Typer(no_args_is_help=True, help="Build, show, import and export tasks.")
app.add_typer(task_commands, name="task")


@task_commands.command()
def build(
    name: Annotated[
        str,
        typer.Argument(
            metavar="SUITE/TASK",
            help="Such as scinetbench/path, or module:Class of your own.",
            autocompletion=complete.tasks,
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="Folder to write; an older task there is replaced.")],
    before: output.Before = None,
    option: shared.Options = None,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Make the queries and the truth of a task from the loaded graph.

    Only what is dated before --before exists for queries, truth and scoring.

    Example: scinet task build scinetbench/path --before 2016-01-01 --out tasks/path
    """
    from scinet.experiments import pipeline

    day = output.cut_off(before)
    if day is None:
        raise typer.BadParameter("a task needs a cut-off day", param_hint="--before")
    with shared.graph() as graph:
        task = pipeline.build(name, day, graph, out=out, options=shared.pairs(option), seed=seed)
    output.emit_one(about(task), as_json=as_json)


@task_commands.command()
def show(folder: shared.TaskFolder, *, as_json: output.AsJson = False) -> None:
    """Show what a task asks, its options and what it left out.

    Example: scinet task show tasks/path
    """
    from scinet.eval.task import Task

    task = Task.read(folder)
    shown = about(task)
    shown["examples"] = [query.text for query in task.queries(next(iter(task.before)))[:3]]
    output.emit_one(shown, as_json=as_json)


@task_commands.command("import")
def import_task(
    name: Annotated[
        str,
        typer.Argument(
            metavar="SUITE/TASK",
            help="Such as prescience/collaborators.",
            autocompletion=complete.tasks,
        ),
    ],
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The published instances.")],
    *,
    out: Annotated[Path, typer.Option(help="Folder to write; an older task there is replaced.")],
    before: Annotated[
        str | None,
        typer.Option(
            help="End of the test split, exclusive.", show_default="after the last target"
        ),
    ] = None,
    option: shared.Options = None,
    source: Annotated[
        str | None,
        typer.Option(help="Prefix of ids as loaded; '' for bare ones; the suite's own without it."),
    ] = None,
    seed: shared.Seed = 0,
    graph: Annotated[
        bool,
        typer.Option(
            help="Check against the loaded rows; a task without a graph can be scored, not run."
        ),
    ] = True,
    as_json: output.AsJson = False,
) -> None:
    """Make a task of the instances that a suite publishes.

    Example: scinet task import prescience/collaborators test.parquet --out tasks/official
    """
    from scinet.experiments import published

    with shared.graph() as opened:
        task = published.import_task(
            name,
            files,
            opened if graph else None,
            out=out,
            before=output.cut_off(before),
            options=shared.pairs(option),
            source=source,
            seed=seed,
        )
    output.emit_one(about(task), as_json=as_json)


@task_commands.command("export")
def export_task(
    folder: shared.TaskFolder,
    *,
    out: Annotated[Path, typer.Option(help="File to write; a folder where the suite has several.")],
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Write the instances of a task as its suite publishes them.

    Imported ones go out as they came. Of PreScience the file is .parquet, .json or .jsonl.

    Example: scinet task export tasks/collaborators --out test.parquet
    """
    from scinet.eval.task import Task
    from scinet.experiments import published

    task = Task.read(folder)
    with shared.graph() as graph:
        count = published.export_task(task, graph, out=out, split=split)
    output.emit_one({"task": task.id, "split": split, "rows": count, "file": out}, as_json=as_json)


def about(task: "Task") -> dict[str, Any]:
    """What commands show of a task."""
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
