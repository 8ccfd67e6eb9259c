"""Edge cases of PreScience's rankings, both ways of scoring, through the whole evaluation."""

import json
import math
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.scoring import lists_of, means, run_of, score
from helpers.networks.scoring import task_of as task_of_rows

from scinet.eval.official_files import write_evaluations
from scinet.eval.results import Result
from scinet.eval.task import Query, Task

DAY = date(2020, 1, 1)


def task_of(folder: Path, *truth: list[str]) -> Task:
    """A question about prior work for each truth; a and b are of 2019, z of 2021."""
    names = [f"q{number}" for number in range(len(truth))]
    queries = [Query(name, "?", {"author_ids": ["ann"]}, DAY, 1000) for name in names]
    rows = [
        {"query_id": name, "paper_id": f"t{name}", "items": items}
        for name, items in zip(names, truth, strict=True)
    ]
    days = {"a": "2019-01-01", "b": "2019-01-01", "z": "2021-01-01"}
    known = [{"id": item, "day": day} for item, day in days.items()]
    tables = {"known": known}
    return task_of_rows(
        "prescience/prior-work", queries, rows, folder / "task", before=DAY, tables=tables
    )


def both(task: Task, lists: dict[str, list[str]]) -> list[Result]:
    """Scored officially, and strictly."""
    run = run_of(task, lists_of(lists))
    return [score(task, [run], scoring=scoring)["mine"] for scoring in ("official", "strict")]


def test_without_any_answer_nothing_is_defined_officially(tmp_path: Path) -> None:
    task = task_of(tmp_path, ["a"])
    official, strict = (means(result)["nDCG@1000"] for result in both(task, {}))
    assert math.isnan(official)
    assert strict == 0.0


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
    assert means(official)[name] == official.metrics[0].answered == total / 60
    [written] = write_evaluations([official], task, tmp_path / "out", {})
    aggregates = json.loads(written.read_text("utf-8"))["data"]["aggregates"]
    assert aggregates["avg_ndcg"] == total / 60
    assert means(strict)[name] == pytest.approx(total / 60)
