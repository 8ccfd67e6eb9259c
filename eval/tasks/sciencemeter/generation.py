"""The main claim of a paper in the model's own words, or what is to come on a subject."""

from collections.abc import Mapping
from typing import Any

from scinet.eval.metrics.sciencemeter import Signs
from scinet.eval.task import Query, Row
from scinet.eval.tasks.kind import Scoring
from scinet.eval.tasks.sciencemeter import forms
from scinet.eval.tasks.sciencemeter.knowledge import Knowledge
from scinet.eval.tasks.sciencemeter.triplets import Member


class Generation(Knowledge):
    """One claim per paper, checked against its abstract by a judge."""

    name = "generation"
    form = forms.Generation
    needs_claims = False
    signals = ("information",)

    def ask(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """By title; of a future paper by subject, or by title where none is named."""
        truth = {"abstract": member.abstract, "claim": member.claims.get("support")}
        if of_set != "future":
            return [("", {}, f"What is the main claim of {member.title}", truth)]
        subject = member.subject or member.title
        return [("", {"subject": subject}, f"What is to be found on {subject}", truth)]

    def signs(self, record: Mapping[str, Any], truth: Row, scoring: Scoring) -> Signs:
        """By the judge's check; official: what the judge did not say clearly is inaccurate."""
        del truth, scoring
        return forms.generation_signs(record)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether a judge has looked at the claim."""
        return record.get("accurate") is not None

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """The claim that is known of the paper; not checked, as no control is."""
        del query, scoring
        return {"claim": truth["claim"] or truth["abstract"] or "", "more_information": "no"}
