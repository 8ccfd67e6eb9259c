"""Papers of Semantic Scholar, from releases and API answers, converted to records.

Keys of both differ only in capital letters. Intents, influence and contexts of citations come from
:mod:`scinet.graph.sources.semantic_scholar_files`.

Source:
    Kinney et al. (2023), arXiv:2301.10140; api.semanticscholar.org, schemas of papers and of data
    sets.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import (
    BadRecordError,
    CitationDetail,
    Notes,
    PaperRecord,
    digest,
)
from scinet.graph.sources import fields
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.sciencemeter import merged_type

SOURCE: Final = "s2"
CORPUS_ID, PAPER_ID = "corpusid", "paperid"
CITING, CITED = "citingcorpusid", "citedcorpusid"
CITATION: Final = frozenset({CITING, CITED})
PAGE: Final = {"citedpaper": True, "citingpaper": False}
"""Keys of the paper in rows of a page: whether the paper of the page cites it."""
ABSTRACT: Final = frozenset({CORPUS_ID, "abstract", "openaccessinfo"})
NESTED: Final = {"references": True, "citations": False}
CITES: Final = "cites"
"""Field added to a merged paper: its citations, as a list of objects."""
_NUMBER: Final = re.compile("[0-9]{1,18}")
_SHA: Final = re.compile(r"/([0-9a-f]{40})$")
_USED: Final = frozenset(
    {
        "corpusid", "paperid", "externalids", "title", "abstract", "publicationdate", "year",
        "publicationtypes", "venue", "journal", "publicationvenue", "publicationvenueid",
        "authors", "s2fieldsofstudy", "url", CITES, "lost",
    }
)  # fmt: skip
_SKIPPED: Final = frozenset(
    {
        "citationcount", "citations", "citationstyles", "embedding", "fieldsofstudy",
        "influentialcitationcount", "isopenaccess", "isinfluential", "matchscore",
        "openaccessinfo", "openaccesspdf", "referencecount", "references", "textavailability",
        "tldr", "updated",
    }
)  # fmt: skip
_INTENTS: Final = {"methodology": "method", "results": "result"}


def lower_keys(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with keys in lower case, as in releases."""
    return {key.lower(): value for key, value in item.items()}


def parse_corpus_id(value: Any) -> str | None:
    """Return a corpus id, which is a number, as text; None for anything else.

    A long id of 40 hexadecimal digits may happen to have no letter.
    """
    if type(value) is int and value >= 0:
        return str(value)
    return value if isinstance(value, str) and _NUMBER.fullmatch(value) else None


def paper_id(item: Mapping[str, Any]) -> str | None:
    """Return the corpus id of an object, else its long id; None where it has neither."""
    external = item.get("externalids")
    stated = external.get("CorpusId") if isinstance(external, dict) else None
    identifier = parse_corpus_id(item.get(CORPUS_ID)) or parse_corpus_id(stated)
    long = item.get(PAPER_ID)
    return identifier or (long.strip() if isinstance(long, str) and long.strip() else None)


def is_abstract(row: Mapping[str, Any]) -> bool:
    """Whether a row with lowered keys belongs to the data set of abstracts."""
    return row.keys() >= ABSTRACT and "title" not in row


def citation_end(row: Mapping[str, Any], key: str) -> str | None:
    """Return the paper at one end of a citation; None where it is unknown."""
    identifier = parse_corpus_id(row[key])
    if identifier is None and row[key] is not None:
        raise BadRecordError("wrong_type", f"has no number as {key!r}")
    return identifier


def check_row(row: dict[str, Any]) -> None:
    """Refuse a row without the ids that it is about."""
    if row.keys() >= CITATION:
        for key in (CITING, CITED):
            citation_end(row, key)
    elif side := next((name for name in PAGE if name in row), None):
        other_paper = lower_keys(fields.read_mapping(row, side, Notes()))
        if paper_id(other_paper) is not None:
            semantic_record(other_paper, None)
    elif is_abstract(row) and citation_end(row, CORPUS_ID) is None:
        raise BadRecordError("required_null", f"has null as {CORPUS_ID!r}")


