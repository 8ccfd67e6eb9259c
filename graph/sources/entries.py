"""The entries of a file, in whichever format it was exported; seen from its first bytes."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.records import BadRecordError
from scinet.graph.sources import articles, bibtex, csl, ris, tables, web_of_science, xml
from scinet.graph.sources.faults import FileFaultError
from scinet.graph.sources.files import Line, Reading, SourceFile, beginning, is_json, unpacked
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import row_lines

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Entry = dict[str, Any]
_Texts = tuple[re.Pattern[str], Callable[[str], Iterator[tuple[int, Entry | str]]]]

_TEXTS: Final[tuple[_Texts, ...]] = (
    (re.compile(r"(?:\s*%[^\n]*\n)*\s*@\w+\s*[{(]"), bibtex.entries),
    (re.compile(r"\s*TY  ?-"), ris.entries),
    (web_of_science.PATTERN, web_of_science.entries),
)
_TEI: Final = "{http://www.tei-c.org/ns/1.0}TEI"
_XML: Final[Mapping[str, tuple[tuple[str, ...], Callable[["Element"], Entry]]]] = {
    "article": (("article",), articles.jats),
    "pmc-articleset": (("article",), articles.jats),
    "TEI": ((_TEI,), articles.tei),
    "teiCorpus": ((_TEI,), articles.tei),
}
"""By the name of the root: the elements that are entries, and what makes an entry of one."""
_WITH_TEXT: Final = frozenset({"article", "pmc-articleset", "TEI", "teiCorpus"})
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_SHOWN: Final = 1024  # bytes of an entry that cannot be read
_LARGEST: Final = 512 * 1024 * 1024  # bytes; the parsers hold a whole text
_HEAD: Final = 64 * 1024


def kind(text: str) -> str | None:
    """The kind of load for a text that begins like this; None where it is in no such format."""
    if (name := xml.root(text)) in _XML:
        return "articles" if name in _WITH_TEXT else "bibliography"
    if any(pattern.match(text) for pattern, _ in _TEXTS) or tables.header(text) is not None:
        return "bibliography"
    return None


def of_file(file: SourceFile) -> str | None:
    """The kind of load for a file of text, or of objects."""
    if is_json(file):
        first = next(row_lines(file, Reading()), None)
        with suppress(BadRecordError):
            return first and of_object(parse_object(first.data))
        return None
    return kind(as_text(beginning(file, _HEAD)))


def of_object(item: Mapping[str, Any]) -> str | None:
    """The kind of load for an object of JSON; None where it is in no such format."""
    return "articles" if item.keys() >= articles.KEYS else None


def as_text(head: bytes) -> str:
    """The first bytes of a file as text."""
    return head.decode("utf-16" if head.startswith(_UTF16) else "utf-8-sig", errors="replace")


def entries(file: SourceFile, reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    """The entries of a file with their places; None for a line that is to be rejected."""
    if is_json(file):
        yield from _items(file, reading)
        return
    head = beginning(file, _HEAD)
    numbered = _of_workbook if tables.is_workbook(head) else _of_text
    if xml.root(as_text(head)) in _XML:
        numbered = _of_xml
    for number, entry in numbered(file, reading):
        if isinstance(entry, str):
            shown = entry.encode(errors="replace")[:_SHOWN]
            yield Line(file.name, number, 0, shown, reason="malformed_entry"), None
        else:
            yield Line(file.name, number, 0, b""), entry


def _of_xml(file: SourceFile, reading: Reading) -> Iterator[tuple[int, Entry | str]]:
    tags, make = _XML[xml.root(as_text(beginning(file, _HEAD)))]
    for number, element in xml.elements(file, reading, tags):
        try:
            yield number, make(element)
        except BadRecordError as error:
            yield number, f"<{element.tag}> {error}"


def _of_workbook(file: SourceFile, reading: Reading) -> Iterator[tuple[int, Entry | str]]:
    data = _whole(file, reading)
    if found := tables.workbook_header(data, file.name):
        numbered = enumerate(tables.sheet(data, file.name), start=1)
        yield from _rows(found, ((n, row) for n, row in numbered if n > found.row + 1 and any(row)))


def _of_text(file: SourceFile, reading: Reading) -> Iterator[tuple[int, Entry | str]]:
    text = _decoded(_whole(file, reading), reading)
    for pattern, read in _TEXTS:
        if pattern.match(text):
            yield from read(text)
            return
    if found := tables.header(text):
        yield from _rows(found, tables.text_rows(text, found, file.name))


def _rows(
    found: tables.Header, rows: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, Entry | str]]:
    for number, row in rows:
        cells = tables.as_cells(found, row)
        yield number, " | ".join(row) if cells is None else found.entry(cells)


def _items(file: SourceFile, reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    for line in row_lines(file, reading):
        try:
            item = parse_object(line.data)
        except BadRecordError:
            yield line, None  # to be rejected where lines are checked
            continue
        make = articles.parsed if item.keys() >= articles.KEYS else csl.record
        try:
            yield line, make(item)
        except BadRecordError:
            yield line._replace(reason="malformed_entry"), None


def _whole(file: SourceFile, reading: Reading) -> bytes:
    found = bytearray()
    for chunk in unpacked(file, reading):
        found += chunk
        if len(found) > _LARGEST:
            raise FileFaultError(file.name, "over_512_MiB", "is larger than a bibliography may be")
    return bytes(found)


def _decoded(data: bytes, reading: Reading) -> str:
    """A text in UTF-8 or marked UTF-16, or else in the code of older Windows programs."""
    try:
        return data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        return data.decode("cp1252", errors="replace")
