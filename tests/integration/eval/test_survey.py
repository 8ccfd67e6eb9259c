"""The survey task: how it is built, and what is told of a text without a language model."""

import math
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.field_tasks import cut_of, scored
from helpers.networks.golden_network import load_network
from helpers.networks.scored_network import load_field
from helpers.networks.scoring import draft_of, means, run_of

from scinet.eval.answer import Text
from scinet.eval.suites.scinetbench.survey import Survey
from scinet.eval.task import Query, write
from scinet.eval.task_type import Marking, ScoredQuery
from scinet.graph.connection import Database

KIND = Survey()
DAY = date(1994, 1, 10)
ASKED = ScoredQuery[str](
    Query("q1", "the development from P1 to P4", {}, DAY, 50),
    {"query_id": "q1", "path": ["P1", "P2", "P4"]},
    None,
)


def test_what_is_told_of_a_text(database: Database) -> None:
    load_network(database, "field")
    task: Any = None  # nothing of it is looked at
    # P5 is of the day itself, X9 is nobody, P4 is later than P1.
    text = "# Papers\nAfter [P4] came [P1; X9], [P4] again and [P5]."
    cites_none = "Nothing [to see] here."
    asked = [replace(ASKED, answer=text), replace(ASKED, answer=cites_none), ASKED]
    strict, none, missing = KIND.score(asked, Marking(task, "strict", database))
    assert strict == {
        "Truth cited": 0.0,
        "Truth cited with ends": 2 / 3,
        "Citations that hold": 2 / 4,
        "Time order": pytest.approx(-1.0),
        "Papers cited": 2.0,
        "Words": 11.0,
    }
    undefined = pytest.approx(math.nan, nan_ok=True)
    assert none == {**dict.fromkeys(strict, 0.0), "Time order": undefined, "Words": 4.0}
    assert missing == {**dict.fromkeys(strict, 0.0), "Time order": undefined}
    official, none, missing = KIND.score(asked, Marking(task, "official", database))
    assert (official["Truth cited"], official["Truth cited without ends"]) == (2 / 3, 0.0)
    assert none["Citations that hold"] == undefined
    assert all(math.isnan(value) for value in missing.values())


def test_it_is_built_from_paths(database: Database, tmp_path: Path) -> None:
    load_field(database)
    options = {"queries": "3", "pairs_per_subfield": "2"}
    draft = draft_of("scinetbench/survey", cut_of(database), options, database=database)
    task = write(draft, tmp_path / "task")
    queries, truth = task.queries(), task.truth()
    assert len(queries) == task.counts["queries"] == 3
    assert task.left_out["queries_not_drawn"] == 1
    for query in queries:
        path = truth[query.query_id]["path"]
        assert (path[0], path[-1]) == (query.inputs["source_id"], query.inputs["target_id"])
        assert query.inputs["context"] == []
        assert query.inputs["domain"].startswith("Venue")
        assert "abstract" in " ".join(query.inputs)
    told = KIND.queries_with_truth(task, split="test")
    assert [query.inputs["context"] for query in told] == [row["path"] for row in truth.values()]
    assert [replace(one, inputs={}) for one in told] == [replace(q, inputs={}) for q in queries]

    text = "".join(f"[{paper}] " for paper in reversed(truth["q0001"]["path"]))
    run = run_of(task, [Text("q0001", text=text)])
    results = scored(database, task, [run], with_controls=True)
    found = {system: means(result) for system, result in results.items()}
    assert found["mine"]["Truth cited with ends"] == pytest.approx(1 / 3)
    assert found["mine"]["Time order"] == pytest.approx(-1.0)
    for metric in ("Truth cited", "Truth cited with ends", "Citations that hold", "Time order"):
        assert found["oracle"][metric] == pytest.approx(1.0)
    assert found["random"]["Truth cited with ends"] < 1.0
    assert found["constant"]["Citations that hold"] == 1.0
