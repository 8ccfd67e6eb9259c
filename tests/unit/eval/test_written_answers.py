"""Texts and records in runs, items that ended without an answer, and controls for both."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.scoring import header_of, means
from helpers.networks.toy_tasks import Toy, scored, task_of
from pydantic import BaseModel

from scinet.errors import DataError
from scinet.eval.answer import NoAnswer, Record, Text
from scinet.eval.task_type import ScoredQuery, Scoring
from scinet.eval.writing import Writer

TRUE = ["one two", "one", "three", "two three four"]


class Paper(BaseModel):
    """What the record task asks for."""

    title: str


class Essay(Toy[str]):
    """Write the words."""

    name = "essay"
    answers = Text
    headline = "words"

    def row(self, one: ScoredQuery[str], scoring: Scoring) -> dict[str, float]:
        """Share of the true words that were written."""
        del scoring
        true = one.truth["true"].split()
        return {"words": len(set(true) & set((one.answer or "").split())) / len(true)}


class PaperCard(Record):
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
    task = task_of(Essay(), TRUE, tmp_path / "task")
    answers = [
        Text("q0", text="one"),
        Text("q1", text="one", usage={"calls": 1}),
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
    task = task_of(Essay(), TRUE, tmp_path / "task")
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
    writer = Writer(tmp_path / "run.jsonl", header_of(task))
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
    Writer(tmp_path / "run.jsonl", header_of(task)).finish()
    with (tmp_path / "run.jsonl").open("a") as stream:
        stream.write(f'{{"query_id": "q0", {row}}}\n')
    with pytest.raises(DataError, match=message) as caught:
        Card().read_run(tmp_path / "run.jsonl", task)
    assert "line 2" in str(caught.value)
