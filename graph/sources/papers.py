"""Papers of the interchange format: conversion of JSON objects to valid records.

An invalid value is left out and a repairable one repaired, both counted; only an id that cannot be
used rejects the record. Self-citations and repeated references are left out one by one.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from scinet.graph.schema.dates import Interval, parse_date
from scinet.graph.schema.identifiers import (
    MAX_ID,
    add_source,
    is_arxiv_id,
    is_other_entity,
    name_id,
    parse_arxiv_id,
    parse_doi,
    parse_pmid,
    strip_site,
)
from scinet.graph.schema.records import (
    Artifact,
    Author,
    BadRecordError,
    FieldMembership,
    Notes,
    PaperRecord,
    Referral,
    Venue,
    digest,
)
from scinet.graph.sources import fields, values
from scinet.graph.sources.artifacts import referrals, released_artifacts
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.research_fields import institutions, orcid, research_fields

KEY: Final = "id"
_MANY_AUTHORS: Final = 3_000
MANY_REFERENCES: Final = 10_000
RECORD_KEYS: Final = frozenset({"date", "venue", "authors", "references", "external_ids"})
"""Keys of which records of other formats have none."""
_TITLED: Final = frozenset({"title", "abstract", "fields", "impact", "awards"})
KNOWN: Final = frozenset(
    {
        "id", "title", "abstract", "date", "venue", "venue_id", "authors", "references",
        "fields", "external_ids", "type", "is_retracted", "simulated", "awards",
        "code_repositories", "datasets", "models", "impact", "keywords", "year",
    }
)  # fmt: skip
_EXTERNAL: Final = {
    "acl": "acl_id",
    "acl_id": "acl_id",
    "openalex": "openalex_id",
    "openalex_id": "openalex_id",
    "s2": "s2_id",
    "s2_id": "s2_id",
    "corpus_id": "s2_id",
    "pmid": "pmid",
}
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u0300-\u036f]")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&(?:[a-z]+|#\d+);")
# Non-empty ids of valid length without spaces, address or source prefix.
_PLAIN_IDS = re.compile(rf"[A-Za-z0-9._/-]{{1,{MAX_ID}}}(?:\n[A-Za-z0-9._/-]{{1,{MAX_ID}}})*")
_OTHERS = re.compile(r"[\s,]*\b(?:et\.? al\.?|and others)\Z", re.IGNORECASE)
_TEXTS: Final = {str}
_DATE_SHAPE = re.compile(r"\d{4}(-\d{2}){0,2}(/\d{4}(-\d{2}){0,2})?")


def paper_record(record: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record; its ids get the prefix of the source, if any."""
    notes = Notes()
    identifier = fields.read_required_id(record, KEY, notes)
    if is_other_entity(str(record[KEY]), "W"):
        raise BadRecordError("id_of_other_entity", f"is not a paper: {identifier!r}")
    identifier = add_source(identifier, source)
    if unknown := record.keys() - KNOWN:
        notes.counts["accepted.unknown_field"] += len(unknown)
    dated = _read_date(record, notes)
    title = read_title(record, notes)
    abstract = fields.read_text(record, "abstract", notes)
    venue = _read_venue(record, source, notes)
    authors = _read_authors(record, source, notes)
    references = _read_references(record, identifier, source, notes)
    external = read_external_ids(record, notes)
    subjects = research_fields(record, source, notes)
    outputs = released_artifacts(record, notes)
    echoes = referrals(record, source, notes)
    kind = fields.read_text(record, "type", notes)
    is_retracted = fields.read_bool(record, "is_retracted", notes)
    if is_retracted:
        notes.accept("retracted")
    if kind == "paratext":
        notes.accept("paratext")
    return make_record(
        id=identifier,
        title=title,
        abstract=abstract,
        dated=dated,
        venue=venue,
        authors=authors,
        references=references,
        external_ids=external,
        type=kind,
        is_retracted=is_retracted,
        simulated=fields.read_bool(record, "simulated", notes) or False,
        notes=notes,
        fields=subjects,
        released=outputs,
        referrals=echoes,
    )


