"""Records of the interchange formats once they are valid: what the graph will store of a line.

Ids carry their source, dates stand for the last day of their period, repeated authors and
references are gone. The hash covers what is stored, so that two lines with one meaning are the
same record and the smaller of two meanings can be chosen in any order.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any, Final, TypeAlias

import orjson

from scinet.graph.schema.dates import first_date

Day: TypeAlias = date
"""What a field of that type is called in classes that have a field ``date``."""


class BadRecordError(Exception):
    """A record that cannot be stored, with the reason; never leaves the loading room."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Remark:
    """A part of a stored record that was left out, such as a citation to itself."""

    reason: str
    message: str


@dataclass(slots=True)
class Notes:
    """What was seen while a record was made valid.

    Attributes:
        counts: Numbers by dotted name, such as ``accepted.year_only`` or ``references.read``.
        left_out: Parts that were not stored, for the list of rejects.
    """

    counts: Counter[str] = field(default_factory=Counter)
    left_out: list[Remark] = field(default_factory=list)

    def accept(self, reason: str) -> None:
        """Count something that was stored after a repair, or that is worth knowing."""
        self.counts[f"accepted.{reason}"] += 1

    def leave_out(self, part: str, reason: str, message: str) -> None:
        """Count and list a part that is not stored."""
        self.counts[f"{part}.rejected.{reason}"] += 1
        self.left_out.append(Remark(reason, message))


@dataclass(frozen=True, slots=True)
class Record:
    """What the graph will store of a line.

    Attributes:
        digest: Hexadecimal SHA-256 of everything that is stored of it, behind its
        :func:`version_rank`
            where the source says when it last changed the record.
        simulated: Whether the record says that it was generated.
    """

    id: str
    digest: str = field(kw_only=True)
    notes: Notes = field(kw_only=True)
    simulated: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Institution:
    """Where an author worked."""

    id: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Author:
    """One authorship, counted from 1; None where the record does not say who corresponds.

    Attributes:
        given_ids: Ids that the record has, where a map of authors gave the person another one,
            sorted, between tabs.
    """

    id: str
    name: str | None
    position: int
    is_corresponding: bool | None = None
    orcid: str | None = None
    institutions: tuple[Institution, ...] = ()
    given_ids: str | None = None


@dataclass(frozen=True, slots=True)
class FieldMembership:
    """A research field of a paper.

    Attributes:
        level: One of :data:`scinet.graph.schema.choices.LEVELS`.
        is_primary: Whether it is the paper's main field of its level; one per level is.
    """

    id: str
    name: str | None
    level: str
    score: float | None
    is_primary: bool


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a paper appeared."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Artifact:
    """Something other than a paper: released by papers, or referring to them.

    Attributes:
        kind: ``repository``, ``dataset``, ``model``, ``award``, or what a count counts, such as
            ``downloads``.
    """

    id: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Referral:
    """How often an artefact refers to a paper."""

    artifact: Artifact
    count: int
    read_on: date | None


@dataclass(frozen=True, slots=True)
class CitationDetail:
    """What a source says of one citation of a paper.

    Attributes:
        id: Of the cited work.
        is_influential: Whether the cited work matters much to the paper; None when unknown.
        intents: What it is cited for, such as ``background`` and ``method``, sorted.
        contexts: Sentences in which it is cited, sorted.
    """

    id: str
    is_influential: bool | None
    intents: tuple[str, ...]
    contexts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperRecord(Record):
    """A paper with its authors and references.

    Attributes:
        date: Last day on which it may have appeared, None when unknown.
        date_precision: One of :data:`scinet.graph.schema.dates.PRECISIONS`, None when undated.
        references: Ids of cited works, sorted, without repeats and without the paper itself.
        has_influential_only: Whether the references are not all but those of great influence.
        is_xpac: Whether OpenAlex has it beyond the works that it curates.
        citations: What is said of some of the references.
        merged_ids: Ids of OpenAlex by which it was known before they were merged, between spaces.
        first_date: First possible day of a period; of another precision it follows from ``date``.
        date_reason: Why the date is not as stated: one of
            :data:`scinet.graph.sources.filled_dates.REASONS`.
    """

    title: str | None
    abstract: str | None
    date: date | None
    date_precision: str | None
    venue: Venue | None
    authors: tuple[Author, ...]
    references: tuple[str, ...]
    external_ids: dict[str, str]
    type: str | None
    is_retracted: bool | None
    fields: tuple[FieldMembership, ...] = ()
    released: tuple[Artifact, ...] = ()
    referrals: tuple[Referral, ...] = ()
    has_influential_only: bool = False
    is_xpac: bool = False
    merged_ids: str | None = None
    citations: tuple[CitationDetail, ...] = ()
    first_date: Day | None = None
    date_reason: str | None = None

    @property
    def first_possible_date(self) -> Day | None:
        """First day on which it may have appeared, None when unknown."""
        if self.date is None:
            return None
        return self.first_date or first_date(self.date, self.date_precision)


