"""Recognition of file formats by first bytes and records, never by name."""

import csv
import itertools
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.graph.schema.identifiers import is_other_entity, strip_site
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import (
    aminer,
    aminer_text,
    csl,
    document_files,
    documents,
    entries,
    openalex_snapshot,
    openalex_tables,
    paper_tables,
    parquet_rows,
    person_map,
    rows,
    semantic_scholar_files,
    tables,
)
from scinet.graph.sources.database_exports import layout_of
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import (
    CONVERT,
    FOREIGN,
    ReadProgress,
    SourceFile,
    read_beginning,
    read_lines,
)
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import KNOWN
from scinet.graph.sources.tables import Known
from scinet.graph.sources.whole_file import decode_head

_HEAD: Final = 64 * 1024
_LINES: Final = 20  # the first may be bad
_LINE_BYTES: Final = 32 * 1024 * 1024
_VALUE_BYTES: Final = 4 * 1024 * 1024  # as objects they take thirty times the room
_ZIP: Final = b"PK\x03\x04"
_TAR: Final = b"ustar"
_TAR_PLACE: Final = 257

_FULLTEXT: Final = frozenset({"paper_id", "paragraphs"})
_RECORDS: Final = frozenset({"date", "venue", "authors", "references", "external_ids"})
_TITLED: Final = frozenset({"title", "abstract", "fields", "impact", "awards"})
_COUNTS: Final = frozenset({"count", "read_on"})
_PATHWAYS: Final = frozenset({"claim_id", "enabling_contributions"})
_OF_DAYS: Final = frozenset({"stands_for", "citations"})
_CLAIMS: Final = frozenset({"paper_id", "stance"})
_TRIPLET: Final = frozenset({"prior_paper", "new_paper", "future_paper"})
_SIDE_FILE: Final = frozenset({"key", "value"})  # lies with the rows of PreScience
_WORKS: Final = frozenset(
    {"primary_location", "authorships", "referenced_works", "abstract_inverted_index"}
)
_OPENALEX: Final = _WORKS | {"display_name", "publication_year", "publication_date"}
_TEXTS: Final = (
    (re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE), "is a web page", CONVERT),
    (re.compile(r"\s*<[?!a-zA-Z]"), "is XML", CONVERT),
)  # fmt: skip
_NULLS: Final = re.compile(r"\s*\[\s*(?:null\s*(?:,\s*(?=n))?)*\]\s*")
_CROSSREF: Final = re.compile(r'\s*\{\s*"status"\s*:\s*"\w+"\s*,\s*"message-type"')


class Content(NamedTuple):
    """Recognised content of a file.

    Attributes:
        kind: Name of the kind of load that reads it, such as ``records``; None for none.
        message: Description when no load reads it; empty when unknown.
        is_foreign: Whether no load can read it, whatever kind is named.
    """

    kind: str | None
    message: str = ""
    hint: str = ""
    is_foreign: bool = False


UNSEEN: Final = Content(None)
NOTHING: Final = Content(
    None, "is an answer of a service that found nothing", "Look at what was asked."
)
BROKEN: Final = Content(
    None, "is not valid JSON", "Fix it; or name its kind with --as, and each bad line is listed."
)


_FETCHED: Final = Content(None, "is the manifest of what was fetched", "Load its folder.")
MANIFEST: Final = Content(
    None, "is the manifest of a snapshot of OpenAlex", "Load the folder in which it lies."
)


def _foreign_content(message: str, hint: str) -> Content:
    return Content(None, message, hint, is_foreign=True)


_SIMULATED: Final = _foreign_content(
    "holds papers of `scinet simulate`, which nobody wrote",
    "`scinet simulation store FOLDER` stores them apart from real papers.",
)
_AUTHOR_MAP: Final = _foreign_content(
    "is a map of authors", "Give it with --authors, beside the papers."
)
_OTHER_OPENALEX: Final = _foreign_content(
    "holds something else of OpenAlex than works", "Load the files below works/."
)


