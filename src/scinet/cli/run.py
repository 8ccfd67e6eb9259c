"""Let a system answer a task."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import complete, model, output, shared
from scinet.cli.root import app


@app.command()
@model.asks()
def run(
    system: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            help="Name of a system, see `scinet systems`; module:Class of your own; or folder of "
            "`scinet train`.",
            autocompletion=complete.systems,
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
