"""Build tasks and let systems answer them."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.eval.task import Task

task_commands = typer.Typer(no_args_is_help=True, help="Build and show tasks.")
app.add_typer(task_commands, name="task")


@task_commands.command()
def build(
    name: Annotated[
        str,
        typer.Argument(
            metavar="SUITE/TASK", help="Such as scinetbench/path, or module:Class of your own."
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


@app.command()
def systems(
    system: Annotated[
        str | None, typer.Argument(help="One of them, to be told its settings.")
    ] = None,
    *,
    as_json: output.AsJson = False,
) -> None:
    """List the systems that can answer tasks, and the controls scored beside them.

    Example: scinet systems collaborators-walk
    """
    from scinet.eval.controls import NAMES
    from scinet.models.base.training import TrainableSystem
    from scinet.models.registry import SYSTEMS, make

    named = SYSTEMS if system is None else {system: type(make(system))}
    rows: list[dict[str, Any]] = [
        {
            "system": name,
            "track": one.track,
            "answers": ", ".join(answer.name for answer in (one.answers, *one.also)),
            "learns": issubclass(one, TrainableSystem),
            "summary": one.summary,
            "settings": make(name).settings,
        }
        for name, one in named.items()
    ]
    if system is not None:
        output.emit_one(rows[0], as_json=as_json)
        return
    rows += [
        {
            "system": name,
            "track": "control",
            "answers": "any",
            "learns": False,
            "summary": "scored in every evaluation",
            "settings": {},
        }
        for name in NAMES
    ]
    shown = () if as_json else ("system", "track", "answers", "learns", "summary")
    output.emit(rows, as_json=as_json, columns=shown)


@app.command()
@model.asks()
def run(
    system: Annotated[
        str,
        typer.Argument(
            help="Name of a system, see `scinet systems`; module:Class of your own; or folder of "
            "`scinet train`."
        ),
    ],
    folder: shared.TaskFolder,
    *,
    out: Annotated[Path, typer.Option(help="Run file to write.")],
    split: shared.TaskSplit = "test",
    option: shared.Options = None,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Let a system answer a task; a stopped run goes on where it was.

    Example: scinet run bm25 tasks/path --out runs/path/bm25.jsonl
    """
    from scinet.models.registry import refuse_unknown

    if not Path(system).is_dir():
        refuse_unknown(system)
    from scinet.eval.task import Task
    from scinet.experiments import pipeline

    task = Task.read(folder)
    with ExitStack() as stack:
        graph = stack.enter_context(shared.graph())
        with output.progress() as display:
            bar = display.add_task(system, total=None)
            answered = pipeline.run(
                system,
                task,
                graph,
                out=out,
                split=split,
                options=shared.pairs(option),
                seed=seed,
                open_asker=lambda: stack.enter_context(
                    language.open(task.graph_fingerprint, seed=seed)
                ),
                progress=lambda done, total: display.update(bar, completed=done, total=total),
            )
        result = {
            "system": answered.header.system,
            "track": answered.header.track,
            "queries": len(task.queries(split)),
            "run": str(out),
        }
        output.emit_one(result, as_json=as_json)


def about(task: "Task") -> dict[str, Any]:
    """What commands tell of a task."""
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
