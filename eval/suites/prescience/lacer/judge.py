"""Rating of written papers against true ones, from 1 to 10, with ladders as examples."""

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
# As the published scorer reads it: any case, signs, spaces; only ASCII digits.
_SCORE: Final = re.compile(r"score\s*:\s*([+-]?[0-9]+(?:\.\d+)?)", re.IGNORECASE)
_LENIENT_SCORE: Final = re.compile(
    r"\bscore\b(?: \([^)]*\))?(?: (?:is|of)|\s*[:=])\s*([+-]?[0-9]+(?:\.[0-9]+)?)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RatedPair:
    """Pair to rate; ``item`` is its name in messages."""

    item: str
    true: PaperText
    written: PaperText


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating by the judge.

    Attributes:
        score: The first number after ``Score:``, in any range, as published; None without one.
        status: Status of the request; ``invalid`` also without such a number.
        reply: Text of the judge, None without a reply.
        read: The number after any reasoning, in bold or not.
    """

    score: float | None
    status: str
    reply: str | None = None
    read: float | None = None

    @property
    def on_the_scale(self) -> "Rating":
        """The rating from ``read``, ``invalid`` where the number is not from 1 to 10."""
        if self.read is None:
            return Rating(None, "invalid" if self.status == "ok" else self.status, self.reply)
        if 1 <= self.read <= LEVELS:
            return Rating(self.read, "ok", self.reply, self.read)
        return Rating(None, "invalid", self.reply, self.read)


def rate_pairs(
    pairs: Sequence[RatedPair], examples: Sequence[Ladder] | LacerPrompt, asker: LLMSession
) -> list[Rating]:
    """Rate pairs by the judge; equal pairs share one request."""
    common: dict[str, Any]
    if isinstance(examples, LacerPrompt):
        prompt, common = load_prompt(PUBLISHED_PROMPT), {"system": examples.system}
    else:
        prompt, common = load_prompt(PROMPT), {"ladders": format_ladders(examples)}
    questions = {
        (pair.true, pair.written): Question(
            item=pair.item, prompt=prompt, inputs={**common, **_pair_inputs(pair, examples)}
        )
        for pair in reversed(pairs)  # so that the first of equal pairs names the question
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
    """Parse the judge's reply by PreScience's rule, and leniently."""
    if reply.status != "ok":
        return Rating(None, reply.status, reply.text)
    text = reply.text or ""
    score, read = (
        float(match[1]) if match else None
        for match in (_SCORE.search(text), _LENIENT_SCORE.search(strip_marks(strip_thinking(text))))
    )
    return Rating(score, "invalid" if score is None else "ok", reply.text, read)
