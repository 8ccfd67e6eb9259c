"""PreScience's published scripts beside ours."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Suite

from scinet.eval.suites.prescience.official import predictions

pytestmark = pytest.mark.official


@pytest.fixture(scope="module")
def prescience(opened: Any) -> tuple[Clone, Suite]:
    found: tuple[Clone, Suite] = opened("prescience", "allenai/prescience")
    return found


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
def test_scores_of_ranked_lists(prescience: tuple[Clone, Suite], task: str, tmp_path: Path) -> None:
    clone, suite = prescience
    files = list(ranked_files(1500, *RANKED[task]))
    module = f"task_{task}_prediction.evaluate"
    theirs = clone.each(f"{module}:evaluate_predictions", [(records,) for records in files])
    means = clone.each(f"{module}:compute_aggregate_metrics", [(rows,) for rows in theirs])
    file = tmp_path / "predictions.any.json"
    name = f"`task_{task}_prediction/evaluate.py`: `predictions score`"
    with suite.comparing(f"{name}, records") as rows, suite.comparing(f"{name}, files") as all_rows:
        for records, per_instance, aggregates in zip(files, theirs, means, strict=True):
            file.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
            ours = predictions.score(file)
            for record, one, other in zip(records, per_instance, ours["per_instance"], strict=True):
                rows.case(record, one, other)
            all_rows.case(records, aggregates, ours["aggregates"])
