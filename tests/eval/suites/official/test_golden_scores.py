"""Edge cases of PreScience's rankings, both ways of scoring, through the whole evaluation."""

import json
import math
from datetime import date
from pathlib import Path

import pytest

from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites import named
from scinet.eval.task import Query, Split, Task, TaskDraft, write
from scinet.eval.task_type import Scoring

DAY = date(2020, 1, 1)


def task_of(folder: Path, *truth: list[str]) -> Task:
    """A question about prior work for each truth; a and b are of 2019, z of 2021."""
    task_type = named("prescience/prior-work")
    names = [f"q{number}" for number in range(len(truth))]
    queries = [Query(name, "?", {"author_ids": ["ann"]}, DAY, 1000) for name in names]
    rows = [
        {"query_id": name, "paper_id": f"t{name}", "items": items}
        for name, items in zip(names, truth, strict=True)
    ]
    days = {"a": "2019-01-01", "b": "2019-01-01", "z": "2021-01-01"}
    known = [{"id": item, "day": day} for item, day in days.items()]
    split = Split(DAY, queries, rows, {"known": known})
    return write(
        TaskDraft(task_type.suite, task_type.name, {}, 0, {}, {}, "none", {"test": split}),
        folder / "task",
    )


def scored(task: Task, lists: dict[str, list[str]], scoring: Scoring) -> Result:
    answers = {name: PaperList(name, tuple(map(Item, items))) for name, items in lists.items()}
    run = Run(Header("ours", "1", task.fingerprint, "text", {}, None), answers)
    (result, *_) = evaluate(named(task.id), task, [run], scoring=scoring)
    return result


def both(task: Task, lists: dict[str, list[str]]) -> tuple[Result, Result]:
    """Scored officially, and strictly."""
    return scored(task, lists, "official"), scored(task, lists, "strict")


def mean(result: Result, name: str) -> float:
    return next(metric.mean for metric in result.metrics if metric.metric == name)


@pytest.mark.parametrize(
    ("returned", "truth", "official", "strict"),
    [
        (["a", "a", "a"], ["a"], 2.1309, 1.0),
        (["a", "a"], ["a", "b"], 1.0, 0.6131),
        (["a"], ["a", "b"], 0.0, 0.6131),
        ([], ["a"], 0.0, 0.0),
    ],
)
def test_ndcg(
    returned: list[str], truth: list[str], official: float, strict: float, tmp_path: Path
) -> None:
    task = task_of(tmp_path, truth)
    found = [mean(result, "nDCG@1000") for result in both(task, {"q0": returned})]
    assert found == pytest.approx([official, strict], abs=5e-5)


def test_r_precision_divides_by_distinct_items_officially(tmp_path: Path) -> None:
    task = task_of(tmp_path, ["a", "b"])
    official, strict = both(task, {"q0": ["a", "a"]})
    assert (mean(official, "R-precision"), mean(official, "Recall")) == (1.0, 0.5)
    assert mean(strict, "R-precision") == 0.5


def test_a_missing_answer(tmp_path: Path) -> None:
    task = task_of(tmp_path, ["a"], ["b"])
    official, strict = both(task, {"q0": ["a"]})
    assert mean(official, "R-precision") == 1.0
    assert mean(strict, "R-precision") == 0.5
    for result in (official, strict):
        assert (result.counts["answered"], result.counts["missing"]) == (1, 1)


def test_without_any_answer_nothing_is_defined_officially(tmp_path: Path) -> None:
    task = task_of(tmp_path, ["a"])
    official, strict = both(task, {})
    assert math.isnan(mean(official, "nDCG@1000"))
    assert mean(strict, "nDCG@1000") == 0.0


def test_what_lowers_a_score_is_counted_either_way(tmp_path: Path) -> None:
    task = task_of(tmp_path, ["a", "b"])
    # z is of a later day, y is nothing known, a stands twice.
    for result in both(task, {"q0": ["z", "a", "y", "a"]}):
        counts = result.counts
        assert (counts["unknown"], counts["repeats"], counts["items"]) == (2, 1, 4)


def test_official_means_are_summed_in_the_order_of_the_run(tmp_path: Path) -> None:
    """From left to right, each addition rounded, as Python before 3.12 sums and numpy does not."""
    places = [1 + number * number % 8 for number in range(60)]
    task = task_of(tmp_path, *[["a"] for _ in places])
    lists = {
        f"q{number}": [*(f"x{n}" for n in range(place - 1)), "a"]
        for number, place in reversed(list(enumerate(places)))
    }
    official, strict = both(task, lists)
    values = [1 / math.log2(place + 1) for place in reversed(places)]
    total = 0.0
    for value in values:
        total += value
    assert total != math.fsum(values)  # which from 3.12 on is what ``sum`` gives of these
    name = official.metrics[0].metric
    assert mean(official, name) == official.metrics[0].answered == total / 60
    [written] = write_evaluations([official], task, tmp_path / "out", {})
    aggregates = json.loads(written.read_text("utf-8"))["data"]["aggregates"]
    assert aggregates["avg_ndcg"] == total / 60
    assert mean(strict, name) == pytest.approx(total / 60)
