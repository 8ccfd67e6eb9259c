"""Scores of SciPaths' published scripts beside ours."""

import random

import pytest
from helpers.official.comparison import Published
from helpers.official.scipaths_files import edges

from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.official import decompositions, groundings
from scinet.eval.task import Row

pytestmark = pytest.mark.official


def test_matching_and_scores_of_claims(scipaths: Published) -> None:
    clone, suite = scipaths
    rng = random.Random(0)
    cases = [(edges(rng), rng.randrange(7), rng.randrange(8)) for _ in range(10_000)]
    theirs = clone.each("modules.metrics:maximum_full_matching", cases)
    names = ("compute_matching_recall", "compute_matching_precision")
    with suite.comparing(
        "`modules/metrics.py`: matching, recall, precision, F1 of a claim"
    ) as rows:
        sizes = [
            (len(result), gold, named)
            for (_, gold, named), result in zip(cases, theirs, strict=True)
        ]
        recalls = clone.each(f"modules.metrics:{names[0]}", [(n, gold) for n, gold, _ in sizes])
        precisions = clone.each(f"modules.metrics:{names[1]}", [(n, k) for n, _, k in sizes])
        pairs = list(zip(recalls, precisions, strict=True))
        f1s = clone.each("modules.metrics:compute_paper_f1", pairs)
        for case, result, pair, f1 in zip(cases, theirs, pairs, f1s, strict=True):
            proposed, gold, named_count = case
            full = [
                (item["reference_idx"] - 1, item["predicted_idx"] - 1)
                for item in proposed
                if item["match"] == "full"
                and 1 <= item["reference_idx"] <= gold
                and 1 <= item["predicted_idx"] <= named_count
            ]
            matched = metrics.maximum_matching(full)
            numbers = [(item["reference_idx"] - 1, item["predicted_idx"] - 1) for item in result]
            rows.case(case, numbers, matched)
            if gold:
                score = metrics.decomposition_scores(gold, named_count, len(matched), "official")
                ours = [score[name] for name in ("recall", "precision", "F1")]
                published = [float("nan") if item is None else item for item in (*pair, f1)]
                rows.case(case, published, ours)


def test_means_of_claims(scipaths: Published) -> None:
    clone, suite = scipaths
    rng = random.Random(1)
    files = []
    for _ in range(3000):
        rows = []
        for _ in range(rng.randrange(1, 40)):
            gold, named_count = rng.randrange(1, 7), rng.randrange(7)
            matched = rng.randrange(min(gold, named_count) + 1)
            score = metrics.decomposition_scores(gold, named_count, matched, "official")
            known = {"recall": "recall", "precision": "precision", "f1": "F1"}
            values = {
                new: score[old] if score[old] == score[old] else None for new, old in known.items()
            }
            failed = rng.random() < 0.1
            words = ["", "Good.", "error: no reply", "an error: none"]
            rows.append(
                {
                    "n_reference": gold, "n_predicted": named_count,
                    "recall_judgments": [{"reasoning": rng.choice(words)} for _ in range(gold)],
                    **(dict.fromkeys(values) if failed else values),
                    **({"error": "no"} if failed else {}),
                }
            )  # fmt: skip
        files.append(rows)
    theirs = clone.each("modules.metrics:aggregate_task_a_results", [(rows,) for rows in files])
    with suite.comparing("`aggregate_task_a_results`: means of a judged file") as cases:
        for rows, published in zip(files, theirs, strict=True):
            published.pop("n_papers")  # the script writes the number of papers over it
            cases.case(rows, published, decompositions.mean_scores(rows))


def test_scores_of_ranked_papers(scipaths: Published) -> None:
    clone, suite = scipaths
    rng = random.Random(2)
    pool = [f"{n:040x}" for n in range(30)]
    files: list[tuple[list[Row], list[int], str]] = []
    for _ in range(3000):
        rows: list[Row] = []
        for _ in range(rng.randrange(12)):
            groups = [rng.sample(pool, rng.randrange(1, 3)) for _ in range(rng.randrange(4))]
            gold = list(dict.fromkeys(item for group in groups for item in group))
            result = rng.choices(pool, k=rng.choice([0, 1, 3, 12]))
            lists = {"deterministic": result, "llm_score": rng.sample(result, len(result))}
            rows.append(
                {
                    "target_ids": gold,
                    "target_ingredient_groups": groups,
                    "candidate_papers": [{"paper_id": item} for item in dict.fromkeys(result)],
                    "rankings": {k: [{"paper_id": item} for item in v] for k, v in lists.items()},
                }
            )
        files.append((rows, [5, 10], rng.choice(["deterministic", "llm_score"])))
    theirs = clone.each("scripts.run_grounding:_metrics", files)
    with suite.comparing("`run_grounding.py`: metrics of ranked papers") as cases:
        for file, published in zip(files, theirs, strict=True):
            rows, cuts, ranker = file
            cases.case(file, published, [groundings.mean_scores(rows, ranker, cut) for cut in cuts])
