"""Documents that mention papers: patents, news, policy papers, each with its day.

A row names a document and a paper, or several, that it mentions. Columns, or keys of JSON, are
known by the names that exports and people give them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, TypeAlias

from scinet.graph.identifiers import slugify, with_source
from scinet.graph.records import BadRecordError, DocumentRecord, Notes, digest
from scinet.graph.sources import events, fields, patents, tables, values
from scinet.graph.sources.artifacts import RELEASED
from scinet.graph.sources.paper_names import named
from scinet.graph.sources.papers import stated_date

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
"""By field: what its column is usually called; a date of publication is the paper's."""
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
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ].*")
_DIGITS: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
_LONGEST: Final = 200  # characters of an address that is an id
_WORDS: Final = 4  # of a title that stands for a paper


def layout(names: Iterable[str], columns: Mapping[str, str]) -> Columns:
    """The column of each field, in lower case."""
    lowered = set(map(tables.plain, names))
    usual = _LENS if {"lens id", *_LENS["paper_ids"]} <= lowered else _NAMES
    given = {field: (column.lower(),) for field, column in columns.items()}
    found: Columns = {}
    for field, known in {**usual, **given}.items():
        if column := next((name for name in known if name in lowered), None):
            found[field] = column
    return found


def understood(names: Sequence[str], columns: Mapping[str, str]) -> Columns | None:
    """The column of each field; None for a table, or an object, of something else."""
    lowered = set(map(tables.plain, names))
    if lowered & _OF_OTHERS or "count" in columns:
        return None
    found = layout(names, columns)
    has_paper = any(field in found for field in _PAPERS)
    is_called = "patent" in found or ("kind" in found and found.keys() & {"id", "title", "url"})
    return found if has_paper and is_called else None


@lru_cache(maxsize=1_000)
def _layout(names: tuple[str, ...]) -> Columns:
    return layout(names, {})


def is_mention(record: Mapping[str, Any]) -> bool:
    """Whether an object of JSON says which paper a document mentions."""
    return record.keys() >= events.KEYS or understood(list(record), {}) is not None


def may_lack_paper(record: Mapping[str, Any]) -> bool:
    """Whether an object would say which paper a document mentions if it named one."""
    return is_mention({KEY: None, **record})


def document_record(record: dict[str, Any], source: str | None) -> DocumentRecord:
    """Make one valid record."""
    notes = Notes()
    said = stated(record)
    papers = named(said, source, notes)
    paper_title = None if papers else fields.text(said, "paper_title")
    if not papers and paper_title is None:
        if "paper" in said:
            fields.required_id(said, "paper", notes)
        raise BadRecordError("required_missing", "names no paper")
    if paper_title is not None and len(slugify(paper_title).split("-")) < _WORDS:
        what = f"names a paper by the short title {paper_title[:80]!r}"
        raise BadRecordError("title_short", what)
    kind = _kind(said)
    url = fields.text(said, "url")
    title = values.said(fields.name(said, "title", notes))
    outlet = values.said(fields.name(said, "outlet", notes))
    identifier = _id(kind, said, url, title, source)
    dated = None
    if text := values.said(fields.own_id(said, "date")):
        dated = stated_date(_plain_date(text), notes)
    else:
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


def stated(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a record says by field, whatever its keys are called."""
    if record.keys() >= events.KEYS:
        return events.stated(record)
    plain = {tables.plain(key): value for key, value in record.items()}
    return {field: plain[column] for field, column in _layout(tuple(record)).items()}


def patent_of(said: Mapping[str, Any]) -> str:
    """The number of the patent that a row is about; empty for other documents."""
    return values.said(fields.own_id(dict(said), "patent"))


def _kind(said: dict[str, Any]) -> str:
    text = values.said(fields.text(said, "kind")).lower() or ("patent" if patent_of(said) else "")
    if not text:
        raise BadRecordError("required_missing", "has no 'kind'")
    kind = _KIND_OF.get(text) or slugify(text).replace("-", "_")
    if not _KIND.fullmatch(kind) or kind in _TAKEN:
        raise BadRecordError("document_kind", f"is a {text[:40]!r}, which is no kind of document")
    return kind


def _id(kind: str, said: dict[str, Any], url: str | None, title: str, source: str | None) -> str:
    """The id of the document: its number or address as they are, else below the source."""
    own = patent_of(said) or values.said(fields.own_id(said, "id"))
    if match := _SITE.fullmatch(own or (url or "").strip()):
        site, slash, path = match[1].partition("/")
        return f"{kind}:{_short(site.lower() + slash + path.rstrip('/'))}"
    if own:
        fields.one_id(own, "id", Notes())
        if kind == "patent":
            if not (number := patents.spelled(own)):
                raise BadRecordError("id_empty", f"has {own[:80]!r} as the number of a patent")
            return f"{kind}:{_short(number)}"
        return with_source(f"{kind}:{_short(own)}", source)
    if slug := slugify(title):
        return with_source(f"{kind}:{slug}", source)
    raise BadRecordError("required_missing", "has neither an id nor a link nor a title")


def _short(text: str) -> str:
    """A text as a part of an id: one that is too long is known by its hash."""
    return text if len(text) <= _LONGEST else sha256(text.encode()).hexdigest()[:32]


def _plain_date(text: str) -> str:
    """A day without its time, and with marks between: ``2019-05-02``."""
    if match := _MOMENT.fullmatch(text):
        return match[1]
    if match := _DIGITS.fullmatch(text):
        return "-".join(match.groups())
    return text.replace("/", "-") if re.fullmatch(r"\d{4}/\d\d(/\d\d)?", text) else text
