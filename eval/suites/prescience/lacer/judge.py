"""Rates written papers against true ones, from 1 to 10, with ladders as examples."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, PublishedPrompt, Text, shown
from scinet.llm.asker import Asker
from scinet.llm.prompts import load
from scinet.llm.question import Question, Reply
from scinet.llm.spoken import spoken, unmarked

PROMPT: Final = "prescience/lacer"
PUBLISHED: Final = "prescience/lacer_published"
# As the published scorer reads it: any case, signs, spaces; whole digits of ASCII alone.
_SCORE: Final = re.compile(r"score\s*:\s*([+-]?[0-9]+(?:\.\d+)?)", re.IGNORECASE)
_READ: Final = re.compile(
    r"\bscore\b(?: \([^)]*\))?(?: (?:is|of)|\s*[:=])\s*([+-]?[0-9]+(?:\.[0-9]+)?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Pair:
    """What is rated; ``item`` names it for people."""

    item: str
    true: Text
    written: Text


@dataclass(frozen=True, slots=True)
class Rating:
    """What the judge said.

    Attributes:
        score: The first number after ``Score:``, whatever it is, as published; None without one.
        status: How the question ended; ``invalid`` also where there is no such number.
        reply: What the judge wrote, None where nothing came.
        read: The number as people read it: after thinking, and in bold or not.
    """

    score: float | None
    status: str
    reply: str | None = None
    read: float | None = None

    @property
    def on_the_scale(self) -> "Rating":
        """The same as people read it, ``invalid`` where the number is not from 1 to 10."""
        if self.read is None:
            return Rating(None, "invalid" if self.status == "ok" else self.status, self.reply)
        if 1 <= self.read <= LEVELS:
            return Rating(self.read, "ok", self.reply, self.read)
        return Rating(None, "invalid", self.reply, self.read)


def rate(
    pairs: Sequence[Pair], examples: Sequence[Ladder] | PublishedPrompt, asker: Asker
) -> list[Rating]:
    """Ask the judge about each pair; equal ones are asked about once."""
    common: dict[str, Any]
    if isinstance(examples, PublishedPrompt):
        prompt, common = load(PUBLISHED), {"system": examples.system}
    else:
        prompt, common = load(PROMPT), {"ladders": shown(examples)}
    questions = {
        (pair.true, pair.written): Question(
            item=pair.item, prompt=prompt, inputs={**common, **_shown(pair, examples)}
        )
        for pair in reversed(pairs)  # so that the first of equal ones names the question
    }
    replies = asker.ask_named(questions)
    return [rating(replies[pair.true, pair.written]) for pair in pairs]


def _shown(pair: Pair, examples: Sequence[Ladder] | PublishedPrompt) -> dict[str, str]:
    if isinstance(examples, PublishedPrompt):
        return {"prompt": examples.filled(pair.true, pair.written)}
    return {
        "reference_title": pair.true.title,
        "reference_abstract": pair.true.abstract,
        "generation_title": pair.written.title,
        "generation_abstract": pair.written.abstract,
    }


def rating(reply: Reply) -> Rating:
    """Read the judge's reply as PreScience does, and as people do."""
    if reply.status != "ok":
        return Rating(None, reply.status, reply.text)
    text = reply.text or ""
    score, read = (
        float(match[1]) if match else None
        for match in (_SCORE.search(text), _READ.search(unmarked(spoken(text))))
    )
    return Rating(score, "invalid" if score is None else "ok", reply.text, read)
