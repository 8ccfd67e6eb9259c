"""OpenAlex works as published, converted to objects of the interchange format.

The rules for papers stand in :mod:`scinet.graph.sources.papers`; this module only has the names
and errors peculiar to OpenAlex.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.identifiers import is_other_entity, strip_site
from scinet.graph.schema.records import BadRecordError, Notes, PaperRecord, digest, version_rank
from scinet.graph.sources import fields, inverted_index, values
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.openalex_snapshot import DELETED, MADE
from scinet.graph.sources.papers import paper_record

KEY: Final = "id"
SOURCE: Final = "openalex"
_INDEX: Final = "abstract_inverted_index"
NOBODY: Final = frozenset({"A9999999999", "A5317838346"})
"""Ids of all authors whom OpenAlex cannot tell apart, and of all whose ids it deleted."""
_MANY_AUTHORS: Final = 100  # after which lists of its API end
_DELETED: Final = f"W{DELETED}"  # citing it does not relate papers
ARXIV: Final = re.compile(r"(?:arxiv\.org/abs/|10\.48550/arxiv\.)(.+)$", re.IGNORECASE)
_USED: Final = frozenset(
    {
        "id", "ids", "doi", "title", "display_name", "publication_year", "publication_date", "type",
        "primary_location", "authorships", "is_retracted", "is_paratext", "referenced_works",
        "abstract_inverted_index", "primary_topic", "topics", "locations", "is_xpac",
        "updated_date", "is_authors_truncated", *MADE,
    }
)  # fmt: skip
_SKIPPED: Final = frozenset(
    {
        "abstract_inverted_index_v3", "apc_list", "apc_paid", "awards", "best_oa_location",
        "biblio", "citation_normalized_percentile", "cited_by_api_url", "cited_by_count",
        "cited_by_percentile_year", "concepts", "content_urls", "corresponding_author_ids",
        "corresponding_institution_ids", "countries_distinct_count", "counts_by_year",
        "created_date", "datasets", "doi_registration_agency", "fulltext", "fulltext_origin",
        "funders", "fwci", "grants", "has_abstract", "has_content", "has_fulltext", "host_venue",
        "indexed_in", "institution_assertions", "institutions",
        "institutions_distinct_count", "is_oa", "keywords",
        "language", "license", "locations_count", "mesh", "open_access",
        "quality_standard", "referenced_works_count", "related_works",
        "summary_stats", "sustainable_development_goals", "updated",
        "versions",
    }
)  # fmt: skip
KNOWN: Final = _USED | _SKIPPED


def openalex_record(work: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a Work.

    Source:
        Priem, Piwowar and Orr (2022), arXiv:2205.01833, for the form of works.
    """
    notes = Notes()
    if unknown := work.keys() - KNOWN:
        notes.counts["accepted.unknown_field"] += len(unknown)
    record = {
        "title": work.get("title") or work.get("display_name"),
        "abstract": _abstract(work, notes),
        "date": _date(work, notes),
        "type": _type(work, notes),
        "is_retracted": work.get("is_retracted"),
        "authors": _authors(work, notes),
        "fields": list(_fields(work, notes)),
        "references": list(_references(work, notes)),
        **_venue(work, notes),
    }
    if KEY in work:
        record[KEY] = _parse_entity(work[KEY], "W", notes)
        if _is_other(record[KEY], "W"):
            raise BadRecordError("id_of_other_entity", f"is no work: {work[KEY]!r}")
    own = record.get(KEY) if type(record.get(KEY)) is str else None
    if own == _DELETED:
        raise BadRecordError("deleted_work", "stands for works that were deleted")
    record["external_ids"] = {
        "doi": _doi(work, notes),
        "arxiv": _arxiv(work, notes),
        "openalex": own,
        "pmid": fields.read_text(fields.read_mapping(work, "ids", notes), "pmid", notes),
    }
    made = paper_record(record, source)
    made.notes.add(notes)
    return _add_version(made, work, made.notes)


def _add_version(made: PaperRecord, work: dict[str, Any], notes: Notes) -> PaperRecord:
    """Add what only OpenAlex states; of several versions of one id the latest ranks first."""
    is_xpac = fields.read_bool(work, "is_xpac", notes) or False
    merged = " ".join(fields.read_texts(work, "merged_ids", notes)) or None
    if is_xpac:
        notes.accept("xpac")
    changed = fields.read_text(work, "updated_date", notes) or ""
    if fields.read_text(work, "merged_from", notes):
        notes.accept("merged_into_another")
        changed = ""  # ranks below the work that it was merged into
    if cited := fields.read_number(work, "merged_references", notes):
        notes.counts["references.merged"] += int(cited)
    own = made.digest if not (is_xpac or merged) else digest([made.digest, is_xpac, merged])
    return replace(made, is_xpac=is_xpac, merged_ids=merged, digest=version_rank(changed) + own)


def _parse_entity(value: Any, letter: str, notes: Notes) -> Any:
    """Strip the site from an id of OpenAlex; values that are not text stay unchanged."""
    if type(value) is not str:
        return value
    identifier = strip_site(value)
    if identifier[:1] == letter.lower() and identifier[1:].isdigit():
        identifier = identifier.upper()
        notes.accept("id_case_or_url_form")
    return identifier


def _is_other(identifier: Any, letter: str) -> bool:
    return type(identifier) is str and is_other_entity(f"{SOURCE}:{identifier}", letter)


