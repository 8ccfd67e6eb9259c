"""Calibration ladders for the judge of contributions: made by a model, checked against people."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.annotate import annotate


@annotate.command()
@model.asks()
def calibration(
    folder: shared.TaskFolder,
    *,
    out: Annotated[
        Path | None, typer.Option(help="File to write.", show_default="TASK/ladder.json")
    ] = None,
    split: shared.TaskSplit = "train",
    ladders: Annotated[int, typer.Option(min=1, help="Number of papers that get a ladder.")] = 5,
    published: Annotated[
        Path | None,
        typer.Option(metavar="CLONE", help="Take the published prompt, of a clone of PreScience."),
    ] = None,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Let a model edit a reference, level by level, into the paper that cites it.

    `scinet evaluate` shows the judge the file of this name in the task's folder.

    Example: scinet annotate calibration tasks/contribution --model NAME --ledger ledger.sqlite
    """
    from scinet.eval.task import Task
    from scinet.experiments import annotate as library

    task = Task.read(folder)
    if published is not None:
        output.emit_one(library.published_calibration(task, published, out=out), as_json=as_json)
        return
    with (
        language.open(task.graph_fingerprint, seed=seed) as asker,
        output.progress() as display,
    ):
        found = library.calibration(
            task,
            asker,
            out=out,
            split=split,
            ladders=ladders,
            seed=seed,
            progress=model.follow(display, "ladders"),
        )
    output.emit_one(found, as_json=as_json)


@annotate.command()
@model.asks()
def check_calibration(
    file: Annotated[
        Path, typer.Argument(metavar="LADDERS", help="File of `scinet annotate calibration`.")
    ],
    *,
    rankings: Annotated[
        Path | None, typer.Option(help="Rankings by people, JSON lines; see the documentation.")
    ] = None,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Compare a judge's order of texts with the ladders' levels, and with people's order.

    Example: scinet annotate check-calibration ladder.json --model NAME --ledger ledger.sqlite
    """
    from scinet.eval.suites.prescience.lacer import ladder
    from scinet.eval.suites.prescience.lacer.validate import read_rankings
    from scinet.experiments import annotate as library

    read = ladder.read(file)
    ranked = None if rankings is None else read_rankings(rankings)
    with language.open(read.task_fingerprint, seed=seed) as asker:
        found = library.check_calibration(read, asker, rankings=ranked)
        output.emit(found, as_json=as_json)
