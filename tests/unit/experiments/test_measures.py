"""Measures of answers, made here or read from a file, against values worked out by hand."""

import math
import pickle
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from helpers.networks.scoring import lists_of, run_of, write_lines
from helpers.networks.scoring import task_of as task_of_rows

from scinet import measure_aspire, measure_diversity, measure_facets, measure_retrieval
from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.metrics.text import ngram_overlap
from scinet.eval.metrics.transport import transport_distance
from scinet.eval.ranked_list import AuthorList
from scinet.eval.run import Run
from scinet.eval.task import Query, Row, Task

DAY = date(2020, 1, 1)
TEXTS = {
    "q0": ("Parsing sentences into trees", "We parse sentences of a treebank with a grammar."),
    "q1": ("Protein folding in yeast", "Cells of yeast fold proteins at low temperatures."),
    "q2": ("Galaxies far away", "A survey of the redshift of ten thousand galaxies."),
}


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def written(query: str) -> dict[str, str]:
    return dict(zip(("title", "abstract"), TEXTS[query], strict=True))


def task_of(folder: Path, name: str, truth: list[Row], **options: Any) -> Task:
    queries = [
        Query(row["query_id"], "what?", {"author_ids": []}, DAY + timedelta(days=4 * number), 10)
        for number, row in enumerate(truth)
    ]
    return task_of_rows(f"prescience/{name}", queries, truth, folder / name, before=DAY, **options)


def contributions(folder: Path) -> Task:
    truth = [{"query_id": query, "paper_id": query, **written(query)} for query in TEXTS]
    return task_of(folder, "contribution", truth, asked="abstract")


def test_a_text_finds_its_paper(tmp_path: Path) -> None:
    task = contributions(tmp_path)
    # The first is the true text; the second is that of another paper, which then comes first.
    said = {"q0": "q0", "q1": "q2"}
    run = run_of(task, [RecordAnswer(q, record=written(text)) for q, text in said.items()])
    mrr, recall, cosine = records(measure_retrieval(task, [run]))
    assert mrr["mean"] in (pytest.approx((1 + 1 / 2) / 3), pytest.approx((1 + 1 / 3) / 3))
    assert (recall["mean"], recall["n"]) == (pytest.approx(2 / 3), 3)
    assert 1 / 3 - 0.1 < cosine["mean"] < 2 / 3
    nothing = measure_retrieval(task, [run_of(task, [])])
    assert nothing["mean"].tolist() == [0.0] * 3


def test_texts_that_repeat_are_less_diverse(tmp_path: Path) -> None:
    task = contributions(tmp_path)
    run = run_of(task, [RecordAnswer(query, record=written("q0")) for query in ("q0", "q1")])
    item, true = records(measure_diversity(task, [run]))
    assert (item["named"], item["distinct"], item["effective"]) == (2, 1, 1.0)
    assert math.isnan(item["mean_cosine"])
    assert (true["system"], true["distinct"]) == ("truth", 3)
    assert true["effective"] == pytest.approx(3.0)
    assert -0.2 < true["mean_cosine"] < 0.5


@pytest.fixture
def cited(tmp_path: Path) -> Task:
    truth = [
        {"query_id": "q0", "paper_id": "x", "items": ["s2:a", "s2:b"]},
        {"query_id": "q1", "paper_id": "y", "items": ["s2:a"]},
    ]
    return task_of(tmp_path, "prior-work", truth, source="s2")


def test_lists_that_repeat_are_less_diverse(cited: Task, tmp_path: Path) -> None:
    lists = {"q0": ["s2:a", "s2:c", "s2:b"], "q1": ["s2:a", "s2:b"]}
    run = run_of(cited, lists_of(lists))
    mine, true = records(measure_diversity(cited, [run]))
    # Of a, c and a, the places of the truth; what comes after them does not count.
    expected = {"system": "mine", "named": 3, "distinct": 2}
    entropy = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))
    assert mine == {**expected, "effective": pytest.approx(math.exp(entropy))}
    assert (true["named"], true["distinct"]) == (3, 2)
    file = tmp_path / "all.pkl"
    vectors = {"a": [2.0, 0.0], "b": [0.0, 5.0], "c": [3.0, 3.0]}
    data = {item: {"key": np.array([v]), "query": np.array([v])} for item, v in vectors.items()}
    file.write_bytes(pickle.dumps({"metadata": [], "data": data}))
    mine, true = records(measure_diversity(cited, [run], vectors=file))
    assert mine["mean_cosine"] == pytest.approx(math.sqrt(0.5))  # of a and c
    assert (true["mean_cosine"], true["with_vector"]) == (pytest.approx(0.0), 2)


