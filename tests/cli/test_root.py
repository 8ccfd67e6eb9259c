"""The table of commands, and what a command line that is only read or refused imports."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from helpers.command_line import status
from typer.core import TyperGroup

import scinet.cli
from scinet.cli.commands import COMMANDS
from scinet.cli.root import app

_SHARED = {
    *("__init__", "commands", "complete", "output", "progress", "root", "shell"),
    *("stopping", "terminal"),
    *("parameter", "table", "verbs"),
}


def test_every_command_of_the_table_exists_and_every_file_is_named_in_it() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    assert all(group.commands[name].name == name for name in COMMANDS)
    inner = group.commands["network"]
    assert isinstance(inner, TyperGroup)
    assert tuple(inner.commands) == COMMANDS["network"].holds
    named = {
        file
        for name, entry in COMMANDS.items()
        for file in entry.files or (name.replace("-", "_"),)
    }
    folder = Path(scinet.cli.__file__).parent
    assert named | _SHARED == {file.stem for file in folder.glob("*.py")}


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["query", "-h"], ["indicators", "-h"]])
def test_help_is_printed(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(monkeypatch, *words) == 0
    assert "Usage: scinet" in capsys.readouterr().out


def test_the_version_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("scinet ")


def test_a_misspelt_command_is_refused_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for word, meant in (("stauts", "'status'"), ("snapshto", "'network snapshot'")):
        assert status(monkeypatch, word) == 2
        assert f"Did you mean {meant}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["query", "ego/nothing"], ["query"], ["snapshto"]])
def test_what_is_only_read_or_refused_imports_no_arrays(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from scinet.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*(m for m in sys.modules if m.startswith('scinet.')))\n"
        "print(*{'numpy', 'pandas', 'scipy', 'pyarrow', 'neo4j', 'torch', 'rich'} & "
        "set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    *_, ours, heavy = done.stdout.splitlines()
    assert heavy == ""
    assert "scinet.cli.impact" not in ours.split()
