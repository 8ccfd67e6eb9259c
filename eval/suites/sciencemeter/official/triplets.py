"""ScienceMeter's files of triplets: JSON lists with the suffix of JSON lines, or JSON lines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field, StrictStr, ValidationError

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.questions import ANSWERS
from scinet.eval.suites.sciencemeter.triplets import Member, Triplet
from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file
from scinet.graph.sources.sciencemeter import merged_type
from scinet.validation import first_fault

_ENDINGS: Final = (".gz", ".jsonl", ".json")


_Words: TypeAlias = Annotated[StrictStr, Field(pattern=r"\S")]
_Day: TypeAlias = Annotated[date, BeforeValidator(lambda text: date.fromisoformat(str(text)))]


class _Paper(BaseModel):
    paperId: _Words  # noqa: N815 - as in the files
    title: _Words
    abstract: _Words
    publicationDate: _Day  # noqa: N815
    publicationTypes: Any = None  # noqa: N815
    synthetic_support_claim: _Words
    synthetic_refute_claim: _Words


Dated: TypeAlias = tuple[Triplet, Mapping[str, date], bool]
"""Triplet, its days by set, and whether its prior paper is a review, against the suite's rule."""


def read_triplets(files: Sequence[Path], source: str | None) -> list[Dated]:
    """Read all triplets in the order of the files; a file is named after its domain."""
    dated_triplets: list[Dated] = []
    for file in files:
        if not file.is_file():
            raise NotFoundError(f"no file {file}", hint="Name files of ScienceMeter's triplets.")
        domain = file.name
        for ending in _ENDINGS:
            domain = domain.removesuffix(ending)
        reading = ReadProgress()
        for line in read_file(SourceFile(str(file), file, file.stat().st_size, ""), reading):
            try:
                row = parse_object(line.data, is_last=line.is_last)
            except BadRecordError as error:
                _refuse(line, str(error), error)
            dated_triplets.append(_parse_triplet(row, domain, source, line))
        for fault in reading.faults:
            raise DataError(f"{fault.message} ({fault.name})", hint="Fix or replace the file.")
    return dated_triplets


def select_triplets(
    dated_triplets: Sequence[Dated], *, before: date, known_before: date, reviews: str
) -> tuple[list[Triplet], dict[str, int]]:
    """Select the triplets that obey the rules, with counts of omissions by reason.

    Args:
        before: End of the future window, exclusive.
        known_before: Its first day: the papers of an update are older.
        reviews: ``keep`` or ``drop`` those with a review as prior paper.
    """
    lost: Counter[str] = Counter(
        dates_out_of_order=0, future_after_end=0, new_not_before_future=0, prior_reviews=0
    )
    selected: list[Triplet] = []
    for triplet, days, is_review in dated_triplets:
        if not days["prior"] < days["new"] < days["future"]:
            lost["dates_out_of_order"] += 1
        elif days["future"] >= before:
            lost["future_after_end"] += 1
        elif days["new"] >= known_before:
            lost["new_not_before_future"] += 1
        elif is_review and reviews == "drop":
            lost["prior_reviews"] += 1
        else:
            selected.append(triplet)
    return selected, dict(lost)


def _parse_triplet(row: dict[str, Any], domain: str, source: str | None, line: InputLine) -> Dated:
    papers: dict[str, _Paper] = {}
    for name in SETS:
        try:
            papers[name] = _Paper.model_validate(row.get(f"{name}_paper"))
        except ValidationError as error:
            _refuse(line, f"the {name} paper: {first_fault(error)}", error)
    members = {
        name: Member(
            add_source(paper.paperId, source),
            paper.title,
            paper.abstract,
            {stance: getattr(paper, f"synthetic_{stance}_claim") for stance in ANSWERS},
        )
        for name, paper in papers.items()
    }
    days = {name: paper.publicationDate for name, paper in papers.items()}
    types = papers["prior"].publicationTypes
    is_review = isinstance(types, list) and merged_type([str(paper) for paper in types]) == "review"
    return Triplet(members, domain, row), days, is_review


def _refuse(line: InputLine, what: str, error: Exception | None = None) -> NoReturn:
    raise DataError(
        f"{what} ({line.file}, row {line.number})", hint="Fix the file; nothing was written."
    ) from error
