"""The sentences that a model may answer a pair with, and how they are read."""

from dataclasses import replace
from datetime import date

import pytest

from scinet.eval.suites.sciimpact.official.replies import SENTENCES, parsed
from scinet.eval.task import Query
from scinet.models.llm.replies import chosen, sentences


@pytest.mark.parametrize("dimension", [*SENTENCES, "fame"])
def test_the_sentences_are_read_as_they_are_asked_for(dimension: str) -> None:
    query = Query("q1", "which?", {"dimension": dimension}, date(2025, 7, 1), 1)
    allowed = sentences(query)
    for side, sentence in allowed.items():
        assert chosen(f" {sentence.upper()}. ", allowed) == side
        if dimension in SENTENCES:
            assert parsed(sentence, dimension, "tuned") == side
    assert chosen(f"{allowed['A']}. {allowed['B']}.", allowed) == ""
    assert chosen("A", allowed) == ""
    assert sentences(replace(query, inputs={})) == sentences(replace(query, inputs={"x": 1}))
