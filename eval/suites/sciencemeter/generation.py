"""The main claim of a paper in the model's own words, or what is to come on a subject."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Record
from scinet.eval.suites.sciencemeter import forms
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
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


class Generated(Record):
    """An answer."""

    schema = forms.Generation


class Generation(Knowledge):
    """One claim per paper, checked against its abstract by a judge."""

    name = "generation"
    options = GenerationOptions
    answers = Generated
    needs_claims = False
    signals = ("information",)

    def ask(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """By title; of a future paper by subject, or by title where none is named."""
        truth = {"abstract": member.abstract, "claim": member.claims.get("support")}
        if of_set != "future":
            return [("", {}, f"What is the main claim of {member.title}", truth)]
        subject = member.subject or member.title
        return [("", {"subject": subject}, f"What is to be found on {subject}", truth)]

    def prepared(
        self, triplets: Sequence[Triplet], options: Any
    ) -> tuple[Sequence[Triplet], dict[str, int]]:
        """Future papers with their subjects."""
        known = _subjects(Path(options.subjects)) if options.subjects else {}
        made = [
            replace(one, members={**one.members, "future": replace(future, subject=subject)})
            for one in triplets
            for future in (one.members["future"],)
            for subject in (known.get(future.paper_id),)
        ]
        unnamed = sum(one.members["future"].subject is None for one in made)
        return made, {"future_asked_by_title": unnamed}

    def signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """By the judge's check; official: what the judge did not say clearly is inaccurate."""
        return forms.generation_signs(record, scoring)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether a judge has looked at the claim."""
        return record.get("accurate") is not None

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """The claim that is known of the paper; not checked, as no control is."""
        return {"claim": truth["claim"] or truth["abstract"] or "", "more_information": "no"}


def _subjects(file: Path) -> dict[str, str]:
    if not file.is_file():
        raise NotFoundError(
            f"no file {file}", hint="Make one with `scinet annotate papers subjects`."
        )
    found: dict[str, str] = {}
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            row = orjson.loads(line)
            found[row["paper_id"]] = str(row["subject"])
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise DataError(
                f"no subject of a paper ({file}, line {number})",
                hint="Each line has paper_id and subject.",
            ) from error
    return found
