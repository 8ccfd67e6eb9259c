"""Answers to ScienceMeter's tasks, with the replies that they were read from."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from scinet.eval.suites.sciencemeter.metrics import Choice, Reading, Signs, read_choice

Said: TypeAlias = Literal["yes", "no", "invalid"]


class Judgment(BaseModel):
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


class Generation(BaseModel):
    """The main claim of a paper, or of what is to come on a subject.

    Attributes:
        more_information: Whether the model asked for more; None when it was not asked.
        accurate: Whether a judge found all of it in the abstract; None when nobody judged it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    claim: str
    more_information: Said | None = None
    accurate: Said | None = None
    factual_accuracy: str | None = None


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
    return _with_stated(
        record,
        scoring,
        is_right=choices[0] == answer if is_read else None,
        consistency=is_consistent,
        tone=_is(record.get("confident"), "yes"),
    )


def generation_signs(record: Mapping[str, Any], scoring: Reading) -> Signs:
    """What a generated claim and its confidence are told by; see :class:`Generation`."""
    is_right = _is(record.get("accurate"), "yes")
    return _with_stated(record, scoring, is_right=is_right, consistency=None, tone=None)


def _with_stated(
    record: Mapping[str, Any],
    scoring: Reading,
    *,
    is_right: bool | None,
    consistency: bool | None,
    tone: bool | None,
) -> Signs:
    stated = record.get("factual_accuracy")
    if scoring != "strict" and stated is not None:
        is_right = stated == "accurate"
    information = _is(record.get("more_information"), "no")
    return Signs(is_right, consistency, tone, information, stated)


def _is(said: str | None, wanted: str) -> bool | None:
    return None if said in {None, "invalid"} else said == wanted
