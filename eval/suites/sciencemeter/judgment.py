"""Whether a claim holds: of a named paper, or, for future papers, at all."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from scinet.eval.answer import Record
from scinet.eval.suites.sciencemeter.knowledge import Knowledge, Said, says, signs_of
from scinet.eval.suites.sciencemeter.metrics import (
    SIGNALS,
    Choice,
    Reading,
    Signs,
    read_choice,
)
from scinet.eval.suites.sciencemeter.questions import ANSWERS, is_turned
from scinet.eval.suites.sciencemeter.triplets import Member
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Scoring

PHRASINGS = 3


class Judged(BaseModel):
    """Whether a claim holds, asked in several phrasings.

    Attributes:
        choices: What each reply was read as; counts where there are no replies.
        replies: The replies, in the same order; empty when they are not known.
        more_information: Whether the model asked for more; None when it was not asked.
        confident: Whether the first reply sounds sure; None when nobody judged it.
        factual_accuracy: What a published file calls the answer. Its choices are then taken, and
            the replies not read again.
        consistency: Likewise, whether the phrasings agree.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    choices: list[Choice] = Field(min_length=1)
    replies: list[str]
    more_information: Said | None = None
    confident: Said | None = None
    factual_accuracy: str | None = None
    consistency: bool | None = None


class JudgedClaim(Record):
    """An answer."""

    schema = Judged


class Judgment(Knowledge):
    """Two claims of each paper, one that it backs and one that it does not."""

    name = "judgment"
    answers = JudgedClaim
    needs_claims = True
    signals = SIGNALS

    def ask(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """Both claims, in an order that tells nothing."""
        stances = sorted(ANSWERS, reverse=not is_turned(f"{member.paper_id} {member.claims}"))
        asked: list[tuple[str, Row, str, Row]] = []
        for number, stance in enumerate(stances, start=1):
            claim = member.claims[stance]
            text = f"Does {member.title} back this claim: {claim}"
            if of_set == "future":
                text = f"Is this claim true: {claim}"
            asked.append(
                (
                    str(number),
                    {"claim": claim},
                    text,
                    {"stance": stance, "answer": ANSWERS[stance]},
                )
            )
        return asked

    def signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """By the replies, as far as they are known."""
        return judgment_signs(record, truth["answer"], scoring)

    def parts(self, truth: Row) -> dict[str, bool]:
        """The sets, and claims that hold or do not."""
        return super().parts(truth) | {name: truth["stance"] == name for name in ANSWERS}

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """The right answer, without a doubt."""
        return {
            "choices": [truth["answer"]] * PHRASINGS,
            "replies": [],
            "more_information": "no",
            "confident": "yes",
        }


def choices_of(record: Mapping[str, Any], scoring: Reading) -> Sequence[Choice]:
    """Yes or no of each phrasing: as a published file states them, else read from the replies."""
    replies: Sequence[str] = record["replies"]
    if replies and record.get("factual_accuracy") is None:
        return [read_choice(reply, scoring) for reply in replies]
    stored: Sequence[Choice] = record["choices"]
    return stored


def judgment_signs(record: Mapping[str, Any], answer: str, scoring: Reading) -> Signs:
    """What a judgment and its confidence are told by."""
    choices = choices_of(record, scoring)
    is_read = choices[0] != "invalid"
    is_consistent = is_read and len(set(choices)) == 1 if len(choices) > 1 else None
    if scoring != "strict" and record.get("consistency") is not None:
        is_consistent = record["consistency"]
    return signs_of(
        record,
        scoring,
        is_right=choices[0] == answer if is_read else None,
        consistency=is_consistent,
        tone=says(record.get("confident"), "yes"),
    )
