"""Runs as the official prediction files of a suite, and back."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app

prediction_commands = typer.Typer(
    no_args_is_help=True, help="Runs from and to official prediction files."
)
app.add_typer(prediction_commands, name="predictions")


@prediction_commands.command("import")
def import_predictions(
    folder: shared.TaskFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Official predictions.")],
    *,
    out: Annotated[Path, typer.Option(help="Run file to write.")],
    system: Annotated[
        str | None, typer.Option(help="Name of the system; from the file's name without it.")
    ] = None,
    track: Annotated[str, typer.Option(help="What it could see: text, graph or indicators.")] = (
        "text"
    ),
    option: shared.Options = None,
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Make a run file of official predictions, to evaluate it with others.

    Example: scinet predictions import tasks/official predictions.gpt.json --out runs/gpt.jsonl
    """
    from scinet.eval.task import Task
    from scinet.experiments import published

    found = published.import_predictions(
        Task.read(folder),
        file,
        out=out,
        system=system,
        track=track,
        options=shared.pairs(option),
        split=split,
    )
    name = found.run.header.system
    output.emit_one({"system": name, **found.counts, "run": out}, as_json=as_json)


@prediction_commands.command("export")
def export_predictions(
    folder: shared.TaskFolder,
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run file.")],
    *,
    out: Annotated[Path, typer.Option(help="File to write.")],
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Write a run as official predictions.

    Example: scinet predictions export tasks/official runs/walk.jsonl --out predictions.walk.json
    """
    from scinet.eval.task import Task
    from scinet.experiments import pipeline, published

    task = Task.read(folder)
    read = pipeline.read_run(run, task, split)
    written = published.export_predictions(task, read, out=out)
    file = out if len(written) == 1 else [str(place) for place in written]
    output.emit_one(
        {"system": read.header.system, "records": len(read.answers), "file": file}, as_json=as_json
    )


@prediction_commands.command("baseline")
def baseline_predictions(
    folder: shared.TaskFolder,
    baseline: Annotated[str, typer.Argument(metavar="BASELINE", help="Such as frequency.")],
    *,
    out: Annotated[Path, typer.Option(help="File to write.")],
    vectors: Annotated[
        Path | None, typer.Option(help="Published vectors of papers, for fusion.")
    ] = None,
    l2: Annotated[bool, typer.Option("--l2", help="Compare them by distance.")] = False,
    k: Annotated[int, typer.Option(min=1, help="Length of the lists.")] = 1000,
    recent: Annotated[int, typer.Option(min=1, help="Latest papers of an author.")] = 10,
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Run a published baseline of PreScience, faults included, on imported rows.

    Example: scinet predictions baseline tasks/official frequency --out predictions.frequency.json
    """
    from scinet.eval.task import Task
    from scinet.experiments import published

    found = published.baseline_predictions(
        Task.read(folder),
        baseline,
        out=out,
        vectors=vectors,
        is_l2=l2,
        k=k,
        recent=recent,
        split=split,
    )
    output.emit_one(found, as_json=as_json)


@prediction_commands.command("average")
def average_predictions(
    first: Annotated[Path, typer.Argument(metavar="FILE", help="What one judge scored.")],
    second: Annotated[Path, typer.Argument(metavar="OTHER", help="What another judge scored.")],
    *,
    out: Annotated[Path, typer.Option(help="File to write.")],
    as_json: output.AsJson = False,
) -> None:
    """Average the LACERScores of two judges, as PreScience does.

    Example: scinet predictions average one.lacer_scored.json two.lacer_scored.json --out mean.json
    """
    from scinet.experiments import published

    output.emit_one(published.average_generations(first, second, out=out), as_json=as_json)
