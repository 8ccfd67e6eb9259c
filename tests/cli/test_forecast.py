"""PreScience's tasks from the outside, on a real graph."""

import re
from pathlib import Path

import pytest
from helpers.build import load_graph
from helpers.command_line import ask
from helpers.two_sides import two_communities
from typer.testing import CliRunner

from scinet.cli.root import app
from scinet.errors import DataError
from scinet.graph.connection import Database


@pytest.fixture
def graph(database: Database, uri: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two communities, found by the commands as a user's graph is."""
    papers, authors, titles = two_communities(1)
    load_graph(database, papers, authors, titles=titles)
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))


@pytest.mark.usefixtures("graph")
def test_both_tasks_end_to_end() -> None:
    before = ("--before", "2009-01-01")
    for task, systems in (
        ("collaborators", ("collaborators-frequency", "collaborators-walk")),
        ("prior-work", ("prior-work-frequency", "prior-work-walk", "popularity")),
    ):
        (built,) = ask("task", "build", f"prescience/{task}", *before, "--out", task)
        assert built["options"]["since"] == "2008-01-01"
        files = [f"{task}-{system}.jsonl" for system in systems]
        for system, file in zip(systems, files, strict=True):
            ask("run", system, task, "--out", file)
        for scoring in ("strict", "official"):
            rows = ask("evaluate", task, *files, "--scoring", scoring)
            means = {row["system"]: row["mean"] for row in rows if row["metric"] == "R-precision"}
            # Popularity joins where papers are asked for, and not where authors are.
            assert ("popularity" in means) == (task == "prior-work")
            assert means["oracle"] == 1.0
            assert means["anti-oracle"] == 0.0
            for system in systems[:2]:
                assert means["random"] < means[system] < means["oracle"]
    table = CliRunner().invoke(
        app, ["evaluate", "collaborators", "collaborators-collaborators-walk.jsonl"]
    )
    # As many answers are taken as are true: recall and F1 say the same as R-precision.
    first = ["system", "track", "nDCG@1000", "R-precision", "first-time nDCG@1000"]
    assert re.split("  +", table.stdout.splitlines()[0].strip())[:5] == first
    assert "Also in --json and --out: Recall; F1; " in table.stdout
    assert "unresolved" not in table.stdout


@pytest.mark.usefixtures("graph")
def test_a_system_for_another_task_is_refused() -> None:
    ask("task", "build", "prescience/collaborators", "--before", "2009-01-01", "--out", "t")
    for system in ("bm25", "prior-work-walk"):
        found = CliRunner().invoke(app, ["run", system, "t", "--out", "x.jsonl"])
        assert isinstance(found.exception, DataError)
    assert not Path("x.jsonl").exists()
