"""The main claim of a paper in the model's own words, or what is to come on a subject."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import RecordAnswer
from scinet.eval.suites.json_files import read_lines
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask, Said, is_word, make_signs
from scinet.eval.suites.sciencemeter.metrics import Reading, Signs
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.suites.sciencemeter.triplets import Member, Triplet
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Scoring
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class GenerationOptions(KnowledgeOptions):
    """The same, and what future papers are about.

    Attributes:
        subjects: File of ``scinet annotate papers subjects``; a paper that it does not name is
            asked about by its title.
    """

    subjects: str = ""


class MainClaim(BaseModel):
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


class GenerationAnswer(RecordAnswer):
    """An answer."""

    schema = MainClaim


class GenerationTask(KnowledgeTask):
    """One claim per paper, checked against its abstract by a judge."""

    name = "generation"
    options = GenerationOptions
    answers = GenerationAnswer
    needs_claims = False
    signals = ("information",)

    def build_queries(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """By title; of a future paper by subject, or by title where none is named."""
        truth = {"abstract": member.abstract, "claim": member.claims.get("support")}
        if of_set != "future":
            return [("", {}, f"What is the main claim of {member.title}", truth)]
        subject = member.subject or member.title
        return [("", {"subject": subject}, f"What is to be found on {subject}", truth)]

    def prepare_triplets(
        self, triplets: Sequence[Triplet], options: Any
    ) -> tuple[Sequence[Triplet], dict[str, int]]:
        """Future papers with their subjects."""
        subjects = _read_subjects(Path(options.subjects)) if options.subjects else {}
        made = [
            replace(
                triplet, members={**triplet.members, "future": replace(future, subject=subject)}
            )
            for triplet in triplets
            for future in (triplet.members["future"],)
            for subject in (subjects.get(future.paper_id),)
        ]
        unnamed = sum(triplet.members["future"].subject is None for triplet in made)
        return made, {"future_asked_by_title": unnamed}

    def read_signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """By the judge's check; official: what the judge did not say clearly is inaccurate."""
        is_right = is_word(record.get("accurate"), "yes")
        return make_signs(record, scoring, is_right=is_right, consistency=None, tone=None)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether a judge has looked at the claim."""
        return record.get("accurate") is not None

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """The claim that is known of the paper; not checked, as no control is."""
        return {"claim": truth["claim"] or truth["abstract"] or "", "more_information": "no"}


class _Subject(BaseModel):
    paper_id: str
    subject: str


def _read_subjects(file: Path) -> dict[str, str]:
    lines = read_lines(
        file, _Subject, hint="Make it with `scinet annotate papers subjects`: paper_id and subject."
    )
    return {line.paper_id: line.subject for line in lines}
