"""Pairs that are drawn from a graph, put before SciImpact's published scripts."""

import random
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of
from helpers.official import sciimpact_runs
from helpers.official.comparison import Published
from helpers.official.sciimpact_runs import (
    FILES,
    SCRIPTS,
    SUITES,
    Made,
    imported,
    numbers_of,
    read_results,
    run,
)

from scinet.eval.answer import get_content
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.sciimpact.official import fields, pair_files
from scinet.eval.task import Task, TaskDraft, write_task

pytestmark = pytest.mark.official

FIELDS = ("Chemistry", "Physics", "Medicine", "Computer science", "Environmental science", "Art")


def of_graph(folder: Path, form: str, seed: int) -> Task:
    """Pairs of a graph; those of other dimensions have the same form as those by citations."""
    rng = random.Random(f"{form} {seed}")
    names = FIELDS[:3] if form == "award-nobel" else FIELDS
    cited: list[Paper] = [(f"W{n}", "2001-01-01", []) for n in range(48)]
    citing = [
        (f"X{n}", "2002-01-01", [f"W{item}" for item in rng.sample(range(48), 12)])
        for n in range(40)
    ]
    of = {f"W{n}": [(names[n % len(names)], "field")] for n in range(48)}
    texts = {
        name: rng.choice([f"Abstract of {name}.", f"Abstract of {name}. " * 150, None])
        for name, _, _ in (*cited, *citing)
    }
    graph = snapshot_of([*cited, *citing], fields=of, abstracts=texts).until(date(2012, 1, 1))
    options = {"since": "2000-01-01", "ratio": "1.2", "texts": "characters", "order": "row"}
    made = draft_of("sciimpact/citation", graph, options, seed=seed)
    return write_task(_as(made, form), folder)


def _as(made: TaskDraft, form: str) -> TaskDraft:
    dimension, _, award = form.partition("-")
    split = made.splits["test"]
    queries = [
        replace(query, inputs={**query.inputs, "dimension": form}) for query in split.queries
    ]
    if dimension in {"code", "dataset", "model"}:
        for query in queries:
            for side in "ab":
                shown = query.inputs[side]
                shown |= {"artifact_id": f"to/{shown['paper_id']}", "name": shown["paper_id"]}
    award_option = {"award": award} if award else {}
    return replace(
        made,
        name=dimension,
        options={**made.options, **award_option},
        splits={"test": replace(split, queries=queries)},
    )


def pairs_of(task: Task) -> list[Any]:
    """The pairs of a task, in an order of their own, with what is told of both and the field."""
    truth = task.truth()
    has_field = task.name in {"citation", "patent", "media"} or "nobel" in str(task.options)
    results: list[Any] = []
    for query in task.queries():
        row = truth[query.query_id]
        right, wrong = (query.inputs[side] for side in ("ab" if row["choice"] == "A" else "ba"))
        keys = ("abstract",) if task.name in {"code", "dataset", "model"} else ("title", "abstract")
        field = fields.official_field(row["field"] or "") if has_field else None
        results.append((field or "", *(item[key] or "" for item in (right, wrong) for key in keys)))
    return sorted(results)


def as_made(files: list[InstanceFile]) -> Made:
    return {file.name: (file.rows, file.is_lines) for file in files}


def test_pairs_of_a_graph(sciimpact: Published, tmp_path: Path) -> None:
    clone, suite = sciimpact
    what = "pairs that `task export` makes of a graph, read by all 18 scripts"
    with (
        suite.comparing(f"{what}: numbers of their rows made of our choices") as heads,
        suite.comparing(f"{what}: result rows") as rows,
        suite.comparing("pairs that `task export` makes of a graph, imported again") as again,
    ):
        for form, module in SUITES.items():
            for number, script in enumerate(SCRIPTS):
                folder = tmp_path / f"{form}-{script}"
                task = of_graph(folder / "graph", form, number)
                out = folder / "out"
                FILES.write_instances(task, pytest.fail, split="test", out=out)
                files = [out] if out.is_file() else sorted(out.iterdir())
                back = imported(folder / "task", form, files)
                again.case(form, pairs_of(task), pairs_of(back))
                made = as_made(pair_files.make_files(task, "test"))
                if form == "citation":  # scripts want a file of every field
                    for name in sciimpact_runs.FIELDS:
                        made.setdefault(f"{name}_test_pairs.jsonl", ([], True))
                        made.setdefault(f"maple_openalex_{name}_match.json", ([], True))
                for name in ("Chemistry", "Medicine", "Physics") if form == "award-nobel" else ():
                    made.setdefault(f"{name}_test_new.json", ([], False))
                payload, _ = run(
                    clone, module.format(SCRIPTS[script]), form, made, random.Random(number)
                )
                assert payload["results"]
                result = folder / "results.json"
                read, own = read_results(back, payload, script, result)
                assert not read.counts["not_asked"]
                heads.case(form, *numbers_of(payload, own))
                for item, other in zip(payload["results"], own["results"], strict=True):
                    rows.case(item, {**item, "raw_response": None}, other)
                # The task of the graph reads the same results.
                mine = FILES.read_predictions(task, result, read.run.header)
                assert len(mine.run.answers) == len(read.run.answers)
                assert all(get_content(item) is not None for item in mine.run.answers.values())
