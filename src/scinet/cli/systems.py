"""The systems: which can answer a task, and what the settings of one are."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import complete, output
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.eval.task import Row

_COLUMNS = ("system", "track", "learns", "asks_model", "summary")


@app.command()
def systems(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[TASK|SYSTEM]",
            help="A task (folder or SUITE/TASK): the systems that can answer it. A system: its "
            "settings.",
            autocompletion=complete.tasks_and_systems,
        ),
    ] = None,
    *,
    as_json: output.AsJson = False,
) -> None:
    """List the systems by answer type, those that can answer a task, or the settings of one.

    Example: scinet systems prescience/collaborators
    """
    from scinet.eval.suites import TASK_TYPES, named
    from scinet.eval.task import Task
    from scinet.experiments import systems as library
    from scinet.models.registry import make

    if name is None:
        rows = library.systems()
        if as_json:
            output.emit(rows, as_json=True)
        else:
            output.emit_one(_grouped(rows), as_json=False)
            sys.stderr.write("\n`scinet systems TASK` describes those that can answer a task.\n")
    elif name in TASK_TYPES:
        rows = library.systems(TASK_TYPES[name])
        output.emit(rows, as_json=as_json, columns=() if as_json else _COLUMNS)
        sys.stderr.write("by answer type; with a task's folder, by the inputs of its queries too\n")
    elif Path(name).is_dir():
        task = Task.read(Path(name))
        rows = library.systems(named(task.type_name), task)
        output.emit(rows, as_json=as_json, columns=() if as_json else _COLUMNS)
    else:
        output.emit_one(library.about(make(name)), as_json=as_json)


def _grouped(rows: "list[Row]") -> dict[str, str]:
    """Names of systems by the first answer type of each, and what ``train`` takes besides."""
    from scinet.models.sciencemeter import UPDATES

    groups: dict[str, list[str]] = {}
    for row in rows:
        first = row["track"] if row["track"] == "control" else row["answers"].partition(",")[0]
        groups.setdefault(first, []).append(row["system"])
    groups["train only"] = [*UPDATES, "citation-reader"]
    return {name: ", ".join(listed) for name, listed in groups.items()}
