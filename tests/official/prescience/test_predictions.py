"""PreScience's predictions of any content: in, out and scored beside the published scripts."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Suite
from helpers.official.prescience_tasks import PRESCIENCE, PUBLISHED, imported, loaded

from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.run import Header
from scinet.eval.suites import named
from scinet.eval.suites.prescience.official.forms import FORMS, Lists
from scinet.eval.task import Row, Task

pytestmark = pytest.mark.official

FILES = 12


def ranked(rng: random.Random, form: Lists, paper: str, query: Any, true: list[str]) -> Row:
    """A list of any length, with repeats; scores that fall, rise, are infinite or missing."""
    pool = [*true, *(f"x{n}" for n in range(rng.choice([0, 3, 40])))]
    size = rng.choice([0, 1, len(true), len(pool), 2 * len(pool)])
    chosen = rng.choices(pool, k=size) if rng.random() < 0.3 else rng.sample(pool, len(pool))[:size]
    falling = sorted((rng.random() for _ in chosen), reverse=True)
    scores = rng.choice(
        [falling, falling[::-1], [float("inf")] * len(chosen), [None] * len(chosen)]
    )
    seed = {} if form.seed is None else {form.seed: query.inputs["author_id"]}
    shuffled = rng.sample(true, len(true))
    return {
        "corpus_id": paper,
        **seed,
        form.true: shuffled,
        form.marker: chosen,
        form.scores: scores,
    }


def predictions(task: Task, rng: random.Random) -> Iterator[Row]:
    """Records of some targets, in any order."""
    truth = task.truth()
    queries = [query for query in task.queries() if rng.random() < 0.8] or task.queries()[:1]
    rng.shuffle(queries)
    form = FORMS[task.name]
    for query in queries:
        row = truth[query.query_id]
        if isinstance(form, Lists):
            record = ranked(rng, form, row["paper_id"], query, row["items"])
        else:
            number = rng.choice([rng.gauss(3, 20), rng.randrange(9), 0.0, -1.5])
            record = {"corpus_id": row["paper_id"], "predicted_citations": number}
        yield record | ({"further": [rng.random(), None]} if rng.random() < 0.3 else {})


@pytest.mark.parametrize("name", ["collaborators", "prior-work", "impact"])
def test_any_predictions(
    prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path, name: str
) -> None:
    clone, suite = prescience
    script = f"task_{PUBLISHED[name]}_prediction/evaluate.py"
    with (
        suite.comparing(f"`{script}` of random files: `evaluate --scoring official`") as scores,
        suite.comparing(f"random files for `{script}`: `predictions import` and `export`") as files,
    ):
        for folder in corpora:
            loaded(clone, folder)
            of_rows = [folder / "test.parquet", folder / "author_publications.jsonl"]
            if (task := imported(name, of_rows, tmp_path / "task")) is None:
                continue
            kind = named(task.type_name)
            for seed in range(FILES):
                rng = random.Random(f"{folder.name} {seed}")
                made = {"metadata": [], "data": list(predictions(task, rng))}
                (file := tmp_path / "predictions.any.json").write_text(json.dumps(made), "utf-8")
                clone.script(
                    script, "--predictions_path", str(file), "--output_dir", str(tmp_path / "scored"),
                    folder=tmp_path,
                )  # fmt: skip
                [evaluated] = (tmp_path / "scored").iterdir()
                (tmp_path / "run.jsonl").unlink(missing_ok=True)
                header = Header("theirs", "1", task.fingerprint, "text", {}, None)
                PRESCIENCE.read_predictions(task, file, header).write(tmp_path / "run.jsonl")
                run = kind.read_run(tmp_path / "run.jsonl", task)
                files.case(
                    (folder.name, seed), made["data"], PRESCIENCE.predictions(task, run)["data"]
                )
                results = evaluate(kind, task, [run], scoring="official", with_controls=False)
                [ours] = write_evaluations(results, task, tmp_path / "results", {})
                theirs, own = (
                    json.loads(one.read_text("utf-8"))["data"] for one in (evaluated, ours)
                )
                scores.case((folder.name, seed, made["data"]), theirs, own)
