"""Answers in memory, in every form, are scored as the run file that holds them."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from helpers.networks.scoring import draft_of, task_of, write_lines
from helpers.networks.two_sides import as_snapshot, two_communities

import scinet
from scinet.errors import DataError, GraphUnavailableError, NotFoundError
from scinet.eval import significance
from scinet.eval.task import Query, Task, write_task
from scinet.graph.db.connection import Database

DAY = date(2010, 1, 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tasks")


@pytest.fixture(scope="module")
def lists(folder: Path) -> Task:
    options = {"targets": "6", "candidates": "random", "negatives": "4"}
    snapshot = as_snapshot(two_communities(0)).until(DAY)
    return write_task(draft_of("prescience/collaborators", snapshot, options), folder / "lists")


@pytest.fixture(scope="module")
def numbers(folder: Path) -> Task:
    snapshot = as_snapshot(two_communities(0)).until(DAY)
    return write_task(draft_of("prescience/impact", snapshot, {"targets": "6"}), folder / "numbers")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(significance, "_RESAMPLES", 99)


def _away() -> Database:
    raise GraphUnavailableError("away")


def of_file(task: Task, rows: list[dict[str, Any]], file: Path, **options: Any) -> Any:
    """What the command makes of a run file, where there is no graph."""
    header = {"system": "predictions", "version": "1", "track": "text"}
    write_lines(file, {**header, "task_fingerprint": task.fingerprint}, *rows)
    graph = scinet.Graph(_away)
    return told(graph.evaluate(task, file, **options))


def told(evaluation: Any) -> Any:
    per_query = [result.per_query for result in evaluation.results]
    return json.loads(json.dumps([evaluation.result_rows, per_query], default=str))


def test_lists_are_scored_in_every_form(lists: Task, tmp_path: Path) -> None:
    queries = lists.queries()
    pools = {query.query_id: list(query.candidates or ())[:5] for query in queries}
    assert all(len(pool) == 5 for pool in pools.values())
    scores = {query: dict(zip(pool, (0, 3, 1, 3, 2), strict=True)) for query, pool in pools.items()}
    ranked = {q: sorted(pool, key=lambda a: -pool[a]) for q, pool in scores.items()}
    scored = [
        {"query_id": q, "items": [{"id": a, "score": scores[q][a]} for a in items]}
        for q, items in ranked.items()
    ]
    plain = [{"query_id": q, "items": [{"id": a} for a in items]} for q, items in ranked.items()]
    by_score = of_file(lists, scored, tmp_path / "scored.jsonl", scoring="official", seed=3)
    by_order = of_file(lists, plain, tmp_path / "plain.jsonl")
    frame = pd.DataFrame(
        [
            {"query_id": q, "id": a, "score": n}
            for q, pool in scores.items()
            for a, n in pool.items()
        ]
    )
    for form in (scores, frame, frame.set_index("query_id")):
        assert told(lists.evaluate(form, scoring="official", seed=3)) == by_score
    in_order = pd.DataFrame([{"query_id": q, "id": a} for q in ranked for a in ranked[q]])
    arrays = {query: np.array(items) for query, items in ranked.items()}
    for ordered in (ranked, in_order, np.array(list(ranked.values())), arrays):
        assert told(lists.evaluate(ordered)) == by_order
    # A column for each candidate, in the order in which the query names them.
    widths = {len(query.candidates or ()) for query in queries}
    whole = {q.query_id: dict.fromkeys(q.candidates or (), 0.5) for q in queries}
    assert len(widths) == 1
    ones = np.full((len(queries), *widths), 0.5)
    assert told(lists.evaluate(ones)) == told(lists.evaluate(whole))


def test_numbers_are_scored_in_every_form(numbers: Task, tmp_path: Path) -> None:
    values = {query.query_id: float(n) for n, query in enumerate(numbers.queries())}
    rows = [{"query_id": query, "value": value} for query, value in values.items()]
    expected = of_file(numbers, rows, tmp_path / "run.jsonl", by=["before"])
    for form in (values, pd.DataFrame(rows), np.arange(len(rows)), np.arange(float(len(rows)))):
        assert told(numbers.evaluate(form, by=["before"])) == expected
    # None says that there is no answer, as a run file does that does not name the query.
    first = next(iter(values))
    expected = of_file(numbers, rows[1:], tmp_path / "run.jsonl", out=tmp_path / "file")
    assert told(numbers.evaluate({**values, first: None}, out=tmp_path / "memory")) == expected
    results = [sorted((tmp_path / out).rglob("*.json*")) for out in ("file", "memory")]
    assert [len(files) for files in results] == [len(results[0])] * 2 != [0, 0]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(*results, strict=True))


def test_choices_have_scores_or_none(tmp_path: Path) -> None:
    queries = [Query(f"q{n}", "", {"kind": "x"}, DAY, 1) for n in range(2)]
    truth = [{"query_id": f"q{n}", "answer": side} for n, side in enumerate("AB")]
    task = task_of("sciimpact/citation", queries, truth, tmp_path / "task", before=DAY)
    frame = pd.DataFrame({"query_id": ["q0", "q1"], "choice": ["A", "B"], "score": [2.0, -1.0]})
    runs = [
        scinet.make_run(task, "mine", form)
        for form in (frame, {"q0": {"choice": "A", "score": 2}, "q1": {"choice": "B", "score": -1}})
    ]
    assert runs[0].answers == runs[1].answers
    plain = scinet.make_run(task, "mine", np.array(["A", "B"]))
    assert plain.answers == scinet.make_run(task, "mine", {"q0": "A", "q1": "B"}).answers


BAD: dict[str, Callable[[dict[str, Any]], Any]] = {
    r"no query 'q' in split test \(.*numbers\)": lambda values: {**values, "q": 1.0},
    "no answer to 5 of 6 queries .*, the first is": lambda values: dict([*values.items()][:1]),
    "5 predictions for 6 queries": lambda _: np.arange(5),
    "does not match the task": lambda values: dict.fromkeys(values, "many"),
    "does not match the task: .*finite": lambda values: dict.fromkeys(values, np.nan),
    "expected predictions, got list": lambda values: list(values.values()),
    "needs query_id and value, this has query_id, mean": lambda values: pd.DataFrame(
        {"query_id": list(values), "mean": 1.0}
    ),
    "is answered twice": lambda values: pd.DataFrame(
        {"query_id": [*values, *values], "value": 1.0}
    ),
}


@pytest.mark.parametrize("message", BAD)
def test_what_cannot_be_scored_is_refused(numbers: Task, message: str) -> None:
    values = {query.query_id: 1.0 for query in numbers.queries()}
    with pytest.raises(DataError, match=message) as caught:
        numbers.evaluate(BAD[message](values))
    assert caught.value.hint


def test_lists_that_cannot_be_scored_are_refused(lists: Task) -> None:
    names = [query.query_id for query in lists.queries()]
    with pytest.raises(DataError, match="needs one for each candidate of a query"):
        lists.evaluate(np.zeros((len(names), 2)))
    scores = pd.DataFrame({"query_id": names, "id": "a", "score": [1.0, *[np.nan] * 5]})
    with pytest.raises(DataError, match="finite number"):
        lists.evaluate(scores)
    with pytest.raises(DataError, match="could not convert string to float"):
        lists.evaluate({name: {"a": "high"} for name in names})
    with pytest.raises(NotFoundError, match="no queries of split 'val'"):
        lists.evaluate({}, split="val")


def test_a_task_whose_answers_are_checked_against_the_graph_says_so(tmp_path: Path) -> None:
    query = Query("q0", "", {"from_id": "a", "to_id": "b"}, DAY, 5)
    truth = {"query_id": "q0", "items": ["a", "b"]}
    task = task_of("scinetbench/path", [query], [truth], tmp_path / "task", before=DAY)
    with pytest.raises(GraphUnavailableError, match="checked against the graph") as caught:
        task.evaluate({"q0": ["a", "b"]})
    assert "graph.evaluate(task, scinet.make_run(" in caught.value.hint
