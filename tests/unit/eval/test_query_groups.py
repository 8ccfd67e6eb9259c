"""Results by properties of the queries, and measures joined from a file, on rows made by hand."""

import math
from collections.abc import Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.scoring import run_of, score, task_of, write_lines
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import NumberAnswer
from scinet.eval.external_metrics import ExternalMetric
from scinet.eval.query_groups import divide
from scinet.eval.results import Result
from scinet.eval.task import Query, Task

VENUES = ["acl", "acl", "emnlp", None]
TEAMS = [["ann"], ["ann", "bob"], ["bob"], ["ann", "bob", "cyd"]]
DAYS = [date(2019, 5, 1), date(2020, 1, 1), date(2020, 6, 30), date(2020, 7, 1)]
CITED = [2, 4, 6, 8]


def rows() -> tuple[list[Query], list[dict[str, Any]]]:
    queries, truth = [], []
    for place, (venue, team, day) in enumerate(zip(VENUES, TEAMS, DAYS, strict=True)):
        name = f"q{place}"
        queries.append(Query(name, "how often?", {"author_ids": team, "open": place < 3}, day, 1))
        about = {"citations": CITED[place], "venue_id": venue, "year": day.year, "share": place / 4}
        truth.append(
            {"query_id": name, "paper_id": f"p{place}", "citations_perhaps_in_time": 0, **about}
        )
    return queries, truth


def parts(by: str) -> dict[str, list[int]]:
    queries, truth = rows()
    result = divide(by, queries, {row["query_id"]: row for row in truth})
    return {name: np.flatnonzero(mask).tolist() for name, mask in result.masks.items()}


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("venue_id", {"acl": [0, 1], "emnlp": [2]}),  # the last paper has none
        ("open", {"no": [3], "yes": [0, 1, 2]}),
        ("author_ids", {"1": [0, 2], "2": [1], "3": [3]}),  # a list counts by its length
        ("author_ids:1,3", {"1-2": [0, 1, 2], "3 or more": [3]}),
        ("citations:4,5,8", {"below 4": [0], "4": [1], "5-7": [2], "8 or more": [3]}),
        (
            "share:0,0.2,0.5",
            {"0 to below 0.2": [0], "0.2 to below 0.5": [1], "0.5 or more": [2, 3]},
        ),
        ("before", {"2019": [0], "2020": [1, 2, 3]}),
        ("before:2020-07-01", {"before 2020-07-01": [0, 1, 2], "from 2020-07-01": [3]}),
        (
            "before:2020-01-01,2020-07-01,2020-08-01",
            {
                "before 2020-01-01": [0],
                "from 2020-01-01 to before 2020-07-01": [1, 2],
                "from 2020-07-01 to before 2020-08-01": [3],
            },
        ),
    ],
)
def test_queries_are_divided(by: str, expected: dict[str, list[int]]) -> None:
    assert parts(by) == expected


def divided(by: str, values: Sequence[Any]) -> dict[str, list[int]]:
    queries = [Query(f"q{n}", "", {"x": value}, DAYS[0], 1) for n, value in enumerate(values)]
    result = divide(by, queries, {query.query_id: {} for query in queries})
    return {name: np.flatnonzero(mask).tolist() for name, mask in result.masks.items()}


def test_no_part_is_lost_however_alike_its_numbers_are() -> None:
    large = [1234567, 1234568, 1234568.0]
    assert divided("x", large) == {"1234567": [0], "1234568": [1, 2]}
    assert divided("x:1234567,1234568,1234569,1234571", [*large, 1234570]) == {
        "1234567": [0], "1234568": [1, 2], "1234569-1234570": [3],
    }  # fmt: skip
    assert divided("x:1234567,1234568", [1, *large]) == {
        "below 1234567": [0], "1234567": [1], "1234568 or more": [2, 3],
    }  # fmt: skip
    shares = [0.1234567, 0.1234568, 0.1234569]
    assert divided("x", shares) == {str(value): [n] for n, value in enumerate(shares)}
    assert divided("x:0.1234567,0.1234568,0.1234569", shares) == {
        "0.1234567 to below 0.1234568": [0], "0.1234568 to below 0.1234569": [1],
        "0.1234569 or more": [2],
    }  # fmt: skip
    assert divided("x", [2**53, 2**53 + 1]) == {str(2**53): [0], str(2**53 + 1): [1]}
    for first, named in ((0, "0-3"), (1234567, "1234567-1234570")):
        fifths = divided("x", [first + n for n in range(20)])
        assert [len(queries) for queries in fifths.values()] == [4] * 5
        assert next(iter(fifths)) == named
        assert list(fifths)[-1] == f"{first + 16} or more"


numbers = st.one_of(st.integers(-(2**60), 2**60), st.floats(allow_nan=False, allow_infinity=False))


@given(st.lists(numbers, min_size=1, max_size=12))
def test_every_query_with_a_number_is_in_one_part(values: list[float]) -> None:
    result = divided("x", values)
    assert sorted(chain(*result.values())) == list(range(len(values)))


