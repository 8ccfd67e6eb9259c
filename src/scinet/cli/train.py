"""Train a system on a task, a language model on its new papers, or a reader of citations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import complete, output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LARGEST = 10  # importances for people; model.json and --json hold all
_READER = "citation-reader"


@app.command()
def train(
    system: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            help="One that learns, see `scinet systems`, or module:Class of your own; continued, "
            "instruction or pre-instruction update a language model (-o base=MODEL).",
            autocompletion=complete.systems,
        ),
    ],
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="TASK", help="Folder of a task; labelled sentences for citation-reader."
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="Result folder; a stopped training goes on from it.")],
    option: shared.Options = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Train on a task's splits train and val; the test is for `scinet run FOLDER TASK`.

    OUT/curve.jsonl has the figures as they come. A citation-reader learns the sentiment or the
    intent of citations, for `scinet annotate citations OUT`.

    Example: scinet train collaborators-gnn tasks/collaborators --out models/gnn
    """
    if system == _READER:
        if option:
            raise DataError(f"a {_READER} has no settings", hint="Leave out -o.")
        from scinet.experiments.citation_readers import train_reader

        output.emit_one(train_reader(folder, out=out, seed=seed), as_json=as_json)
        return
    from scinet.models.registry import refuse_unknown
    from scinet.models.sciencemeter import UPDATES

    if system not in UPDATES:
        refuse_unknown(system)
    from scinet.eval.task import Task
    from scinet.experiments import pipeline

    given = {**shared.pairs(option), "seed": str(seed)}
    task = Task.read(folder)
    with shared.graph() as graph, output.progress() as display:
        bar = display.add_task(f"train {system}", total=None)

        def show(row: "Mapping[str, Any]") -> None:
            figures = ", ".join(f"{name} {value}" for name, value in row.items())
            display.update(bar, description=f"train {system}: {figures}")

        about = pipeline.train(system, task, graph, out=out, options=given, progress=show).about
    shown = ("system", "task", "seconds", "peak_memory_mib")
    figures = dict(about["figures"])
    if not as_json and "importances" in figures:
        largest = sorted(figures["importances"].items(), key=lambda item: -item[1])[:_LARGEST]
        figures["importances"] = dict(largest)
    summary = {name: about[name] for name in shown if name in about}
    output.emit_one(summary | {"out": str(out), "figures": figures}, as_json=as_json)
