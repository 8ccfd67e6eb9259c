"""Signals end a command with 130 or 143 and one line, whatever becomes of the exception."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Event

import pytest
from helpers.commands.command_line import status
from helpers.commands.nursery import listens
from helpers.commands.served_command import SCINET
from helpers.waiting import PATIENCE_S, wait_until

from scinet.cli import progress, root, signals
from scinet.errors import QueryError

LINES = {130: "stopped", 143: "terminated"}


def swallowing() -> None:
    """Go on as if nothing had been."""


def failing() -> None:
    raise BufferError("the driver")


def refusing() -> None:
    raise QueryError("Illegal value for field params")


def insisting() -> None:
    for done in range(10):
        assert done == 0, "the work goes on"
        progress.bar_progress("load")(progress.LineProgress(sys.stderr))(done, 10)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("then", [swallowing, failing, refusing, insisting])
def test_whatever_becomes_of_the_exception_the_command_ends_so(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
    then: Callable[[], None],
) -> None:
    def app(**_: object) -> None:
        try:
            os.kill(os.getpid(), number)
            Event().wait(PATIENCE_S)
        except KeyboardInterrupt:
            pass  # as a library may
        then()
        sys.exit(0)

    monkeypatch.setattr(root, "app", app)
    code = 128 + number
    assert status(monkeypatch, "load") == code
    said = f"scinet: {LINES[code]}. Re-run the command to resume.\n"
    assert capsys.readouterr().err == said
    assert signals.exit_code() is None  # the next command of this process is not stopped


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_modules_are_imported(number: int) -> None:
    command = [*SCINET, "query", "--help"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_until(lambda: listens(process.pid), "it listens to signals")
        process.send_signal(number)
        out, err = process.communicate()
    code = 128 + number
    assert (process.returncode, out) == (code, "")
    assert err == f"scinet: {LINES[code]}. Re-run the command to resume.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("is_threaded", [False, True])
def test_a_signal_at_the_end_of_a_command_has_its_line(number: int, *, is_threaded: bool) -> None:
    """Python ends threads and what is registered after a command's work."""
    last = "threading.Thread(target=time.sleep, args=(60,)).start()" * is_threaded
    program = (
        "import atexit, threading, time\nfrom scinet.cli import signals\n"
        "with signals.listen_for_signals():\n    print('result')\n"
        f"atexit.register(time.sleep, 60)\n{last}\nprint('ready', flush=True)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert [child.stdout.readline() for _ in range(2)] == ["result\n", "ready\n"]
    child.send_signal(number)
    _, err = child.communicate()
    assert (child.returncode, err) == (128 + number, f"scinet: {LINES[128 + number]} at its end.\n")
