"""Documents that mention papers: patents, news, policy papers, events, each with its day.

A row names a document and the papers that it mentions. Columns and JSON keys are recognised by
the names that exports and users commonly give them. A paper that matches any name in the row is
meant, so the match does not depend on which records of a work are loaded.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, TypeAlias

from scinet.graph.schema import identifiers
from scinet.graph.schema.identifiers import add_source, slugify, strip_site
from scinet.graph.schema.records import BadRecordError, DocumentRecord, Notes, digest
from scinet.graph.sources import fields, patents, tables, values
from scinet.graph.sources.artifacts import RELEASED
from scinet.graph.sources.papers import parse_stated_date

KEY: Final = "paper"
Columns: TypeAlias = dict[str, str]
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "paper": ("paper", "paper_id", "paperid", "paper id", "cited_paper"),
    "doi": ("doi", "paper_doi", "cited_doi"),
    "pmid": ("pmid", "pubmed id", "pubmed_id"),
    "arxiv": ("arxiv", "arxiv id", "arxiv_id"),
    "openalex": ("oaid", "openalex", "openalex_id", "openalexid"),
    "mag": ("magid", "mag_id", "mag"),
    "paper_ids": ("paper_ids",),
    "lens_ids": ("lens_ids",),
    "paper_title": ("paper_title", "research output title", "cited_title"),
    "kind": ("kind", "artifact_type", "artifact type", "mention type", "mention_type"),
    "patent": ("patent", "patent_id", "patent_number", "patent number", "citing_patent"),
    "id": ("artifact_id", "document_id", "mention_id", "external mention id", "id"),
    "title": ("mention title", "mention_title", "artifact_title", "document_title", "patent_title",
              "headline", "title"),
    "outlet": ("outlet or author", "outlet"),
    "date": ("mention date", "mention_date", "artifact_date", "document_date", "patent_date",
             "grant_date", "date"),
    "url": ("mention url", "mention_url", "url", "link"),
}  # fmt: skip
"""Usual column names by field; a publication date would be the paper's."""
FIELDS: Final = frozenset(_NAMES)
_LENS: Final[Mapping[str, tuple[str, ...]]] = {
    "paper_ids": ("npl resolved external id(s)",),
    "lens_ids": ("npl resolved lens id(s)",),
    "patent": ("display key", "publication number", "lens id"),
    "title": ("title",),
    "date": ("publication date",),
    "url": ("url",),
}
_PAPERS: Final = ("paper", "doi", "pmid", "arxiv", "openalex", "mag", "paper_title",
                  "paper_ids", "lens_ids")  # fmt: skip
_OF_OTHERS: Final = frozenset({"authors", "references", "paragraphs", "count"})
_KINDS: Final = {
    "news": ("news story", "newsfeed", "news article", "news mention", "news stories", "msm"),
    "blog": ("blog post", "wordpressdotcom", "blogs"),
    "policy": ("policy document", "policy paper", "policy source", "policy documents"),
    "patent": ("patents", "granted patent", "patent application", "cambia-lens"),
    "wikipedia": ("wikipedia page", "wikipedia article"),
}
_KIND_OF: Final = {other: kind for kind, others in _KINDS.items() for other in others}
_KIND: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TAKEN: Final = frozenset({*RELEASED.values(), "award", "count"})
_SITE: Final = re.compile(r"https?://(?:www\.)?([^\s#]+)(?:#\S*)?", re.IGNORECASE)
_LONGEST: Final = 200  # characters of an address that is an id
_WORDS: Final = 4  # of a title that stands for a paper
_WORK: Final = re.compile(r"(?:openalex:)?(W\d+)", re.IGNORECASE)
_NO_ID: Final = "external_id_malformed"
_NUMBER: Final = re.compile(r"(?:s2|corpusid)\s*:\s*(\d+)", re.IGNORECASE)
_PLAIN: Final = {"arxiv": "arxiv_id", "acl": "acl_id", "pmid": "pmid", "doi": "doi"}
_EVENT_KEYS: Final = frozenset({"obj_id", "subj_id", "source_id"})
_WORKS: Final = frozenset({"crossref", "datacite"})
_ADDED: Final = frozenset({"add", "added", "edited", ""})


def resolve_layout(names: Iterable[str], columns: Mapping[str, str]) -> Columns:
    """Return the column of each field, in lower case."""
    lowered = set(map(tables.normalise_column, names))
    usual = _LENS if {"lens id", *_LENS["paper_ids"]} <= lowered else _NAMES
    custom = {field: (column.lower(),) for field, column in columns.items()}
    result: Columns = {}
    for field, candidates in {**usual, **custom}.items():
        if column := next((name for name in candidates if name in lowered), None):
            result[field] = column
    return result


