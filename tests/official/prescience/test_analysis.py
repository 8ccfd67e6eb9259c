"""PreScience's results by properties of the questions, as its figures draw them, beside ours."""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Published, same
from helpers.official.prescience_tasks import (
    PRESCIENCE,
    PUBLISHED,
    files_of,
    imported,
    loaded,
    run_of,
)  # fmt: skip

from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.options import EvaluationOptions
from scinet.eval.query_groups import divide
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.official.predictions import HIT_RATES_FILE
from scinet.experiments.measures import measure_diversity

pytestmark = pytest.mark.official

COUNTS = "1,2,3,4,5,7"
# Script, our property with the least of each band, and the metric.
DRAWN: dict[str, list[tuple[str, str, str]]] = {
    "collaborators": [
        ("ndcg_vs_experience", "experience:0,5,8,12,22,52", "nDCG@1000"),
        ("ndcg_vs_novelty", "new_share:0,0.2,0.4,0.6,0.8", "nDCG@1000"),
        ("ndcg_vs_num_collaborators", "items:1,2,3,4,5,6,11", "nDCG@1000"),
        ("rprecision_by_num_coauthors", f"items:{COUNTS}", "R-precision"),
        ("rprecision_by_team_size", f"team_size:{COUNTS}", "R-precision"),
    ],
    "prior-work": [
        ("ndcg_vs_experience", "experience:0,4.001,7.001,11.001,21.001,51.001", "nDCG@1000"),
        ("ndcg_vs_novelty", "new_share:0,0.2,0.4,0.6,0.8", "nDCG@1000"),
        ("ndcg_vs_num_references", "items:1,2,3,4,5,6,11", "nDCG@1000"),
        ("rprecision_by_num_references", f"items:{COUNTS}", "R-precision"),
        ("rprecision_by_team_size", f"team_size:{COUNTS}", "R-precision"),
    ],
}


class Part(NamedTuple):
    """The mean of a part, over how many queries, and how many of these have no true item."""

    mean: float
    n: int
    empty: int


Parts: TypeAlias = Mapping[str, Part]
NAMES = {"collaborators": "frequency.one_shot", "prior-work": "frequency"}
RECORDED = """
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot as plt, utils
utils.drawn = []
plt.errorbar = lambda x, y, **_: utils.drawn.append([float(one) for one in y])
plt.plot = plt.bar = lambda x, y, **_: utils.drawn.append([float(one) for one in y])
plt.axhline = lambda y, **_: utils.drawn.append([float(y)])
plt.legend = lambda **_: None
utils.taken = lambda: [utils.drawn.pop() for _ in list(utils.drawn)]
"""


@pytest.fixture
def answered(prescience: Published, corpora: list[Path], tmp_path: Path) -> Any:
    """Frequency's predictions of many corpora, their scores, and the same as a task and a run."""
    clone, _ = prescience
    clone.call("builtins:exec", RECORDED, {})

    def each(name: str) -> Any:
        for number, folder in enumerate(corpora[:25]):
            loaded(clone, folder)
            if (task := imported(name, files_of(folder), tmp_path / f"task{number}")) is None:
                continue
            place, script = tmp_path / f"{name}{number}", f"task_{PUBLISHED[name]}_prediction"
            made = ("--output_dir", str(place))
            clone.script(f"{script}/baseline_frequency.py", *made, folder=clone.folder)
            [file] = place.iterdir()
            document = json.loads(file.read_text("utf-8"))
            asked = {row["paper_id"] for row in task.truth().values()}
            document["data"] = [item for item in document["data"] if item["corpus_id"] in asked]
            file = file.rename(place / f"predictions.{NAMES[name]}.json")
            file.write_text(json.dumps(document), "utf-8")
            yield place, task, run_of(task, file)

    return each


def drawn(clone: Clone, name: str, script: str, place: Path) -> list[list[float]]:
    """The heights of the lines that a script draws, the last first."""
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_{script}.py"
    more = ("--scored_dir", str(place)) if script.startswith("ndcg") else ()
    to = ("--predictions_dir", str(place), "--output_dir", str(place / "drawn"))
    clone.script(path, *to, *more, folder=clone.folder)
    result: list[list[float]] = clone.call("utils:taken")
    return [[item for item in heights if not math.isnan(item)] for heights in result]


