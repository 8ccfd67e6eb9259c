"""PreScience's prediction files: scored as published, made into runs, and written again."""

import json
import math
from dataclasses import asdict
from math import log2
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_imports import PRESCIENCE, imported
from helpers.files.prescience_rows import TEST, as_lines, rows
from helpers.networks.scoring import header_of, lists_of, means, run_of, write_lines

from scinet.errors import DataError, NotFoundError
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.options import EvaluationOptions
from scinet.eval.ranked_list import PaperList, RankedItem, get_items
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import parse_system_name
from scinet.eval.suites.official import ImportedRun
from scinet.eval.suites.prescience.official.predictions import score_file
from scinet.eval.task import Task, write_task

SECOND = 1 / log2(3)


def record(returned: list[str], true: list[str], **changes: Any) -> dict[str, Any]:
    return {
        "corpus_id": "31",
        "first_author_id": "bob",
        "gt_coauthor_ids": true,
        "predicted_coauthor_ids": returned,
        "predicted_coauthor_scores": [1.0 / place for place in range(1, len(returned) + 1)],
        **changes,
    }


def document(file: Path, records: list[dict[str, Any]], *, is_wrapped: bool = True) -> Path:
    value = {"metadata": [{"script": "predict.py", "args": {}}], "data": records}
    file.write_text(json.dumps(value if is_wrapped else records), "utf-8")
    return file


@pytest.mark.parametrize(
    ("returned", "true", "ndcg", "precision", "recall", "f1"),
    [
        (["a", "a", "a"], ["a"], 1 + SECOND + 0.5, 1.0, 1.0, 1.0),  # repeats count again: 2.1309
        (["a", "a"], ["a", "b"], 1.0, 1.0, 0.5, 2 / 3),
        (["a"], ["a", "b"], 0.0, 1.0, 0.5, 2 / 3),  # shorter than the truth: no nDCG
        ([], ["a"], 0.0, 0.0, 0.0, 0.0),
        (["a"], [], 0.0, 0.0, 0.0, 0.0),
        (["x", "a", "b"], ["a", "b"], (SECOND + 0.5) / (1 + SECOND), 0.5, 0.5, 0.5),
        # No cut at a thousand places.
        ([f"x{n}" for n in range(1000)] + ["a"], ["a"], 1 / log2(1002), 0.0, 0.0, 0.0),
    ],
)
def test_the_published_scores_of_one_record(
    returned: list[str],
    true: list[str],
    ndcg: float,
    precision: float,
    recall: float,
    f1: float,
    tmp_path: Path,
) -> None:
    expected = {"ndcg": ndcg, "precision": precision, "recall": recall, "f1": pytest.approx(f1)}
    for is_wrapped in (True, False):
        file = document(tmp_path / "p.json", [record(returned, true)], is_wrapped=is_wrapped)
        scored = score_file(file)
        scripts = [item["script"].split()[0] for item in scored["metadata"]]
        assert scripts == (["predict.py", "scinet"] if is_wrapped else ["scinet"])
        [row] = scored["data"]["per_instance"]
        assert row == {"corpus_id": "31", **expected, "num_gt_coauthors": len(true)}
        averages = {f"avg_{name}": value for name, value in expected.items()}
        assert scored["data"]["aggregates"] == {"num_instances": 1, **averages}


def test_means_are_over_the_records_that_there_are(tmp_path: Path) -> None:
    # One of two instances is missing, and the other is perfect: the mean is 1.
    value = record(["a"], ["a"])
    assert (
        score_file(document(tmp_path / "one.json", [value]))["data"]["aggregates"]["avg_ndcg"]
        == 1.0
    )
    # Two records of one paper both count.
    both = score_file(document(tmp_path / "two.json", [value, record(["b"], ["a"])]))
    assert both["data"]["aggregates"]["num_instances"] == 2
    assert both["data"]["aggregates"]["avg_ndcg"] == 0.5
    with pytest.raises(DataError, match="no prediction"):
        score_file(document(tmp_path / "none.json", []))