def resolve_columns(names: Sequence[str], columns: Mapping[str, str]) -> Columns | None:
    """Return the column of each field; None for a table or object of another kind."""
    lowered = set(map(tables.normalise_column, names))
    if lowered & _OF_OTHERS or "count" in columns:
        return None
    result = resolve_layout(names, columns)
    has_paper = any(field in result for field in _PAPERS)
    is_called = "patent" in result or ("kind" in result and result.keys() & {"id", "title", "url"})
    return result if has_paper and is_called else None


@lru_cache(maxsize=1_000)
def _layout(names: tuple[str, ...]) -> Columns:
    return resolve_layout(names, {})


def is_mention(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object states which paper a document mentions."""
    return record.keys() >= _EVENT_KEYS or resolve_columns(list(record), {}) is not None


def may_lack_paper(record: Mapping[str, Any]) -> bool:
    """Whether an object would be a mention if it named a paper."""
    return is_mention({KEY: None, **record})


def document_record(record: dict[str, Any], source: str | None) -> DocumentRecord:
    """Make a valid record."""
    notes = Notes()
    row = stated_fields(record, notes)
    papers = _parse_names(row, source, notes)
    paper_title = None if papers else fields.read_text(row, "paper_title", notes)
    if not papers and paper_title is None:
        if "paper" in row:
            fields.read_required_id(row, "paper", notes)
        raise BadRecordError("required_missing", "names no paper")
    if paper_title is not None and len(slugify(paper_title).split("-")) < _WORDS:
        what = f"names a paper by the short title {paper_title[:80]!r}"
        raise BadRecordError("title_short", what)
    kind = _document_kind(row, notes)
    url = fields.read_text(row, "url", notes)
    title = values.clean_text(fields.read_name(row, "title", notes))
    outlet = values.clean_text(fields.read_name(row, "outlet", notes))
    identifier = _document_id(kind, row, url, title, source, notes)
    if (dated := parse_stated_date(values.date_text(row.get("date")), notes)) is None:
        notes.accept("date_missing")
    name = title or outlet or identifier.partition(f"{kind}:")[2]
    link = url.strip() if url and _SITE.fullmatch(url.strip()) else None
    if url and link is None:
        notes.accept("address_malformed")
    content = (identifier, kind, name, link, dated and dated.last, dated and dated.precision)
    return DocumentRecord(
        *content,
        papers=papers,
        paper_title=paper_title,
        digest=digest([*content, papers, paper_title]),
        notes=notes,
    )


def stated_fields(record: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """Return the values of a record by field, whatever its keys."""
    if record.keys() >= _EVENT_KEYS:
        return _event_fields(record, notes)
    plain = {tables.normalise_column(key): value for key, value in record.items()}
    return {field: plain[column] for field, column in _layout(tuple(record)).items()}


def patent_number(row: Mapping[str, Any]) -> str:
    """Return the patent number of a row; empty for other documents."""
    return values.clean_text(fields.read_own_id(dict(row), "patent", Notes()))


def _document_kind(content: dict[str, Any], notes: Notes) -> str:
    text = values.clean_text(fields.read_text(content, "kind", notes)).lower() or (
        "patent" if patent_number(content) else ""
    )
    if not text:
        raise BadRecordError("required_missing", "has no 'kind'")
    kind = _KIND_OF.get(text) or slugify(text).replace("-", "_")
    if not _KIND.fullmatch(kind) or kind in _TAKEN:
        raise BadRecordError(
            "document_kind", f"is a {text[:40]!r}, which is not a kind of document"
        )
    return kind


def _document_id(
    kind: str,
    content: dict[str, Any],
    url: str | None,
    title: str,
    source: str | None,
    notes: Notes,
) -> str:
    """Return the id: a patent number or address as it is, else prefixed by the source."""
    own = _read_value(content, "patent", notes) or _read_value(content, "id", notes)
    if match := _SITE.fullmatch(own or (url or "").strip()):
        site, slash, path = match[1].partition("/")
        return f"{kind}:{_shorten_id(site.lower() + slash + path.rstrip('/'))}"
    if own:
        fields.read_id(own, "id", Notes())
        if kind == "patent":
            if not (number := patents.normalise_number(own)):
                raise BadRecordError("id_empty", f"has {own[:80]!r} as the number of a patent")
            return f"{kind}:{_shorten_id(number)}"
        return add_source(f"{kind}:{_shorten_id(own)}", source)
    if slug := slugify(title):
        return add_source(f"{kind}:{slug}", source)
    raise BadRecordError("required_missing", "has neither an id nor a link nor a title")


def _shorten_id(text: str) -> str:
    """Return a part of an id, replaced by its hash when too long."""
    return text if len(text) <= _LONGEST else sha256(text.encode()).hexdigest()[:32]


def _parse_names(
    content: Mapping[str, Any], source: str | None, notes: Notes
) -> tuple[tuple[str, str], ...]:
    """Parse the fields ``paper``, ``doi``, ``pmid``, ``arxiv``, ``openalex`` and ``mag``.

    ``paper_ids`` has DOIs and PubMed ids separated by semicolons, ``lens_ids`` ids of Lens. Returns
    properties of papers with their values, sorted.
    """
    names: set[tuple[str, str]] = set()
    if text := _read_value(content, "paper", notes):
        own = fields.read_id(text, "paper", notes)
        names |= {("id", own), ("id", add_source(own, source)), *_external_names(text)}
    if text := _read_value(content, "doi", notes):
        names.update(_note_malformed(_doi_names(text), "doi_malformed", notes))
    if text := _read_value(content, "pmid", notes):
        names.update(_note_malformed(_pmid_names(text.removesuffix(".0")), "pmid_malformed", notes))
    if text := _read_value(content, "arxiv", notes):
        names.update(_id_and_name("arxiv", identifiers.parse_arxiv_id(text)[0]))
    for key in ("openalex", "mag"):  # OpenAlex kept the numbers of the latter
        if text := _read_value(content, key, notes):
            names.update(_note_malformed(_openalex_names(text), _NO_ID, notes))
    for text in values.split_values(_read_value(content, "paper_ids", notes)):
        names.update(_note_malformed(_doi_names(text) or _pmid_names(text), _NO_ID, notes))
    names.update(
        ("id", f"lens:{text}")
        for text in values.split_values(_read_value(content, "lens_ids", notes))
    )
    short = sorted(name for name in names if len(name[1]) <= identifiers.MAX_ID)
    if len(short) < len(names):
        notes.accept("external_id_over_256")
    return tuple(short)


def _external_names(text: str) -> Iterable[tuple[str, str]]:
    if doi_names := _doi_names(text):
        return doi_names
    own = strip_site(text)
    if match := _WORK.fullmatch(own):
        return _id_and_name("openalex", match[1].upper())
    if match := _NUMBER.fullmatch(own):
        return _id_and_name("s2", match[1])
    site, colon, rest = own.partition(":")
    if "arxiv.org/" in text or (colon and site.lower() == "arxiv"):
        return _id_and_name("arxiv", identifiers.parse_arxiv_id(text)[0])
    if colon and site.lower() in {"pmid", "pubmed"}:
        return _pmid_names(rest)
    return _id_and_name("acl", rest.strip()) if colon and site.lower() == "acl" else ()


def _note_malformed(
    names: list[tuple[str, str]], reason: str, notes: Notes
) -> list[tuple[str, str]]:
    """Return the names, and count an id that gave none."""
    if not names:
        notes.accept(reason)
    return names


def _openalex_names(text: str) -> list[tuple[str, str]]:
    match = _WORK.fullmatch(strip_site(text))
    number = f"W{text.removesuffix('.0')}" if match is None else match[1].upper()
    return _id_and_name("openalex", number if number[1:].isdecimal() else "")


def _id_and_name(site: str, text: str) -> list[tuple[str, str]]:
    return [("id", f"{site}:{text}"), (_PLAIN.get(site, f"{site}_id"), text)] if text else []


def _doi_names(text: str) -> list[tuple[str, str]]:
    return _id_and_name("doi", identifiers.parse_doi(text)[0] or "")


def _pmid_names(text: str) -> list[tuple[str, str]]:
    return _id_and_name("pmid", identifiers.parse_pmid(text) or "")


def _read_value(content: Mapping[str, Any], key: str, notes: Notes) -> str:
    return values.clean_text(fields.read_own_id(dict(content), key, notes))


def _event_fields(event: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """Convert an event of Crossref Event Data to a row of mentions."""
    record = dict(event)
    source = (fields.read_text(record, "source_id", notes) or "").strip()
    if source in _WORKS:
        what = "links two works, which references and data sets say"
        raise BadRecordError("event_of_works", what)
    for key in ("action", "updated"):
        if (fields.read_text(record, key, notes) or "") not in _ADDED:
            raise BadRecordError("event_deleted", f"has {record[key]!r} as {key!r}")
    subject = fields.read_mapping(record, "subj", notes)
    return {
        "paper": record["obj_id"],
        "kind": source,
        "url": fields.read_text(record, "subj_id", notes),
        "title": fields.read_text(subject, "title", notes),
        "date": fields.read_text(record, "occurred_at", notes),
    }
