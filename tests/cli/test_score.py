"""``scinet task``, ``run``, ``evaluate`` and ``systems`` from the outside."""

from pathlib import Path

import pytest
from helpers.command_line import ask
from helpers.scored_network import load_field
from typer.testing import CliRunner

from scinet.cli.root import app
from scinet.errors import DataError, NotFoundError
from scinet.graph.connection import Database

_BUILD = ["task", "build", "scinetbench/pair-citation"]
_SMALL = ["-o", "queries=6", "-o", "min_truth=3", "-o", "k=10"]


@pytest.fixture
def graph(database: Database, uri: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The small field, found by the commands as a user's graph is."""
    load_field(database)
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))


@pytest.mark.usefixtures("graph")
def test_build_run_evaluate() -> None:
    (built,) = ask(*_BUILD, "--before", "2012-01-01", "--out", "task", *_SMALL)
    assert built["counts"]["queries"] == 6
    (shown,) = ask("task", "show", "task")
    assert shown["task_fingerprint"] == built["task_fingerprint"]
    assert len(shown["examples"]) == 3
    for system in ("bm25", "graph"):
        (run,) = ask("run", system, "task", "--out", f"runs/{system}.jsonl")
        assert run["queries"] == 6
    rows = ask("evaluate", "task", "runs/bm25.jsonl", "runs/graph.jsonl", "--out", "results")
    names = {"system", "metric", "mean", "low", "high", "n", "answered", "options", "caution"}
    assert names == rows[0].keys()
    # Popularity and the controls stand in every table.
    expected = ["bm25", "graph", "popularity", "random", "constant", "oracle", "anti-oracle"]
    assert list(dict.fromkeys(row["system"] for row in rows)) == expected
    means = {(row["system"], row["metric"]): row["mean"] for row in rows}
    assert means["graph", "Cite-Acc"] == means["oracle", "Cite-Acc"] == 1.0
    assert sorted(p.parent.name for p in Path("results").rglob("result.json")) == sorted(expected)
    again = ask("evaluate", "task", "runs/bm25.jsonl", "words=runs/bm25.jsonl")
    both = {row["system"]: row["mean"] for row in again if row["metric"] == "Cite-Acc"}
    assert list(both)[:2] == ["bm25", "words"]
    assert both["words"] == both["bm25"] == means["bm25", "Cite-Acc"]
    table = CliRunner().invoke(app, ["evaluate", "task", "runs/bm25.jsonl", "runs/graph.jsonl"])
    assert "Paired permutation tests" in table.stdout
    assert "papers_with_few_true_ones" in table.stdout


@pytest.mark.usefixtures("graph")
def test_wrong_use() -> None:
    runner = CliRunner()
    assert runner.invoke(app, [*_BUILD, "--out", "task"]).exit_code == 2  # no --before
    command = [*_BUILD, "--before", "2012-01-01", "--out", "task"]
    assert runner.invoke(app, [*command, "-o", "queries"]).exit_code == 2
    for more, error in (
        (["-o", "size=3"], DataError),
        (["--before", "2012"], DataError),
        (["--before", "1990-01-01"], DataError),  # nothing exists yet
    ):
        assert isinstance(runner.invoke(app, [*command, *more]).exception, error), more
    missing = runner.invoke(app, ["task", "show", "nowhere"])
    assert isinstance(missing.exception, NotFoundError)
    ask(*command, *_SMALL)
    run = runner.invoke(app, ["run", "gpt", "task", "--out", "x.jsonl"])
    assert isinstance(run.exception, NotFoundError)
    Path("bad.jsonl").write_text("{}\n")
    bad = runner.invoke(app, ["evaluate", "task", "bad.jsonl", "--out", "results"])
    assert isinstance(bad.exception, DataError)
    assert not Path("results").exists()
    scoring = runner.invoke(app, ["evaluate", "task", "bad.jsonl", "--scoring", "kind"])
    assert scoring.exit_code == 2


def test_systems_are_listed() -> None:
    listed = {row["system"]: row["track"] for row in ask("systems")}
    assert listed["graph"] == "indicators"
    assert listed["graph-edges"] == "graph"
    assert listed["oracle"] == "control"
    assert ask("systems", "bm25")[0]["settings"] == {"k1": 1.5, "b": 0.75}
    grouped = CliRunner().invoke(app, ["systems"]).output
    assert "settings" not in grouped
    assert len(grouped.splitlines()) < 20
    able = {row["system"] for row in ask("systems", "prescience/collaborators")}
    assert {"collaborators-walk", "oracle"} < able
    assert not able & {"impact-constant", "claims-llm"}


@pytest.mark.usefixtures("graph")
def test_systems_for_the_queries_of_a_task() -> None:
    ask(*_BUILD, "--before", "2012-01-01", "--out", "task", *_SMALL)
    able = {row["system"] for row in ask("systems", "task")}
    assert "bm25" in able
    assert "prior-work-walk" not in able  # its queries name no paper
