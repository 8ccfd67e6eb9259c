"""SciPaths' published files: claims to tasks, predictions, results and rankings in and out."""

import csv
import json
import math
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import ask
from helpers.files.scipaths_claims import CLAIMS, SUITE, A, B, C, header, made
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import run_of, write_lines

from scinet import evaluate_predictions
from scinet.errors import DataError
from scinet.eval import task as tasks
from scinet.eval.query_groups import divide
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import write_table
from scinet.eval.suites.official import ImportRequest
from scinet.eval.suites.scipaths.judging import JudgeRating
from scinet.eval.suites.scipaths.official.decompositions import make_judged
from scinet.eval.suites.scipaths.official.groundings import make_metric_rows
from scinet.eval.task_type import ScoredQuery, ScoringContext


def predicted(paper: str, number: int, *items: dict[str, Any]) -> dict[str, Any]:
    about = {"paper_id": paper, "claim_idx": number, "claim": "x"}
    return {**about, "predicted_ingredients": list(items)}


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
    task_type = get_task_type("scipaths/enabling")
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
        predicted("p1", 0, item),
        {"paper_id": None, "claim": "Claim 0 of p2.", "predicted_ingredients": [], "error": None},
        {**predicted("p1", 1), "error": "no"},
        predicted("p9", 0),
    ]
    file = write_lines(tmp_path / "predictions.one.json", {"summary": {}, "predictions": rows})
    imported = SUITE.read_predictions(task, file, header(task))
    assert imported.counts == {"records": 4, "answered": 2, "failed": 1, "not_asked": 1}
    imported.write(tmp_path / "run.jsonl")
    task_type = get_task_type("scipaths/enabling")
    read = task_type.read_run(tmp_path / "run.jsonl", task, "val")
    document = SUITE.predictions(task, read)
    # What came in goes out as it came, in its order, with what was not asked.
    assert document["predictions"] == rows
    assert document["summary"]["n_errors"] == 1
    answers = [replace(answer, explanation=None) for answer in read.answers.values()]
    own = SUITE.predictions(task, run_of(task, answers, split="val"))["predictions"]
    assert [(row["paper_id"], row["claim_idx"]) for row in own] == [("p1", 0), ("p2", 0), ("p1", 1)]
    assert (own[0]["has_related_work"], own[0]["related_work_chars"]) == (None, None)
    assert (own[0]["predicted_ingredients"], own[2]["error"]) == ([item], "no")


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({}, "answered twice"),
        ({"claim_idx": [1]}, r"claim_idx is not a whole number: \[1\]"),
        # Nor where the generation failed: the judged file counts them.
        (
            {"paper_id": "p2", "predicted_ingredients": True, "error": "no"},
            "no list of objects as predicted_ingredients",
        ),
    ],
)
def test_rows_that_are_refused(second: dict[str, Any], message: str, tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    row = predicted("p1", 0)
    file = write_lines(tmp_path / "rows.json", {"predictions": [row, row | second]})
    with pytest.raises(DataError, match=f"{message}.*record 2"):
        SUITE.read_predictions(task, file, header(task))


def test_a_judged_file_holds_the_published_means(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    items = [{"description": f"d{n}"} for n in range(4)]
    rows = [predicted("p1", 0, *items), predicted("p1", 1), predicted("p2", 0, items[0])]
    file = write_lines(tmp_path / "predictions.json", {"predictions": rows})
    run = SUITE.read_predictions(task, file, header(task)).run
    edge = {"reference_idx": 2, "predicted_idx": 1, "match": "full", "reasoning": "One."}
    weak = {**edge, "reference_idx": 1, "match": "partial"}
    again = {**edge, "reasoning": "Again."}
    judgments = [
        JudgeRating((), None, None, None, {}),  # nothing was predicted
        JudgeRating((weak, edge, again), ((1, 0),), None, None, {}),
        JudgeRating((), None, "invalid: prose", None, {}),
    ]
    document = make_judged(task, run, judgments, "judge")
    file.write_text(json.dumps(document, indent=1))
    # By claim as above; of six gold contributions in this role one is covered.
    everything, kind, role = ask("evaluate", "predictions", str(file))
    assert evaluate_predictions(file) == [everything, kind, role]
    assert (everything["by"], everything["n"], everything["precision"]) == ("all", 3, 0.125)
    assert everything["recall"] == pytest.approx(1 / 9)
    assert (kind["by"], kind["part"], kind["f1"]) == ("type", "Dataset", 0.143)
    assert (role["part"], role["n"], role["recall"]) == ("CORE_METHOD", 6, pytest.approx(1 / 6))
    summary = document["summary"]
    # Recalls 0, 1/3, 0; precisions 1/4 and 0 (one is undefined); F1 0.286 and 0; to three digits.
    assert summary["mean_recall"] == 0.111
    assert summary["mean_precision"] == 0.125
    assert summary["mean_f1"] == 0.143
    assert summary["zero_recall_rate"] == 0.667
    # References 3, 1 and 2; predictions 4, 0 and 1, to two digits.
    assert (summary["mean_n_reference"], summary["mean_n_predicted"]) == (2.0, 1.67)
    # One for each contribution of the claim that could not be judged.
    assert (summary["n_claims"], summary["n_papers"], summary["n_judge_errors"]) == (3, 2, 2)
    first, second, third = document["papers"]
    assert [first["claim_idx"], second["claim_idx"], third["paper_id"]] == [0, 1, "p2"]
    # An edge that was proposed twice is one pair, as the judge gave it first.
    assert first["matched_pairs"] == [edge]
    assert first["partial_matches"] == [weak]
    assert first["full_candidate_matches"] == [edge, again]
    told = first["recall_judgments"]
    assert [item["covered"] for item in told] == [False, True, False]
    assert told[1] == {
        "reference_idx": 2,
        "reference_ingredient": "Need 1",
        "reference_role": "CORE_METHOD",
        "covered": True,
        "best_match_idx": 1,
        "reasoning": "One.",
        "best_match": {"description": "d0"},
        "partial_matches": [],
    }
    assert told[0]["partial_matches"] == [weak]
    assert (second["recall"], second["precision"], second["f1"]) == (0.0, None, None)
    assert [item["reasoning"] for item in third["recall_judgments"]] == [
        "error: invalid: prose"
    ] * 2
    # Matched predictions are what mode B4_MATCHED knows.
    judgment = write_lines(tmp_path / "judged.json", document)
    shown = {"scipaths:claim:p1:1": ["d0"], "scipaths:claim:p1:2": []}
    assert known_of(judgment, tmp_path) == shown


def known_of(judgment: Path, folder: Path) -> dict[str, list[str]]:
    """The contributions that mode B4_MATCHED shows, by claim."""
    options = {"mode": "B4_MATCHED", "predicted": str(judgment)}
    task = made(folder, "grounding", *CLAIMS, **options)
    return {query.query_id: query.inputs["contributions"] for query in task.queries("val")}


def test_results_are_divided_by_year_and_type(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    queries, truth = task.queries("val"), task.truth("val")
    years = divide("conference_year", queries, truth)
    assert {name: int(mask.sum()) for name, mask in years.masks.items()} == {"2023": 1, "2024": 2}
    [(kind, mask)] = divide("kind", queries, truth).masks.items()
    assert (kind, int(mask.sum())) == ("Dataset", 3)


def test_a_failed_generation_does_not_refuse_a_judged_file(tmp_path: Path) -> None:
    items = [{"description": "d0"}, {"ingredient": "d1"}, {"description": "d2"}]
    pair = {"reference_idx": 1, "predicted_idx": 3, "match": "full"}
    row, failed = predicted("p1", 0, *items), {**predicted("p1", 1), "error": "no"}
    pairs = [pair, {**pair, "predicted_idx": 2}, {**pair, "predicted_idx": 1, "match": "partial"}]
    covered = [{"covered": True, "best_match_idx": 1}, {"covered": False, "best_match_idx": None}]
    for told, known in (
        ({"matched_pairs": pairs}, ["d1", "d2"]),
        ({"matched_pairs": [], "recall_judgments": covered}, ["d0"]),
    ):
        papers = [{**row, **told}, {**failed, "recall_judgments": []}]
        file = write_lines(tmp_path / "judged.json", {"summary": {}, "papers": papers})
        shown = {"scipaths:claim:p1:1": known, "scipaths:claim:p1:2": []}
        assert known_of(file, tmp_path) == shown


def test_claims_go_out_as_they_came(tmp_path: Path) -> None:
    rows = [{**CLAIMS[0], "downstream_usage_evidence": {"more": 1}}, *CLAIMS[1:]]
    for name in ("enabling", "grounding"):
        task = made(tmp_path, name, *rows)
        out = tmp_path / "out.json"
        assert SUITE.write_instances(task, pytest.fail, split="val", out=out) == 3
        assert json.loads(out.read_text()) == rows
    blind = {"idx": 4, "target_contribution": "Tool: A parser."}
    task = made(tmp_path, "enabling", blind, file="test")
    SUITE.write_instances(task, pytest.fail, split="test", out=tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text()) == [blind]
    # A blind claim is answered under its number.
    file = write_lines(tmp_path / "p.json", {"predictions": [predicted("4", 4)]})
    imported = SUITE.read_predictions(task, file, header(task, "test"))
    assert imported.counts["answered"] == 1


def test_scores_of_both_modes_differ_where_the_published_scorer_is_at_fault(tmp_path: Path) -> None:
    task = made(tmp_path, "enabling", *CLAIMS)
    task_type = get_task_type("scipaths/enabling")
    queries, truth = task.queries("val"), task.truth("val")
    asked = [ScoredQuery(query, truth[query.query_id], None) for query in queries]
    strict = task_type.score(asked, ScoringContext(task, "strict", None, "val"))
    official = task_type.score(asked, ScoringContext(task, "official", None, "val"))
    assert all(row["word F1"] == 0.0 for row in strict)
    assert all(math.isnan(row["word F1"]) for row in official)


def test_claims_of_a_graph_go_out_with_their_groundings(tmp_path: Path) -> None:
    snapshot = snapshot_of([(f"s2:{item}", "2020", []) for item in (A, B, C)])
    file = write_lines(tmp_path / "dev.json", CLAIMS)
    task_type = get_task_type("scipaths/enabling")
    request = ImportRequest(task_type.read_options({}), "scipaths", None, 0, snapshot)
    draft = SUITE.task(task_type, [file], request)
    built = {name: replace(item, tables={}) for name, item in draft.splits.items()}
    task = tasks.write_task(replace(draft, splits=built), tmp_path / "task")
    out = tmp_path / "out.json"
    assert SUITE.write_instances(task, lambda: snapshot, split="val", out=out) == 3
    rows = {row["claim_id"]: row for row in json.loads(out.read_text())}
    first, second, third = rows["claim:p1:1"]["enabling_contributions"]
    assert first["canonical_grounding"]["paper_id"] == first["canonical_ref_id"] == A
    assert [item["paper_id"] for item in first["additional_groundings"]] == [B]
    assert first["additional_ref_ids"] == [B]
    # Of an unknown paper nothing is told, and of none neither.
    for item in (second, third):
        assert (item["canonical_ref_id"], item["canonical_grounding"]) == ("__NONE__", None)
    assert rows["claim:p1:1"]["target_contribution"] == CLAIMS[0]["target_contribution"]
    # What goes out makes the same task.
    again = SUITE.task(task_type, [out], request)
    first, second = (
        {row["query_id"]: [step["papers"] for step in row["contributions"]] for row in split.truth}
        for split in (again.splits["test"], draft.splits["val"])
    )
    assert first == second


def result(number: int, *ranked: str, by_rule: list[str] | None = None) -> dict[str, Any]:
    """A row of Task B of claim p1, with what the published script writes."""
    lists = {"deterministic": by_rule or list(ranked), "llm_score": list(ranked)}
    groups = [[A, B]] if number == 0 else [[C]]
    return {
        "paper_id": "p1",
        "claim_idx": number,
        "claim": "x",
        "target_ids": [one for group in groups for one in group],
        "target_ingredient_groups": groups,
        "candidate_papers": [{"paper_id": one, "year": 2020} for one in ranked],
        "n_candidates": len(ranked),
        "rankings": {name: [{"paper_id": one} for one in ids] for name, ids in lists.items()},
        "ranked_ids": list(ranked),
        "llm_scores": [],
        "query_error": "none",
    }


def test_results_of_task_b_come_in_and_go_out_with_their_table(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    rows = [result(0, "f" * 40, B), result(1)]
    late = [{"paper_id": B, "year": 2024}, {"paper_id": A, "year": None}]
    rows[0]["candidate_papers"] = [rows[0]["candidate_papers"][0], *late]
    results: list[dict[str, Any]] = [
        {"mode": "B3", "claims": []},
        {"mode": "B1", "label": "l", "claims": rows},
    ]
    document = {"summary": {"model": "m"}, "results": results}
    file = write_lines(tmp_path / "results.json", document)
    found = SUITE.read_predictions(task, file, header(task))
    assert found.counts == {"records": 2, "answered": 2, "not_asked": 0, "leaked": 2}
    table = make_metric_rows(task, found.run)
    # One claim with one of two gold papers in two places, one without any.
    expected = {
        "claims": 2, "mean_recall": 0.25, "mean_precision": 0.25, "mean_f1": 0.25,
        "any_hit_rate": 0.5, "ingredient_coverage": 0.5, "mean_candidates": 1,
        "candidate_pool_recall": 0.5, "model": "m",
    }  # fmt: skip
    for row, cut in zip(table, (5, 10), strict=True):
        assert row["budget"] == cut
        assert {name: row[name] for name in expected} == expected
    assert SUITE.tables(task, [found.run], None) == {"metrics.csv": table}
    write_table(table, tmp_path / "metrics.csv")
    with (tmp_path / "metrics.csv").open() as stream:
        [first, _] = csv.DictReader(stream)
    assert first["ingredient_coverage"] == "0.5"
    document = SUITE.predictions(task, found.run)
    # No field is dropped, and the other mode is another task.
    assert document["results"] == [{**results[1], "mode_name": "Claim only", "result_label": None}]
    answers = [replace(one, explanation=None) for one in found.run.answers.values()]
    plain = SUITE.predictions(task, run_of(task, answers, split="val"))
    [block] = plain["results"]
    assert block["claims"][0]["ranked_ids"] == ["f" * 40, B]
    assert block["claims"][0]["target_ids"] == [A, B]
    assert [row["rank"] for row in block["claims"][0]["rankings"]["deterministic"]] == [1, 2]
    assert {name: plain["metrics"][0][name] for name in ("mean_recall", "mean_f1")} == {
        "mean_recall": 0.25, "mean_f1": 0.25
    }  # fmt: skip


def test_both_rankings_can_be_taken(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    rows = [result(0, A, "f" * 40, by_rule=["f" * 40, A])]
    file = write_lines(tmp_path / "r.json", {"results": [{"mode": "B1", "claims": rows}]})
    for ranking, first in (("deterministic", f"s2:{'f' * 40}"), ("llm_score", f"s2:{A}")):
        about = replace(header(task), settings={"ranking": ranking})
        found = SUITE.read_predictions(task, file, about)
        [answer] = found.run.answers.values()
        assert get_items(answer)[0].id == first
    with pytest.raises(DataError, match="no ranking 'best'"):
        SUITE.read_predictions(task, file, replace(header(task), settings={"ranking": "best"}))


def test_means_of_task_b_are_exact_and_0_of_nothing(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    rows = [{**result(0, A), "target_ids": []}]
    file = write_lines(tmp_path / "r.json", {"results": [{"mode": "B1", "claims": rows}]})
    row, _ = make_metric_rows(task, SUITE.read_predictions(task, file, header(task)).run)
    assert (row["claims"], row["mean_recall"], row["candidate_pool_f1"]) == (0, 0.0, 0.0)