def semantic_record(item: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a paper; a row of another kind is only checked."""
    item, notes = lower_keys(item), Notes()
    check_row(item)
    if unknown := item.keys() - _USED - _SKIPPED:
        notes.counts["accepted.unknown_field"] += len(unknown)
    external = fields.read_mapping(item, "externalids", notes)
    own = paper_id(item)
    if own is None:
        key = PAPER_ID
        if CORPUS_ID in item and item.get(PAPER_ID) is None:
            key = CORPUS_ID
            citation_end(item, key)
        own = fields.read_required_id(item, key, notes)  # which raises the precise error
    cites = fields.read_objects(item, CITES, notes)
    journal = fields.read_mapping(item, "journal", notes)
    venue = fields.read_mapping(item, "publicationvenue", notes)
    record = {
        "id": own,
        "title": item.get("title"),
        "abstract": item.get("abstract"),
        "date": item.get("publicationdate"),
        "year": item.get("year"),
        "type": merged_type(fields.read_texts(item, "publicationtypes", notes)),
        "venue": fields.read_text(item, "venue", notes) or venue.get("name") or journal.get("name"),
        "venue_id": venue.get("id") or fields.read_text(item, "publicationvenueid", notes),
        "authors": [
            {"id": entry.get("authorId"), "name": entry.get("name")}
            for entry in fields.read_objects(item, "authors", notes)
        ],
        "fields": [
            {"name": name, "level": "field", "is_primary": place == 0}
            for place, name in enumerate(_read_fields(item, notes))
        ],
        "references": [entry.get("id") for entry in cites],
        "external_ids": {
            "doi": external.get("DOI"),
            "arxiv": external.get("ArXiv"),
            "acl": external.get("ACL"),
            "pmid": external.get("PubMed"),
            "s2": _long_id(item, notes),
        },
    }
    made = paper_record({k: v for k, v in record.items() if v is not None}, source)
    made.notes.add(notes)
    if lost := int(fields.read_number(item, "lost", made.notes) or 0):
        made.notes.counts["references.read"] += lost
        made.notes.counts["references.rejected.unresolved"] += lost
    details = _parse_citations(cites, source, made)
    if not details:
        return made
    stated = [(d.id, d.is_influential, d.intents, d.contexts) for d in details]
    return replace(made, citations=details, digest=digest([made.digest, stated]))


def _long_id(item: dict[str, Any], notes: Notes) -> str | None:
    stated = item.get(PAPER_ID)
    if isinstance(stated, str) and stated:
        return stated
    match = _SHA.search(fields.read_text(item, "url", notes) or "")
    return match[1] if match else None


def _read_fields(item: dict[str, Any], notes: Notes) -> list[str]:
    named = [entry.get("category") for entry in fields.read_objects(item, "s2fieldsofstudy", notes)]
    return list(dict.fromkeys(name for name in named if isinstance(name, str)))


def citation_details(row: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Return influence, intents and contexts of a citation, as far as stated."""
    intents, contexts = (_read_texts(row, name, notes) for name in ("intents", "contexts"))
    intents = {_INTENTS.get(name.lower(), name.lower()) for name in intents}
    contexts = {" ".join(text.split()) for text in contexts} - {""}
    made = {"intents": sorted(intents), "contexts": sorted(contexts)}
    whether = fields.read_bool(row, "isinfluential", notes)
    return {
        **({} if whether is None else {"isinfluential": whether}),
        **{name: listed for name, listed in made.items() if listed},
    }


def _parse_citations(
    cites: list[dict[str, Any]], source: str | None, record: PaperRecord
) -> tuple[CitationDetail, ...]:
    """Merge the details of each citation over all rows that state them."""
    references = frozenset(record.references)
    stated_by_paper: dict[str, list[dict[str, Any]]] = {}
    for citation in cites:
        cited = add_source(str(citation.get("id")), source)
        if cited in references and (stated := citation_details(citation, record.notes)):
            stated_by_paper.setdefault(cited, []).append(stated)
    made = []
    for cited in sorted(stated_by_paper):
        rows = stated_by_paper[cited]
        flags = [row["isinfluential"] for row in rows if "isinfluential" in row]
        intents, contexts = (
            tuple(sorted({text for row in rows for text in row.get(name, ())}))
            for name in ("intents", "contexts")
        )
        if fields.check_length("".join(contexts), "contexts", record.notes) is None:
            contexts = ()
        made.append(CitationDetail(cited, any(flags) if flags else None, intents, contexts))
    return tuple(made)


def _read_texts(row: dict[str, Any], key: str, notes: Notes) -> set[str]:
    listed = [text for text in fields.read_items(row, key, notes) if text]
    return set(fields.read_texts({key: listed}, key, notes))