def test_references_are_scored_alike(tmp_path: Path) -> None:
    reference = {
        "corpus_id": "31",
        "gt_reference_ids": ["13", "21"],
        "predicted_reference_ids": ["21", "13", "9"],
    }
    [row] = score_file(document(tmp_path / "p.json", [reference]))["data"]["per_instance"]
    assert (row["ndcg"], row["precision"], row["num_gt_references"]) == (1.0, 1.0, 2)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """Collaborators of the test year: bob with ann and dan, dan with cyd and bob."""
    return made("collaborators", tmp_path)


def made(name: str, folder: Path) -> Task:
    file = as_lines(folder / "rows.jsonl", rows(TEST))
    return write_task(imported(name, [file]), folder / "task")


def header(task: Task) -> RunHeader:
    return header_of(task, "theirs")


def read_back(result: ImportedRun, task: Task, file: Path) -> Run:
    result.write(file)
    return get_task_type(task.id).read_run(file, task)


TRUE = ["ann", "dan"]


def test_predictions_become_a_run_and_return(task: Task, tmp_path: Path) -> None:
    file = document(
        tmp_path / "predictions.theirs.json",
        [
            record(["cyd", "ann", "ann", "dan"], TRUE),
            record([], [], corpus_id="32", first_author_id="new3"),
        ],
    )
    result = PRESCIENCE.read_predictions(task, file, header(task))
    assert result.counts == {"records": 2, "answered": 1, "not_asked": 1, "without_scores": 0}
    run = read_back(result, task, tmp_path / "theirs.jsonl")
    [answer] = run.answers.values()
    assert [item.id for item in get_items(answer)][:2] == ["prescience:cyd", "prescience:ann"]
    assert get_items(answer)[1].score == 0.5
    again = PRESCIENCE.predictions(task, run)
    assert again["data"] == json.loads(file.read_text("utf-8"))["data"]  # the other one, too
    assert again["metadata"][0] == {"script": "predict.py", "args": {}}  # what made the file
    assert again["metadata"][1]["args"]["system"] == "theirs"


def test_an_evaluation_is_that_of_the_published_scorer(task: Task, tmp_path: Path) -> None:
    file = document(tmp_path / "p.json", [record(["cyd", "ann", "ann", "dan"], TRUE)])
    run = PRESCIENCE.read_predictions(task, file, header(task)).run
    official = evaluate(get_task_type(task.id), task, [run], EvaluationOptions(scoring="official"))
    [written] = write_evaluations(official, task, tmp_path / "results", {})
    assert written == (
        tmp_path / "results/prescience/collaborators/scored/predictions.theirs.eval.json"
    )
    assert json.loads(written.read_text("utf-8"))["data"] == score_file(file)["data"]
    # strict: ann once, and the question without an answer scores 0.
    (strict, *_) = evaluate(get_task_type(task.id), task, [run])
    assert strict.counts["repeats"] == 1
    assert strict.counts["missing"] == 1
    ndcg = (SECOND + 0.5) / (1 + SECOND) / 2
    assert strict.metrics[0].mean == pytest.approx(ndcg)


@pytest.mark.parametrize("scores", [[2.0, 7.0], [0.5, math.inf], [None, None], [3, None]], ids=str)
def test_scores_that_do_not_fall_come_back(
    scores: list[float | None], task: Task, tmp_path: Path
) -> None:
    listed = record(["cyd", "ann"], TRUE[::-1], predicted_coauthor_scores=scores)
    result = PRESCIENCE.read_predictions(
        task, document(tmp_path / "p.json", [listed]), header(task)
    )
    assert result.counts["without_scores"] == 1
    assert get_items(result.run.answers["q00001"])[0].score is None
    run = read_back(result, task, tmp_path / "theirs.jsonl")
    # The order of the truth comes back, too.
    assert PRESCIENCE.predictions(task, run)["data"] == [listed]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"first_author_id": "ann"}, "it is about prescience:ann"),
        ({"gt_coauthor_ids": ["ann"]}, "the truth about prescience:31 is not the task's"),
        ({"corpus_id": 31}, "no text as corpus_id"),
        ({"predicted_coauthor_ids": "ann"}, "no list of ids as predicted_coauthor_ids"),
        ({"predicted_coauthor_ids": [1]}, "no list of ids as predicted_coauthor_ids"),
        ({"predicted_coauthor_scores": [1.0]}, "1 entries for 2 items"),
        ({"predicted_coauthor_scores": ["1", "2"]}, "a score is not a number"),
    ],
)
def test_records_that_are_refused(
    changed: dict[str, Any], message: str, task: Task, tmp_path: Path
) -> None:
    file = document(tmp_path / "p.json", [record(["ann", "dan"], TRUE, **changed)])
    with pytest.raises(DataError, match=message):
        PRESCIENCE.read_predictions(task, file, header(task))


