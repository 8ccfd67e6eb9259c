"""Rates written papers against true ones, from 1 to 10, with ladders as examples."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.eval.suites.prescience.lacer.ladder import (
    LEVELS,
    LacerPrompt,
    Ladder,
    PaperText,
    format_ladders,
)
from scinet.llm.batch_client import LLMSession
from scinet.llm.prompts import load_prompt
from scinet.llm.question import Question, Reply
from scinet.llm.reply_text import strip_marks, strip_thinking

PROMPT: Final = "prescience/lacer"
PUBLISHED_PROMPT: Final = "prescience/lacer_published"
# As the published scorer reads it: any case, signs, spaces; whole digits of ASCII alone.
_SCORE: Final = re.compile(r"score\s*:\s*([+-]?[0-9]+(?:\.\d+)?)", re.IGNORECASE)
_LENIENT_SCORE: Final = re.compile(
    r"\bscore\b(?: \([^)]*\))?(?: (?:is|of)|\s*[:=])\s*([+-]?[0-9]+(?:\.[0-9]+)?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RatedPair:
    """What is rated; ``item`` names it for people."""

    item: str
    true: PaperText
    written: PaperText


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


def rate_pairs(
    pairs: Sequence[RatedPair], examples: Sequence[Ladder] | LacerPrompt, asker: LLMSession
) -> list[Rating]:
    """Ask the judge about each pair; equal ones are asked about once."""
    common: dict[str, Any]
    if isinstance(examples, LacerPrompt):
        prompt, common = load_prompt(PUBLISHED_PROMPT), {"system": examples.system}
    else:
        prompt, common = load_prompt(PROMPT), {"ladders": format_ladders(examples)}
    questions = {
        (pair.true, pair.written): Question(
            item=pair.item, prompt=prompt, inputs={**common, **_pair_inputs(pair, examples)}
        )
        for pair in reversed(pairs)  # so that the first of equal ones names the question
    }
    replies = asker.ask_by_name(questions)
    return [parse_rating(replies[pair.true, pair.written]) for pair in pairs]


def _pair_inputs(pair: RatedPair, examples: Sequence[Ladder] | LacerPrompt) -> dict[str, str]:
    if isinstance(examples, LacerPrompt):
        return {"prompt": examples.filled(pair.true, pair.written)}
    return {
        "reference_title": pair.true.title,
        "reference_abstract": pair.true.abstract,
        "generation_title": pair.written.title,
        "generation_abstract": pair.written.abstract,
    }


def parse_rating(reply: Reply) -> Rating:
    """Read the judge's reply as PreScience does, and as people do."""
    if reply.status != "ok":
        return Rating(None, reply.status, reply.text)
    text = reply.text or ""
    score, read = (
        float(match[1]) if match else None
        for match in (_SCORE.search(text), _LENIENT_SCORE.search(strip_marks(strip_thinking(text))))
    )
    return Rating(score, "invalid" if score is None else "ok", reply.text, read)
