"""Rates written papers against true ones, from 1 to 10, with ladders as examples."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, Text, shown
from scinet.llm.asker import Asker
from scinet.llm.prompts import load
from scinet.llm.question import Question, Reply

PROMPT: Final = "prescience/lacer"
_SCORE: Final = re.compile(r"Score:\s*(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Pair:
    """What is rated.

    Attributes:
        item: Names it for people.
        true: The true paper.
        written: The other one.
    """

    item: str
    true: Text
    written: Text


@dataclass(frozen=True, slots=True)
class Rating:
    """What the judge said.

    Attributes:
        score: The first number after ``Score:``, whatever it is; None without one.
        status: How the question ended; ``invalid`` also where there is no such number.
        reply: What the judge wrote, None where nothing came.
    """

    score: float | None
    status: str
    reply: str | None = None

    @property
    def on_the_scale(self) -> "Rating":
        """The same, ``invalid`` where the number is not from 1 to 10."""
        if self.score is None or 1 <= self.score <= LEVELS:
            return self
        return Rating(None, "invalid", self.reply)


def rate(pairs: Sequence[Pair], ladders: Sequence[Ladder], asker: Asker) -> list[Rating]:
    """Ask the judge about each pair; equal ones are asked about once.

    Args:
        pairs: What is rated.
        ladders: The examples.
        asker: The judge.
    """
    prompt, examples = load(PROMPT), shown(ladders)
    questions = {
        (pair.true, pair.written): Question(
            item=pair.item,
            prompt=prompt,
            inputs={
                "ladders": examples,
                "reference_title": pair.true.title,
                "reference_abstract": pair.true.abstract,
                "generation_title": pair.written.title,
                "generation_abstract": pair.written.abstract,
            },
        )
        for pair in reversed(pairs)  # so that the first of equal ones names the question
    }
    replies = asker.ask_named(questions)
    return [rating(replies[pair.true, pair.written]) for pair in pairs]


def rating(reply: Reply) -> Rating:
    """Read the judge's reply as PreScience does: the first number after ``Score:`` counts."""
    if reply.status != "ok":
        return Rating(None, reply.status, reply.text)
    match = _SCORE.search(reply.text or "")
    if match is None:
        return Rating(None, "invalid", reply.text)
    return Rating(float(match[1]), "ok", reply.text)
