"""Prove that nothing from the future is used."""

import sys
from typing import Annotated

import typer

from scinet.cli import complete, output, shared
from scinet.cli.root import app
from scinet.errors import SplitError


@app.command()
def audit(
    folder: shared.TaskFolder,
    system: Annotated[
        str,
        typer.Argument(
            help="Name of a system, or a folder of `scinet train`.", autocompletion=complete.systems
        ),
    ],
    *,
    split: Annotated[str, typer.Option(help="Split whose queries are asked.")] = "test",
    days: Annotated[int, typer.Option(min=1, help="Cut-off days to try.")] = 3,
    queries: Annotated[int, typer.Option(min=1, help="Queries of each day.")] = 20,
    option: shared.Options = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of what is planted.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Plant a future into a copy of the graph; compare arrays, queries and answers bit by bit.

    Papers, authors, citations, texts and dates on or after the day are planted into the arrays
    and, inside a transaction that is undone, into the database. A system that learns is trained
    several times for each day, so give it small settings with -o.

    Example: scinet audit tasks/collaborators collaborators-walk
    """
    from scinet.eval.suites import named
    from scinet.eval.task import Task
    from scinet.experiments.leak_audit.audit import audit as compared
    from scinet.experiments.leak_audit.worlds import World
    from scinet.experiments.pipeline import find_system

    task = Task.read(folder)
    chosen, _ = find_system(system, task, shared.pairs(option))
    with output.database() as db:
        world = World(shared.read_arrays(db, None), db)
        found = compared(
            [chosen],
            named(task.type_name),
            task,
            world,
            split=split,
            days=days,
            queries=queries,
            seed=seed,
        )
    output.emit([finding.row() for finding in found], as_json=as_json)
    if blind := sum(finding.equal and finding.is_seen is False for finding in found):
        sys.stderr.write(f"{blind} of these would not see the same papers dated earlier, either\n")
    moved = [finding for finding in found if not finding.equal]
    if moved:
        first = moved[0]
        raise SplitError(
            f"{first.of} uses what is dated on or after {first.as_of}: {first.difference}",
            hint=f"{len(moved)} of {len(found)} comparisons moved; make them functions of what "
            "is dated before the day.",
        )
