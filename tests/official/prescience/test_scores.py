"""PreScience's published scores beside ours."""

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.official.comparison import Published

from scinet.errors import DataError
from scinet.eval.metrics import impact
from scinet.eval.suites.prescience.official import predictions

pytestmark = pytest.mark.official

RANKED = {
    "coauthor": ("gt_coauthor_ids", "predicted_coauthor_ids"),
    "priorwork": ("gt_reference_ids", "predicted_reference_ids"),
}


def ranked_files(count: int, true: str, predicted: str) -> Iterator[list[dict[str, Any]]]:
    """Files of ranked lists: short, long, empty, with repeats, papers that occur twice."""
    for seed in range(count):
        rng = random.Random(seed)
        pool = [f"i{n}" for n in range(rng.choice([3, 8, 60, 60, 60, 1200]))]
        yield [
            {
                "corpus_id": f"p{rng.randrange(40)}",
                true: rng.choices(pool, k=rng.randrange(6))
                if rng.random() < 0.1
                else rng.sample(pool, rng.randrange(1, min(12, len(pool)))),
                predicted: rng.choices(pool, k=rng.choice([0, 1, 2, 5, 20]))
                if rng.random() < 0.3
                else rng.sample(pool, rng.randrange(len(pool) + 1)),
            }
            for _ in range(rng.randrange(1, 50))
        ]


@pytest.mark.parametrize("task", RANKED)
def test_scores_of_ranked_lists(prescience: Published, task: str, tmp_path: Path) -> None:
    clone, suite = prescience
    files = list(ranked_files(1500, *RANKED[task]))
    module = f"task_{task}_prediction.evaluate"
    theirs = clone.each(f"{module}:evaluate_predictions", [(records,) for records in files])
    means = clone.each(f"{module}:compute_aggregate_metrics", [(rows,) for rows in theirs])
    file = tmp_path / "predictions.any.json"
    name = f"`task_{task}_prediction/evaluate.py`: `evaluate`"
    with suite.comparing(f"{name}, records") as rows, suite.comparing(f"{name}, files") as all_rows:
        for records, per_instance, aggregates in zip(files, theirs, means, strict=True):
            file.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
            ours = predictions.score_file(file)["data"]
            for record, item, other in zip(
                records, per_instance, ours["per_instance"], strict=True
            ):
                rows.case(record, item, other)
            all_rows.case(records, aggregates, ours["aggregates"])


WRONG: list[dict[str, Any]] = [
    {"predicted_coauthor_ids": "abc"},
    {"predicted_coauthor_ids": [1, 2]},
    {"predicted_coauthor_ids": ["a", None]},
    {"gt_coauthor_ids": [1]},
    {"gt_coauthor_ids": "ab"},
    {"corpus_id": 7},
    {"predicted_coauthor_scores": "none"},
    {"predicted_coauthor_scores": [math.inf, math.nan]},
    {"predicted_coauthor_scores": [None, None]},
    {"predicted_coauthor_scores": []},
    {"extra": {"anything": [1]}},
]


def test_wrong_types(prescience: Published, tmp_path: Path) -> None:
    clone, suite = prescience
    file = tmp_path / "predictions.any.json"
    good = {"corpus_id": "p", "gt_coauthor_ids": ["a"], "predicted_coauthor_ids": ["a", "b"]}
    name = "ids that are not text"
    expected = {name: "scored there as they come, a text letter by letter; refused with the record"}
    with suite.comparing(
        "`task_coauthor_prediction/evaluate.py` of records with wrong types", expected=expected
    ) as compared:
        for wrong in WRONG:
            record = {**good, **wrong}
            [theirs] = clone.call(
                "task_coauthor_prediction.evaluate:evaluate_predictions", [record]
            )
            file.write_text(json.dumps([record]), "utf-8")
            try:
                [ours] = predictions.score_file(file)["data"]["per_instance"]
            except DataError:
                ours = None
            is_id = bool(wrong.keys() & {*good})
            compared.case(wrong, theirs, ours, expected=name if is_id else None)


def test_numbers_of_impact(prescience: Published) -> None:
    clone, suite = prescience
    cases: list[list[dict[str, Any]]] = []
    for seed in range(5000):
        rng = random.Random(seed)
        most = rng.choice([0, 1, 3, 300])
        size = rng.choice([1, 2, 3, 10, 200])
        kind = rng.choice(["real", "constant", "whole"])
        cases.append(
            [
                {
                    "predicted": {
                        "real": rng.gauss(0, 5),
                        "constant": 2.5,
                        "whole": rng.randrange(3),
                    }[kind],
                    "gt": rng.randint(0, most),
                }
                for _ in range(size)
            ]
        )
    with suite.comparing("`task_impact_prediction/evaluate.py`: impact, official") as compared:
        theirs = clone.each(
            "task_impact_prediction.evaluate:compute_aggregate_metrics", [(c,) for c in cases]
        )
        for case, published in zip(cases, theirs, strict=True):
            ours = impact.published_metrics(
                *([item[name] for item in case] for name in ("predicted", "gt"))
            )
            compared.case(case, published, {"num_instances": len(case), **ours})