@dataclass(frozen=True, slots=True)
class Mention:
    """A citation inside a paragraph; ``start`` and ``end`` are character offsets."""

    start: int
    end: int
    paper_id: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block of text with its citations."""

    section: str | None
    text: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class FulltextRecord(Record):
    """The paragraphs of one paper, in order.

    Attributes:
        withheld: Of one that was stored: mentions of cited works that had no record then, by
            position of the paragraph, start, end and id. A record that came later changes nothing.
    """

    paragraphs: tuple[Paragraph, ...]
    withheld: tuple[tuple[int, int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CountRecord(Record):
    """A count that was read on a day, of a paper or of something that a paper released.

    Attributes:
        id: Id of the paper; of an artefact its address without the kind in front.
        kind: What was counted; None for an artefact, which has a kind of its own.
    """

    kind: str | None
    count: int
    read_on: date | None
    source: str | None


@dataclass(frozen=True, slots=True)
class DocumentRecord(Record):
    """A patent, a news story or another document, with papers that it mentions.

    Attributes:
        id: Of the artefact that stands for it.
        name: Its title, or what else it is called.
        url: Where it can be read, None when unknown.
        date: Last day of the stated period, None when unknown.
        papers: Properties of papers with values: what fits any of them is mentioned.
        paper_title: Names the paper where no id does.
    """

    kind: str
    name: str
    url: str | None
    date: date | None
    date_precision: str | None
    papers: tuple[tuple[str, str], ...]
    paper_title: str | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper as another source names it; of Semantic Scholar's ids the longer form first."""

    id: str | None
    title: str | None
    acl: str | None = None
    arxiv: str | None = None
    doi: str | None = None
    s2: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnablingContribution:
    """A contribution without which another could not exist; canonical when of one source."""

    id: str
    text: str
    contribution: str | None
    roles: tuple[str, ...]
    rationale: str | None
    evidence: str | None
    canonical: Reference | None
    additional: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class PathwayRecord(Record):
    """A contribution with all that enabled it.

    Attributes:
        kind: ``Method``, ``Dataset`` and so on, None when unknown.
        date: Last day of the year in which its paper appeared.
    """

    kind: str | None
    text: str
    date: date
    target: Reference
    enabling: tuple[EnablingContribution, ...]


@dataclass(frozen=True, slots=True)
class ClaimRecord(Record):
    """A sentence that a paper backs, or one that it does not back.

    Attributes:
        id: Of the claim, made of all that follows.
        stance: ``support`` or ``refute``.
    """

    paper_id: str
    stance: str
    text: str
    origin: str | None


_DIGITS: Final = re.compile("[0-9]+")
_MOMENT: Final = 14  # digits of a day and a time of day


def version_rank(changed: str) -> str:
    """What is smaller the later a source changed a record, ISO 8601; the largest for no moment."""
    digits = "".join(_DIGITS.findall(changed))[:_MOMENT].ljust(_MOMENT, "0")
    return f"{10**_MOMENT - 1 - int(digits):0{_MOMENT}d}-"


def is_version(digest: str, other_digest: str) -> bool:
    """Whether of two records with these hashes one is an older version of the other."""
    (first, mark, _), (two, also, _) = digest.partition("-"), other_digest.partition("-")
    return bool(mark and also) and first != two


def digest(content: Any) -> str:
    """Hexadecimal SHA-256 of any JSON value, keys sorted."""
    return sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