def make_record(
    *,
    id: str,  # noqa: A002
    title: str | None,
    abstract: str | None,
    dated: Interval | None,
    venue: Venue | None,
    authors: tuple[Author, ...],
    references: tuple[str, ...],
    external_ids: dict[str, str],
    type: str | None,  # noqa: A002
    is_retracted: bool | None,
    notes: Notes,
    simulated: bool = False,
    fields: tuple[FieldMembership, ...] = (),
    released: tuple[Artifact, ...] = (),
    referrals: tuple[Referral, ...] = (),
    version: str = "",
) -> PaperRecord:
    """Make the record of these values, with their hash after its version."""
    day, precision = (dated.last, dated.precision) if dated else (None, None)
    first = dated.first if dated and precision == "period" else None
    content: tuple[Any, ...] = (
        id, title, abstract, day, precision,
        venue and (venue.id, venue.name),
        [(author.id, author.name, author.position) for author in authors],
        references, external_ids, type, is_retracted,
    )  # fmt: skip
    details = [
        (a.id, a.is_corresponding, a.orcid, [(i.id, i.name) for i in a.institutions])
        for a in authors
        if a.is_corresponding is not None or a.orcid or a.institutions
    ]
    # Records without these keep the hash they had before these fields existed.
    if fields or details or released or referrals:
        content += ([(f.id, f.name, f.level, f.score, f.is_primary) for f in fields], details)
    if released or referrals:
        stated = [(r.artifact.id, r.artifact.name, r.count, r.read_on) for r in referrals]
        content += ([artifact.id for artifact in released], stated)
    if first is not None:
        content += (first,)
    return PaperRecord(
        id=id,
        title=title,
        abstract=abstract,
        date=day,
        date_precision=precision,
        venue=venue,
        authors=authors,
        references=references,
        external_ids=external_ids,
        type=type,
        is_retracted=is_retracted,
        simulated=simulated,
        digest=version + digest(content),
        notes=notes,
        fields=fields,
        released=released,
        referrals=referrals,
        first_date=first,
    )


def _read_date(record: dict[str, Any], notes: Notes) -> Interval | None:
    dated = None
    for key in ("date", "year"):
        value = record.get(key)
        if dated is not None or value is None:
            continue
        dated = parse_stated_date(values.date_text(value), notes)
        if key == "year" and dated is not None:
            notes.accept("year_as_date")  # undated, the paper would lie after every cutoff
    if dated is None:
        notes.accept("date_missing")
    return dated


def parse_stated_date(text: str, notes: Notes) -> Interval | None:
    """Read a date as far as it can be understood; the rest is noted."""
    plain = text.strip()
    stated = _parse_interval(plain)
    if stated is None:
        if _DATE_SHAPE.fullmatch(plain):  # where 2001-13 is no period
            made, is_whole = values.existing_part(plain), False
        else:
            made, is_whole = values.read_date(plain := values.clean_text(text))
        if made is not None:
            stated = parse_date(made)
        if is_whole:
            notes.accept("date_form")
        elif made is not None:
            notes.doubt("date_in_part", f"of its date {plain[:40]!r} only {made} is understood")
            return stated
        elif values.has_month_or_day(plain):
            notes.doubt("date_malformed", f"its date {plain[:40]!r} is not understood")
    if stated is not None and stated.precision != "day":
        notes.accept(f"{stated.precision}_only")
    return stated


@lru_cache(maxsize=20_000)
def _parse_interval(text: str) -> Interval | None:
    """Parse a date in a form of :func:`scinet.graph.schema.dates.parse_date`; else None."""
    if not _DATE_SHAPE.fullmatch(text):
        return None
    try:
        stated = parse_date(text)
    except ValueError:
        return None
    return stated if stated.first.year >= values.FIRST_YEAR else None


def read_title(record: dict[str, Any], notes: Notes) -> str | None:
    """Return the title; signs in it that are no text are counted."""
    title = fields.read_text(record, "title", notes)
    if title is None:
        notes.accept("title_empty")
        return None
    if not title.isascii() and _BIDI.search(title):
        notes.accept("bidi_or_combining")
    if ("<" in title or "&" in title) and _MARKUP.search(title):
        notes.accept("markup_in_title")
    return title


def _read_venue(record: dict[str, Any], source: str | None, notes: Notes) -> Venue | None:
    name = fields.read_name(record, "venue", notes)
    if (stated := fields.try_id(record.get("venue_id"), "venue_id", notes)) is not None:
        own = add_source(stated, source)
        return Venue(own, name or own)
    identifier = None if name is None else name_id(name, source)
    return None if name is None or identifier is None else Venue(identifier, name)


def _read_authors(record: dict[str, Any], source: str | None, notes: Notes) -> tuple[Author, ...]:
    listed = fields.read_items(record, "authors", notes)
    by_id: dict[str, Author] = {}
    for position, stated in enumerate(listed, start=1):
        item = {"name": stated} if type(stated) is str else stated
        if type(item) is not dict:
            notes.leave_out("authorships", "wrong_type", f"author {position} is no object")
            continue
        name = fields.read_name(item, "name", notes)
        own = item.get("id")
        if own is not None and is_other_entity(str(own), "A"):
            notes.leave_out("authorships", "institution_as_author", f"has the author {own!r:.80}")
            continue
        identifier = fields.try_id(own, "authors.id", notes)
        if identifier is not None:
            identifier = add_source(identifier, source)
        else:
            notes.accept("author_without_id")
            if name and (others := _OTHERS.search(name)):
                notes.accept("authors_not_all")
                name = name[: others.start()]
            if name is not None and not values.is_nobody(name):
                identifier = name_id(name, source)
            if identifier is None:
                notes.leave_out("authorships", "author_empty", f"author {position} has no name")
                continue
        author = Author(
            identifier,
            name,
            position,
            fields.read_bool(item, "is_corresponding", notes),
            orcid(item, notes),
            institutions(item, source, notes),
        )
        if (earlier := by_id.get(identifier)) is not None:
            notes.accept("author_twice")
            notes.counts["authorships.repeated"] += 1
            stated = len(earlier.institutions) + len(author.institutions)
            author = merge_authors(earlier, author)
            notes.counts["affiliations.repeated"] += stated - len(author.institutions)
        by_id[identifier] = author
    notes.counts["authorships.read"] += len(listed)
    notes.counts["authorships.loaded"] += len(by_id)
    notes.counts["affiliations.loaded"] += sum(len(a.institutions) for a in by_id.values())
    if not listed:
        notes.accept("no_authors")
    if len(by_id) > _MANY_AUTHORS:
        notes.accept("over_3000_authors")
    return tuple(by_id.values())