def test_diversity_grows_week_by_week(tmp_path: Path) -> None:
    true = {"q0": ["s2:a"], "q1": ["s2:b"], "q2": ["s2:a"]}
    truth: list[Row] = [{"query_id": q, "paper_id": q, "items": ids} for q, ids in true.items()]
    task = task_of(tmp_path, "prior-work", truth, source="s2")
    lists = {"q0": ["s2:a"], "q1": ["s2:a", "s2:b"], "q2": ["s2:c"]}
    run = run_of(task, lists_of(lists))
    rows = records(measure_diversity(task, [run], weekly=True))
    # Asked on Wednesday, on the Sunday of that week, and in the week after.
    assert [(row["week"], row["system"], row["named"], row["distinct"]) for row in rows] == [
        ("2020-01-05", "mine", 2, 1),  # a, a
        ("2020-01-05", "truth", 2, 2),  # a, b
        ("2020-01-12", "mine", 3, 2),  # and c
        ("2020-01-12", "truth", 3, 2),  # and a
    ]
    assert [row["effective"] for row in rows[:2]] == pytest.approx([1.0, 2.0])
    whole = records(measure_diversity(task, [run]))
    assert [{"week": "2020-01-12", **row} for row in whole] == rows[2:]


def test_measures_of_other_tasks_are_refused(cited: Task, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="asks for no titles"):
        measure_retrieval(cited, [run_of(cited, [])])
    truth = [{"query_id": "q0", "paper_id": "x", "citations": 1, "venue_id": None, "year": 2019}]
    other = task_of(tmp_path, "impact", truth)
    with pytest.raises(DataError, match="whose variety is known"):
        measure_diversity(other, [run_of(other, [AuthorList("q0", ())])])


@pytest.mark.parametrize(
    ("one", "other", "n", "expected"),
    [
        ("The cat, the hat.", "(a cat) in the hat!", 1, (1.0, 3 / 5)),
        ("The cat, the hat.", "(a cat) in the hat!", 2, (1 / 3, 1 / 4)),  # the hat
        ("one", "one", 2, (0.0, 0.0)),
        ("", "word", 1, (0.0, 0.0)),
        ("... !", "word", 1, (0.0, 0.0)),
    ],
)
def test_shared_runs_of_words(one: str, other: str, n: int, expected: tuple[float, float]) -> None:
    assert ngram_overlap(one, other, n) == pytest.approx(expected)


@pytest.fixture
def asked(tmp_path: Path) -> Task:
    truth = [{"query_id": n, "paper_id": f"p{n}", "title": n, "abstract": n} for n in TEXTS]
    return task_of(tmp_path, "contribution", truth)


def runs(asked: Task, *systems: str) -> list[Run]:
    return [run_of(asked, [], one) for one in systems]


def rated(*ratings: Any) -> list[dict[str, Any]]:
    return [{"facet": f"f{n}", "rating": one} for n, one in enumerate(ratings)]


def test_facets_are_the_mean_of_the_ratings_that_there_are(asked: Task, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "f.jsonl",
        {"system": "mine", "paper_id": "pq0", "facet_ratings": rated(1, 2, 5, None)},
        {"system": "mine", "query_id": "q2", "facet_ratings": rated(4)},
        {"system": "mine", "query_id": "q1", "facet_ratings": []},
        {"system": "other", "query_id": "q0", "facet_ratings": rated(3, 4)},
    )
    mine, other = records(measure_facets(asked, runs(asked, "mine", "other"), ratings=file))
    assert (mine["metric"], mine["mean"], mine["n"]) == ("FacetScore", (8 / 3 + 4) / 2, 2)
    assert (other["mean"], other["n"]) == (3.5, 1)
    with pytest.raises(DataError, match="no line is about third"):
        measure_facets(asked, runs(asked, "mine", "other", "third"), ratings=file)
    with pytest.raises(DataError, match="no such run"):
        measure_facets(asked, runs(asked, "mine"), ratings=file)
    broken = write_lines(tmp_path / "b.jsonl", {"system": "mine", "facet_ratings": rated("good")})
    with pytest.raises(DataError, match="line 1"):
        measure_facets(asked, runs(asked, "mine"), ratings=broken)


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


def test_aspire_is_the_negated_distance(asked: Task, tmp_path: Path) -> None:
    about = {"system": "mine", "query_id": "q0"}
    sentences = {"written": [[0.0, 0.0]], "true": [[3.0, 4.0]]}
    [row] = records(
        measure_aspire(
            asked,
            runs(asked, "mine"),
            vectors=write_lines(tmp_path / "a.jsonl", {**about, **sentences}),
        )
    )
    assert (row["metric"], row["mean"], row["n"]) == ("ASPIRE", pytest.approx(-5.0), 1)
    for wrong, fault in (({"true": [[1.0]]}, "several lengths"), ({"written": []}, "written")):
        file = write_lines(tmp_path / "w.jsonl", {**about, **sentences, **wrong})
        with pytest.raises(DataError, match=rf"{fault}.*line 1"):
            measure_aspire(asked, runs(asked, "mine"), vectors=file)
