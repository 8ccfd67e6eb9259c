"""Tasks and runs on arrays alone: who asks no database needs no connection."""

from datetime import date
from pathlib import Path
from typing import NoReturn

import pytest
from helpers.networks.scoring import draft_of
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, GraphUnavailableError, NotFoundError
from scinet.eval.task import write_task
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess


def _refuse() -> NoReturn:
    raise GraphUnavailableError("there is none")


def test_a_system_that_asks_no_database_runs_without_one(tmp_path: Path) -> None:
    snapshot = as_snapshot(two_communities(0))
    graph = GraphAccess(_refuse, snapshot=snapshot)
    options = {"train_years": "4", "validation_years": "1"}
    draft = draft_of("prescience/impact", snapshot.until(date(2010, 1, 1)), options)
    task = write_task(draft, tmp_path / "task")
    run = pipeline.run_system("impact-constant", task, graph, out=tmp_path / "run.jsonl")
    assert set(run.answers) == {query.query_id for query in task.queries()}
    evaluation = pipeline.evaluate_runs(task, [tmp_path / "run.jsonl", f"mine={run.file}"], graph)
    names = [result.header.system for result in evaluation.results]
    assert names[:2] == ["impact-constant", "mine"]
    rows = evaluation.table.to_dict("index")
    assert str(rows["mine"]) == str(rows["impact-constant"])  # NaN too
    with pytest.raises(NotFoundError, match="no system named"):
        pipeline.run_system("impact-constan", task, graph, out=tmp_path / "no.jsonl")
    with pytest.raises(DataError, match="cannot be trained"):
        pipeline.train_system("impact-constant", task, graph, out=tmp_path / "model")
