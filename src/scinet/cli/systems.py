"""The systems: which can answer a task, and what the settings of one are."""

import sys
from typing import Final

from scinet.cli import complete
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb

_COLUMNS: Final = ("system", "track", "learns", "asks_model", "summary")


def _name(name: str | None = None) -> str | None:
    """List the systems by package, those that can answer a task, or the settings of one.

    Args:
        name: A task (folder or SUITE/TASK): the systems that can answer it. A system: its settings.
    """
    return name


def _print(name: str | None, line: Line) -> None:
    if name is None and not line.as_json:
        from scinet.models.registry import SYSTEMS
        from scinet.models.sciencemeter import UPDATES

        rooms = {**SYSTEMS.by_room, "train only": [*UPDATES, "citation-reader"]}
        line.emit({room: ", ".join(names) for room, names in rooms.items()})
        sys.stderr.write("\n`scinet systems TASK` describes those that can answer a task.\n")
        return
    from scinet.experiments.systems import found

    rows = found(name)
    line.emit(rows, () if line.as_json or len(rows) == 1 else _COLUMNS)


verb(
    app,
    "systems prescience/collaborators",
    _name,
    _print,
    arguments={"name": "[TASK|SYSTEM]"},
    completes={"name": complete.tasks_and_systems},
)
