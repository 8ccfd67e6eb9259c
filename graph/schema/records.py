"""Valid records of the interchange formats, as stored in the graph.

Ids carry their source, dates stand for the last day of their period, repeated authors and
references are gone. The hash covers what is stored, so that lines with the same content are the
same record, and of different contents the smaller hash can be chosen in any order.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar, dataclass_transform

import orjson

from scinet.graph.schema.dates import first_date
from scinet.graph.schema.identifiers import slugify

Day: TypeAlias = date
"""Alias of ``date`` for classes with a field of that name."""
T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def _unchanged(cls: type[T]) -> type[T]:
    """Make a dataclass that type checkers take for frozen; a frozen one is made four times slower.

    Records are made by the million.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class BadRecordError(Exception):
    """Rejected record with its reason; never leaves the loading code."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Remark:
    """Doubt about a stored record, or an omitted part, such as a citation to itself."""

    reason: str
    message: str


@dataclass(slots=True)
class Notes:
    """Counts and omissions noted while a record was made.

    Attributes:
        counts: Numbers by dotted name, such as ``accepted.year_only`` or ``references.read``.
        left_out: Doubtful values, and parts that were not stored, for the list of rejects.
    """

    counts: Counter[str] = field(default_factory=Counter)
    left_out: list[Remark] = field(default_factory=list)

    def accept(self, reason: str) -> None:
        """Count a repair or a peculiarity of a stored record."""
        self.counts[f"accepted.{reason}"] += 1

    def doubt(self, reason: str, message: str) -> None:
        """Count and list a doubtful value of a stored record."""
        self.accept(reason)
        self.left_out.append(Remark(reason, message))

    def add(self, other: "Notes") -> None:
        """Add the notes of another reader of the same record."""
        self.counts.update(other.counts)
        self.left_out.extend(other.left_out)

    def leave_out(self, part: str, reason: str, message: str) -> None:
        """Count and list a part that is not stored."""
        self.counts[f"{part}.rejected.{reason}"] += 1
        self.left_out.append(Remark(reason, message))


@_unchanged
class Record:
    """Record to store in the graph.

    Attributes:
        digest: Hexadecimal SHA-256 of everything stored of it, preceded by its
            :func:`version_rank` where the source states when it last changed the record.
        simulated: Whether the record is marked as generated.
    """

    id: str
    digest: str = field(kw_only=True)
    notes: Notes = field(kw_only=True)
    simulated: bool = field(default=False, kw_only=True)


@_unchanged
class Institution:
    """Affiliation of an author."""

    id: str
    name: str | None


@_unchanged
class Author:
    """Authorship, with its position from 1; ``is_corresponding`` is None where not stated.

    Attributes:
        given_ids: Original ids, sorted and separated by tabs, where an author map replaced them.
    """

    id: str
    name: str | None
    position: int
    is_corresponding: bool | None = None
    orcid: str | None = None
    institutions: tuple[Institution, ...] = ()
    given_ids: str | None = None


@_unchanged
class FieldMembership:
    """Research field of a paper.

    Attributes:
        level: One of :data:`scinet.graph.schema.choices.LEVELS`.
        is_primary: Whether it is the paper's main field of its level; one per level is.
    """

    id: str
    name: str | None
    level: str
    score: float | None
    is_primary: bool


@_unchanged
class Venue:
    """Journal, conference or other venue of a paper."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Artifact:
    """Object other than a paper: released by papers, or referring to them.

    Attributes:
        kind: ``repository``, ``dataset``, ``model``, ``award``, or the kind of a count, such as
            ``downloads``.
    """

    id: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Referral:
    """Number of times that an artefact refers to a paper."""

    artifact: Artifact
    count: int
    read_on: date | None


@dataclass(frozen=True, slots=True)
class CitationDetail:
    """Details that a source states of one citation.

    Attributes:
        id: Id of the cited work.
        is_influential: Whether the cited work is influential for the paper; None when unknown.
        intents: Purposes of the citation, such as ``background`` and ``method``, sorted.
        contexts: Sentences of the citation, sorted.
    """

    id: str
    is_influential: bool | None
    intents: tuple[str, ...]
    contexts: tuple[str, ...]


