"""PreScience's rows of tasks: of a graph, and of rows that were read."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_imports import PRESCIENCE, asked, imported, world_as_snapshot
from helpers.files.prescience_rows import TEST, as_lines, as_parquet, rows, side_files
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import draft_of
from pyarrow import parquet

from scinet.errors import DataError
from scinet.eval.task import Task, write_task
from scinet.graph.snapshot import Snapshot


def rows_of(task: Task, graph: Snapshot, out: Path) -> list[dict[str, Any]]:
    """What goes out, by the file that it is written to."""
    count = PRESCIENCE.write_instances(task, lambda: graph, split="test", out=out)
    result: list[dict[str, Any]]
    if out.suffix == ".parquet":
        result = parquet.read_table(out).to_pylist()
    elif out.suffix == ".json":
        result = json.loads(out.read_text("utf-8"))["data"]
    else:
        result = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(result) == count
    return result


@pytest.fixture
def graph() -> Snapshot:
    return world_as_snapshot()


def built(name: str, graph: Snapshot, folder: Path, **options: str) -> Task:
    """A task of the graph itself, of the test year."""
    cut = graph.until(date.fromisoformat(TEST[1]))
    return write_task(draft_of(f"prescience/{name}", cut, {"since": TEST[0], **options}), folder)


@pytest.mark.parametrize("name", ["collaborators", "prior-work"])
@pytest.mark.parametrize("suffix", ["parquet", "json", "jsonl"])
def test_rows_of_a_task_of_a_graph_make_the_same_task(
    name: str, suffix: str, graph: Snapshot, tmp_path: Path
) -> None:
    task = built(name, graph, tmp_path / "task")
    out = tmp_path / f"again.{suffix}"
    exported = rows_of(task, graph, out)
    again = imported(name, [out], source=None, snapshot=graph)
    queries, truth = task.queries(), task.truth()
    of_graph = [(truth[query.query_id], query.before) for query in queries]
    assert [(row[0], row[2], sorted(row[3])) for row in asked(again)] == [
        (row["paper_id"], before, sorted(row["items"])) for row, before in of_graph
    ]
    row = {row["corpus_id"]: row for row in exported}["31"]
    roles = {"target", "target.key_reference", "target.author.publication_history"}
    assert roles <= {*row["roles"]}
    # The graph ends on 2025-03-01, 120 days later, and what is dated then is not before it.
    assert row["citation_trajectory"] == [0, 0, 0, 0]
    bob = row["authors"][0]
    # Before 2024-11: 12 is cited by 13, 13 by 21.
    assert bob["publication_history"] == ["12", "13"]
    assert (bob["h_index"], bob["num_papers"], bob["num_citations"]) == (1, 2, 2)
    assert row["key_references"] == [
        {"corpus_id": "13", "num_citations": 1},
        {"corpus_id": "21", "num_citations": 1},
    ]
    # What the published scripts load besides rows, in order of day.
    lines = (tmp_path / "author_publications.jsonl").read_text("utf-8").splitlines()
    papers = {row["key"]: row["value"] for row in map(json.loads, lines)}
    assert papers["bob"] == ["12", "13", "31", "33"]
    assert papers["dan"] == ["14", "21", "31", "33"]


def test_the_truth_of_impact_goes_out_wherever_the_graph_ends(
    graph: Snapshot, tmp_path: Path
) -> None:
    # The last paper is of 2025-03-01; the windows of it are not over.
    task = built("impact", graph, tmp_path / "task", months="2")
    exported = {row["corpus_id"]: row for row in rows_of(task, graph, tmp_path / "r.json")}
    truth = {row["paper_id"]: row["citations"] for row in task.truth().values()}
    assert truth == {"31": 0, "32": 0, "33": 0}
    assert [len(exported[paper]["citation_trajectory"]) >= 2 for paper in truth] == [True] * 3


@pytest.mark.parametrize("name", ["collaborators", "prior-work", "contribution", "impact"])
@pytest.mark.parametrize("suffix", ["parquet", "json", "jsonl"])
def test_rows_that_were_read_go_out_as_they_were(
    name: str, suffix: str, graph: Snapshot, tmp_path: Path
) -> None:
    listed = rows(TEST)[::-1]  # in an order of their own
    read = as_lines(tmp_path / "r.jsonl", listed)
    draft = imported(name, [read], source="prescience")
    task = write_task(draft, tmp_path / "task")
    out = tmp_path / f"again.{suffix}"
    # The graph reaches further than nothing: the trajectories are those that were read.
    assert len(rows_of(task, graph, out)) == len(listed)
    again = imported(name, [out], source="prescience").splits["test"]
    first = draft.splits["test"]
    assert (again.queries, again.truth) == (first.queries, first.truth)
    assert [stripped(row) for row in again.tables["published"]] == [stripped(row) for row in listed]


def stripped(value: Any) -> Any:
    """Without nulls, as the published loader takes rows."""
    if isinstance(value, dict):
        return {name: stripped(item) for name, item in value.items() if item is not None}
    return [stripped(item) for item in value] if isinstance(value, list) else value


def test_the_list_of_publications_decides_who_had_published(tmp_path: Path) -> None:
    of_rows = as_lines(tmp_path / "r.jsonl", rows(TEST))
    publications, _ = side_files(tmp_path)
    lists = [json.loads(line) for line in publications.read_text("utf-8").splitlines()]
    lists = [{**row, "value": ["31"]} if row["key"] == "ann" else row for row in lists]
    as_lines(publications, lists)
    draft = imported("collaborators", [of_rows, publications], source=None)
    assert asked(draft)[0][3] == ["dan"]  # for all that the rows say, Ann had no paper before 31
    task = write_task(draft, tmp_path / "task")
    out = tmp_path / "out" / "test.parquet"
    out.parent.mkdir()
    rows_of(task, snapshot_of([("1", "2020", [])]), out)
    written = (out.parent / "author_publications.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in written] == lists


def test_targets_that_are_not_asked_about_are_no_targets_of_the_rows(
    graph: Snapshot, tmp_path: Path
) -> None:
    read = as_parquet(tmp_path / "test.parquet", rows(TEST))
    draft = imported("prior-work", [read], {"since": "2025-01-01"}, source=None)
    task = write_task(draft, tmp_path / "task")
    exported = {row["corpus_id"]: row for row in rows_of(task, graph, tmp_path / "r.json")}
    assert len(exported) == 9
    assert exported["31"]["roles"] == ["target.author.publication_history", "target.key_reference"]
    assert "target" in exported["33"]["roles"]


def test_rows_of_a_task_of_another_graph(graph: Snapshot, tmp_path: Path) -> None:
    task = built("collaborators", graph, tmp_path / "task")
    with pytest.raises(DataError, match="built from graph"):
        rows_of(task, replace(graph, graph_fingerprint="x"), tmp_path / "r.json")
