"""``scinet generate`` from the outside."""

import re
from pathlib import Path

import pytest
from helpers.commands.typed import Scinet

from scinet.cli import output
from scinet.graph.simulation import MAX_PAPERS, MIN_PAPERS


def test_it_answers_with_counts_and_statistics(
    scinet: Scinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("generate", "--papers", "300", "--seed", "2", "--out", "x")
    short = scinet(*command, "--json")
    [answer] = short.rows
    assert answer["simulated"] is True
    assert answer["counts"]["papers"] == 300
    assert answer["statistics"]["mean_references"] > 5
    assert Path("x/papers.jsonl.gz").is_file()
    assert short.err == ""
    assert "share_self_citations" in scinet(*command).out
    monkeypatch.setattr(output, "_LONG_S", 0.0)  # what takes long ends with its time and memory
    long = scinet(*command, "--json")
    assert (long.code, long.out) == (0, short.out)
    told = re.fullmatch(r"took \d+\.\d s, and at most ([\d,]+) MiB in this process\n", long.err)
    assert told
    assert int(told[1].replace(",", "")) > 50


@pytest.mark.parametrize(
    "options",
    [
        ["--papers", str(MIN_PAPERS - 1)],
        ["--papers", str(MAX_PAPERS + 1)],
        ["--papers", "many"],
        ["--seed", "-1"],
    ],
)
def test_numbers_outside_their_range_are_wrong_usage(scinet: Scinet, options: list[str]) -> None:
    assert scinet("generate", *options, "--out", "x").code == 2
    assert not Path("x").exists()
