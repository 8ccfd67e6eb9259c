"""Judgment of claims: true of a named paper, or, for future papers, at all."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from scinet.eval.answer import RecordAnswer
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask, Said, is_word, make_signs
from scinet.eval.suites.sciencemeter.metrics import (
    SIGNALS,
    Choice,
    Reading,
    Signs,
    read_choice,
)
from scinet.eval.suites.sciencemeter.questions import ANSWERS, is_reversed
from scinet.eval.suites.sciencemeter.triplets import Member
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Scoring

NUM_PHRASINGS = 3


class ClaimVerdict(BaseModel):
    """Verdict on a claim over several phrasings of the question.

    Attributes:
        choices: Choice read from each reply; used where there are no replies.
        replies: The replies, in the same order; empty when unknown.
        more_information: Whether the model requested more; None when it was not prompted.
        confident: Whether the first reply sounds sure; None when not judged.
        factual_accuracy: Label of the answer in a published file. Its choices are then taken, and
            the replies not parsed again.
        consistency: Likewise, whether the phrasings agree.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    choices: list[Choice] = Field(min_length=1)
    replies: list[str]
    more_information: Said | None = None
    confident: Said | None = None
    factual_accuracy: str | None = None
    consistency: bool | None = None


class JudgedClaim(RecordAnswer):
    """Answer of the task."""

    schema = ClaimVerdict


class JudgmentTask(KnowledgeTask):
    """Two claims of each paper, one that it supports and one that it does not."""

    name = "judgment"
    answers = JudgedClaim
    needs_claims = True
    signals = SIGNALS

    def build_queries(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """Build queries of both claims, in an uninformative order."""
        stances = sorted(ANSWERS, reverse=not is_reversed(f"{member.paper_id} {member.claims}"))
        queries: list[tuple[str, Row, str, Row]] = []
        for number, stance in enumerate(stances, start=1):
            claim = member.claims[stance]
            text = f"Does {member.title} back this claim: {claim}"
            if of_set == "future":
                text = f"Is this claim true: {claim}"
            queries.append(
                (
                    str(number),
                    {"claim": claim},
                    text,
                    {"stance": stance, "answer": ANSWERS[stance]},
                )
            )
        return queries

    def read_signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """Return the signs by the replies, as far as known."""
        return make_judgment_signs(record, truth["answer"], scoring)

    def parts(self, truth: Row) -> dict[str, bool]:
        """Return the sets, and the claims by truth."""
        return super().parts(truth) | {name: truth["stance"] == name for name in ANSWERS}

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """Return the right answer with full confidence."""
        return {
            "choices": [truth["answer"]] * NUM_PHRASINGS,
            "replies": [],
            "more_information": "no",
            "confident": "yes",
        }


def read_choices(record: Mapping[str, Any], scoring: Reading) -> Sequence[Choice]:
    """Return yes or no of each phrasing: from a published file, else parsed from the replies."""
    replies: Sequence[str] = record["replies"]
    if replies and record.get("factual_accuracy") is None:
        return [read_choice(reply, scoring) for reply in replies]
    stored: Sequence[Choice] = record["choices"]
    return stored


def make_judgment_signs(record: Mapping[str, Any], answer: str, scoring: Reading) -> Signs:
    """Return the signs of a judgment and of its confidence."""
    choices = read_choices(record, scoring)
    is_read = choices[0] != "invalid"
    is_consistent = is_read and len(set(choices)) == 1 if len(choices) > 1 else None
    if scoring != "strict" and record.get("consistency") is not None:
        is_consistent = record["consistency"]
    return make_signs(
        record,
        scoring,
        is_right=choices[0] == answer if is_read else None,
        consistency=is_consistent,
        tone=is_word(record.get("confident"), "yes"),
    )
