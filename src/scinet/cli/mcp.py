"""Offer the graph to agents."""

import sys
from collections.abc import Callable

from scinet.cli.progress import Display
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.agents import Agents


def _address(_: Display) -> Callable[[str], None]:
    def say(address: str) -> None:
        sys.stderr.write(f"scinet: agents find the graph at {address}\n")

    return say


def _nothing(_: None, __: Line) -> None:
    """It has served; standard output was the client's."""


verb(
    app,
    "mcp --http --before 2013-01-01",
    Agents.mcp,
    _nothing,
    spelt={"allow_hosts": "--allow-host"},
    progress=_address,
)
