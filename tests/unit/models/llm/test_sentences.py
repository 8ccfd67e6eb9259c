"""The sentences that a model may answer a pair with, and how they are read."""

from dataclasses import replace
from datetime import date

import pytest

from scinet.eval.suites.sciimpact.official.replies import SENTENCES, parse_reply
from scinet.eval.task import Query
from scinet.models.llm.replies import choice_sentences, parse_choice

ALLOWED = choice_sentences(Query("q1", "which?", {"dimension": "citation"}, date(2025, 7, 1), 1))


@pytest.mark.parametrize("dimension", [*SENTENCES, "fame"])
def test_the_sentences_are_read_as_they_are_asked_for(dimension: str) -> None:
    query = Query("q1", "which?", {"dimension": dimension}, date(2025, 7, 1), 1)
    allowed = choice_sentences(query)
    for side, sentence in allowed.items():
        assert parse_choice(f" {sentence.upper()}. ", allowed) == side
        if dimension in SENTENCES:
            assert parse_reply(sentence, dimension, "tuned") == side
    assert parse_choice(f"{allowed['A']}. {allowed['B']}.", allowed) == ""
    assert parse_choice("A", allowed) == ""
    assert choice_sentences(replace(query, inputs={})) == choice_sentences(
        replace(query, inputs={"x": 1})
    )


A, B = ALLOWED["A"], ALLOWED["B"]


@pytest.mark.parametrize(
    ("reply", "side"),
    [
        ("**Paper A** has more citations.", "A"),
        ("**Answer:** *Paper B has more citations*", "B"),
        (f"<think>{A}, or rather not.</think>\n{B}.", "B"),
        (f"<think>{B}? No. {A}", ""),
        (f"{A}? No, wait.</think>{B}.", "B"),
        # Of two one has more: who denies one says the other.
        (f"It is not true that {A}.", "B"),
        (f"It isn't true that {A}.", "B"),
        (f"It is not the case that {B}. {A}.", "A"),
        (f"I do not think that {A}; {B}.", "B"),
        (f"I don\u2019t believe {B}.", "A"),
        (f"It is false that {A}.", "B"),
        (f'"{A}" is false.', "B"),
        (f"Not: {A}.", "B"),
        # Who does not know says neither.
        (f"I cannot tell whether {A}.", ""),
        (f"If {A}, it is older.", ""),
        (f"I doubt that {A}.", ""),
        (f"It is not true that {A}, nor is it true that {B}.", ""),
        (f"It is not true that {A}. {A}.", ""),
        # What is denied is another thing.
        (f"That is not easy, but {A}.", "A"),
        (f"The older one is not cited here. {B}.", "B"),
        (f"No doubt: {A}.", "A"),
    ],
)
def test_replies_are_read_as_people_read_them(reply: str, side: str) -> None:
    assert parse_choice(reply, ALLOWED) == side
    assert parse_choice(reply.upper().replace("THINK>", "think>"), ALLOWED) == side


def test_the_published_script_reads_as_it_did() -> None:
    assert parse_reply(f"It is not true that {A}.", "citation") == "A"
    assert parse_reply("**Paper A** has more citations.", "award-mdpi") == "A"
    assert parse_reply(f"<think>{A}</think>{B}", "citation") == "A"
