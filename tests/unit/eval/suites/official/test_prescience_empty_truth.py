"""Prior work of a target without key references: asked about as published, strictly left out."""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_imports import PRESCIENCE, imported
from helpers.files.prescience_rows import TEST, as_lines, rows
from helpers.networks.scoring import header_of, lists_of, run_of, write_lines

from scinet.errors import DataError
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.suites import named
from scinet.eval.suites.prescience.official.predictions import score
from scinet.eval.task import Task, write

TASK_TYPE = named("prescience/prior-work")


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """Two targets: 31 builds on 13 and 21, 33 on nothing."""
    listed = rows(TEST)
    for row in listed:
        if row["corpus_id"] == "33":
            row["key_references"] = []
    draft = imported("prior-work", [as_lines(tmp_path / "r.jsonl", listed)], source=None)
    return write(draft, tmp_path / "task")


def record(paper: str, true: list[str], returned: list[str], *scores: float) -> dict[str, Any]:
    return {
        "corpus_id": paper,
        "gt_reference_ids": true,
        "predicted_reference_ids": returned,
        "predicted_reference_scores": list(scores),
    }


def test_scores_and_files_of_an_empty_truth(task: Task, tmp_path: Path) -> None:
    truth = {row["paper_id"]: row for row in task.truth().values()}
    assert truth["33"]["items"] == []
    assert truth["33"]["new_share"] == 0
    records = [
        record("99", ["1"], ["1", "2"], 1.0, -math.inf),  # not asked about
        record("33", [], ["14"], 1.0),
        record("31", ["13", "21"], ["21", "13"], 2.0, 1.0),
    ]
    file = tmp_path / "predictions.theirs.json"
    file.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
    found = PRESCIENCE.read_predictions(task, file, header_of(task, "theirs"))
    assert found.counts["not_asked"] == 1
    found.write(tmp_path / "run.jsonl")
    run = TASK_TYPE.read_run(tmp_path / "run.jsonl", task)
    assert PRESCIENCE.predictions(task, run)["data"] == records
    # Officially the mean of 0 and 1, as the published scorer has it; strictly 33 does not count.
    results = evaluate(TASK_TYPE, task, [run], scoring="official")
    assert [results[0].metrics[0].mean, results[0].metrics[0].n] == [0.5, 2]
    [written] = write_evaluations(results, task, tmp_path / "results", {})
    file.write_text(json.dumps(records[1:]), "utf-8")
    assert json.loads(written.read_text("utf-8"))["data"] == score(file)["data"]
    strict = evaluate(TASK_TYPE, task, [run])[0]
    assert {(one.mean, one.n) for one in strict.metrics[:4]} == {(1.0, 1)}
    assert strict.per_query[1]["nDCG@1000"] is None


def test_a_run_file_with_a_broken_record_is_refused(task: Task, tmp_path: Path) -> None:
    first = asdict(header_of(task))
    for line, fault in (
        ({"record": "[]", "place": 0}, "no JSON object"),
        ({"record": "{}"}, "place"),
    ):
        file = write_lines(tmp_path / "run.jsonl", first, line)
        with pytest.raises(DataError, match=rf"{fault}.*line 2"):
            TASK_TYPE.read_run(file, task)


def test_hit_rates_are_over_all_true_items_together(task: Task) -> None:
    """Of 31, bob and dan had cited 13 once (by 21) and 11; nobody had cited 21."""
    name = next(n for n, row in task.truth().items() if row["paper_id"] == "31")
    run = run_of(task, lists_of({name: ["13", "9", "21"]}))
    known = task.truth()[name]["cited_before"]
    assert set(known) == {"13"}
    rows = PRESCIENCE.tables(task, [run], None)["hit_rates.csv"]
    found = {row["cited_before"]: (row["found"], row["true"], row["hit_rate"]) for row in rows}
    assert found["0"] == (0, 1, 0.0)  # 21 stands in the third place of two
    assert sum(hit for hit, _, _ in found.values()) == 1
    assert sum(members for _, members, _ in found.values()) == 2