def recognise_file(file: SourceFile, columns: Mapping[str, str] | None = None) -> Content:
    """Recognise a file by its beginning; ``columns`` name those of a table of counts."""
    head = read_beginning(file, _HEAD).removeprefix(b"\xef\xbb\xbf")
    if head.startswith(parquet_rows.MAGIC):
        return _recognise_table(file.path)
    resolve = partial(paper_tables.resolve_columns, columns=columns or {})
    if (
        tables.is_workbook(head)
        and (seen := _recognise_workbook(file, resolve, columns or {})) is not None
    ):
        return seen
    if head.startswith(_ZIP):
        return _recognise_archive(file.path)
    if document_files.looks_like_documents(decode_head(head), columns or {}):
        return Content("documents")
    if (kind := entries.kind_of_text(decode_head(head))) is not None:
        return Content(kind)
    if aminer_text.PATTERN.match(decode_head(head)):
        return Content("aminer")
    if head[_TAR_PLACE:].startswith(_TAR):
        return _foreign_content("is a tar archive", FOREIGN[_ZIP][1])
    for magic, (message, hint) in FOREIGN.items():
        if head.startswith(magic):
            return _foreign_content(message, hint)
    text = head.decode(errors="replace")
    for pattern, message, hint in _TEXTS:
        if pattern.match(text):
            return _foreign_content(message, hint)
    start = text.lstrip()[:1]
    if start in {"{", "["}:
        return _recognise_json(file, text)
    if start and "\0" not in text:
        return _recognise_separated(text, columns or {}, resolve)
    return UNSEEN


def _recognise_table(path: Path) -> Content:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        names = parquet.read_schema(path).names
    except (pa.ArrowException, OSError, ValueError):
        return Content("prescience")  # damaged; its reader says where
    if "corpus_id" in names:
        return Content("prescience")
    if "id" in names and _WORKS.intersection(names):
        return Content("openalex")
    return _foreign_content(f"is a Parquet table with the columns {_join_names(names)}", CONVERT)


def _recognise_workbook(
    file: SourceFile, recognise: "Known[Any]", columns: Mapping[str, str]
) -> Content | None:
    """Recognise a workbook; None for other files of the same formats."""
    data = file.path.read_bytes()
    try:
        top = tables.workbook_head(data, file.name)
    except FileFaultError as error:
        is_damaged = error.fault.reason == "excel_damaged"  # or no workbook at all
        return None if is_damaged else _foreign_content(error.fault.message, "Save it as CSV.")
    if tables.header_among(top, partial(documents.resolve_columns, columns=columns)) is not None:
        return Content("documents")
    if tables.header_among(top, layout_of) is not None:
        return Content("bibliography")
    if tables.header_among(top, recognise) is not None:
        return Content("records")
    named = _join_names(list(filter(None, top[0]))) if top else ""
    return _foreign_content(f"is an Excel workbook with the columns {named}", CONVERT)


def _recognise_archive(path: Path) -> Content:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        message = "is a zip archive, or an Excel workbook, that is damaged"
        return _foreign_content(message, "Download or save it again.")
    if any(name.startswith("xl/") for name in names):
        return _foreign_content("is an Excel workbook that is damaged", "Save it again, or as CSV.")
    if any(name.startswith("word/") for name in names):
        return _foreign_content("is a Word document", CONVERT)
    return _foreign_content(*FOREIGN[_ZIP])


def _recognise_json(file: SourceFile, text: str) -> Content:
    if _NULLS.fullmatch(text):
        return NOTHING
    holds_list = rows.is_list(file)
    if _CROSSREF.match(text) and not holds_list:
        return _foreign_content("is an answer of Crossref", CONVERT)
    first_record: dict[str, Any] | None = None
    fallback = UNSEEN  # a single such record may be an outlier
    for record in _first_objects(file, holds_list=holds_list):
        alone = record.get("message") if record.get("message-type") == "work" else None
        seen = recognise_record(alone if isinstance(alone, dict) else record)
        if seen.kind == "records" and documents.may_lack_paper(record):
            fallback = seen
        elif seen.is_foreign:
            fallback = seen if fallback.kind is None else fallback
        elif seen != UNSEEN:
            return seen
        first_record = first_record or record
    if first_record is None:
        return BROKEN
    if fallback != UNSEEN:
        return fallback
    inner = first_record.get("message")  # as Crossref answers
    answer = {**inner, **first_record} if isinstance(inner, dict) else first_record
    if any(answer.get(key, first_record) in ([], None) for key in ("results", "data", "items")):
        return NOTHING
    message = (
        f"holds JSON objects with {_join_names(first_record)}, which is nothing that scinet loads"
    )
    return Content(None, message, "docs/load.md lists what it loads; or name the kind with --as.")


