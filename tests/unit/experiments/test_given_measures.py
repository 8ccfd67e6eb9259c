"""FacetScore and ASPIRE of files that a user has, against values worked out by hand."""

import math
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.scoring import run_of, task_of, write_lines

from scinet.errors import DataError
from scinet.eval.metrics.transport import transport_distance
from scinet.eval.run import Run
from scinet.eval.task import Query, Task
from scinet.experiments.given_measures import aspire, facets

DAY = date(2020, 1, 1)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    names = ("q0", "q1", "q2")
    queries = [Query(name, "what?", {"author_ids": []}, DAY, 10) for name in names]
    rows = [{"query_id": n, "paper_id": f"p{n}", "title": n, "abstract": n} for n in names]
    return task_of("prescience/contribution", queries, rows, tmp_path / "task", before=DAY)


def runs(task: Task, *systems: str) -> list[Run]:
    return [run_of(task, [], one) for one in systems]


def rated(*ratings: Any) -> list[dict[str, Any]]:
    return [{"facet": f"f{n}", "rating": one} for n, one in enumerate(ratings)]


def test_facets_are_the_mean_of_the_ratings_that_there_are(task: Task, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "f.jsonl",
        {"system": "mine", "paper_id": "pq0", "facet_ratings": rated(1, 2, 5, None)},
        {"system": "mine", "query_id": "q2", "facet_ratings": rated(4)},
        {"system": "mine", "query_id": "q1", "facet_ratings": []},
        {"system": "other", "query_id": "q0", "facet_ratings": rated(3, 4)},
    )
    mine, other = facets(task, runs(task, "mine", "other"), file)
    assert (mine["metric"], mine["mean"], mine["n"]) == ("FacetScore", (8 / 3 + 4) / 2, 2)
    assert (other["mean"], other["n"]) == (3.5, 1)
    with pytest.raises(DataError, match="no line is about third"):
        facets(task, runs(task, "mine", "other", "third"), file)
    with pytest.raises(DataError, match="no such run"):
        facets(task, runs(task, "mine"), file)
    with pytest.raises(DataError, match="no file is named"):
        facets(task, runs(task, "mine"), None)
    broken = write_lines(tmp_path / "b.jsonl", {"system": "mine", "facet_ratings": rated("good")})
    with pytest.raises(DataError, match="line 1"):
        facets(task, runs(task, "mine"), broken)


def test_the_transport_of_sentences() -> None:
    # One sentence against two at distances 3 and 4, which weigh as exp(-3) and exp(-4).
    near = 1 / (1 + math.exp(-1))
    one, two = np.array([[0.0, 0.0]]), np.array([[3.0, 0.0], [0.0, 4.0]])
    assert transport_distance(one, two) == pytest.approx(3 * near + 4 * (1 - near))
    assert transport_distance(two, one) == pytest.approx(3 * near + 4 * (1 - near))
    assert transport_distance(one, np.array([[3.0, 4.0]])) == pytest.approx(5.0)
    # Equal texts whose sentences are as far apart as the regularisation: exp(-1) goes across.
    same = np.array([[0.0], [0.05]])
    assert transport_distance(same, same) == pytest.approx(0.05 / (1 + math.e))
    # Far apart nothing does, in whatever order the sentences stand.
    far = np.array([[0.0], [10.0]])
    assert transport_distance(far, far[::-1]) == pytest.approx(0.0, abs=1e-9)


def test_aspire_is_the_negated_distance(task: Task, tmp_path: Path) -> None:
    about = {"system": "mine", "query_id": "q0"}
    sentences = {"written": [[0.0, 0.0]], "true": [[3.0, 4.0]]}
    [row] = aspire(
        task, runs(task, "mine"), write_lines(tmp_path / "a.jsonl", {**about, **sentences})
    )
    assert (row["metric"], row["mean"], row["n"]) == ("ASPIRE", pytest.approx(-5.0), 1)
    for wrong, fault in (({"true": [[1.0]]}, "several lengths"), ({"written": []}, "written")):
        file = write_lines(tmp_path / "w.jsonl", {**about, **sentences, **wrong})
        with pytest.raises(DataError, match=rf"{fault}.*line 1"):
            aspire(task, runs(task, "mine"), file)
