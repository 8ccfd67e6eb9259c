"""PreScience's tasks from the outside, on a real graph."""

import re
from pathlib import Path

import pytest
from helpers.commands.typed import Ask, Scinet
from helpers.networks.build import load_graph
from helpers.networks.two_sides import two_communities

from scinet.graph.connection import Database


@pytest.fixture(autouse=True)
def graph(database: Database) -> None:
    papers, authors, titles = two_communities(1)
    load_graph(database, papers, authors, titles=titles)


def test_both_tasks_end_to_end(ask: Ask, scinet: Scinet) -> None:
    for task, systems in (
        ("collaborators", ("collaborators-frequency", "collaborators-walk")),
        ("prior-work", ("prior-work-frequency", "prior-work-walk", "popularity")),
    ):
        words = ("task", "build", f"prescience/{task}", "--before", "2009-01-01", "--out", task)
        (built,) = ask(*words)
        assert built["options"]["since"] == "2008-01-01"
        for system in systems:
            ask("run", system, task, "--out", f"{task}-{system}.jsonl")
        files = [f"{task}-{system}.jsonl" for system in systems]
        for scoring in ("strict", "official"):
            rows = ask("evaluate", task, *files, "--scoring", scoring)
            means = {row["system"]: row["mean"] for row in rows if row["metric"] == "R-precision"}
            # Popularity joins where papers are asked for, and not where authors are.
            assert ("popularity" in means) == (task == "prior-work")
            assert (means["oracle"], means["anti-oracle"]) == (1.0, 0.0)
            for system in systems[:2]:
                assert means["random"] < means[system] < means["oracle"]
    table = scinet("evaluate", "collaborators", "collaborators-collaborators-walk.jsonl").out
    # As many answers are taken as are true: recall and F1 say the same as R-precision.
    first = ["system", "track", "nDCG@1000", "R-precision", "first-time nDCG@1000"]
    assert re.split("  +", table.splitlines()[0].strip())[:5] == first
    assert "Also in --json and --out: Recall; F1; " in table
    assert "unresolved" not in table
    for system in ("bm25", "prior-work-walk"):  # they are for another task
        assert scinet("run", system, "collaborators", "--out", "x.jsonl").refusal
    assert not Path("x.jsonl").exists()