def _first_objects(file: SourceFile, *, holds_list: bool) -> Iterator[dict[str, Any]]:
    """Yield the first object of a JSON document, or the objects of the first lines."""
    if holds_list:
        listed = (line.data for line in rows.read_file(file, ReadProgress()))
        first = next((data for data in listed if data != b"null"), b"")
        if (value := _parse_value(first[:_VALUE_BYTES])) is not None:
            yield value
            return
    size = count = 0
    for line in itertools.islice(read_lines(file, ReadProgress()), _LINES):
        size += len(line.data)
        if not line.reason:
            try:
                yield parse_object(line.data)
                count += 1
            except BadRecordError:
                continue
        if size > _LINE_BYTES:
            return
    if not count and (value := _parse_value(read_beginning(file, _VALUE_BYTES))) is not None:
        yield value


def _parse_value(data: bytes) -> dict[str, Any] | None:
    """Return the object at the beginning of a text, over several lines."""
    text = aminer.quote_shell_numbers(data).decode("utf-8-sig", errors="replace")
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def recognise_record(record: Mapping[str, Any]) -> Content:
    """Recognise a JSON object."""
    keys = record.keys()
    if keys >= _OF_DAYS:
        return _SIMULATED
    if keys >= person_map.KEYS:
        return _AUTHOR_MAP
    if keys >= _TRIPLET:
        return Content("sciencemeter")
    if keys >= _CLAIMS:
        return Content("claims")
    if openalex_snapshot.is_manifest(record):
        return MANIFEST
    if "fetched_from" in keys:
        return _FETCHED
    if (dataset := semantic_scholar_files.recognise_kind(record)) is not None:
        return _not_stored_content(dataset) if dataset else Content("semanticscholar")
    if keys == _SIDE_FILE:
        return _foreign_content(
            "is a side file of PreScience", "Load the paper rows, which hold the same."
        )
    if aminer.is_paper(record):
        return Content("aminer")
    if (kind := entries.kind_of_object(record)) is not None:
        return Content(kind)
    if documents.is_mention(record):
        return Content("documents")
    if "id" not in keys and "corpus_id" in keys:
        return Content("prescience")
    if "id" not in keys and keys & _FULLTEXT:
        return Content("fulltext")
    if keys & _PATHWAYS:
        return Content("pathways")
    if "id" not in keys:
        return UNSEEN
    if keys & csl.KEYS and not keys & _RECORDS:
        return Content("bibliography")
    if keys & _OPENALEX and not keys & _RECORDS:
        is_other = is_other_entity(f"openalex:{strip_site(str(record.get('id')))}", "W")
        return _OTHER_OPENALEX if is_other else Content("openalex")
    if keys & _RECORDS:
        return Content("records")
    if keys & _COUNTS:
        return Content("counts")
    return Content("records") if keys & _TITLED or keys <= KNOWN else UNSEEN


def _not_stored_content(what: str) -> Content:
    message = f"holds {what}, of Semantic Scholar, which scinet does not load"
    return _foreign_content(message, "Load its papers, abstracts and citations.")


def _recognise_separated(text: str, columns: Mapping[str, str], recognise: "Known[Any]") -> Content:
    """Recognise a table whose first lines share a delimiter."""
    if tables.find_header(text, person_map.map_columns) is not None:
        return _AUTHOR_MAP
    is_known = tables.find_header(text, recognise) is not None
    if (holds_works := openalex_snapshot.holds_ids(text)) is not None:
        return Content("openalex") if holds_works else _OTHER_OPENALEX
    if tables.find_header(text, openalex_tables.work_columns) is not None:
        return Content("openalex")
    if not is_known and entries.find_entries(text) is not None:
        return Content("bibliography")
    first, _, rest = text.partition("\n")
    for mark, what in ((",", "a CSV table"), ("\t", "a table with tabs"), (";", "a CSV table")):
        try:
            [names] = csv.reader([first.rstrip("\r")], delimiter=mark)
        except csv.Error:
            continue
        if mark == "," and {columns.get(key, key) for key in ("id", "count")} <= set(names):
            return Content("counts")
        if len(names) > 1 and mark in rest.partition("\n")[0]:
            if is_known:
                return Content("records")
            hint = "Name its columns with --column: id and title of papers, citing and cited, or "
            hint += "id and count."
            return _foreign_content(f"is {what} with the columns {_join_names(names)}", hint)
    return Content("records") if is_known else Content(None, "is plain text", CONVERT)


def _join_names(names: Any) -> str:
    shown = [str(name)[:40] for name in itertools.islice(names, 5)]
    return ", ".join(shown) + (", …" if len(names) > len(shown) else "")
