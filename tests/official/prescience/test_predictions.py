"""PreScience's predictions of any content: in, out and scored beside the published scripts."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Published
from helpers.official.prescience_tasks import (
    PRESCIENCE,
    PUBLISHED,
    files_of,
    imported,
    loaded,
    run_of,
)

from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.options import EvaluationOptions
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.official.record_formats import FORMS, ListsForm
from scinet.eval.task import Query, Row, Task

pytestmark = pytest.mark.official

FILES = 12
"""For each corpus and task."""


def ranked(rng: random.Random, form: ListsForm, query: Query, items: list[str]) -> Row:
    """A list of any length, with repeats; scores that fall, rise, are infinite or missing."""
    pool = [*items, *(f"x{n}" for n in range(rng.choice([0, 3, 40])))]
    size = rng.choice([0, 1, len(items), len(pool), 2 * len(pool)])
    has_repeats = bool(pool) and rng.random() < 0.3
    chosen = rng.choices(pool, k=size) if has_repeats else rng.sample(pool, len(pool))[:size]
    falling = sorted((rng.random() for _ in chosen), reverse=True)
    odd: list[list[Any]] = [[item] * len(chosen) for item in (float("inf"), None, 0)]
    return {
        **({} if form.seed is None else {form.seed: query.inputs["author_id"]}),
        form.true: rng.sample(items, len(items)),
        form.marker: chosen,
        form.scores: rng.choice([falling, falling[::-1], *odd]),
    }


def records(task: Task, rng: random.Random) -> Iterator[Row]:
    """Records of some targets, in any order, some with more than the task asks for."""
    truth, form = task.truth(), FORMS[task.name]
    queries = [query for query in task.queries() if rng.random() < 0.8] or [*task.queries()[:1]]
    rng.shuffle(queries)
    for query in queries:
        row = truth[query.query_id]
        if isinstance(form, ListsForm):
            said = ranked(rng, form, query, row["items"])
        elif task.name == "impact":
            said = {form.marker: rng.choice([rng.gauss(3, 20), rng.randrange(9), 0.0, -1.5])}
        else:
            said = {name: rng.choice(["", " ", f"A {name}"]) for name in ("title", "abstract")}
        more = {"further": [rng.random(), None]} if rng.random() < 0.3 else {}
        yield {"corpus_id": row["paper_id"], **said, **more}


@pytest.mark.parametrize("name", PUBLISHED)
def test_predictions_in_and_out(
    prescience: Published, corpora: list[Path], tmp_path: Path, name: str
) -> None:
    _, suite = prescience
    what = f"random predictions of {name}: `predictions import` and `export`"
    with suite.comparing(what) as files:
        for task, seed, file in random_files(corpora, tmp_path, name):
            again = PRESCIENCE.predictions(task, run_of(task, file))
            again["metadata"].pop()  # our own entry
            files.case(seed, json.loads(file.read_text("utf-8")), again)


@pytest.mark.parametrize("name", sorted(PUBLISHED.keys() - {"contribution"}))
def test_scores_of_predictions(
    prescience: Published, corpora: list[Path], tmp_path: Path, name: str
) -> None:
    clone, suite = prescience
    script = f"task_{PUBLISHED[name]}_prediction/evaluate.py"
    what = f"`{script}` of random files: `evaluate runs --scoring official`"
    with suite.comparing(what) as scores:
        for task, seed, file in random_files(corpora, tmp_path, name, clone):
            arguments = ("--predictions_path", str(file), "--output_dir", str(tmp_path / "scored"))
            clone.script(script, *arguments, folder=tmp_path)
            kind, run = get_task_type(task.type_name), run_of(task, file)
            results = evaluate(
                kind, task, [run], EvaluationOptions(scoring="official"), with_controls=False
            )
            [ours] = write_evaluations(results, task, tmp_path / "results", {})
            theirs = tmp_path / "scored" / f"{file.stem}.eval.json"
            both = (json.loads(item.read_text("utf-8"))["data"] for item in (theirs, ours))
            scores.case((seed, file.read_text("utf-8")), *both)


def random_files(
    corpora: list[Path], tmp_path: Path, name: str, clone: Clone | None = None
) -> Iterator[tuple[Task, str, Path]]:
    """Tasks of all corpora with files of predictions; the clone has the corpus available, too."""
    for folder in corpora:
        if (task := imported(name, files_of(folder), tmp_path / "task")) is None:
            continue
        if clone is not None:
            loaded(clone, folder)
        for number in range(FILES):
            seed = f"{folder.name} {number}"
            made = {
                "metadata": [{"script": "any.py"}],
                "data": list(records(task, random.Random(seed))),
            }
            (file := tmp_path / "predictions.any.json").write_text(json.dumps(made), "utf-8")
            yield task, seed, file