def test_files_that_are_refused(task: Task, tmp_path: Path) -> None:
    twice = document(tmp_path / "twice.json", [record(TRUE, TRUE)] * 2)
    with pytest.raises(DataError, match=r"predicted twice .*record 2"):
        PRESCIENCE.read_predictions(task, twice, header(task))
    with pytest.raises(NotFoundError):
        score_file(tmp_path / "gone.json")
    for text, message in (("[1]", "not a list of records"), ("{", "not JSON"), ("3", "not a list")):
        (file := tmp_path / "odd.json").write_text(text, "utf-8")
        with pytest.raises(DataError, match=message):
            score_file(file)
    with pytest.raises(NotFoundError, match="no truth that they could be scored by"):
        score_file(document(tmp_path / "other.json", [{"corpus_id": "31"}]))


def test_citations_foreseen(tmp_path: Path) -> None:
    task = made("impact", tmp_path)
    task_type = get_task_type(task.id)
    records = [
        {"corpus_id": "33", "predicted_citations": 5.0},
        {"corpus_id": "31", "predicted_citations": 9},
        {"corpus_id": "32", "predicted_citations": 1.0},  # its trajectory is too short
    ]
    output = PRESCIENCE.read_predictions(task, document(tmp_path / "p.json", records), header(task))
    assert output.counts["not_asked"] == 1
    assert PRESCIENCE.predictions(task, output.run)["data"] == records
    results = evaluate(task_type, task, [output.run], EvaluationOptions(scoring="official"))
    [written] = write_evaluations(results, task, tmp_path / "results", {})
    scored = json.loads(written.read_text("utf-8"))["data"]
    assert scored["per_instance"] == [  # in the order of the file, as the published sums are
        {"corpus_id": "33", "predicted": 5.0, "gt": 5, "abs_error": 0.0},
        {"corpus_id": "31", "predicted": 9.0, "gt": 11, "abs_error": 2.0},
    ]
    assert scored["aggregates"] == pytest.approx(
        {
            "num_instances": 2,
            "mae": 1.0,
            "r2": 1 - 4 / 18,  # the true mean is 8
            "pearson": 1.0,
            "spearman": 1.0,
            "log_mae": math.log(12 / 10) / 2,
            "log_pearson": 1.0,
        }
    )
    # One paper alone: no correlation, and no variance to explain. The other is missing.
    value = run_of(task, [output.run.answers["q00002"]])
    (result, *_) = evaluate(task_type, task, [value], EvaluationOptions(scoring="official"))
    aggregates = PRESCIENCE.evaluation(task, result)["data"]["aggregates"]
    assert aggregates["num_instances"] == 1
    assert aggregates["mae"] == 0.0
    assert aggregates["pearson"] is None
    assert math.isnan(aggregates["r2"])
    # strict: the missing paper is foreseen to have none.
    (strict, *_) = evaluate(task_type, task, [value])
    assert means(strict)["MAE"] == pytest.approx(5.5)


@pytest.mark.parametrize("value", [None, "3", True, math.nan])
def test_citations_that_are_refused(value: object, tmp_path: Path) -> None:
    task = made("impact", tmp_path)
    records = [{"corpus_id": "31", "predicted_citations": value}]
    with pytest.raises(DataError, match=r"not a finite number|a value that is NaN"):
        PRESCIENCE.read_predictions(task, document(tmp_path / "p.json", records), header(task))


def test_titles_have_no_place_in_a_predictions_file(task: Task) -> None:
    run = run_of(task, [PaperList("q00001", (RankedItem(None, "A title"),))])
    with pytest.raises(DataError, match="is a title"):
        PRESCIENCE.predictions(task, run)


