"""Plain papers: records in which nothing has to be repaired, left out or listed.

Nearly all are plain. They are read here with few calls, whole lists at a time; all others are given
to the readers of :mod:`~scinet.graph.sources.papers` and :mod:`~scinet.graph.sources.openalex`,
which make the same record of a plain paper.
"""

import re
from functools import lru_cache
from typing import Any, Final

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import Interval, parse_date
from scinet.graph.schema.identifiers import MAX_ID, is_other_entity, name_id
from scinet.graph.schema.identifiers import parse_arxiv_id, parse_pmid
from scinet.graph.schema.records import (
    Author,
    BadRecordError,
    FieldMembership,
    Institution,
    Notes,
    PaperRecord,
    Venue,
    version_rank,
)
from scinet.graph.sources import openalex, papers
from scinet.graph.sources.artifacts import referrals, released_artifacts
from scinet.graph.sources.fields import MAX_NAME, MAX_TEXT_BYTES
from scinet.graph.sources.openalex_snapshot import DELETED, MADE
from scinet.graph.sources.research_fields import institutions

_FIRST_YEAR: Final = "1400"
_LONGEST: Final = MAX_TEXT_BYTES // 4  # characters that surely fit
_MANY: Final = 100  # authors, after which lists of OpenAlex may end
_PAPER: Final = frozenset(
    {"id", "title", "abstract", "date", "venue", "venue_id", "authors", "references", "fields",
     "external_ids", "type", "is_retracted", "awards", "code_repositories", "datasets", "models",
     "impact", "keywords"}
)  # fmt: skip
_OUTPUTS: Final = ("awards", "code_repositories", "datasets", "models", "impact")
_SITE: Final = "https://openalex.org/"
_AUTHOR: Final = f"{_SITE}A"
_WORK: Final = f"{_SITE}W"
_NO_WORK: Final = str(DELETED)
_DOI_SITE: Final = "https://doi.org/"
# Without a source prefix, which has a colon after a letter.
_OWN: Final = (
    rf"(?:[A-Za-z][\w./()<>;&?[\]-]{{0,{MAX_ID - 1}}}|\d[\w./()<>;&?[\]:-]{{0,{MAX_ID - 1}}})"
)
_IDS: Final = re.compile(rf"{_OWN}(?:\n{_OWN})*", re.ASCII).fullmatch
_ADDRESS: Final = re.compile("://|org/").search
_DOI: Final = re.compile(r"10\.\d{4,9}/[A-Za-z0-9._()/-]{0,200}[A-Za-z0-9]").fullmatch
_DAY: Final = re.compile(r"\d{4}(?:-\d\d){0,2}").fullmatch
_ORCID: Final = re.compile(r"https://orcid\.org/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])").fullmatch
_ENTITY: Final = re.compile(r"https://openalex\.org/([A-Z]\d{3,20})").fullmatch
_FIELD: Final = re.compile(r"https://openalex\.org/([a-z/]*[A-Z]?\d{1,20})").fullmatch
_NOBODY: Final = frozenset({f"{_AUTHOR}9999999999", f"{_AUTHOR}5317838346"})


class _NotPlainError(Exception):
    """The careful reader must read the record."""


