"""SciPaths' published results of Task B: rankings in and out, with their tables."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.files.scipaths_claims import CLAIMS, SUITE, A, B, C, header, made
from helpers.networks.scoring import run_of, write_lines

from scinet.errors import DataError
from scinet.eval.ranked_list import items_of
from scinet.eval.suites.json_files import write_table
from scinet.eval.suites.scipaths.official.grounded import metric_rows


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
    table = metric_rows(task, found.run)
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
        assert items_of(answer)[0].id == first
    with pytest.raises(DataError, match="no ranking 'best'"):
        SUITE.read_predictions(task, file, replace(header(task), settings={"ranking": "best"}))


def test_means_of_task_b_are_exact_and_0_of_nothing(tmp_path: Path) -> None:
    task = made(tmp_path, "grounding", *CLAIMS)
    rows = [{**result(0, A), "target_ids": []}]
    file = write_lines(tmp_path / "r.json", {"results": [{"mode": "B1", "claims": rows}]})
    row, _ = metric_rows(task, SUITE.read_predictions(task, file, header(task)).run)
    assert (row["claims"], row["mean_recall"], row["candidate_pool_f1"]) == (0, 0.0, 0.0)
