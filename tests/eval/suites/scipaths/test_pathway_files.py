"""SciPaths' published files: claims to tasks, predictions and results in and out."""

import csv
import json
import math
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import DataError
from scinet.eval import task as tasks
from scinet.eval.official_files import of_suite
from scinet.eval.run import Header
from scinet.eval.suites import named
from scinet.eval.suites.json_files import write_table
from scinet.eval.suites.official import Request
from scinet.eval.suites.scipaths.judging import Judgment
from scinet.eval.suites.scipaths.official.decomposed import judged
from scinet.eval.suites.scipaths.official.grounded import metric_rows
from scinet.eval.task import Task
from scinet.eval.task_type import Marking, ScoredQuery

SUITE = of_suite("scipaths")
A, B, C = (letter * 40 for letter in "abc")


def grounding(identifier: str) -> dict[str, Any]:
    return {"paper_id": identifier, "ref_title": f"Title {identifier[:3]}", "external_ids": {}}


def claim(paper: str, number: int, *steps: list[str], year: int = 2024) -> dict[str, Any]:
    return {
        "claim_id": f"claim:{paper}:{number + 1}",
        "claim_idx": number,
        "conference_year": year,
        "target_paper_id": paper,
        "target_title": f"Paper {paper}",
        "target_contribution": f"Dataset: Claim {number} of {paper}.",
        "enabling_contributions": [
            {
                "enabling_contribution_id": f"{paper}::ingredient::{place}",
                "enabling_contribution": f"Need {place}",
                "canonical_grounding": grounding(papers[0]) if papers else None,
                "additional_groundings": [grounding(one) for one in papers[1:]],
                "canonical_annotation": {"roles": ["CORE_METHOD"], "rationale": "Why."},
            }
            for place, papers in enumerate(steps)
        ],
    }


CLAIMS = [
    claim("p1", 0, [A, B], ["ref:7"], []),
    claim("p1", 1, [C], year=2023),
    claim("p2", 0, [], []),
]


def made(folder: Path, name: str, *rows: Any, **options: str) -> Task:
    file = folder / f"{options.pop('file', 'dev')}.json"
    file.write_text(json.dumps(rows))
    task_type = named(f"scipaths/{name}")
    before = date(2026, 1, 1) if file.stem == "test" else None
    request = Request(task_type.read_options(options), "scipaths", before, 0, None)
    return tasks.write(SUITE.task(task_type, [file], request), folder / name)


def header(task: Task, split: str = "val") -> Header:
    return Header("one", "1", task.fingerprint, "text", {}, None, split)