@pytest.mark.parametrize(
    ("by", "why"),
    [
        ("team", "no query of the task has 'team'"),
        ("venue_id:1", "holds words"),
        ("year:many", "could not convert"),
        ("year:2,1", "must increase"),
        ("year:nan", "must increase"),
        ("before:2020", "Invalid isoformat"),
    ],
)
def test_what_does_not_divide_is_refused(by: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        parts(by)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return task_of("prescience/impact", *rows(), tmp_path / "task", before=date(2021, 1, 1))


def scored(
    task: Task, by: Sequence[str] = (), joined: ExternalMetric | None = None
) -> list[Result]:
    # One off, two off, right, and without an answer: 0 is foreseen where 8 came.
    run = run_of(task, [NumberAnswer(f"q{n}", value) for n, value in enumerate([3.0, 2.0, 6.0])])
    return list(score(task, [run], by=by, external=joined).values())


def test_each_part_has_its_own_metrics(task: Task) -> None:
    result, *controls = scored(task, ["author_ids", "venue_id"])
    rows = {(part["by"], part["part"], part["metric"]): part for part in result.parts}
    alone = rows["author_ids", "1", "MAE"]
    assert (alone["mean"], alone["n"], alone["answered"]) == (0.5, 2, 0.5)
    assert (alone["low"], alone["high"]) == (0.0, 1.0)
    assert rows["author_ids", "3", "MAE"]["mean"] == 8.0
    assert rows["author_ids", "3", "Spearman"]["mean"] is None  # of one paper
    assert rows["venue_id", "acl", "MAE"]["mean"] == 1.5
    # Of 1, 2, 1, 3 authors and errors of 1, 2, 0, 8: ranks 1.5 3 1.5 4 and 2 3 1 4.
    ranks = rows["author_ids", "rank correlation", "MAE"]
    assert ranks["mean"] == pytest.approx(4.5 / math.sqrt(4.5 * 5.0))
    assert ("venue_id", "rank correlation", "MAE") not in rows
    assert not any(control.parts for control in controls)


def test_scores_of_a_file_become_measures(task: Task, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "facets.jsonl",
        {"system": "mine", "query_id": "q0", "FacetScore": 4, "ASPIRE": None},
        {"system": "mine", "paper_id": "p2", "FacetScore": 1.5, "ASPIRE": -0.5},
    )
    result, *controls = scored(task, ["venue_id"], ExternalMetric.read(file))
    metrics = {item.metric: item for item in result.metrics}
    assert (metrics["FacetScore"].mean, metrics["FacetScore"].n) == (2.75, 2)
    assert (metrics["ASPIRE"].mean, metrics["ASPIRE"].n) == (-0.5, 1)
    assert result.per_query[1]["FacetScore"] is None
    parts = {item["part"]: item["mean"] for item in result.parts if item["metric"] == "FacetScore"}
    assert parts == {"acl": 4.0, "emnlp": 1.5}
    assert all(row["FacetScore"] is None for item in controls for row in item.per_query)


def test_raters_of_one_answer_are_averaged(task: Task, tmp_path: Path) -> None:
    given = [("ann", "q0", 7), ("ben", "q0", 8), ("eve", "q0", 3), ("ann", "q1", 4)]
    lines = [
        {"rater": rater, "system": "mine", "query_id": query, "rating": rating}
        for rater, query, rating in given
    ]
    file = write_lines(tmp_path / "people.jsonl", *lines)
    result, *_ = scored(task, joined=ExternalMetric.read(file))
    [rating] = [metric for metric in result.metrics if metric.metric == "rating"]
    assert (rating.mean, rating.n) == (5.0, 2)
    for again in ({**lines[0], "rating": 1}, {**lines[0], "rater": ""}):
        write_lines(file, *lines, again)
        with pytest.raises(DataError, match="a second time"):
            scored(task, joined=ExternalMetric.read(file))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "Invalid JSON"),
        ('{"query_id": "q0", "F": 1}', "system: Field required"),
        ('{"system": "mine", "query_id": "q0", "F": "high"}', "F: Input should be a valid number"),
        ('{"system": "mine", "query_id": "q0", "F": NaN}', "F: Input should be a finite number"),
        ('{"system": "mine", "query_id": "q0"}', "holds no score"),
        ('{"system": "theirs", "query_id": "q0", "F": 1}', "no such run"),
        ('{"system": "mine", "query_id": "q9", "F": 1}', "no such query"),
        ('{"system": "mine", "query_id": "q0", "MAE": 1}', "metric 'MAE' of its own"),
        ('{"system": "mine", "query_id": "q1", "F": 1}', "a second time"),
    ],
)
def test_broken_scores_are_refused(task: Task, tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "scores.jsonl"
    first = "" if "holds no" in why else '{"system": "mine", "paper_id": "p1", "F": 1}\n'
    file.write_text(f"{first}{line}")
    with pytest.raises(DataError, match=why):
        scored(task, joined=ExternalMetric.read(file))


def test_scores_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no file"):
        ExternalMetric.read(tmp_path / "none.jsonl")
