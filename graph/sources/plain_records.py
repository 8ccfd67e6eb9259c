"""Plain papers: records in which nothing has to be repaired, left out or remarked on.

Nearly all are plain. They are read here with few calls, whole lists at a time. All others are given
to the careful readers in :mod:`~scinet.graph.sources.papers` and
:mod:`~scinet.graph.sources.openalex`, which make the same record of a plain one.
"""

import re
from functools import lru_cache
from typing import Any, Final

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import Interval, parse_date
from scinet.graph.schema.identifiers import (
    MAX_ID,
    is_other_entity,
    name_id,
)
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
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.openalex_snapshot import DELETED, MADE

_LONGEST: Final = MAX_TEXT_BYTES // 4  # characters that surely fit
_MANY: Final = 100  # authors, after which lists of OpenAlex may end
_MAX_DIGITS: Final = 20
_FLAGS: Final = {bool, type(None)}
_PLAIN: Final = papers.KNOWN - {"venue_id", "fields", "year"}
_OUTPUTS: Final[dict[str, Any]] = {
    "awards": [], "code_repositories": [], "datasets": [], "models": [], "impact": {},
}  # fmt: skip
_SWITCHES: Final = ("is_xpac", "is_paratext", "is_authors_truncated", "is_retracted")
_SIGNS: Final = r"A-Za-z0-9._/()<>;&?[\]-"
_REST: Final = f"{{0,{MAX_ID - 1}}}"
# Without a source, which is a word before a colon.
_OWN: Final = f"(?:[A-Za-z][{_SIGNS}]{_REST}|[0-9][:{_SIGNS}]{_REST})"
_IDS: Final = re.compile(rf"{_OWN}(?:\n{_OWN})*").fullmatch
_DOI: Final = re.compile(r"10\.\d{4,9}/[A-Za-z0-9._()/-]{0,200}[A-Za-z0-9]", re.ASCII).fullmatch
_DATE: Final = re.compile(r"(?:1[4-9]|[2-9][0-9])[0-9]{2}(?:-[0-9]{2}){0,2}").fullmatch
_ORCID: Final = re.compile(r"https://orcid\.org/((?:[0-9]{4}-){3}[0-9]{3}[0-9X])").fullmatch
_ENTITY: Final = re.compile(r"https://openalex\.org/(?:([A-Z])|[a-z]+/)[0-9]{1,20}").fullmatch
_SITE: Final = "https://openalex.org/"
_NO_WORK: Final = str(DELETED)
_NOBODY: Final = frozenset(own[1:] for own in openalex.NOBODY)
_WIDER: Final = ("display_name", *LEVELS[:-1])
_MANY_TOPICS: Final = 20_000  # of some 4,500
_topics: dict[tuple[str, str], tuple[Any, Any]] = {}
"""By source and address, the name of a topic with its wider fields: as stated, and as read."""


class _NotPlainError(Exception):
    """The careful reader must read the record."""


NOT_PLAIN: Final = (
    _NotPlainError, BadRecordError,
    TypeError, KeyError, AttributeError, IndexError, ValueError,  # a value of another type
)  # fmt: skip
"""Exceptions that hand a record to the careful reader."""


