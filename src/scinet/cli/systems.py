"""The systems: which can answer a task, and what the settings of one are."""

import sys
from typing import Final

from scinet.cli import shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command

_COLUMNS: Final = ("system", "track", "learns", "asks_model", "summary")


def _list_systems(name: str | None = None) -> str | None:
    """List the systems by package, those that can answer a task, or the settings of one.

    Args:
        name: A task (folder or SUITE/TASK): the systems that can answer it. A system: its settings.
    """
    return name


def _print(name: str | None, line: Invocation) -> None:
    if name is None and not line.as_json:
        from scinet.models.registry import SYSTEM_GROUPS, SYSTEMS
        from scinet.models.sciencemeter import UPDATES

        rooms = {
            **SYSTEM_GROUPS,
            **({"installed": SYSTEMS.installed} if SYSTEMS.installed else {}),
            "train only": [*UPDATES, "citation-reader"],
        }
        line.emit({room: ", ".join(names) for room, names in rooms.items()})
        sys.stderr.write("\n`scinet systems TASK` describes those that can answer a task.\n")
        return
    from scinet.experiments.systems import find_systems

    rows = find_systems(name)
    line.emit(rows, () if line.as_json or len(rows) == 1 else _COLUMNS)


add_command(
    app,
    "systems prescience/collaborators",
    _list_systems,
    _print,
    arguments={"name": "[TASK|SYSTEM]"},
    completes={"name": shell_completion.complete_tasks_and_systems},
)
