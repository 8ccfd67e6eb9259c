"""``scinet task``, ``run``, ``evaluate`` and ``systems`` from the outside."""

import re
from pathlib import Path

import pytest
from helpers.commands.typed import Ask, Scinet
from helpers.networks.build import load_graph
from helpers.networks.scored_network import load_field
from helpers.networks.two_sides import two_communities

from scinet.graph.db.connection import Database

_TASK = ("task", "build", "scinetbench/pair-citation", "--out", "task")
_BUILD = (*_TASK, "--before", "2012-01-01")
_SMALL = ("-o", "queries=6", "-o", "min_truth=3", "-o", "k=10")


@pytest.fixture
def graph(database: Database) -> None:
    load_field(database)


@pytest.mark.usefixtures("graph")
def test_build_run_evaluate(ask: Ask, scinet: Scinet) -> None:
    (built,) = ask(*_BUILD, *_SMALL)
    assert built["counts"]["queries"] == 6
    (shown,) = ask("task", "show", "task")
    assert shown["task_fingerprint"] == built["task_fingerprint"]
    assert len(shown["examples"]) == 3
    able = {row["system"] for row in ask("systems", "task")}
    assert "bm25" in able
    assert "prior-work-walk" not in able  # its queries name no paper
    for system in ("bm25", "graph"):
        (run,) = ask("run", system, "task", "--out", f"runs/{system}.jsonl")
        assert run["queries"] == 6
    evaluate = ("evaluate", "runs", "task", "runs/bm25.jsonl")
    rows = ask(*evaluate, "runs/graph.jsonl", "--out", "results")
    names = {"system", "metric", "mean", "low", "high", "n", "answered", "options", "caution"}
    assert names == rows[0].keys()
    # Popularity and the controls stand in every table.
    expected = ["bm25", "graph", "popularity", "random", "constant", "oracle", "anti-oracle"]
    assert list(dict.fromkeys(row["system"] for row in rows)) == expected
    means = {(row["system"], row["metric"]): row["mean"] for row in rows}
    assert means["graph", "Cite-Acc"] == means["oracle", "Cite-Acc"] == 1.0
    assert sorted(p.parent.name for p in Path("results").rglob("result.json")) == sorted(expected)
    again = ask(*evaluate, "words=runs/bm25.jsonl")
    both = {row["system"]: row["mean"] for row in again if row["metric"] == "Cite-Acc"}
    assert list(both)[:2] == ["bm25", "words"]
    assert both["words"] == both["bm25"] == means["bm25", "Cite-Acc"]
    table = scinet(*evaluate, "runs/graph.jsonl").out
    assert "Paired permutation tests" in table
    assert "papers_with_few_true_ones" in table


@pytest.mark.usefixtures("graph")
def test_wrong_use(scinet: Scinet) -> None:
    assert scinet(*_TASK).code == 2  # no --before
    assert scinet(*_BUILD, "-o", "queries").code == 2
    assert scinet(*_BUILD, *_SMALL).code == 0
    Path("bad.jsonl").write_text("{}\n")
    for words in (
        (*_BUILD, "-o", "size=3"),
        (*_BUILD, "--before", "2012-1"),
        (*_BUILD, "--before", "1990-01-01"),  # nothing exists yet
        ("task", "show", "nowhere"),
        ("run", "gpt", "task", "--out", "x.jsonl"),
        ("evaluate", "runs", "task", "bad.jsonl", "--out", "results"),
    ):
        assert scinet(*words).refusal, words
    assert not Path("results").exists()
    assert scinet("evaluate", "runs", "task", "bad.jsonl", "--scoring", "kind").code == 2


def test_systems_are_listed(ask: Ask, scinet: Scinet) -> None:
    listed = {row["system"]: row["track"] for row in ask("systems")}
    assert listed["graph"] == "indicators"
    assert listed["graph-edges"] == "graph"
    assert listed["oracle"] == "control"
    assert ask("systems", "bm25")[0]["settings"] == {"k1": 1.5, "b": 0.75}
    grouped = scinet("systems").out
    assert "settings" not in grouped
    assert len(grouped.splitlines()) < 20
    able = {row["system"] for row in ask("systems", "prescience/collaborators")}
    assert {"collaborators-walk", "oracle"} < able
    assert not able & {"impact-constant", "impact-boosted", "claims-llm"}


@pytest.fixture(autouse=True)
def communities(database: Database) -> None:
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
            rows = ask("evaluate", "runs", task, *files, "--scoring", scoring)
            means = {row["system"]: row["mean"] for row in rows if row["metric"] == "R-precision"}
            # Popularity joins where papers are asked for, and not where authors are.
            assert ("popularity" in means) == (task == "prior-work")
            assert (means["oracle"], means["anti-oracle"]) == (1.0, 0.0)
            for system in systems[:2]:
                assert means["random"] < means[system] < means["oracle"]
    table = scinet(
        "evaluate", "runs", "collaborators", "collaborators-collaborators-walk.jsonl"
    ).out
    # As many answers are taken as are true: recall and F1 say the same as R-precision.
    first = ["system", "track", "nDCG@1000", "R-precision", "first-time nDCG@1000"]
    assert re.split("  +", table.splitlines()[0].strip())[:5] == first
    assert "Also in --json and --out: Recall; F1; " in table
    assert "unresolved" not in table
    for system in ("bm25", "prior-work-walk"):  # they are for another task
        assert scinet("run", system, "collaborators", "--out", "x.jsonl").refusal
    assert not Path("x.jsonl").exists()