@pytest.mark.parametrize("name", DRAWN)
def test_results_by_property(prescience: Published, answered: Any, name: str) -> None:
    clone, suite = prescience
    compared: Mapping[str, list[tuple[str, Any, Parts]]] = defaultdict(list)
    for place, task, run in answered(name):
        results = [
            evaluate(
                get_task_type(task.type_name),
                task,
                [run],
                EvaluationOptions(scoring="official", by=[by]),
                with_controls=False,
            )
            for _, by, _ in DRAWN[name]
        ]
        [file] = write_evaluations(results[0], task, place / "results", {})
        file.rename(place / f"predictions.{NAMES[name]}.eval.json")
        empty = np.array([not row["items"] for row in task.truth().values()])
        for (script, by, metric), [result] in zip(DRAWN[name], results, strict=True):
            masks = divide(by, task.queries(), task.truth()).masks
            parts = {
                row["part"]: Part(row["mean"], row["n"], int((empty & masks[row["part"]]).sum()))
                for row in result.parts
                if row["metric"] == metric and row["part"] in masks
            }
            theirs = drawn(clone, name, script, place)
            compared[script].append((place.name, theirs, parts))
    for script, by, metric in DRAWN[name]:
        path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_{script}.py"
        what = f"`{path}`: {metric} of `evaluate runs --scoring official --by {by}`"
        why, meant = WITHOUT.get(script, ("", None)) if name == "prior-work" else ("", None)
        with suite.comparing(what, within=1e-12, expected={NONE: why} if why else {}) as c:
            for place_name, theirs, output in compared[script]:
                ours = [[item.mean for item in output.values()]]
                is_meant = meant is not None and same(theirs, [meant(output)], 1e-12)
                c.case(place_name, theirs, ours, expected=NONE if is_meant else None)


NONE = "corpora with targets without references"


def left_out(parts: Parts) -> list[float]:
    """Means of parts over the queries with a true item; nothing found counts 0 elsewhere."""
    return [
        part.mean * part.n / (part.n - part.empty) for part in parts.values() if part.n > part.empty
    ]


def put_last(parts: Parts) -> list[float]:
    """Means of parts, that of nothing true put together with that of most items."""
    means = {part: item.mean for part, item in parts.items() if part != "below 1"}
    if "below 1" in parts:
        last = next((part for part in means if part.endswith("more")), "more")
        merged = [parts[part] for part in ("below 1", last) if part in parts]
        means[last] = sum(item.mean * item.n for item in merged) / sum(item.n for item in merged)
    return list(means.values())


# What scripts do with targets without references, which are a part of their own here.
WITHOUT: Mapping[str, tuple[str, Callable[[Parts], list[float]]]] = {
    "ndcg_vs_num_references": ("among the largest there, a part of their own here", put_last),
    "rprecision_by_num_references": ("left out there, a part of their own here", left_out),
    "rprecision_by_team_size": ("left out there, 0 here", left_out),
}


EMPTY = "years that begin with weeks without a true item"


@pytest.mark.parametrize("name", NAMES)
def test_diversity(prescience: Published, answered: Any, name: str) -> None:
    """Up to each week for prior work; over the whole year for collaborators."""
    clone, suite = prescience
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_prediction_diversity.py"
    weekly = name == "prior-work"
    what = f"`{path}`: `measure diversity{' --weekly' if weekly else ''}`, also of truth"
    expected = {EMPTY: "the effective number of nothing is 1 there, 0 here"} if weekly else {}
    with suite.comparing(what, within=1e-9, expected=expected) as compared:
        for place, task, run in answered(name):
            _, true, mine = drawn(clone, name, "prediction_diversity", place)
            rows = measure_diversity(task, [run], weekly=weekly).to_dict("records")
            ours = [[row["effective"] for row in rows[first::2]] for first in (1, 0)]
            meant = same([true, mine], [[item or 1.0 for item in line] for line in ours], 1e-9)
            compared.case(place.name, [true, mine], ours, expected=EMPTY if meant else None)


FAMILIAR = {"collaborators": "joint", "prior-work": "cited"}


@pytest.mark.parametrize("name", FAMILIAR)
def test_familiar_items(prescience: Published, answered: Any, name: str) -> None:
    """Over all true items of a class together; theirs has only the classes that occur."""
    clone, suite = prescience
    word = FAMILIAR[name]
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_rprecision_by_familiarity.py"
    what = f"`{path}`: `scored/{HIT_RATES_FILE}` of `evaluate runs --scoring official`, by {word}"
    with suite.comparing(what, within=1e-12) as compared:
        for place, task, run in answered(name):
            [theirs] = drawn(clone, name, "rprecision_by_familiarity", place)
            rows = PRESCIENCE.tables(task, [run], None)[HIT_RATES_FILE]
            ours = [row["hit_rate"] for row in rows if row["true"]]
            compared.case(place.name, theirs, ours)
