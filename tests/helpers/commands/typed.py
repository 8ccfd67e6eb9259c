"""``scinet`` as it is typed, run in this process within a folder of its own."""

import json
import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from helpers.commands.command_line import status

from scinet.cli import output, progress

_CODE = """
import sys
from scinet.cli import main
large = {large!r}
for words in {commands!r}:
    sys.argv = ["scinet", *words]
    try:
        main()
    except SystemExit:
        pass
    print("large:", *(large & sys.modules.keys()))
"""


@dataclass(frozen=True)
class Typed:
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Its JSON lines; it must have succeeded."""
        assert self.code == 0, self.err
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def refusal(self) -> str:
        """The one line of an error; nothing else was printed."""
        assert (self.code, self.out) == (1, ""), self.err
        [line] = self.err.splitlines()
        return line.removeprefix("scinet: ")


Scinet: TypeAlias = Callable[..., Typed]
Ask: TypeAlias = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def scinet(
    uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Scinet:
    """Run a command on the database of the tests, without words on how long it takes."""
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("SCINET_LLM_MODEL", raising=False)
    monkeypatch.setattr(progress, "_EVERY_S", math.inf)
    monkeypatch.setattr(output, "_LONG_S", math.inf)

    def call(*words: str) -> Typed:
        capsys.readouterr()
        return Typed(status(monkeypatch, *words), *capsys.readouterr())

    return call


@pytest.fixture
def ask(scinet: Scinet) -> Ask:
    return lambda *words: scinet(*words, "--json").rows


def imported(large: set[str], *commands: Sequence[str]) -> list[set[str]]:
    """Which large packages are there after each command, all typed in one new process."""
    code = _CODE.format(large=large, commands=commands)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return [set(line[1:]) for line in lines if line[:1] == ["large:"]]
