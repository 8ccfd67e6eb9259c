"""``scinet generate`` and ``scinet network statistics``."""

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.typed import Scinet, Typed
from helpers.networks.build import GOLDEN, Paper, load_graph

from scinet.cli import output
from scinet.graph.db.connection import Database
from scinet.graph.synthetic import MAX_PAPERS, MIN_PAPERS

AUTHORS = {"2": ["ann"], "4": ["ann", "bob"], "6": ["ann", "bob"]}


@pytest.fixture
def run(database: Database, scinet: Scinet) -> Scinet:
    """The command on the golden graph, where ann and bob wrote together twice."""
    load_graph(database, GOLDEN, AUTHORS)
    return lambda *words: scinet("network", "statistics", *words)


def figures(done: Typed, column: str = "network") -> dict[str, Any]:
    return {row["statistic"]: row[column] for row in done.rows}


def test_figures_by_hand(run: Scinet) -> None:
    result = figures(run("--json"))
    assert result["mean_references"] == pytest.approx(13 / 11)
    assert result["share_uncited"] == pytest.approx(6 / 11)
    assert result["max_citations"] == 5
    # Of 13 citations those of 2 by 4 and 6, and of 4 by 6, are among ann's own papers.
    assert result["share_self_citations"] == pytest.approx(3 / 13)
    assert result["share_repeated_collaborations"] == 0.5
    # Nothing is cited ten times, so the tail has no exponent.
    assert result["tail_exponent"] is None


def test_nothing_of_the_cut_off_day_or_later_counts(run: Scinet, database: Database) -> None:
    # The last paper before that day is of 1997.
    before = figures(run("--json", "--before", "1998-12-31"))
    assert before["mean_references"] == pytest.approx(6 / 7)
    assert before["share_repeated_collaborations"] == 0.0
    kept = [paper for paper in GOLDEN if paper[1] < "1998"]
    database.rows("admin/wipe")
    load_graph(database, kept, {paper: AUTHORS[paper] for paper in ("2", "4")})
    assert figures(run("--json")) == before


def test_a_simulated_network_of_the_same_size_stands_beside_it(
    run: Scinet, database: Database
) -> None:
    assert "a simulated network has 100 or more" in run("--simulated").refusal
    database.rows("admin/wipe")
    papers: list[Paper] = [
        (f"p{n:03d}", f"{1990 + n // 6}-01", [f"p{n - 6:03d}"] if n > 5 else []) for n in range(120)
    ]
    load_graph(database, papers, {paper: ["ann"] for paper, _, _ in papers})
    done = run("--simulated", "--json")
    assert figures(done)["mean_references"] == pytest.approx(114 / 120)
    # Drawn, so only near it.
    assert figures(done, "simulated")["mean_references"] == pytest.approx(114 / 120, rel=0.5)
    assert run("--simulated").out.split()[:3] == ["statistic", "network", "simulated"]


def test_a_network_without_authors_is_refused(run: Scinet, database: Database) -> None:
    database.rows("admin/wipe")
    load_graph(database, GOLDEN)
    assert run().refusal


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
