"""The files that suites publish: tasks from their rows, runs from their predictions, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.cli.score import about, task_commands

if TYPE_CHECKING:
    from scinet.graph.snapshot import Snapshot

prediction_commands = typer.Typer(
    no_args_is_help=True, help="Official prediction files: in, out, scored."
)
app.add_typer(prediction_commands, name="predictions")

_Folder = Annotated[Path, typer.Argument(metavar="TASK", help="Folder of a task.")]
_Split = Annotated[str, typer.Option(help="Split of the task.")]
_File = Annotated[Path, typer.Option("--out", help="File to write.")]


@task_commands.command("import")
def import_task(
    name: Annotated[
        str, typer.Argument(metavar="SUITE/TASK", help="Such as prescience/collaborators.")
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
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything that is drawn.")] = 0,
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
    from scinet.eval import task as tasks
    from scinet.eval.official_files import of_suite
    from scinet.eval.suites import named
    from scinet.eval.suites.official import Request

    task_type = named(name)
    suite = of_suite(task_type.suite)
    request = Request(
        options=task_type.read_options(shared.pairs(option)),
        source=suite.source if source is None else source or None,
        before=output.cut_off(before),
        seed=seed,
        snapshot=_whole_graph() if graph else None,
    )
    task = tasks.write(suite.task(task_type, files, request), out)
    output.emit_one(about(task), as_json=as_json)


@task_commands.command("export")
def export_task(
    folder: _Folder,
    *,
    out: _File,
    split: _Split = "test",
    as_json: output.AsJson = False,
) -> None:
    """Write the instances of a task as its suite publishes them: .parquet, .json or .jsonl.

    Example: scinet task export tasks/collaborators --out test.parquet
    """
    from scinet.eval.official_files import of_suite
    from scinet.eval.suites.json_files import write_rows
    from scinet.eval.task import Task

    task = Task.read(folder)
    rows = of_suite(task.suite).instances(task, _whole_graph(), split=split)
    count = write_rows(rows, out)
    output.emit_one({"task": task.id, "split": split, "rows": count, "file": out}, as_json=as_json)


@prediction_commands.command("import")
def import_predictions(
    folder: _Folder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Official predictions.")],
    *,
    out: Annotated[Path, typer.Option(help="Run file to write.")],
    system: Annotated[
        str | None, typer.Option(help="Name of the system; from the file's name without it.")
    ] = None,
    track: Annotated[str, typer.Option(help="What it could see: text, graph or indicators.")] = (
        "text"
    ),
    split: _Split = "test",
    as_json: output.AsJson = False,
) -> None:
    """Make a run file of official predictions, to be evaluated beside others.

    Example: scinet predictions import tasks/official predictions.gpt.json --out runs/gpt.jsonl
    """
    from scinet.eval.official_files import of_suite
    from scinet.eval.run import Header
    from scinet.eval.suites.json_files import system_of
    from scinet.eval.task import Task

    if track not in {"text", "graph", "indicators"}:
        raise typer.BadParameter("it is text, graph or indicators", param_hint="--track")
    task = Task.read(folder)
    header = Header(
        system=system or system_of(file),
        version="imported",
        task_fingerprint=task.fingerprint,
        track=track,
        settings={"predictions": file.name},
        seed=None,
        split=split,
    )
    found = of_suite(task.suite).read_predictions(task, file, header)
    found.write(out)
    output.emit_one({"system": header.system, **found.counts, "run": out}, as_json=as_json)


@prediction_commands.command("export")
def export_predictions(
    folder: _Folder,
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run file.")],
    *,
    out: _File,
    split: _Split = "test",
    as_json: output.AsJson = False,
) -> None:
    """Write a run as official predictions.

    Example: scinet predictions export tasks/official runs/walk.jsonl --out predictions.walk.json
    """
    from scinet.eval.official_files import of_suite
    from scinet.eval.suites import named
    from scinet.eval.task import Task

    task = Task.read(folder)
    read = named(task.type_name).read_run(run, task, split)
    written = of_suite(task.suite).write_predictions(task, read, out)
    answered = len(read.answers)
    file = out if len(written) == 1 else [str(place) for place in written]
    output.emit_one(
        {"system": read.header.system, "records": answered, "file": file}, as_json=as_json
    )


@prediction_commands.command("score")
def score_predictions(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Predictions of PreScience.")],
    *,
    out: Annotated[
        Path | None, typer.Option(help="File to write.", show_default="scored/<base>.eval.json")
    ] = None,
    as_json: output.AsJson = False,
) -> None:
    """Score official predictions by the truth that they hold, as the published scorer does.

    Example: scinet predictions score predictions.walk.json
    """
    from scinet.eval.suites.json_files import base_of, write
    from scinet.eval.suites.prescience.official.predictions import score

    scored = score(file)
    target = out or file.parent / "scored" / f"{base_of(file)}.eval.json"
    write(scored, target)
    output.emit_one({**scored["aggregates"], "file": target}, as_json=as_json)


def _whole_graph() -> "Snapshot":
    with output.database() as db:
        return shared.read_arrays(db, None)