def test_a_file_of_claims_is_a_split_and_days_are_the_first_of_the_year(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    queries = task.queries("val")
    assert [(query.query_id, query.before) for query in queries] == [
        ("scipaths:claim:p1:2", date(2023, 1, 1)),
        ("scipaths:claim:p1:1", date(2024, 1, 1)),
        ("scipaths:claim:p2:1", date(2024, 1, 1)),
    ]
    assert queries[0].inputs == {"claim": "Claim 1 of p1.", "kind": "Dataset"}
    assert "Need" not in json.dumps([dict(query.inputs) for query in queries])


def test_the_blind_file_has_questions_and_no_truth(tmp_path: Path) -> None:
    task = made(
        tmp_path, "enabling", {"idx": 4, "target_contribution": "Tool: A parser."}, file="test"
    )
    [query] = task.queries()
    assert query.inputs == {"claim": "A parser.", "kind": "Tool"}
    task_type = named("scipaths/enabling")
    [ideal] = [task_type.ideal(query, row, "strict") for row in task.truth().values()]
    assert ideal == {"contributions": []}


def test_gold_papers_are_those_with_forty_digits_officially(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    truth = task.truth("val")
    assert truth["scipaths:claim:p1:1"]["published"] == [[f"s2:{A}", f"s2:{B}"]]
    assert "scipaths:claim:p2:1" not in truth  # nothing is groundable
    assert task.left_out["claims_without_earlier_grounding"] == 1
    assert task.left_out["groundings_unknown"] == 1


def test_predictions_come_in_and_go_out_again(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    item = {"description": "Need 0", "role": "CORE_METHOD", "rationale": "Why."}
    rows = [
        {"paper_id": "p1", "claim_idx": 0, "claim": "x", "predicted_ingredients": [item]},
        {"paper_id": None, "claim": "Claim 0 of p2.", "predicted_ingredients": [], "error": None},
        {
            "paper_id": "p1",
            "claim_idx": 1,
            "claim": "x",
            "predicted_ingredients": [],
            "error": "no",
        },
        {"paper_id": "p9", "claim_idx": 0, "claim": "x", "predicted_ingredients": []},
    ]
    file = tmp_path / "predictions.one.json"
    file.write_text(json.dumps({"summary": {}, "predictions": rows}))
    found = SUITE.read_predictions(task, file, header(task))
    assert found.counts == {"records": 4, "answered": 2, "failed": 1, "not_asked": 1}
    found.write(tmp_path / "run.jsonl")
    task_type = named("scipaths/enabling")
    read = task_type.read_run(tmp_path / "run.jsonl", task, "val")
    document = SUITE.predictions(task, read)
    out = {(row["paper_id"], row["claim_idx"]): row for row in document["predictions"]}
    assert out["p1", 0]["predicted_ingredients"] == [item]
    assert out["p1", 1]["error"] == "no"
    assert document["summary"]["n_gen_errors"] == 1


def test_a_claim_answered_twice_is_refused(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    row = {"paper_id": "p1", "claim_idx": 0, "claim": "x", "predicted_ingredients": []}
    file = tmp_path / "twice.json"
    file.write_text(json.dumps({"predictions": [row, row]}))
    with pytest.raises(DataError, match="answered twice"):
        SUITE.read_predictions(task, file, header(task))


def test_a_judged_file_holds_the_published_means(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    items = [{"description": f"d{n}"} for n in range(4)]
    rows = [
        {"paper_id": "p1", "claim_idx": 0, "claim": "x", "predicted_ingredients": items},
        {"paper_id": "p1", "claim_idx": 1, "claim": "x", "predicted_ingredients": []},
        {"paper_id": "p2", "claim_idx": 0, "claim": "x", "predicted_ingredients": items[:1]},
    ]
    file = tmp_path / "predictions.json"
    file.write_text(json.dumps({"predictions": rows}))
    run = SUITE.read_predictions(task, file, header(task)).run
    edge = {"reference_idx": 2, "predicted_idx": 1, "match": "full", "reasoning": ""}
    weak = {**edge, "reference_idx": 1, "match": "partial"}
    judgments = [
        Judgment((), None, None, None, {}),  # nothing was predicted
        Judgment((weak, edge), ((1, 0),), None, None, {}),
        Judgment((), None, "invalid: prose", None, {}),
    ]
    document = judged(task, run, judgments, "judge")
    summary = document["summary"]
    # Recalls 0, 1/3, 0; precisions 1/4 and 0 (one is undefined); F1 0.286 and 0.
    assert summary["mean_recall"] == 0.1111
    assert summary["mean_precision"] == 0.125
    assert summary["mean_f1"] == 0.143
    assert summary["zero_recall_rate"] == 0.6667
    assert (summary["n_claims"], summary["n_judge_errors"]) == (3, 1)
    by_claim = {row["claim_id"]: row for row in document["papers"]}
    assert by_claim["scipaths:claim:p1:1"]["matched_pairs"] == [edge]
    assert by_claim["scipaths:claim:p1:1"]["partial_matches"] == [weak]
    # Matched predictions are what mode B4_MATCHED knows.
    (tmp_path / "judged.json").write_text(json.dumps(document))
    known = made(
        tmp_path,
        "grounding",
        *CLAIMS,
        mode="B4_MATCHED",
        predicted=str(tmp_path / "judged.json"),
    )
    told = {query.query_id: query.inputs["contributions"] for query in known.queries("val")}
    assert told == {"scipaths:claim:p1:1": ["d0"], "scipaths:claim:p1:2": []}


def test_results_of_task_b_come_in_and_go_out_with_their_table(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    rows = [
        {
            "paper_id": "p1",
            "claim_idx": 0,
            "claim": "x",
            "ranked_ids": ["f" * 40, B],
            "candidate_papers": [
                {"paper_id": B, "year": 2024},
                {"paper_id": "f" * 40, "year": 2020},
                {"paper_id": A, "year": None},
            ],
        },
        {"paper_id": None, "claim": "Dataset: Claim 1 of p1.", "ranked_ids": []},
    ]
    results = [{"mode": "B3", "claims": []}, {"mode": "B1", "claims": rows}]
    file = tmp_path / "results.json"
    file.write_text(json.dumps({"results": results}))
    found = SUITE.read_predictions(task, file, header(task))
    assert found.counts == {"records": 2, "answered": 2, "not_asked": 0, "leaked": 2}
    table = metric_rows(task, found.run)
    # One claim with one of two gold papers in two places, one without any.
    expected = {"coverage": 0.5, "recall": 0.25, "precision": 0.25, "f1": 0.25, "any_hit": 0.5}
    for row, cut in zip(table, (5, 10), strict=True):
        assert row["k"] == cut
        assert {name: row[name] for name in expected} == expected
    assert SUITE.tables(task, [found.run], None) == {"metrics.csv": table}
    write_table(table, tmp_path / "metrics.csv")
    with (tmp_path / "metrics.csv").open() as stream:
        [first, _] = csv.DictReader(stream)
    assert first["coverage"] == "0.5"
    [result] = SUITE.predictions(task, found.run)["results"]
    out = {row["claim_idx"]: row for row in result["claims"]}
    assert out[0]["ranked_ids"] == ["f" * 40, B]
    assert out[0]["target_ids"] == [A, B]


def test_scores_of_both_modes_differ_where_the_published_scorer_is_at_fault(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    task_type = named("scipaths/enabling")
    queries, truth = task.queries("val"), task.truth("val")
    asked = [ScoredQuery(query, truth[query.query_id], None) for query in queries]
    strict = task_type.score(asked, Marking(task, "strict", None, "val"))
    official = task_type.score(asked, Marking(task, "official", None, "val"))
    assert all(row["word F1"] == 0.0 for row in strict)
    assert all(math.isnan(row["word F1"]) for row in official)
