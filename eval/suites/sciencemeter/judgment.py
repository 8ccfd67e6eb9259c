"""Whether a claim holds: of a named paper, or, for future papers, at all."""

from collections.abc import Mapping
from typing import Any

from scinet.eval.answer import Record
from scinet.eval.suites.sciencemeter import forms
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
from scinet.eval.suites.sciencemeter.metrics import SIGNALS, Reading, Signs
from scinet.eval.suites.sciencemeter.questions import ANSWERS, is_turned
from scinet.eval.suites.sciencemeter.triplets import Member
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Scoring

PHRASINGS = 3


class JudgedClaim(Record):
    """An answer."""

    schema = forms.Judgment


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
        return forms.judgment_signs(record, truth["answer"], scoring)

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
