"""``scinet generate`` from the outside."""

import json
import re
from pathlib import Path

import pytest
from helpers.command_line import status
from typer.testing import CliRunner

import scinet.cli.generate  # noqa: F401 - adds the command
from scinet.cli import output
from scinet.cli.root import app
from scinet.graph.simulation import MAX_PAPERS, MIN_PAPERS


def test_it_answers_with_counts_and_statistics(tmp_path: Path) -> None:
    command = ["generate", "--papers", "300", "--seed", "2", "--out", str(tmp_path / "x"), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["simulated"] is True
    assert answer["counts"]["papers"] == 300
    assert answer["statistics"]["mean_references"] > 5
    assert (tmp_path / "x" / "papers.jsonl.gz").is_file()


def test_the_table_names_each_number(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["generate", "--papers", "300", "--out", str(tmp_path)])
    assert result.exit_code == 0
    assert "share_self_citations" in result.stdout


@pytest.mark.parametrize(
    "options",
    [
        ["--papers", str(MIN_PAPERS - 1)],
        ["--papers", str(MAX_PAPERS + 1)],
        ["--papers", "many"],
        ["--seed", "-1"],
    ],
)
def test_numbers_outside_their_range_are_wrong_usage(tmp_path: Path, options: list[str]) -> None:
    result = CliRunner().invoke(app, ["generate", *options, "--out", str(tmp_path / "x")])
    assert result.exit_code == 2
    assert not (tmp_path / "x").exists()


def test_a_long_run_ends_with_its_time_and_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "--papers", "100", "--out", str(tmp_path), "--json"]
    assert status(monkeypatch, *command) == 0
    short = capsys.readouterr()
    assert short.err == ""
    monkeypatch.setattr(output, "_LONG_S", 0.0)
    assert status(monkeypatch, *command) == 0
    long = capsys.readouterr()
    assert long.out == short.out
    told = re.fullmatch(r"took (\d+\.\d) s, and at most ([\d,]+) MiB in this process\n", long.err)
    assert told
    assert float(told[1]) < 10
    assert int(told[2].replace(",", "")) > 50