def test_the_system_that_a_file_is_named_after() -> None:
    assert (
        parse_system_name(Path("a/predictions.fusion.gtr.one_shot.7.json"))
        == "fusion.gtr.one_shot.7"
    )
    assert parse_system_name(Path("mine.json")) == "mine"


TASK_TYPE = get_task_type("prescience/prior-work")


@pytest.fixture
def bare(tmp_path: Path) -> Task:
    """Two targets: 31 builds on 13 and 21, 33 on nothing."""
    listed = rows(TEST)
    for row in listed:
        if row["corpus_id"] == "33":
            row["key_references"] = []
    draft = imported("prior-work", [as_lines(tmp_path / "r.jsonl", listed)], source=None)
    return write_task(draft, tmp_path / "task")


def references(paper: str, true: list[str], returned: list[str], *scores: float) -> dict[str, Any]:
    return {
        "corpus_id": paper,
        "gt_reference_ids": true,
        "predicted_reference_ids": returned,
        "predicted_reference_scores": list(scores),
    }


def test_scores_and_files_of_an_empty_truth(bare: Task, tmp_path: Path) -> None:
    truth = {row["paper_id"]: row for row in bare.truth().values()}
    assert truth["33"]["items"] == []
    assert truth["33"]["new_share"] == 0
    records = [
        references("99", ["1"], ["1", "2"], 1.0, -math.inf),  # not asked about
        references("33", [], ["14"], 1.0),
        references("31", ["13", "21"], ["21", "13"], 2.0, 1.0),
    ]
    file = tmp_path / "predictions.theirs.json"
    file.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
    found = PRESCIENCE.read_predictions(bare, file, header_of(bare, "theirs"))
    assert found.counts["not_asked"] == 1
    found.write(tmp_path / "run.jsonl")
    run = TASK_TYPE.read_run(tmp_path / "run.jsonl", bare)
    assert PRESCIENCE.predictions(bare, run)["data"] == records
    # Officially the mean of 0 and 1, as the published scorer has it; strictly 33 does not count.
    results = evaluate(TASK_TYPE, bare, [run], EvaluationOptions(scoring="official"))
    assert [results[0].metrics[0].mean, results[0].metrics[0].n] == [0.5, 2]
    [written] = write_evaluations(results, bare, tmp_path / "results", {})
    file.write_text(json.dumps(records[1:]), "utf-8")
    assert json.loads(written.read_text("utf-8"))["data"] == score_file(file)["data"]
    strict = evaluate(TASK_TYPE, bare, [run])[0]
    assert {(one.mean, one.n) for one in strict.metrics[:4]} == {(1.0, 1)}
    assert strict.per_query[1]["nDCG@1000"] is None


def test_a_run_file_with_a_broken_record_is_refused(bare: Task, tmp_path: Path) -> None:
    first = asdict(header_of(bare))
    for line, fault in (
        ({"record": "[]", "place": 0}, "expected a JSON object"),
        ({"record": "{}"}, "place"),
    ):
        file = write_lines(tmp_path / "run.jsonl", first, line)
        with pytest.raises(DataError, match=rf"{fault}.*line 2"):
            TASK_TYPE.read_run(file, bare)


def test_hit_rates_are_over_all_true_items_together(bare: Task) -> None:
    """Of 31, bob and dan had cited 13 once (by 21) and 11; nobody had cited 21."""
    name = next(n for n, row in bare.truth().items() if row["paper_id"] == "31")
    run = run_of(bare, lists_of({name: ["13", "9", "21"]}))
    known = bare.truth()[name]["cited_before"]
    assert set(known) == {"13"}
    rows = PRESCIENCE.tables(bare, [run], None)["hit_rates.csv"]
    found = {row["cited_before"]: (row["found"], row["true"], row["hit_rate"]) for row in rows}
    assert found["0"] == (0, 1, 0.0)  # 21 stands in the third place of two
    assert sum(hit for hit, _, _ in found.values()) == 1
    assert sum(members for _, members, _ in found.values()) == 2