@_unchanged
class PaperRecord(Record):
    """Paper with its authors and references.

    Attributes:
        date: Last day on which it may have appeared, None when unknown.
        date_precision: One of :data:`scinet.graph.schema.dates.PRECISIONS`, None when undated.
        references: Ids of cited works, sorted, without repeats and without the paper itself.
        has_influential_only: Whether the references are only the influential ones.
        is_xpac: Whether it is in OpenAlex's extension beyond its curated works.
        citations: Details of some of the references.
        merged_ids: Former OpenAlex ids, merged into this one, separated by spaces.
        first_date: First possible day of a period; for other precisions it follows from ``date``.
        date_reason: Reason why the date differs from the stated one: one of
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


@_unchanged
class Mention:
    """Citation inside a paragraph; ``start`` and ``end`` are character offsets."""

    start: int
    end: int
    paper_id: str


@_unchanged
class Paragraph:
    """Block of text with its citations."""

    section: str | None
    text: str
    mentions: tuple[Mention, ...]


@_unchanged
class FulltextRecord(Record):
    """Paragraphs of one paper, in order.

    Attributes:
        withheld: Of a stored text: mentions of cited works without a record then, as position of
            the paragraph, start, end and id. A record that is loaded later does not restore them.
    """

    paragraphs: tuple[Paragraph, ...]
    withheld: tuple[tuple[int, int, int, str], ...] = ()


@_unchanged
class CountRecord(Record):
    """Count of a paper or of a released artefact, as read on a day.

    Attributes:
        id: Id of the paper; of an artefact its address without the kind as prefix.
        kind: Kind of count; None for an artefact, which has a kind of its own.
    """

    kind: str | None
    count: int
    read_on: date | None
    source: str | None


@_unchanged
class DocumentRecord(Record):
    """Patent, news story or other document, with the papers that it mentions.

    Attributes:
        id: Id of its artefact.
        name: Title, or other name.
        url: Address, None when unknown.
        date: Last day of the stated period, None when unknown.
        papers: Properties of papers with values; a paper that matches any of them is mentioned.
        paper_title: Title of the paper where no id is stated.
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
    """Names of a paper in another source; of Semantic Scholar's ids the longer form first."""

    id: str | None
    title: str | None
    acl: str | None = None
    arxiv: str | None = None
    doi: str | None = None
    s2: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnablingContribution:
    """Contribution that enables another; canonical when from a single source."""

    id: str
    text: str
    contribution: str | None
    roles: tuple[str, ...]
    rationale: str | None
    evidence: str | None
    canonical: Reference | None
    additional: tuple[Reference, ...]


@_unchanged
class PathwayRecord(Record):
    """Contribution with its enabling contributions.

    Attributes:
        kind: ``Method``, ``Dataset`` and so on, None when unknown.
        date: Last day of the year in which its paper appeared.
    """

    kind: str | None
    text: str
    date: date
    target: Reference
    enabling: tuple[EnablingContribution, ...]


@_unchanged
class ClaimRecord(Record):
    """Claim that a paper supports or does not support.

    Attributes:
        id: Id made of the other fields.
        stance: ``support`` or ``refute``.
    """

    paper_id: str
    stance: str
    text: str
    origin: str | None


_DIGITS: Final = re.compile("[0-9]+")
_REGISTERED: Final = re.compile("(?:[a-z0-9_-]+:)?(?:doi|arxiv|acl|pmid):.", re.IGNORECASE)
_MOMENT: Final = 14  # digits of a date and time


def version_rank(changed: str) -> str:
    """Return a prefix that sorts later changes (ISO 8601) first, and unknown ones last."""
    digits = "".join(_DIGITS.findall(changed))[:_MOMENT].ljust(_MOMENT, "0")
    return f"{10**_MOMENT - 1 - int(digits):0{_MOMENT}d}-"


def stated_change(digest: str) -> str | None:
    """Return the :func:`version_rank` in a hash, if any."""
    return digest.partition("-")[0] if "-" in digest else None


def is_version(digest: str, other_digest: str) -> bool:
    """Whether two hashes are of versions of a record with different times of change."""
    first, second = stated_change(digest), stated_change(other_digest)
    return None not in {first, second} and first != second


def title_key(identifier: str, title: str | None) -> str | None:
    """Return the key in which records of one id differ if they are of different works.

    It is None without a title, and for ids that are given out once, such as DOIs.
    """
    if not title or _REGISTERED.match(identifier):
        return None
    return slugify(title) or None


def digest(content: Any) -> str:
    """Return the hexadecimal SHA-256 of any JSON value, keys sorted."""
    return sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
