"""Numbers, choices, texts and records: what counts, and controls in their places."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from helpers.networks.scoring import header_of, means
from helpers.networks.toy_tasks import Toy, scored, task_of
from pydantic import BaseModel

from scinet.errors import DataError
from scinet.eval.answer import (
    Answer,
    ChoiceAnswer,
    NoAnswer,
    NumberAnswer,
    RecordAnswer,
    TextAnswer,
)
from scinet.eval.run_writer import RunWriter
from scinet.eval.task_type import Floats, ScoredQuery, Scoring, Statistic

TRUE = [5.0, 0.0, 2.0, 9.0]


def total_error(columns: Mapping[str, Floats]) -> Floats:
    return np.asarray(-np.abs(columns["guess"] - columns["true"]).sum(axis=-1))


class Guess(Toy[float]):
    """Guess a number; officially a query without an answer does not count."""

    name = "guess"
    answers = NumberAnswer
    headline = "total"
    columns = ("guess", "true")
    statistics: ClassVar[Mapping[str, Statistic]] = {"total": total_error}

    def row(self, item: ScoredQuery[float], scoring: Scoring) -> dict[str, float]:
        """How far off, and both numbers."""
        without = 0.0 if scoring == "strict" else math.nan
        guess, true = without if item.answer is None else item.answer, item.truth["true"]
        return {"error": abs(guess - true), "guess": guess, "true": true}


class Pick(Toy[ChoiceAnswer]):
    """Pick the better one."""

    name = "pick"
    answers = ChoiceAnswer
    headline = "accuracy"

    def row(self, item: ScoredQuery[ChoiceAnswer], scoring: Scoring) -> dict[str, float]:
        """Whether it was right."""
        del scoring
        is_right = item.answer is not None and item.answer.choice == item.truth["true"]
        return {"accuracy": float(is_right)}


def numbers(values: Sequence[float | None]) -> list[Answer]:
    return [NumberAnswer(f"q{n}", value=v) for n, v in enumerate(values) if v is not None]


def test_numbers_and_what_is_made_of_all_of_them(tmp_path: Path) -> None:
    task = task_of(Guess(), TRUE, tmp_path / "task")
    runs = {"near": numbers([4.0, 1.0, 2.0, None]), "far": numbers([0.0, -3.0, 0.0, 0.0])}
    scores = scored(Guess(), task, runs)
    assert means(scores["near"]) == {"error": 11 / 4, "total": -11.0}
    assert [metric.n for metric in scores["near"].metrics] == [4, 4]
    counts = {"queries": 4, "answered": 3, "missing": 1, "coverage": 0.75, "negative": 0}
    assert scores["near"].counts == counts
    assert scores["far"].counts["negative"] == 1
    last = scores["near"].per_query[3]
    assert last == {"query_id": "q3", "is_answered": False, "error": 9.0, "guess": 0.0, "true": 9.0}
    (error, total) = scores["far"].comparisons
    assert (error.metric, error.difference, error.n) == ("error", 19 / 4 - 11 / 4, 4)
    assert error.gain == pytest.approx(100 * (19 - 11) / 11)
    assert (total.metric, total.difference, total.n) == ("total", -8.0, 4)
    assert math.isnan(total.gain)  # the other's is below 0
    assert 0.0 < total.p <= 1.0

    official = scored(Guess(), task, runs, "official")
    assert means(official["near"]) == {"error": 2 / 3, "total": -2.0}
    assert [metric.n for metric in official["near"].metrics] == [3, 3]
    # Compared where both have a value: 10 and 2 off.
    assert official["far"].comparisons[1].difference == -8.0
    assert official["far"].comparisons[1].n == 3


def test_controls_of_numbers(tmp_path: Path) -> None:
    task = task_of(Guess(), TRUE, tmp_path / "task")
    scores = scored(Guess(), task, {})
    guesses = {name: [row["guess"] for row in item.per_query] for name, item in scores.items()}
    assert guesses["oracle"] == TRUE
    assert guesses["constant"] == [3.5] * 4
    assert guesses["anti-oracle"] == [2.0, 9.0, 5.0, 0.0]
    assert sorted(guesses["random"]) == sorted(TRUE)
    totals = {name: means(item)["total"] for name, item in scores.items()}
    assert totals["anti-oracle"] <= totals["random"] <= totals["oracle"] == 0.0


def test_choices_and_their_controls(tmp_path: Path) -> None:
    task = task_of(Pick(), ["A", "B", "B", "A"] * 25, tmp_path / "task")
    given = [
        ChoiceAnswer("q0", choice="A", score=0.3),
        ChoiceAnswer("q1", choice=""),
        ChoiceAnswer("q2", choice="A"),
    ]
    scores = scored(Pick(), task, {"ours": [*given]})
    accuracies = {name: means(item)["accuracy"] for name, item in scores.items()}
    assert accuracies["ours"] == 0.01
    assert (scores["ours"].counts["neither"], scores["ours"].counts["missing"]) == (1, 97)
    assert (accuracies["oracle"], accuracies["anti-oracle"]) == (1.0, 0.0)
    assert accuracies["constant"] == 0.5
    assert 0.3 < accuracies["random"] < 0.7


WORDS = ["one two", "one", "three", "two three four"]


class Paper(BaseModel):
    """What the record task asks for."""

    title: str


class Essay(Toy[str]):
    """Write the words."""

    name = "essay"
    answers = TextAnswer
    headline = "words"

    def row(self, one: ScoredQuery[str], scoring: Scoring) -> dict[str, float]:
        """Share of the true words that were written."""
        del scoring
        true = one.truth["true"].split()
        return {"words": len(set(true) & set((one.answer or "").split())) / len(true)}


class PaperCard(RecordAnswer):
    """An answer of the record task."""

    schema = Paper


class Card(Toy[Mapping[str, Any]]):
    """Fill in a form."""

    name = "card"
    answers = PaperCard
    headline = "same"

    def row(self, one: ScoredQuery[Mapping[str, Any]], scoring: Scoring) -> dict[str, float]:
        """Whether it is the true one."""
        del scoring
        return {"same": float(one.answer == one.truth["true"])}


def test_what_failed_counts_zero_with_the_mean_of_the_others_beside_it(tmp_path: Path) -> None:
    task = task_of(Essay(), WORDS, tmp_path / "task")
    answers = [
        TextAnswer("q0", text="one"),
        TextAnswer("q1", text="one", usage={"calls": 1}),
        NoAnswer("q2", status="refused", reason="content_filter"),
    ]
    found = scored(Essay(), task, {"it": answers})
    assert means(found["it"]) == {"words": (0.5 + 1 + 0 + 0) / 4}
    assert found["it"].metrics[0].answered == (0.5 + 1) / 2
    counts = found["it"].counts
    assert (counts["answered"], counts["missing"], counts["refused"]) == (2, 1, 1)
    assert counts["coverage"] == 0.5
    assert [row["is_answered"] for row in found["it"].per_query] == [True, True, False, False]


def test_texts_have_controls_in_their_places(tmp_path: Path) -> None:
    task = task_of(Essay(), WORDS, tmp_path / "task")
    found = scored(Essay(), task, {"it": []})
    assert means(found["oracle"]) == {"words": 1.0}
    assert means(found["constant"]) == {"words": (1 + 1 + 0 + 1 / 3) / 4}  # "one two" for all
    assert means(found["anti-oracle"]) == {"words": 0.0}
    assert means(found["random"])["words"] < 1.0  # nobody gets its own


def test_runs_of_records_are_written_and_read(tmp_path: Path) -> None:
    task = task_of(Card(), [{"title": "A"}, {"title": "B"}], tmp_path / "task")
    answers = [
        PaperCard("q0", record={"title": "A"}, explanation={"steps": 2}, usage={"calls": 3}),
        NoAnswer("q1", status="invalid", reason="no_json"),
    ]
    writer = RunWriter(tmp_path / "run.jsonl", header_of(task))
    for answer in answers:
        writer.write(answer)
    writer.finish()
    again = Card().read_run(tmp_path / "run.jsonl", task).answers
    assert list(again.values()) == answers
    found = scored(Card(), task, {"it": answers})
    assert means(found["it"]) == {"same": 0.5}
    assert means(found["oracle"]) == {"same": 1.0}
    assert means(found["random"]) == {"same": 0.0}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('"record": {"name": "A"}', "title: Field required, query q0"),
        ('"record": "A"', "record: Input should be a valid dictionary, query q0"),
        ('"text": "A"', "record: Field required, query q0"),
        ('"status": "lost"', "status: Input should be 'ok', 'refused'"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(tmp_path: Path, row: str, message: str) -> None:
    task = task_of(Card(), [{"title": "A"}], tmp_path / "task")
    RunWriter(tmp_path / "run.jsonl", header_of(task)).finish()
    with (tmp_path / "run.jsonl").open("a") as stream:
        stream.write(f'{{"query_id": "q0", {row}}}\n')
    with pytest.raises(DataError, match=message) as caught:
        Card().read_run(tmp_path / "run.jsonl", task)
    assert "line 2" in str(caught.value)