def paper_record(record: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record; see :func:`scinet.graph.sources.papers.paper_record`."""
    try:
        return plain_paper(record, source)
    except NOT_PLAIN:
        return papers.paper_record(record, source)


def openalex_record(work: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a Work; see :func:`scinet.graph.sources.openalex.openalex_record`."""
    try:
        return plain_work(work, source)
    except NOT_PLAIN:
        return openalex.openalex_record(work, source)


def plain_paper(record: dict[str, Any], source: str | None) -> PaperRecord:
    """Make the record of a plain paper; one of :data:`NOT_PLAIN` for others."""
    own, start, notes = record["id"], f"{source}:" if source else "", Notes()
    _require(record.keys() <= _PLAIN and _are_ids(own) and not is_other_entity(own, "W"))
    identifier, counts = start + own, notes.counts
    dated = _date(record["date"])
    if dated.precision != "day":
        counts[f"accepted.{dated.precision}_only"] = 1
    title = papers.read_title(record, notes)
    simulated = record.get("simulated")
    _require(type(simulated) in _FLAGS)
    authors = _authors(_list(record, "authors"), start)
    _count_authors(authors, counts)
    cited = _list(record, "references")
    _require(not cited or _are_ids("\n".join(cited)))
    references = _distinct([start + item for item in cited] if start else cited, identifier)
    _count_references(cited, references, counts)
    external = _mapping(record, "external_ids")
    if external:
        doi = external.get("doi")
        if len(external) == 1 and doi and _is_doi(doi):
            external = {"doi": doi.lower()}
        else:
            external = papers.read_external_ids(record, notes)
    has_outputs = any(record.get(key) not in (None, none) for key, none in _OUTPUTS.items())
    return papers.make_record(
        id=identifier,
        title=title,
        abstract=_text(record.get("abstract")),
        dated=dated,
        venue=_named_venue(record.get("venue"), source),
        authors=authors,
        references=references,
        external_ids=external,
        **_kind(record),
        notes=notes,
        simulated=simulated or False,
        released=released_artifacts(record, notes) if has_outputs else (),
        referrals=referrals(record, source, notes) if has_outputs else (),
    )


def plain_work(work: dict[str, Any], source: str | None) -> PaperRecord:
    """Make the record of a plain Work; one of :data:`NOT_PLAIN` for others."""
    start, notes, stated = f"{source}:", Notes(), work["publication_date"]
    own, dated, counts = _entity(work["id"], "W"), _date(stated), notes.counts
    _require(
        MADE.isdisjoint(work)
        and own != f"W{_NO_WORK}"
        and dated.precision == "day"
        and type(work["publication_year"]) is int
        and stated[:4] == str(work["publication_year"])
        and source
    )
    title = papers.read_title({"title": work["title"] or work["display_name"]}, notes)
    authors = _authorships(work["authorships"], start, counts)
    _count_authors(authors, counts)
    cited = _list(work, "referenced_works")
    references = _distinct(_cited(cited, start, notes), start + own)
    _count_references(cited, references, counts)
    external = _work_ids(work, own, notes)
    memberships = _memberships(work, start, counts)
    abstract = _abstract(work.get("abstract_inverted_index"))
    if abstract is None:
        counts["accepted.abstract_withheld"] = 1
    if not work.keys() <= openalex.KNOWN:
        counts["accepted.unknown_field"] = len(work.keys() - openalex.KNOWN)
    journal = _mapping(_mapping(work, "primary_location"), "source")
    return papers.make_record(
        id=start + own,
        title=title,
        abstract=abstract,
        dated=dated,
        venue=_journal(journal["id"], journal["display_name"], start) if journal else None,
        authors=authors,
        references=references,
        external_ids=external,
        **_kind(work),
        notes=notes,
        fields=memberships,
        version=version_rank(_text(work.get("updated_date")) or ""),
    )


def _require(is_plain: object) -> None:
    if not is_plain:
        raise _NotPlainError


def _list(record: dict[str, Any], key: str) -> list[Any]:
    value = record.get(key)
    _require(value is None or type(value) is list)
    return value or []


def _mapping(record: dict[str, Any], key: str) -> dict[str, Any]:
    value = record.get(key)
    _require(value is None or type(value) is dict)
    return value or {}


def _kind(record: dict[str, Any]) -> dict[str, Any]:
    for value in map(record.get, _SWITCHES):
        _require(value is None or value is False)
    kind = _text(record.get("type"))
    _require(kind != "paratext")
    return {"type": kind, "is_retracted": record.get("is_retracted")}


def _text(value: str | None) -> str | None:
    _require(value is None or (value and len(value) <= _LONGEST and not value.isspace()))
    return value


def _names(listed: list[str]) -> list[str]:
    _require(all(listed) and max(map(len, listed)) <= MAX_NAME)
    _require(not any(map(str.isspace, listed)))
    return listed


@lru_cache(maxsize=20_000)
def _date(text: str) -> Interval:
    _require(_DATE(text))
    return parse_date(text)


def _are_ids(lines: str) -> bool:
    """Whether each line is an id that is stored as it is, after the source."""
    return _IDS(lines) is not None and not ("/" in lines and ("org/" in lines or "://" in lines))


def _is_doi(text: str) -> bool:
    return _DOI(text) is not None and "doi" not in text


def _distinct(cited: list[str], identifier: str) -> tuple[str, ...]:
    _require(len(cited) <= papers.MANY_REFERENCES)
    unique = set(cited)
    _require(len(unique) == len(cited) and identifier not in unique)
    return tuple(sorted(cited))


def _count_references(cited: list[str], kept: tuple[str, ...], counts: dict[str, int]) -> None:
    counts["references.read"], counts["references.loaded"] = len(cited), len(kept)


def _count_authors(authors: tuple[Author, ...], counts: dict[str, int]) -> None:
    counts["authorships.read"] = counts["authorships.loaded"] = len(authors)
    counts["affiliations.loaded"] = counts["affiliations.read"]
    if not authors:
        counts["accepted.no_authors"] = 1


def _authors(listed: list[dict[str, Any]], start: str) -> tuple[Author, ...]:
    """Return authors that have an id, a name and nothing else."""
    if not listed:
        return ()
    ids, names = [item["id"] for item in listed], _names([item["name"] for item in listed])
    joined = "\n".join(ids)
    _require(_are_ids(joined) and len(set(ids)) == len(ids) < _MANY)
    _require(set(map(len, listed)) == {2})
    if "/" in joined or ":" in joined:
        _require(not any(is_other_entity(own, "A") for own in ids))
    return tuple([Author(start + ids[at], names[at], at + 1) for at in range(len(ids))])


@lru_cache(maxsize=20_000)
def _named_venue(name: str | None, source: str | None) -> Venue | None:
    if name is None:
        return None
    identifier = name_id(_names([name])[0], source)
    return Venue(identifier, name) if identifier else None


def _entity(address: str, letter: str | None) -> str:
    match = _ENTITY(address)
    _require(match and match[1] == letter)
    return address[len(_SITE) :]


def _numbers(addresses: list[str], letter: str) -> list[str]:
    """Return the digits of addresses of OpenAlex."""
    site, joined = f"\n{_SITE}{letter}", "\n" + "\n".join(addresses)
    plain = joined.replace(site, "\n")
    _, *numbers = plain.split("\n")
    digits = "".join(numbers)
    _require(len(joined) - len(plain) == (len(site) - 1) * len(numbers))
    _require(digits.isascii() and digits.isdigit() and "" not in numbers)
    _require(max(map(len, numbers)) <= _MAX_DIGITS)
    return numbers


def _cited(listed: list[str], start: str, notes: Notes) -> list[str]:
    if not listed:
        return []
    numbers = _numbers(listed, "W")
    while _NO_WORK in numbers:
        numbers.remove(_NO_WORK)
        notes.leave_out("references", "deleted_work", "it cites a work that was deleted")
    start += "W"
    return [start + number for number in numbers]


def _authorships(
    listed: list[dict[str, Any]], start: str, counts: dict[str, int]
) -> tuple[Author, ...]:
    people = [item["author"] for item in listed]
    numbers = _numbers([person["id"] for person in people], "A")
    names = _names([person["display_name"] for person in people])
    flags = [item.get("is_corresponding") for item in listed]
    _require(len(set(numbers)) == len(numbers) < _MANY and _NOBODY.isdisjoint(numbers))
    _require(set(map(type, flags)) <= _FLAGS)
    if True not in flags:  # then false means unknown in OpenAlex
        flags = [None] * len(flags)
    start_author, authors = f"{start}A", []
    for at, (item, person) in enumerate(zip(listed, people, strict=True)):
        stated: tuple[Institution, ...] = ()
        if places := _list(item, "institutions"):
            counts["affiliations.read"] += len(places)
            stated = tuple([_institution(p["id"], p["display_name"], start) for p in places])
        if len(stated) > 1:
            by_id = {one.id: one for one in stated}
            _require(len(by_id) == len(stated))
            stated = tuple([by_id[one] for one in sorted(by_id)])
        orcid = person.get("orcid")
        if orcid is not None:
            orcid = _ORCID(orcid)[1]  # type: ignore[index]
        authors.append(
            Author(start_author + numbers[at], names[at], at + 1, flags[at], orcid, stated)
        )
    return tuple(authors)


@lru_cache(maxsize=50_000)
def _institution(address: str, name: str, start: str) -> Institution:
    return Institution(start + _entity(address, "I"), _names([name])[0])


@lru_cache(maxsize=50_000)
def _journal(address: str, name: str, start: str) -> Venue:
    return Venue(start + _entity(address, "S"), _names([name])[0])


def _abstract(index: dict[str, list[int]] | str | None) -> str | None:
    """Rebuild an abstract in which each place has one word."""
    if isinstance(index, str):  # as Parquet has it
        index = parse_object(index.encode()) if index.strip() else None
    _require(index is None or type(index) is dict)
    if not index:
        return None
    _require(set(map(type, index.values())) == {list})
    size, total = sum(map(len, index.values())), 0
    words: list[Any] = [None] * size
    for word, places in index.items():
        for place in places:
            words[place] = word
            total += place
    # A place taken twice leaves a gap; one counted from the end, or after it, changes the sum.
    _require(size and total == size * (size - 1) // 2 and None not in words)
    _require(all(type(place) is int for word in words[:2] for place in index[word]))  # not true
    return _text(" ".join(words))


def _work_ids(work: dict[str, Any], own: str, notes: Notes) -> dict[str, str]:
    result, others = {"openalex_id": own}, {}
    if (doi := work.get("doi")) is not None:
        plain = doi.removeprefix("https://doi.org/")
        _require(_is_doi(plain))
        result["doi"] = plain.lower()
    places = _list(work, "locations")
    _require(set(map(type, places)) <= {dict})
    for place in places:
        address = _text(place["landing_page_url"])
        if address and "arxiv" in address.lower() and (match := openalex.ARXIV.search(address)):
            others["arxiv"] = match[1]
            break
    if (stated := _text(_mapping(work, "ids").get("pmid"))) is not None:
        others["pmid"] = stated
    if others:
        result |= papers.read_external_ids({"external_ids": others}, notes)
    return result


def _memberships(
    work: dict[str, Any], start: str, counts: dict[str, int]
) -> tuple[FieldMembership, ...]:
    """Return topics and their wider fields; the primary topic marks one of each level."""
    main, listed = _mapping(work, "primary_topic"), _list(work, "topics")
    if not main and not listed:
        return ()
    best: dict[str, tuple[str, str, float]] = {}
    marked: set[str] = set()
    for topic in (main, *listed):
        score = topic["score"]
        if type(score) is not float:
            _require(type(score) is int)
            score = float(score)
        stated, levels = _topics.get((start, topic["id"]), (None, ()))
        if stated != [topic[name] for name in _WIDER]:
            levels = _read_topic(topic, start)
        for identifier, name, level in levels:
            earlier = best.setdefault(identifier, (name, level, score))
            _require(earlier[0] == name and earlier[1] == level)
            if score > earlier[2]:
                best[identifier] = (name, level, score)
        if topic["id"] == main["id"]:
            marked.update([item[0] for item in levels])
    _require(len(marked) == len(LEVELS))
    counts["fields.read"] = counts["fields.loaded"] = len(best)
    return tuple([FieldMembership(i, *best[i], i in marked) for i in sorted(best)])


def _read_topic(topic: dict[str, Any], start: str) -> tuple[tuple[str, str, str], ...]:
    """Return id, name and level of a topic and its wider fields, and keep them."""
    made = []
    for level in LEVELS:
        field, letter = (topic, "T") if level == "topic" else (topic[level], None)
        made.append(
            (start + _entity(field["id"], letter), _names([field["display_name"]])[0], level)
        )
    if len(_topics) >= _MANY_TOPICS:
        _topics.clear()
    _topics[start, topic["id"]] = ([topic[name] for name in _WIDER], tuple(made))
    return tuple(made)