def paper_record(record: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record; see :func:`scinet.graph.sources.papers.paper_record`."""
    try:
        return _plain_paper(record, source)
    except (_NotPlainError, BadRecordError, TypeError, KeyError, AttributeError, ValueError):
        return papers.paper_record(record, source)


def openalex_record(work: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a Work; see :func:`scinet.graph.sources.openalex.openalex_record`."""
    try:
        return _plain_work(work, source)
    except (_NotPlainError, BadRecordError, TypeError, KeyError, AttributeError, ValueError):
        return openalex.openalex_record(work, source)


def _plain_paper(record: dict[str, Any], source: str | None) -> PaperRecord:
    own = record["id"]
    if not (
        record.keys() <= _PAPER
        and _are_ids(own)
        and not is_other_entity(own, "W")
        and record.get("venue_id") is None
        and not record.get("fields")
    ):
        raise _NotPlainError
    start = "" if source is None else f"{source}:"
    identifier = start + own
    notes = Notes()
    counts = notes.counts
    dated = _date(record["date"])
    if dated.precision != "day":
        counts[f"accepted.{dated.precision}_only"] = 1
    title = papers._read_title(record, notes)
    authors = _authors(record.get("authors") or [], start)
    _count_authors(authors, counts)
    counts["affiliations.loaded"] = 0
    references = _references(record.get("references") or [], start, identifier)
    counts["references.read"] = counts["references.loaded"] = len(references)
    external = record.get("external_ids") or {}
    if external:
        doi = external.get("doi")
        if len(external) == 1 and doi and "doi" not in doi and _DOI(doi):
            external = {"doi": doi.lower()}
        else:
            external = papers._read_external_ids(record, notes)
    outputs, echoes = (), ()
    if any(map(record.get, _OUTPUTS)):
        outputs, echoes = released_artifacts(record, notes), referrals(record, source, notes)
    return papers.make_record(
        id=identifier,
        title=title,
        abstract=_text(record.get("abstract")),
        dated=dated,
        venue=_named_venue(record.get("venue"), source),
        authors=authors,
        references=references,
        external_ids=external,
        type=_kind(record),
        is_retracted=_flag(record.get("is_retracted")),
        notes=notes,
        released=outputs,
        referrals=echoes,
    )


def _plain_work(work: dict[str, Any], source: str | None) -> PaperRecord:
    listed, own, stated = work["authorships"], work["id"], work["publication_date"]
    if (
        not MADE.isdisjoint(work)
        or work.get("is_xpac")
        or work.get("is_paratext")
        or work.get("is_authors_truncated")
        or not 0 < len(listed) < _MANY
        or stated[:4] != str(work["publication_year"])
        or source is None
    ):
        raise _NotPlainError
    start = f"{source}:"
    notes = Notes()
    counts = notes.counts
    dated = _date(stated)
    if dated.precision != "day":
        raise _NotPlainError
    own = _entity(own, "W")
    identifier = start + own
    title = papers._read_title({"title": work["title"]}, notes)
    if title is None:
        raise _NotPlainError
    authors = _authorships(listed, start, counts)
    _count_authors(authors, counts)
    counts["affiliations.loaded"] = counts["affiliations.read"]
    cited = work.get("referenced_works") or []
    references = _cited_works(cited, start, identifier, notes)
    counts["references.read"], counts["references.loaded"] = len(cited), len(references)
    external = _work_ids(work, own, notes)
    memberships = _memberships(work, start, counts)
    abstract = openalex._abstract(work, notes)
    if unknown := work.keys() - openalex.KNOWN:
        counts["accepted.unknown_field"] = len(unknown)
    return papers.make_record(
        id=identifier,
        title=title,
        abstract=_text(abstract),
        dated=dated,
        venue=_venue(work["primary_location"], start),
        authors=authors,
        references=references,
        external_ids=external,
        type=_kind(work),
        is_retracted=_flag(work.get("is_retracted")),
        notes=notes,
        fields=memberships,
        version=version_rank(work.get("updated_date") or ""),
    )


def _text(value: str | None) -> str | None:
    if value is not None and (not value or len(value) > _LONGEST or value.isspace()):
        raise _NotPlainError
    return value


def _name(value: str) -> str:
    if not value or len(value) > MAX_NAME or value.isspace():
        raise _NotPlainError
    return value


def _kind(record: dict[str, Any]) -> str | None:
    kind = record.get("type")
    if kind == "paratext":
        raise _NotPlainError
    return _text(kind)


def _flag(value: Any) -> bool | None:
    """Return whether a paper is retracted, where that is not so or not known."""
    if value is None or value is False:
        return value
    raise _NotPlainError


@lru_cache(maxsize=20_000)
def _date(text: str) -> Interval:
    if not _DAY(text) or text < _FIRST_YEAR:
        raise _NotPlainError
    return parse_date(text)


@lru_cache(maxsize=20_000)
def _named_venue(name: str | None, source: str | None) -> Venue | None:
    if name is None:
        return None
    identifier = name_id(_name(name), source)
    return None if identifier is None else Venue(identifier, name)


def _count_authors(authors: tuple[Author, ...], counts: dict[str, int]) -> None:
    counts["authorships.read"] = counts["authorships.loaded"] = len(authors)
    if not authors:
        counts["accepted.no_authors"] = 1


def _authors(listed: list[dict[str, Any]], start: str) -> tuple[Author, ...]:
    """Return authors that have an id, a name and nothing else."""
    if not listed:
        return ()
    ids = [item["id"] for item in listed]
    names = [item["name"] for item in listed]
    joined, size = "\n".join(ids), len(listed)
    if (
        not _are_ids(joined)
        or any([is_other_entity(own, "A") for own in ids])
        or set(map(len, listed)) != {2}
        or len(set(ids)) < size
        or size >= _MANY
    ):
        raise _NotPlainError
    return tuple(
        [
            Author(start + own, _name(name), position)
            for position, (own, name) in enumerate(zip(ids, names, strict=True), 1)
        ]
    )


def _are_ids(lines: str) -> bool:
    """Whether each line is an id that is stored as it is, after the source."""
    return _IDS(lines) is not None and not ("/" in lines and _ADDRESS(lines))


def _references(listed: list[str], start: str, identifier: str) -> tuple[str, ...]:
    if not listed:
        return ()
    if len(listed) > papers._MANY_REFERENCES or not _are_ids("\n".join(listed)):
        raise _NotPlainError
    return _distinct([start + cited for cited in listed], identifier)


def _distinct(cited: list[str], identifier: str) -> tuple[str, ...]:
    unique = set(cited)
    if len(unique) < len(cited) or identifier in unique:
        raise _NotPlainError
    return tuple(sorted(cited))


def _cited_works(listed: list[str], start: str, identifier: str, notes: Notes) -> tuple[str, ...]:
    """Return the ids of cited works, which are all addresses of works."""
    if not listed:
        return ()
    joined = "\n" + "\n".join(listed)
    plain = joined.replace(f"\n{_WORK}", "\n")
    numbers = plain.split("\n")[1:]
    digits = "".join(numbers)
    if (
        len(joined) - len(plain) != len(_WORK) * len(numbers)
        or not (digits.isascii() and digits.isdigit())
        or not 3 <= len(min(numbers, key=len)) <= len(max(numbers, key=len)) <= 20
        or len(numbers) > papers._MANY_REFERENCES
    ):
        raise _NotPlainError
    while _NO_WORK in numbers:
        numbers.remove(_NO_WORK)
        notes.leave_out("references", "deleted_work", "it cites a work that was deleted")
    start += "W"
    return _distinct([start + number for number in numbers], identifier)


def _entity(address: str, letter: str) -> str:
    match = _ENTITY(address)
    if match is None or match[1][0] != letter:
        raise _NotPlainError
    return match[1]


def _authorships(
    listed: list[dict[str, Any]], start: str, counts: dict[str, int]
) -> tuple[Author, ...]:
    flags = [item.get("is_corresponding") for item in listed]
    if not set(map(type, flags)) <= {bool, type(None)}:
        raise _NotPlainError
    if True not in flags:  # then false means unknown in OpenAlex
        flags = [None] * len(flags)
    made: dict[str, Author] = {}
    number = 0
    for position, item in enumerate(listed):
        person = item["author"]
        address, orcid, places = person["id"], person.get("orcid"), item["institutions"]
        own = address[len(_AUTHOR) :]
        if not (
            address[: len(_AUTHOR)] == _AUTHOR
            and own.isascii()
            and own.isdigit()
            and 3 <= len(own) <= 20
        ) or address in _NOBODY:
            raise _NotPlainError
        if orcid is not None:
            orcid = _ORCID(orcid)[1]  # type: ignore[index]
        stated: tuple[Institution, ...] = ()
        if places:
            number += len(places)
            stated = tuple([_institution(p["id"], p["display_name"], start) for p in places])
            if len(stated) > 1:
                by_id = {one.id: one for one in stated}
                if len(by_id) < len(stated):
                    raise _NotPlainError
                stated = tuple([by_id[one] for one in sorted(by_id)])
        identifier = f"{start}A{own}"
        made[identifier] = Author(
            identifier, _name(person["display_name"]), position + 1, flags[position], orcid, stated
        )
    if len(made) < len(listed):
        raise _NotPlainError
    if number:
        counts["affiliations.read"] = number
    return tuple(made.values())


@lru_cache(maxsize=50_000)
def _institution(address: str, name: str, start: str) -> Institution:
    return Institution(start + _entity(address, "I"), _name(name))


def _venue(place: dict[str, Any] | None, start: str) -> Venue | None:
    journal = place and place["source"]
    return _journal(journal["id"], journal["display_name"], start) if journal else None


@lru_cache(maxsize=50_000)
def _journal(address: str, name: str, start: str) -> Venue:
    return Venue(start + _entity(address, "S"), _name(name))


def _work_ids(work: dict[str, Any], own: str, notes: Notes) -> dict[str, str]:
    result: dict[str, str] = {}
    if (doi := work.get("doi")) is not None:
        plain = doi.removeprefix(_DOI_SITE)
        if "doi" in plain or not _DOI(plain):
            raise _NotPlainError
        result["doi"] = plain.lower()
    for place in work.get("locations") or ():
        address = place["landing_page_url"]
        if address and (match := openalex._ARXIV.search(address)):
            result["arxiv_id"], had_version = parse_arxiv_id(match[1])
            if had_version:
                notes.accept("arxiv_version_suffix")
            break
    result["openalex_id"] = own
    ids = work.get("ids") or {}
    if (stated := ids.get("pmid")) is not None:
        number = parse_pmid(stated)
        if number is None:
            raise _NotPlainError
        result["pmid"] = number
    return result


def _memberships(
    work: dict[str, Any], start: str, counts: dict[str, int]
) -> tuple[FieldMembership, ...]:
    """Return topics and their wider fields; the primary topic marks one on each level."""
    main, listed = work.get("primary_topic"), work.get("topics")
    if not main and not listed:
        return ()
    if not main:
        raise _NotPlainError
    primary = main["id"]
    best: dict[str, tuple[str, str, float]] = {}
    marked: set[str] = set()
    for topic in (*(listed or ()), main):
        score = topic["score"]
        if type(score) is not float:
            if type(score) is not int:
                raise _NotPlainError
            score = float(score)
        levels = _levels(
            start,
            *[
                value
                for level in (topic["domain"], topic["field"], topic["subfield"], topic)
                for value in (level["id"], level["display_name"])
            ],
        )
        for identifier, name, level in levels:
            earlier = best.get(identifier)
            if earlier is None:
                best[identifier] = (name, level, score)
            elif earlier[:2] != (name, level):
                raise _NotPlainError
            elif score > earlier[2]:
                best[identifier] = (name, level, score)
        if topic["id"] == primary:
            marked.update([item[0] for item in levels])
    if len(marked) != len(LEVELS):
        raise _NotPlainError
    counts["fields.read"] = counts["fields.loaded"] = len(best)
    return tuple(
        [
            FieldMembership(identifier, name, level, score, identifier in marked)
            for identifier, (name, level, score) in sorted(best.items())
        ]
    )


@lru_cache(maxsize=20_000)
def _levels(start: str, *stated: str) -> tuple[tuple[str, str, str], ...]:
    """Return id, name and level of a topic and its wider fields, of their addresses and names."""
    made = []
    for level, address, name in zip(LEVELS, stated[::2], stated[1::2], strict=True):
        match = _FIELD(address)
        if match is None:
            raise _NotPlainError
        made.append((start + match[1], _name(name), level))
    return tuple(made)