def _read_entity(item: dict[str, Any], letter: str, notes: Notes) -> Any:
    """Return the id of a venue or institution; None with a remark for that of another entity."""
    identifier = _parse_entity(item.get("id"), letter, notes)
    if not _is_other(identifier, letter):
        return identifier
    notes.doubt("id_of_other_entity", f"has {identifier!r} where an id with {letter} belongs")
    return None


def _date(work: dict[str, Any], notes: Notes) -> str:
    stated = values.date_text(work.get("publication_date"))
    year = values.date_text(work.get("publication_year"))
    if stated and year and stated[:4] != year[:4]:
        notes.accept("dates_disagree")
    return stated or year


def _abstract(work: dict[str, Any], notes: Notes) -> str | None:
    index = work.get(_INDEX)
    if isinstance(index, str):  # as Parquet has it
        index = parse_object(index.encode()) if index.strip() else None
    index = fields.read_mapping({_INDEX: index}, _INDEX, notes)
    if not index:
        notes.accept("abstract_withheld")
        return None
    return inverted_index.rebuild_text(index, _INDEX, notes)


def _type(work: dict[str, Any], notes: Notes) -> str | None:
    if fields.read_bool(work, "is_paratext", notes):
        return "paratext"
    return fields.read_text(work, "type", notes)


def _references(work: dict[str, Any], notes: Notes) -> Iterator[Any]:
    for item in fields.read_items(work, "referenced_works", notes):
        cited = _parse_entity(item, "W", notes)
        reason, message = "", ""
        if cited == _DELETED:
            reason, message = "deleted_work", "it cites a work that was deleted"
        elif _is_other(cited, "W"):
            reason, message = "id_of_other_entity", f"it cites {item!r}, which is no work"
        elif cited is not None and type(cited) is not str:
            reason, message = "wrong_type", f"it cites {item!r:.80}, which is no id"
        if not reason:
            yield cited
            continue
        notes.counts["references.read"] += 1
        notes.leave_out("references", reason, message)


def _doi(work: dict[str, Any], notes: Notes) -> str | None:
    # It is published as an address: that does not count as a repair.
    stated = fields.read_text(work, "doi", notes)
    return None if stated is None else stated.removeprefix("https://doi.org/")


def _arxiv(work: dict[str, Any], notes: Notes) -> str | None:
    for place in fields.read_objects(work, "locations", notes):
        if match := ARXIV.search(fields.read_text(place, "landing_page_url", notes) or ""):
            return match[1]
    return None


def _venue(work: dict[str, Any], notes: Notes) -> dict[str, Any]:
    place = fields.read_mapping(work, "primary_location", notes)
    journal = fields.read_mapping(place, "source", notes)
    return {"venue": journal.get("display_name"), "venue_id": _read_entity(journal, "S", notes)}


def _authors(work: dict[str, Any], notes: Notes) -> list[dict[str, Any]]:
    listed = fields.read_objects(work, "authorships", notes)
    is_cut = work.get("is_authors_truncated")
    if is_cut or (is_cut is None and len(listed) == _MANY_AUTHORS):
        notes.doubt("authors_not_all", f"its list ends after {len(listed)} authors")
    # If no author is marked, false means unknown in OpenAlex.
    is_stated = any(item.get("is_corresponding") for item in listed)
    return [_author(item, notes, is_stated=is_stated) for item in listed]


def _author(authorship: dict[str, Any], notes: Notes, *, is_stated: bool) -> dict[str, Any]:
    person = fields.read_mapping(authorship, "author", notes)
    own, name = _parse_entity(person.get("id"), "A", notes), person.get("display_name")
    if type(own) is str and own in NOBODY:
        own = name = None
    return {
        "id": f"{SOURCE}:{own}" if _is_other(own, "A") else own,
        "name": name or _printed_name(authorship.get("raw_author_name")),
        "is_corresponding": authorship.get("is_corresponding") if is_stated else None,
        "orcid": person.get("orcid"),
        "institutions": [
            {"id": _read_entity(place, "I", notes), "name": place.get("display_name")}
            for place in fields.read_objects(authorship, "institutions", notes)
        ],
    }


def _printed_name(stated: Any) -> Any:
    return values.given_first(stated) if isinstance(stated, str) and "," in stated else stated


def _fields(work: dict[str, Any], notes: Notes) -> Iterator[dict[str, Any]]:
    """Yield topics with their three wider fields, each once, with its best score."""
    main = fields.read_mapping(work, "primary_topic", notes)
    result: dict[tuple[str, Any], dict[str, Any]] = {}
    for topic in (*fields.read_objects(work, "topics", notes), *([main] if main else [])):
        is_primary = topic.get("id") == main.get("id")
        for level in LEVELS:
            field = topic if level == "topic" else fields.read_mapping(topic, level, notes)
            if not field:
                continue
            identifier = fields.read_text(field, "id", notes)
            made = {
                "id": identifier and identifier.removeprefix("https://openalex.org/"),
                "name": field.get("display_name"),
                "level": level,
                "score": fields.read_number(topic, "score", notes),
                "is_primary": is_primary,
            }
            earlier = result.setdefault((level, identifier), made)
            if earlier is not made:
                earlier["is_primary"] |= is_primary
                earlier["score"] = max(earlier["score"] or 0.0, made["score"] or 0.0)
    yield from result.values()
