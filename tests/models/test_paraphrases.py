"""Questions as people may put them: one half to write the grammar by, one half held out.

The held-out half was written before the grammar and no form was added for it; its count says how
far the grammar carries over to words that it was not written for.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scinet.models.graph_qa.question import Question, read

HALVES = {"development": 158, "held_out": 147}


def paraphrases(half: str) -> list[dict[str, Any]]:
    file = Path(__file__).parent / "paraphrases" / f"{half}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def is_right(row: dict[str, Any]) -> bool:
    """Whether the first reading is the one meant: kind, names, count and years."""
    readings = read(row["text"])
    if row["kind"] is None:
        return not readings
    names = tuple(row["names"])
    meant = Question(row["kind"], names, row["count"], row["since"], row["until"])
    return readings[:1] == [meant]


@pytest.mark.parametrize("half", HALVES)
def test_so_many_are_read_rightly(half: str) -> None:
    rows = paraphrases(half)
    assert len(rows) >= 150
    assert sum(map(is_right, rows)) == HALVES[half]


@pytest.mark.parametrize("half", HALVES)
def test_nothing_is_read_into_other_questions(half: str) -> None:
    others = [row for row in paraphrases(half) if row["kind"] is None]
    assert len(others) == 25
    assert all(map(is_right, others))


def test_the_halves_share_no_question() -> None:
    one, two = ({row["text"].casefold() for row in paraphrases(half)} for half in HALVES)
    assert not one & two
