"""``scinet`` as it is typed: in a process of its own, or in this one."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import Nursery
from typer.testing import CliRunner

from scinet.cli import main
from scinet.cli.root import app


def run(uri: str, cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it in a process that knows nothing but the database, within the folder of the cache."""
    alone = {"NEO4J_URI": uri, "SCINET_CACHE": str(cache), "PATH": "", "HOME": str(cache)}
    done = Nursery(alone, small=False).run(words, cache)
    return subprocess.CompletedProcess(words, done.code, done.out, done.err)


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(*command: str) -> list[dict[str, Any]]:
    """The JSON lines that a command prints in this process; its module must be imported."""
    result = CliRunner().invoke(app, [*command, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def status(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the whole command line in this process; returns the exit status."""
    monkeypatch.setattr(sys, "argv", ["scinet", *words])
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    with pytest.raises(SystemExit) as caught:
        main()
    for number, handler in before:
        signal.signal(number, handler)
    return int(caught.value.code or 0)
