"""Ladders for the judge of contributions: built by a language model, checked against people."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

lacer_commands = typer.Typer(no_args_is_help=True, help="Ladders that a judge rates texts by.")
app.add_typer(lacer_commands, name="lacer")


@lacer_commands.command()
@model.asks()
def build(
    folder: shared.TaskFolder,
    *,
    out: Annotated[
        Path | None, typer.Option(help="File to write.", show_default="TASK/ladder.json")
    ] = None,
    split: shared.TaskSplit = "train",
    ladders: Annotated[int, typer.Option(min=1, help="How many papers get a ladder.")] = 5,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Let a language model edit references into the papers that cite them, in ten steps.

    `scinet evaluate` shows the judge the file of this name in the task's folder.

    Example: scinet lacer build tasks/contribution --model NAME --ledger ledger.sqlite
    """
    from scinet.eval.suites.prescience.lacer import ladder
    from scinet.eval.suites.prescience.lacer.build import build as built
    from scinet.eval.task import Task

    task = Task.read(folder)
    with (
        language.open(task.graph_fingerprint, seed=seed) as asker,
        output.progress() as display,
    ):
        found = built(
            task,
            asker,
            split=split,
            ladders=ladders,
            seed=seed,
            progress=model.follow(display, "ladders"),
        )
        target = out or folder / ladder.FILE
        ladder.write(found, target)
    papers = [one.paper_id for one in found.ladders]
    output.emit_one({"model": found.model, "papers": papers, "file": target}, as_json=as_json)


@lacer_commands.command()
@model.asks()
def validate(
    file: Annotated[Path, typer.Argument(metavar="LADDER", help="File of `scinet lacer build`.")],
    *,
    rankings: Annotated[
        Path | None, typer.Option(help="Rankings of people, JSON lines; see the documentation.")
    ] = None,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Compare a judge's order of texts with the ladders' levels, and with people's order.

    Example: scinet lacer validate ladder.json --model NAME --ledger ledger.sqlite
    """
    from dataclasses import asdict

    from scinet.eval.suites.prescience.lacer import ladder
    from scinet.eval.suites.prescience.lacer.validate import own_levels, people, read_rankings

    read = ladder.read(file)
    ranked = None if rankings is None else read_rankings(rankings)
    with language.open(read.task_fingerprint, seed=seed) as asker:
        found = [own_levels(read.ladders, asker)]
        if ranked is not None:
            found += people(ranked, read.ladders, asker)
        output.emit(map(asdict, found), as_json=as_json)
