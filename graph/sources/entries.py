"""The entries of a file, in whichever format it was exported; seen from its first bytes."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.records import BadRecordError
from scinet.graph.sources import (
    acl_anthology,
    articles,
    arxiv,
    bibtex,
    crossref,
    csl,
    dblp,
    endnote,
    lens,
    pubmed,
    ris,
    tables,
    web_of_science,
    xml,
)
from scinet.graph.sources.exports import LAYOUTS, Layout, Row, layout_of
from scinet.graph.sources.faults import FileFaultError
from scinet.graph.sources.files import Line, Reading, SourceFile, beginning, is_json
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import row_lines
from scinet.graph.sources.whole import as_text, decoded, whole

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Entry = dict[str, Any]
_Texts = tuple[re.Pattern[str], Callable[[str], Iterator[tuple[int, Entry | str]]]]

_TEXTS: Final[tuple[_Texts, ...]] = (
    (endnote.PATTERN, endnote.entries),  # whose tags are comments of BibTeX
    (re.compile(r"(?:\s*%[^\n]*\n)*\s*@\w+\s*[{(]"), bibtex.entries),
    (re.compile(r"\s*TY  ?-"), ris.entries),
    (web_of_science.PATTERN, web_of_science.entries),
    (pubmed.PATTERN, pubmed.entries),
)
_TEI: Final = "{http://www.tei-c.org/ns/1.0}TEI"
_XML: Final[Mapping[str, tuple[tuple[str, ...], Callable[["Element"], Iterator[Entry]]]]] = {
    "article": (("article",), articles.jats),
    "pmc-articleset": (("article",), articles.jats),
    "PubmedArticleSet": (("PubmedArticle",), pubmed.article),
    "PubmedArticle": (("PubmedArticle",), pubmed.article),
    "xml": (("record",), endnote.record),
    "records": (("record",), endnote.record),
    "collection": (("volume",), acl_anthology.volume),
    "dblp": (dblp.TAGS, dblp.record),
    "TEI": ((_TEI,), articles.tei),
    "teiCorpus": ((_TEI,), articles.tei),
}
"""By the name of the root: the elements that hold entries, and what makes entries of one."""
_OBJECTS: Final[
    tuple[tuple[Callable[[Mapping[str, Any]], bool], Callable[[Entry], Entry]], ...]
] = (
    (lambda item: item.keys() >= articles.KEYS, articles.parsed),
    (lambda item: item.keys() >= arxiv.KEYS, arxiv.record),
    (lambda item: lens.KEY in item, lens.work),
    (crossref.is_work, crossref.work),
    (lambda _: True, csl.record),
)
"""What makes an entry of an object of JSON: of those that know it the first."""


def _name(reader: Callable[..., Any]) -> str:
    return f"{reader.__module__.rpartition('.')[2]}.{reader.__name__}"


READERS: Final = frozenset(
    {_name(read) for _, read in _TEXTS}
    | {_name(make) for _, make in _XML.values()}
    | {_name(make) for _, make in _OBJECTS}
    | {layout.name for layout in LAYOUTS}
)
"""Names of all that makes entries: functions by module, and databases that export tables."""
_WITH_TEXT: Final = frozenset({"article", "pmc-articleset", "TEI", "teiCorpus"})
_SHOWN: Final = 1024  # bytes of an entry that cannot be read
_HEAD: Final = 64 * 1024


def kind(text: str) -> str | None:
    """The kind of load for a text that begins like this; None where it is in no such format."""
    if (name := xml.root(text)) in _XML:
        return "articles" if name in _WITH_TEXT else "bibliography"
    if (
        any(pattern.match(text) for pattern, _ in _TEXTS)
        or tables.header(text, layout_of) is not None
    ):
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
    if item.keys() >= articles.KEYS:
        return "articles"
    return None if _reader(item) is csl.record else "bibliography"


def entries(file: SourceFile, reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    """The entries of a file with their places; None for a line that is to be rejected."""
    if is_json(file):
        yield from _items(file, reading)
        return
    is_xml = xml.root(as_text(beginning(file, _HEAD))) in _XML
    for number, entry in (_of_xml if is_xml else _of_text)(file, reading):
        if isinstance(entry, str):
            shown = entry.encode(errors="replace")[:_SHOWN]
            yield Line(file.name, number, 0, shown, reason="malformed_entry"), None
        else:
            yield Line(file.name, number, 0, b""), entry


def _of_xml(file: SourceFile, reading: Reading) -> Iterator[tuple[int, Entry | str]]:
    tags, make = _XML[xml.root(as_text(beginning(file, _HEAD)))]
    for number, element in xml.elements(file, reading, tags):
        try:
            for entry in make(element):
                yield number, entry
        except BadRecordError as error:
            yield number, f"<{element.tag}> {error}"


def _of_text(file: SourceFile, reading: Reading) -> Iterator[tuple[int, Entry | str]]:
    head = as_text(beginning(file, _HEAD))
    for pattern, read in _TEXTS:
        if pattern.match(head):
            yield from read(decoded(whole(file, reading), reading))
            return
    if (opened := tables.opened(file, reading, layout_of)) is None:  # whatever it is said to be
        raise FileFaultError(file.name, "wrong_suffix", "is in no format of papers that is known")
    yield from _rows(*opened)


def _rows(
    found: tables.Header[Layout], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, Entry | str]]:
    for number, row in rows:
        cells = tables.as_cells(found, row)
        yield (
            number,
            " | ".join(row) if cells is None else found.layout.entry(Row(cells, found.about)),
        )


def _items(file: SourceFile, reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    for line in row_lines(file, reading):
        try:
            item = parse_object(line.data)
        except BadRecordError:
            yield line, None  # to be rejected where lines are checked
            continue
        try:
            yield line, _reader(item)(item)
        except BadRecordError:
            yield line._replace(reason="malformed_entry"), None


def _reader(item: Mapping[str, Any]) -> Callable[[Entry], Entry]:
    """What makes an entry of an object."""
    return next(make for knows, make in _OBJECTS if knows(item))
