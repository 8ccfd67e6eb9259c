"""Answers to ScienceMeter's tasks, with the replies that they were read from."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from scinet.eval.suites.sciencemeter.metrics import Choice, Signs, read_choice
from scinet.eval.task_type import Scoring

Said: TypeAlias = Literal["yes", "no", "invalid"]


class Judgment(BaseModel):
    """Whether a claim holds, asked in several phrasings.

    Attributes:
        choices: What each reply was read as; counts where there are no replies.
        replies: The replies, in the same order; empty when they are not known.
        more_information: Whether the model asked for more; None when it was not asked.
        confident: Whether the first reply sounds sure; None when nobody judged it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    choices: list[Choice] = Field(min_length=1)
    replies: list[str]
    more_information: Said | None = None
    confident: Said | None = None


class Generation(BaseModel):
    """The main claim of a paper, or of what is to come on a subject.

    Attributes:
        claim: The claim.
        more_information: Whether the model asked for more; None when it was not asked.
        accurate: Whether a judge found all of it in the abstract; None when nobody judged it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    claim: str
    more_information: Said | None = None
    accurate: Said | None = None


def choices_of(record: Mapping[str, Any], scoring: Scoring) -> Sequence[Choice]:
    """Yes or no of each phrasing: read from the replies anew, where they are known."""
    replies: Sequence[str] = record["replies"]
    if replies:
        return [read_choice(reply, scoring) for reply in replies]
    stored: Sequence[Choice] = record["choices"]
    return stored


def judgment_signs(record: Mapping[str, Any], answer: str, scoring: Scoring) -> Signs:
    """What a judgment and its confidence are told by.

    Args:
        record: The answer, in the form of :class:`Judgment`.
        answer: The truth, ``yes`` or ``no``.
        scoring: How replies are read.
    """
    choices = choices_of(record, scoring)
    is_read = choices[0] != "invalid"
    return Signs(
        is_right=choices[0] == answer if is_read else None,
        consistency=is_read and len(set(choices)) == 1 if len(choices) > 1 else None,
        tone=_is(record.get("confident"), "yes"),
        information=_is(record.get("more_information"), "no"),
    )


def generation_signs(record: Mapping[str, Any]) -> Signs:
    """What a generated claim and its confidence are told by; see :class:`Generation`."""
    return Signs(
        is_right=_is(record.get("accurate"), "yes"),
        consistency=None,
        tone=None,
        information=_is(record.get("more_information"), "no"),
    )


def _is(said: str | None, wanted: str) -> bool | None:
    return None if said in {None, "invalid"} else said == wanted
