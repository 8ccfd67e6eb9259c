"""Ctrl-C and SIGTERM end a command with their exit code, whatever becomes of the exception.

It may be raised anywhere, also where another library swallows it or answers with an error of its
own. Only in a ``__del__``, where Python would print and drop it, it waits a moment.
"""

import signal
from types import FrameType
from typing import Final

_LINES: Final = {
    128 + signal.SIGINT: "scinet: stopped. Run the same command again to go on.\n",
    128 + signal.SIGTERM: "scinet: terminated. Run the same command again to go on.\n",
}
_MOMENT_S: Final = 0.01
_codes: list[int] = []


def install() -> None:
    """Listen to both signals from now on."""
    forget()
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGALRM, _stop)


def code() -> int | None:
    """The exit code that a signal asked for; None when there was none."""
    return _codes[0] if _codes else None


def line(code: int) -> str:
    """What to say at the end."""
    return _LINES[code]


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
