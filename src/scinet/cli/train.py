"""Train a system on a task."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import complete, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from collections.abc import Mapping

_LARGEST = 10  # importances for people; model.json and --json hold all


@app.command()
def train(
    model: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            help="One that learns, see `scinet systems`, or module:Class of your own.",
            autocompletion=complete.systems,
        ),
    ],
    folder: shared.TaskFolder,
    *,
    out: Annotated[Path, typer.Option(help="Result folder; a stopped training goes on from it.")],
    option: shared.Options = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Train on a task's splits train and val; the test is for `scinet run FOLDER TASK`.

    Example: scinet train collaborators-gnn tasks/collaborators --out models/gnn
    """
    from scinet.models.registry import refuse_unknown

    refuse_unknown(model)
    from scinet.eval.task import Task
    from scinet.experiments import pipeline

    given = {**shared.pairs(option), "seed": str(seed)}
    task = Task.read(folder)
    with shared.graph() as graph, output.progress() as display:
        bar = display.add_task(f"train {model}", total=None)

        def show(row: "Mapping[str, Any]") -> None:
            figures = ", ".join(f"{name} {value}" for name, value in row.items())
            display.update(bar, description=f"train {model}: {figures}")

        about = pipeline.train(model, task, graph, out=out, options=given, progress=show).about
    shown = ("system", "task", "seconds", "peak_memory_mib")
    figures = dict(about["figures"])
    if not as_json and "importances" in figures:
        largest = sorted(figures["importances"].items(), key=lambda item: -item[1])[:_LARGEST]
        figures["importances"] = dict(largest)
    summary = {name: about[name] for name in shown} | {"out": str(out), "figures": figures}
    output.emit_one(summary, as_json=as_json)