def merge_authors(first: Author, second: Author) -> Author:
    """Merge two entries of the same author, at the position of the first."""
    places = {i.id: i for i in (*second.institutions, *first.institutions)}
    flags = [a.is_corresponding for a in (first, second) if a.is_corresponding is not None]
    ids = {text for a in (first, second) if a.given_ids for text in a.given_ids.split("\t")}
    return Author(
        first.id,
        min(filter(None, (first.name, second.name)), default=None),
        first.position,
        any(flags) if flags else None,
        min(filter(None, (first.orcid, second.orcid)), default=None),
        tuple(places[identifier] for identifier in sorted(places)),
        "\t".join(sorted(ids)) or None,
    )


def _read_references(
    record: dict[str, Any], identifier: str, source: str | None, notes: Notes
) -> tuple[str, ...]:
    listed = fields.read_items(record, "references", notes)
    if (
        len(listed) <= MANY_REFERENCES
        and set(map(type, listed)) <= _TEXTS
        and _PLAIN_IDS.fullmatch("\n".join(listed))
    ):
        start = "" if source is None else f"{source}:"
        plain = {start + item for item in listed}
        if identifier not in plain:
            notes.counts["references.read"] += len(listed)
            notes.counts["references.loaded"] += len(plain)
            if len(plain) < len(listed):
                notes.counts["references.repeated"] += len(listed) - len(plain)
            return tuple(sorted(plain))
    cited_ids: set[str] = set()
    for item in listed:
        try:
            cited = fields.read_id(item, "references", notes)
        except BadRecordError as error:
            reason = "id_empty" if item is None else error.reason
            notes.leave_out("references", reason, f"it {error}")
            continue
        cited = add_source(cited, source)
        if cited == identifier:
            notes.leave_out("references", "cites_itself", f"{identifier!r} cites itself")
        elif cited in cited_ids:
            notes.counts["references.repeated"] += 1
        else:
            cited_ids.add(cited)
    notes.counts["references.read"] += len(listed)
    notes.counts["references.loaded"] += len(cited_ids)
    if len(cited_ids) > MANY_REFERENCES:
        notes.accept("over_10000_references")
    return tuple(sorted(cited_ids))


def read_external_ids(record: dict[str, Any], notes: Notes) -> dict[str, str]:
    """Return the normalised ids of a paper elsewhere, by the names of their properties."""
    result: dict[str, str] = {}
    for key, stated in fields.read_mapping(record, "external_ids", notes).items():
        name = key.lower()
        if name not in _EXTERNAL and name not in {"doi", "arxiv", "arxiv_id"}:
            continue
        several = stated if type(stated) is list else [stated]
        value = fields.read_own_id({key: next(iter(several), None)}, key, notes)
        if not value or (name != "doi" and not values.clean_text(value)):
            continue
        if len(value) > MAX_ID:
            notes.accept("external_id_over_256")
        elif name == "doi":
            plain, was_changed = parse_doi(value)
            if plain is None:
                notes.accept("doi_malformed")
                continue
            if was_changed:
                notes.accept("doi_prefix_or_punctuation")
            result["doi"] = plain
        elif name in {"arxiv", "arxiv_id"}:
            arxiv, had_version = parse_arxiv_id(value)
            if not is_arxiv_id(arxiv):
                notes.accept("external_id_malformed")
                continue
            if had_version:
                notes.accept("arxiv_version_suffix")
            result["arxiv_id"] = arxiv
        elif name == "pmid":
            if (number := parse_pmid(value)) is not None:
                result["pmid"] = number
            else:
                notes.accept("pmid_malformed")
        else:
            result[_EXTERNAL[name]] = strip_site(value)
    return result


def _is_paper(item: Mapping[str, Any]) -> bool:
    keys = item.keys()
    is_of_paper = keys & RECORD_KEYS or keys & _TITLED or keys <= KNOWN
    return "id" in keys and bool(is_of_paper)


FORMAT: Final = ObjectFormat(_is_paper, name="records", kind="records")
