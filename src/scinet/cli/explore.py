"""The explorer: pages in a browser."""

import sys
from collections.abc import Callable

from scinet.cli.progress import Display
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.explorer.serve import explore


def _address(_: Display) -> Callable[[str], None]:
    def say(address: str) -> None:
        sys.stderr.write(f"scinet: open {address} in a browser; Ctrl-C ends it\n")
        sys.stderr.flush()

    return say


def _nothing(_: None, __: Line) -> None:
    """It has served."""


verb(app, "explore --port 8000", explore, _nothing, progress=_address)
