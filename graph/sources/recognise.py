"""Registry of all formats, and recognition of files by their first bytes, never by name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import QUOTE_MINIMAL
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile, ZipFile

from scinet.errors import DataError
from scinet.extension import Registry, load_object, reference_of
from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import (
    acl_anthology,
    aminer,
    articles,
    arxiv,
    bibtex,
    claims,
    counts,
    crossref,
    csl,
    database_exports,
    dblp,
    document_files,
    documents,
    endnote,
    entry_warnings,
    fulltext,
    jats,
    lens,
    openalex_snapshot,
    openalex_tables,
    paper_tables,
    papers,
    person_map,
    prescience,
    pubmed,
    ris,
    sciencemeter,
    scipaths,
    semantic_scholar_files,
    tables,
    tei,
    web_of_science,
)
from scinet.graph.sources.entries import Entry, Format, ObjectFormat, TextFormat, join_names
from scinet.graph.sources.files import (
    CONVERT,
    FOREIGN,
    InputLine,
    ReadProgress,
    SourceFile,
    is_json,
)
from scinet.graph.sources.head import Head
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file

_ZIP: Final = b"PK\x03\x04"
_UTF_16: Final = FOREIGN[b"\xff\xfe"][0]
_TAR: Final = b"ustar"
_TAR_PLACE: Final = 257
_NULLS: Final = re.compile(r"\s*\[\s*(?:null\s*(?:,\s*(?=n))?)*\]\s*")
_CROSSREF: Final = re.compile(r'\s*\{\s*"status"\s*:\s*"\w+"\s*,\s*"message-type"')
_HTML: Final = re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_SHOWN: Final = 1024  # bytes of an entry that cannot be read

_OWN: Final = (
    sciencemeter.FORMAT,
    claims.FORMAT,
    semantic_scholar_files.FORMAT,
    *aminer.FORMATS,
    jats.FORMAT,
    tei.FORMAT,
    articles.FORMAT,
    arxiv.FORMAT,
    lens.FORMAT,
    crossref.FORMAT,
    *document_files.FORMATS,
    *prescience.FORMATS,
    fulltext.FORMAT,
    scipaths.FORMAT,
    *endnote.FORMATS,  # its tags are comments of BibTeX
    bibtex.FORMAT,
    ris.FORMAT,
    web_of_science.FORMAT,
    *pubmed.FORMATS,
    acl_anthology.FORMAT,
    dblp.FORMAT,
    *database_exports.FORMATS,
    csl.FORMAT,
    *openalex_snapshot.FORMATS,
    openalex_tables.FORMAT,
    *counts.FORMATS,
    papers.FORMAT,
    paper_tables.FORMAT,
)


def _load_format(reference: str) -> Format:
    loaded = load_object(reference)
    if not isinstance(loaded, Format):
        raise DataError(f"{reference} is not a {reference_of(Format)}", hint="See docs/extend.md.")
    return loaded


FORMATS: Final[Registry[Format]] = Registry(
    "format", {form.name: form for form in _OWN}, load=_load_format, group="scinet.formats"
)
"""Formats that a load reads, by name, in the order in which they are tried."""


class Recognised(NamedTuple):
    """Format of a file, and why it is taken to be in it."""

    format: Format
    why: str = ""


def _foreign(name: str, hint: str) -> Format:
    return Format(name=name, hint=hint, is_foreign=True)


NOTHING: Final = Format(
    name="is an answer of a service that found nothing", hint="Look at what was asked."
)
BROKEN: Final = Format(
    name="is not valid JSON",
    hint="Fix it; or name its kind with --as, and each bad line is listed.",
)
_SIMULATED: Final = ObjectFormat(
    lambda item: item.keys() >= {"stands_for", "citations"},
    name="holds papers of `scinet simulate`, which nobody wrote",
    hint="`scinet simulation store FOLDER` stores them apart from real papers.",
    is_foreign=True,
)
_FETCHED: Final = ObjectFormat(
    lambda item: "fetched_from" in item,
    name="is the manifest of what was fetched",
    hint="Load its folder.",
)
_OTHERS: Final = (
    _SIMULATED,
    *person_map.FORMATS,
    openalex_snapshot.MANIFEST,
    _FETCHED,
    *semantic_scholar_files.NOT_STORED,
    prescience.SIDE_FILE,
    *openalex_snapshot.OTHERS,
)
"""What files hold besides, which resembles what is loaded."""


def recognise_file(file: SourceFile, columns: Mapping[str, str] | None = None) -> list[Recognised]:
    """Recognise a file by its beginning.

    Args:
        columns: Column by field, where the caller names them.

    Returns:
        All formats that it may be in, the likeliest first; or what it is, if no load reads it.
    """
    head = Head(file, columns)
    formats = [*_OTHERS, *(replace(form, name=name) for name, form in FORMATS.available())]
    if head.is_json and not head.data.startswith(tuple(FOREIGN)):
        return [_recognise_records(head, [it for it in formats if isinstance(it, ObjectFormat)])]
    seen = [Recognised(form, why) for form in formats if (why := form.recognise(head))]
    if any(item.format.kind == "bibliography" for item in seen):  # with columns as of one's own
        seen = [item for item in seen if item.format.kind != papers.FORMAT.kind]
    if seen:
        return seen
    known = next(_describe_bytes(head), None)
    if known is None or known.name == _UTF_16:  # of which only text is read
        seen = _find_entries(head, formats)
    return seen or [Recognised(known or _describe_text(head.text))]


def _find_entries(head: Head, formats: Iterable[Format]) -> list[Recognised]:
    """Recognise a text whose first entry stands below other text."""
    found = [
        (place, Recognised(form, "an entry begins below other text"))
        for form in formats
        if isinstance(form, TextFormat) and (place := form.find(head.text)) is not None
    ]
    return [seen for _, seen in sorted(found, key=itemgetter(0))]


def _recognise_records(head: Head, formats: Sequence[ObjectFormat]) -> Recognised:
    """Recognise JSON by the first of its records that is in a known format."""
    if _NULLS.fullmatch(head.text):
        return Recognised(NOTHING)
    if _CROSSREF.match(head.text) and not head.is_list:
        return Recognised(_foreign("is an answer of Crossref", CONVERT))
    outlier: Recognised | None = None  # a single such record may be one
    for record in head.records:
        alone = record.get("message") if record.get("message-type") == "work" else None
        item = alone if isinstance(alone, dict) else record
        if (form := next((form for form in formats if form.knows(item)), None)) is None:
            continue
        seen = Recognised(form, f"its records have {join_names(item)}")
        if form.name == papers.FORMAT.name and documents.may_lack_paper(record):
            outlier = seen
        elif not form.is_foreign:
            return seen
        elif outlier is None or not outlier.format.kind:
            outlier = seen
    return outlier or Recognised(_describe_records(head.records))


def _describe_records(records: Sequence[Mapping[str, Any]]) -> Format:
    if not records:
        return BROKEN
    first = records[0]
    inner = first.get("message")  # as Crossref answers
    answer = {**inner, **first} if isinstance(inner, dict) else first
    if any(answer.get(key, first) in ([], None) for key in ("results", "data", "items")):
        return NOTHING
    return Format(
        name=f"holds JSON objects with {join_names(first)}, which is nothing that scinet loads",
        hint="docs/load.md lists what it loads; or name the kind with --as.",
    )


def _describe_bytes(head: Head) -> Iterator[Format]:
    """Yield what a file is that no load reads, where it is no plain text."""
    if head.parquet is not None:
        yield _foreign(f"is a Parquet table with the columns {join_names(head.parquet)}", CONVERT)
    if isinstance(head.workbook, list):
        named = join_names(list(filter(None, next(head.names(), []))))
        yield _foreign(f"is an Excel workbook with the columns {named}", CONVERT)
    elif head.workbook is not None and head.workbook.fault.reason != "excel_damaged":
        yield _foreign(head.workbook.fault.message, "Save it as CSV.")
    if head.data.startswith(_ZIP):
        yield _describe_archive(head.file.path)
    if head.data[_TAR_PLACE:].startswith(_TAR):
        yield _foreign("is a tar archive", FOREIGN[_ZIP][1])
    for magic, (name, hint) in FOREIGN.items():
        if head.data.startswith(magic):
            yield _foreign(name, hint)
    if head.is_markup:
        yield _foreign("is a web page" if _HTML.match(head.text) else "is XML", CONVERT)


def _describe_text(text: str) -> Format:
    if "\0" in text or not text.strip():
        return Format(name="is in no format that scinet knows", hint=CONVERT)
    first, _, rest = text.partition("\n")
    for mark, name in ((",", "a CSV table"), ("\t", "a table with tabs"), (";", "a CSV table")):
        names = next(tables.split_rows([first.rstrip("\r")], mark, QUOTE_MINIMAL), [])
        if len(names) > 1 and mark in rest.partition("\n")[0]:
            hint = "Name its columns with --column: id and title of papers, citing and cited, or "
            return _foreign(
                f"is {name} with the columns {join_names(names)}", f"{hint}id and count."
            )
    return Format(name="is plain text", hint=CONVERT)


def _describe_archive(path: Path) -> Format:
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
    except (BadZipFile, OSError, ValueError, NotImplementedError):
        message = "is a zip archive, or an Excel workbook, that is damaged"
        return _foreign(message, "Download or save it again.")
    if any(name.startswith("xl/") for name in names):
        return _foreign("is an Excel workbook that is damaged", "Save it again, or as CSV.")
    if any(name.startswith("word/") for name in names):
        return _foreign("is a Word document", CONVERT)
    return _foreign(*FOREIGN[_ZIP])


def find_format(file: SourceFile) -> Format:
    """Return the format in which a file is to be read: the one named for it, else the likeliest."""
    return FORMATS[file.format] if file.format else recognise_file(file)[0].format


def read_entries(
    file: SourceFile, reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    """Yield the entries of a file with their lines; None for a line to be rejected."""
    if is_json(file):
        yield from _read_objects(file, reading)
        return
    for number, entry in find_format(file).read(file, reading):
        if isinstance(entry, str):
            shown = entry.encode(errors="replace")[:_SHOWN]
            yield InputLine(file.name, number, 0, shown, reason="malformed_entry"), None
        else:
            yield InputLine(file.name, number, 0, b""), entry


def _read_objects(
    file: SourceFile, reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    """Yield the entries of JSON objects, each in the format that it is in."""
    formats = [form for _, form in FORMATS.available() if isinstance(form, ObjectFormat)]
    makers = [(form.knows, form.make) for form in formats if form.make is not None]
    for line in read_file(file, reading):
        try:
            item = parse_object(line.data)
        except BadRecordError:
            yield line, None  # to be rejected where lines are checked
            continue
        make = next((make for knows, make in makers if knows(item)), csl.record)
        notes = Notes()
        entry = make(item, notes)
        entry_warnings.keep_notes(notes, entry)
        yield line, entry
