"""Undo loads."""

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import verb
from scinet.session.explore import Explore

verb(
    app,
    "remove mine",
    Explore.remove,
    lambda report, line: line.emit(report.as_dict()),
    arguments={"target": "[SOURCE]"},
    spelt={"kind": "--as"},
    progress=progress.bar("remove"),
)
