"""The table of commands, and what a command line that is only read or refused imports."""

from pathlib import Path

import pytest
import typer
from helpers.commands.command_line import status
from helpers.commands.typed import imported
from typer.core import TyperGroup

import scinet.cli
from scinet.cli.commands import COMMANDS
from scinet.cli.root import app

_SHARED = {
    *("__init__", "commands", "output", "progress", "root", "shell"),
    *("shell_completion", "signals", "terminal"),
    *("parameter", "verbs"),
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


def test_help_and_the_version_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["-h"], ["--help"], ["query", "-h"], ["indicators", "-h"], ["--version"]):
        assert status(monkeypatch, *words) == 0
        begin = "scinet " if words == ["--version"] else "Usage: scinet"
        assert capsys.readouterr().out.lstrip().startswith(begin), words


def test_a_misspelt_command_is_refused_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for word, meant in (("stauts", "'status'"), ("snapshto", "'network snapshot'")):
        assert status(monkeypatch, word) == 2
        assert f"Did you mean {meant}" in capsys.readouterr().err


def test_what_is_only_read_or_refused_imports_no_arrays() -> None:
    heavy = {"numpy", "pandas", "scipy", "pyarrow", "neo4j", "torch", "rich", "scinet.cli.impact"}
    light = (["--help"], ["snapshto"], ["query", "ego/nothing"], ["query"])
    assert imported(heavy, *light) == [set()] * 4
