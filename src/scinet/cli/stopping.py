"""Ctrl-C and SIGTERM end a command with their exit code, whatever becomes of the exception.

It may be raised anywhere, also where another library swallows it or answers with an error of its
own. Only in a ``__del__``, where Python would print and drop it, it waits a moment.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_LINES: Final = {
    128 + signal.SIGINT: "scinet: stopped. Run the same command again to go on.\n",
    128 + signal.SIGTERM: "scinet: terminated. Run the same command again to go on.\n",
}
_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)
_MOMENT_S: Final = 0.01
_codes: list[int] = []


@contextmanager
def listening() -> Iterator[None]:
    """Listen to both signals; after one, end with its line and code instead of what came of it."""
    forget()
    try:
        for number in (signal.SIGALRM, *_ENDINGS):
            signal.signal(number, _stop)
        yield
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        for number in _ENDINGS:  # from here on Python puts its own things in order
            signal.signal(number, signal.SIG_DFL)
        asked = code()
        forget()
        if asked is not None:
            sys.stderr.write(_LINES[asked])
            sys.exit(asked)


def code() -> int | None:
    """The exit code that a signal asked for; None when there was none."""
    return _codes[0] if _codes else None


def insist() -> None:
    """Raise the exception of a signal again if it was swallowed."""
    if _codes:
        raise KeyboardInterrupt


def forget() -> None:
    """Take a signal as answered, where it ends something smaller than the command."""
    _codes.clear()


def _stop(number: int, frame: FrameType | None) -> None:
    if number != signal.SIGALRM:
        _codes.append(128 + number)
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            signal.setitimer(signal.ITIMER_REAL, _MOMENT_S)
            return
        frame = frame.f_back
    raise KeyboardInterrupt
