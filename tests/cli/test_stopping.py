"""Signals end a command with 130 or 143 and one line, whatever becomes of the exception."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.command_line import status

from scinet.cli import progress, root
from scinet.errors import QueryError
from scinet.graph.connection import Database

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
        progress.bar("load")(progress.Lines(sys.stderr))(done, 10)


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
            time.sleep(5)
        except KeyboardInterrupt:
            pass  # as a library may
        then()
        sys.exit(0)

    monkeypatch.setattr(root, "app", app)
    code = 128 + number
    assert status(monkeypatch, "load") == code
    said = f"scinet: {LINES[code]}. Run the same command again to go on.\n"
    assert capsys.readouterr().err == said


def listens(pid: int) -> bool:
    """Whether the process has a handler of SIGTERM, as it has none before ``main`` is called."""
    found = Path(f"/proc/{pid}/status").read_text()
    [caught] = [line.split()[1] for line in found.splitlines() if line.startswith("SigCgt:")]
    return bool(int(caught, 16) >> signal.SIGTERM - 1 & 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_load_that_is_stopped_anywhere_ends_so_and_goes_on(
    database: Database, uri: str, tmp_path: Path, number: int
) -> None:
    rng = random.Random(number)  # noqa: S311
    file = tmp_path / "a.jsonl"
    with file.open("w") as stream:
        for n in range(9_000):
            row = {
                "id": f"P{n}",
                "date": "2001",
                "references": [f"P{rng.randrange(n + 1)}"],
                "authors": [{"name": f"A {n % 99}"}],
            }
            stream.write(json.dumps(row) + "\n")
    command = [sys.executable, "-c", "from scinet.cli import main; main()", "load", str(file)]
    env = {**os.environ, "NEO4J_URI": uri, "SCINET_CACHE": str(tmp_path)}
    for _ in range(4):
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while not listens(process.pid):
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 7))
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
        if process.returncode == 0:
            break  # it was done before
        assert process.returncode == 128 + number, said
        assert "Traceback" not in said
        assert said.splitlines()[-1].startswith(f"scinet: {LINES[128 + number]}.")
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    counts = {row["label"]: row["count"] for row in database.rows("admin/node_counts")}
    assert counts["Paper"] == 9_000
