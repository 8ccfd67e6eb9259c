"""Undo loads."""

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import add_command
from scinet.session.explore import Explore

add_command(
    app,
    "remove mine",
    Explore.remove,
    lambda report, line: line.emit(report.as_dict()),
    arguments={"target": "[SOURCE]"},
    option_names={"kind": "--as"},
    progress=progress.bar_progress("remove"),
)
