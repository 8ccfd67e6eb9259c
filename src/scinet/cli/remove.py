"""Undo loads."""

from typing import TYPE_CHECKING

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.explore import Explore

if TYPE_CHECKING:
    from scinet.graph.load import RemovalReport


def _report(report: "RemovalReport", line: Line) -> None:
    line.emit(report.as_dict())


verb(
    app,
    "remove mine",
    Explore.remove,
    _report,
    arguments={"target": "[SOURCE]"},
    spelt={"kind": "--as"},
    progress=progress.bar("remove"),
)
