"""Ctrl-C and SIGTERM end a command with their exit code, whatever becomes of the exception.

It may be raised anywhere, also where another library swallows it or answers with an error of its
own. Only in a ``__del__``, where Python would print and drop it, it waits a moment.
"""

import atexit
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

_WORDS: Final = {128 + signal.SIGINT: "stopped", 128 + signal.SIGTERM: "terminated"}
_RESUME: Final = "resume"
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_MOMENT_S: Final = 0.01
_codes: list[int] = []
_resume_text = [_RESUME]  # what the same command does after a stop


@contextmanager
def listen_for_signals() -> Iterator[None]:
    """Listen to both signals; after one, end with its line and code instead of what came of it."""
    clear_signal()
    _resume_text[:] = [_RESUME]
    atexit.unregister(_ignore_signals)
    atexit.register(_ignore_signals)
    try:
        try:
            for number in (signal.SIGALRM, *_SIGNALS):
                signal.signal(number, _stop)
            yield
        finally:
            with suppress(OSError, ValueError):  # which Python will tell
                sys.stdout.flush()
            _listen_late()
    finally:  # also where a signal came before they listened
        _listen_late()
        requested = exit_code()
        clear_signal()
        if requested is not None:
            for number in _SIGNALS:  # a second one has no line
                signal.signal(number, signal.SIG_DFL)
            what = _WORDS[requested]
            sys.stderr.write(f"scinet: {what}. Re-run the command to {_resume_text[0]}.\n")
            sys.exit(requested)


def _listen_late() -> None:
    """Listen while Python puts its own things in order, which takes a moment."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    for number in _SIGNALS:
        signal.signal(number, _stop_late)


def _stop_late(number: int, _: FrameType | None) -> None:
    requested = 128 + number
    os.write(2, f"scinet: {_WORDS[requested]} at its end.\n".encode())
    os._exit(requested)


def _ignore_signals() -> None:
    """Let Python end without being killed halfway: it takes its own handlers away first."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)


def exit_code() -> int | None:
    """The exit code that a signal asked for; None when there was none."""
    return _codes[0] if _codes else None


def announce_restart() -> None:
    """Have the line on a stop say that the same command starts over, as nothing is left."""
    _resume_text[:] = ["start over"]


def reraise_signal() -> None:
    """Raise the exception of a signal again if it was swallowed."""
    if _codes:
        raise KeyboardInterrupt


def clear_signal() -> None:
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
