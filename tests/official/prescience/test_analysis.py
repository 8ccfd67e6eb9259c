"""PreScience's results by properties of the questions, as its figures draw them, beside ours."""

import json
import math
from collections import defaultdict
from collections.abc import Mapping
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
from scinet.eval.suites.prescience.official.familiarity import TABLE
from scinet.experiments.measures import diversity

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
def answered(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> Any:
    """Frequency's predictions of many corpora, their scores, and the same as a task and a run."""
    clone, _ = prescience
    clone.call("builtins:exec", RECORDED, {})

    def each(name: str) -> Any:
        for number, folder in enumerate(corpora[:25]):
            loaded(clone, folder)
            of_rows = [folder / "test.parquet", folder / "author_publications.jsonl"]
            if (task := imported(name, of_rows, tmp_path / f"task{number}")) is None:
                continue
            place, script = tmp_path / f"{name}{number}", f"task_{PUBLISHED[name]}_prediction"
            made = ("--output_dir", str(place))
            clone.script(f"{script}/baseline_frequency.py", *made, folder=clone.folder)
            [file] = place.iterdir()
            found = json.loads(file.read_text("utf-8"))
            asked = {row["paper_id"] for row in task.truth().values()}
            found["data"] = [one for one in found["data"] if one["corpus_id"] in asked]
            file = file.rename(place / f"predictions.{NAMES[name]}.json")
            file.write_text(json.dumps(found), "utf-8")
            header = Header("theirs", "1", task.fingerprint, "text", {}, None)
            PRESCIENCE.read_predictions(task, file, header).write(place / "run.jsonl")
            yield place, task, named(task.type_name).read_run(place / "run.jsonl", task)

    return each


def drawn(clone: Clone, name: str, script: str, place: Path) -> list[list[float]]:
    """The heights of the lines that a script draws, the last first."""
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_{script}.py"
    more = ("--scored_dir", str(place)) if script.startswith("ndcg") else ()
    to = ("--predictions_dir", str(place), "--output_dir", str(place / "drawn"))
    clone.script(path, *to, *more, folder=clone.folder)
    found: list[list[float]] = clone.call("utils:taken")
    return [[one for one in heights if not math.isnan(one)] for heights in found]


@pytest.mark.parametrize("name", DRAWN)
def test_results_by_property(prescience: tuple[Clone, Suite], answered: Any, name: str) -> None:
    clone, suite = prescience
    compared: Mapping[str, list[Any]] = defaultdict(list)
    for place, task, run in answered(name):
        results = [
            evaluate(
                named(task.type_name), task, [run], scoring="official", by=[by], with_controls=False
            )
            for _, by, _ in DRAWN[name]
        ]
        [file] = write_evaluations(results[0], task, place / "results", {})
        file.rename(place / f"predictions.{NAMES[name]}.eval.json")
        for (script, _, metric), [result] in zip(DRAWN[name], results, strict=True):
            ours = [
                row["mean"]
                for row in result.parts
                if row["metric"] == metric and row["part"] != "rank correlation"
            ]
            theirs = drawn(clone, name, script, place)
            compared[script].append((place.name, theirs, [ours]))
    for script, by, metric in DRAWN[name]:
        path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_{script}.py"
        what = f"`{path}`: {metric} of `evaluate --scoring official --by {by}`"
        with suite.comparing(what, within=1e-12) as c:
            for case in compared[script]:
                c.case(*case)


@pytest.mark.parametrize("name", NAMES)
def test_diversity(prescience: tuple[Clone, Suite], answered: Any, name: str) -> None:
    """Up to each week for prior work; over the whole year for collaborators."""
    clone, suite = prescience
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_prediction_diversity.py"
    weekly = name == "prior-work"
    what = f"`{path}`: `evaluate --metric diversity{' --weekly' if weekly else ''}`, also of truth"
    with suite.comparing(what, within=1e-9) as compared:
        for place, task, run in answered(name):
            _, true, mine = drawn(clone, name, "prediction_diversity", place)
            rows = diversity(task, [run], weekly=weekly)
            ours = [[row["effective"] for row in rows[first::2]] for first in (1, 0)]
            compared.case(place.name, [true, mine], ours)


FAMILIAR = {"collaborators": "joint", "prior-work": "cited"}


@pytest.mark.parametrize("name", FAMILIAR)
def test_familiar_items(prescience: tuple[Clone, Suite], answered: Any, name: str) -> None:
    """Over all true items of a class together; theirs has only the classes that occur."""
    clone, suite = prescience
    word = FAMILIAR[name]
    path = f"task_{PUBLISHED[name]}_prediction/analysis/plot_rprecision_by_familiarity.py"
    what = f"`{path}`: `scored/{TABLE}` of `evaluate --scoring official`, by {word}"
    with suite.comparing(what, within=1e-12) as compared:
        for place, task, run in answered(name):
            [theirs] = drawn(clone, name, "rprecision_by_familiarity", place)
            rows = PRESCIENCE.tables(task, [run], None)[TABLE]
            ours = [row["hit_rate"] for row in rows if row["true"]]
            compared.case(place.name, theirs, ours)
