"""Generation of a paper's main claim, or of future findings on a subject."""

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
    """Options with the subjects of future papers.

    Attributes:
        subjects: File of ``scinet annotate papers subjects``; the query about a paper missing there
            names its title.
    """

    subjects: str = ""


class MainClaim(BaseModel):
    """Main claim of a paper, or of future work on a subject.

    Attributes:
        more_information: Whether the model requested more; None when it was not prompted.
        accurate: Whether a judge found all of it in the abstract; None when not judged.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    claim: str
    more_information: Said | None = None
    accurate: Said | None = None
    factual_accuracy: str | None = None


class GenerationAnswer(RecordAnswer):
    """Answer of the task."""

    schema = MainClaim


class GenerationTask(KnowledgeTask):
    """Generated claim per paper, checked against its abstract by a judge."""

    name = "generation"
    options = GenerationOptions
    answers = GenerationAnswer
    needs_claims = False
    signals = ("information",)

    def build_queries(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """Build the query by title; for a future paper by subject, or by title without one."""
        truth = {"abstract": member.abstract, "claim": member.claims.get("support")}
        if of_set != "future":
            return [("", {}, f"What is the main claim of {member.title}", truth)]
        subject = member.subject or member.title
        return [("", {"subject": subject}, f"What is to be found on {subject}", truth)]

    def prepare_triplets(
        self, triplets: Sequence[Triplet], options: Any
    ) -> tuple[Sequence[Triplet], dict[str, int]]:
        """Add subjects to future papers."""
        subjects = _read_subjects(Path(options.subjects)) if options.subjects else {}
        listed = [
            replace(
                triplet, members={**triplet.members, "future": replace(future, subject=subject)}
            )
            for triplet in triplets
            for future in (triplet.members["future"],)
            for subject in (subjects.get(future.paper_id),)
        ]
        unnamed = sum(triplet.members["future"].subject is None for triplet in listed)
        return listed, {"future_asked_by_title": unnamed}

    def read_signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """Return the signs by the judge's check; officially, unclear means inaccurate."""
        is_right = is_word(record.get("accurate"), "yes")
        return make_signs(record, scoring, is_right=is_right, consistency=None, tone=None)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether a judge has checked the claim."""
        return record.get("accurate") is not None

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """Return the known claim of the paper, unchecked like all controls."""
        return {"claim": truth["claim"] or truth["abstract"] or "", "more_information": "no"}


class _Subject(BaseModel):
    paper_id: str
    subject: str


def _read_subjects(file: Path) -> dict[str, str]:
    lines = read_lines(
        file, _Subject, hint="Make it with `scinet annotate papers subjects`: paper_id and subject."
    )
    return {line.paper_id: line.subject for line in lines}
