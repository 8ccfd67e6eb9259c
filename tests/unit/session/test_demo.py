"""What the demo says to type next can be typed, in any shell."""

import shlex
import sys
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from scinet.cli.root import app
from scinet.server.home import Home, StartRecord
from scinet.session.demo import next_steps

root = cache(typer.main.get_command)


def assert_it_parses(words: list[str]) -> None:
    command = root(app)
    while isinstance(command, TyperGroup):
        name, *words = words
        command = command.commands[name]
    command.make_context("scinet", words)  # a missing argument or a wrong option would raise


@pytest.mark.parametrize("another", [None, "bolt://elsewhere:7687"])
def test_what_to_type_next(
    another: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NEO4J_URI", raising=False)
    if another is not None:
        monkeypatch.setenv("NEO4J_URI", another)
    ours = tmp_path / "an environment" / "bin"
    ours.mkdir(parents=True)
    for name in ("scinet", "python"):
        (ours / name).touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(ours / "python"))
    home = Home(tmp_path / "a home")
    home.prepare()
    home.save_started(StartRecord(1, 7690, "1g", "256m", {}))
    for path, command in ((str(ours), "scinet"), ("/usr/bin", str(ours / "scinet"))):
        monkeypatch.setenv("PATH", path)
        made = tmp_path / "a demo"
        *exports, status, query, explore, stop = next_steps(home, "p1", made)
        assert shlex.split(exports[0]) == ["export", f"SCINET_SERVER_HOME={tmp_path / 'a home'}"]
        assert len(exports) == (1 if another is None else 2)
        assert all("bolt://127.0.0.1:7690" in line for line in exports[1:])
        for line in (status, query, explore, stop):
            first, *words = shlex.split(line)
            assert first == command
            assert_it_parses(words)
        assert "paper_id=p1" in query
        assert shlex.split(explore)[1:] == ["explore", "--results", str(made)]
