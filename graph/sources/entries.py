"""Entries of a file in any export format, recognised by its first bytes."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scinet.errors import DataError
from scinet.extension import Registry, load_object, reference_of
from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import (
    acl_anthology,
    articles,
    arxiv,
    bibtex,
    crossref,
    csl,
    dblp,
    endnote,
    entry_warnings,
    jats,
    lens,
    pubmed,
    ris,
    tables,
    tei,
    web_of_science,
    xml,
)
from scinet.graph.sources.database_exports import LAYOUTS, ExportRow, Layout, layout_of
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile, is_json, read_beginning
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file
from scinet.graph.sources.whole_file import decode_head, decode_text, read_whole

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A format of text.

    Attributes:
        begins: Pattern of the beginning of a text.
        entries: Yields the records of a text with the numbers of their first lines; the text itself
            of an invalid one.
    """

    begins: re.Pattern[str]
    entries: Callable[[str], Iterator[tuple[int, Entry | str]]]


_TEXTS: Final = {
    "EndNote": TextFormat(endnote.PATTERN, endnote.entries),  # its tags are comments of BibTeX
    "BibTeX": TextFormat(re.compile(r"(?:\s*%[^\n]*\n)*\s*@\w+\s*[{(]"), bibtex.entries),
    "RIS": TextFormat(re.compile(r"\s*TY  ?-"), ris.entries),
    "Web of Science": TextFormat(web_of_science.PATTERN, web_of_science.entries),
    "PubMed": TextFormat(pubmed.PATTERN, pubmed.entries),
}


def _load_format(reference: str) -> TextFormat:
    loaded = load_object(reference)
    if not isinstance(loaded, TextFormat):
        wanted = reference_of(TextFormat)
        raise DataError(f"{reference} is not a {wanted}", hint="See docs/extend.md.")
    return loaded


TEXT_FORMATS: Final[Registry[TextFormat]] = Registry(
    "format", _TEXTS, load=_load_format, group="scinet.formats"
)
"""Formats of text by name, in the order in which they are tried."""


class XmlFormat(NamedTuple):
    """Format of XML.

    Attributes:
        tags: Elements that hold entries, in whatever namespace.
        entries: Yields the entries of such an element.
        passed_over: Elements beside them that are no papers.
    """

    tags: tuple[str, ...]
    entries: Callable[["Element"], Iterator[Entry]]
    passed_over: tuple[str, ...] = ()


_JATS: Final = XmlFormat(("article",), jats.article, ("Reply",))  # "not available"
_PUBMED: Final = XmlFormat(pubmed.TAGS, pubmed.article, pubmed.PASSED_OVER)
_ENDNOTE: Final = XmlFormat(("record",), endnote.record)
_TEI: Final = XmlFormat(("TEI",), tei.document)
_XML: Final[Mapping[str, XmlFormat]] = {
    **dict.fromkeys(("article", "articles", "pmc-articleset", "OAI-PMH"), _JATS),
    **dict.fromkeys((*pubmed.TAGS, "PubmedArticleSet", "PubmedBookArticleSet"), _PUBMED),
    "MedlineCitationSet": _PUBMED._replace(tags=("MedlineCitation",)),
    "BookDocumentSet": _PUBMED._replace(tags=("BookDocument",)),
    **dict.fromkeys(("xml", "records"), _ENDNOTE),
    "collection": XmlFormat(("volume",), acl_anthology.volume),
    "dblp": XmlFormat(dblp.TAGS, dblp.record, dblp.PASSED_OVER),
    **dict.fromkeys(("TEI", "teiCorpus"), _TEI),
}
"""Formats of XML by the name of the first element."""
_OBJECTS: Final[
    tuple[tuple[Callable[[Mapping[str, Any]], bool], Callable[[Entry, Notes], Entry]], ...]
] = (
    (lambda item: item.keys() >= articles.KEYS, articles.parsed),
    (lambda item: item.keys() >= arxiv.KEYS, arxiv.record),
    (lambda item: lens.KEY in item, lens.work),
    (crossref.is_work, crossref.work),
    (lambda _: True, csl.record),
)
"""Readers of JSON objects; the first whose test accepts the object is used."""


def _name(reader: Callable[..., Any]) -> str:
    return f"{reader.__module__.rpartition('.')[2]}.{reader.__name__}"


READERS: Final = frozenset(
    {_name(text_format.entries) for text_format in _TEXTS.values()}
    | {_name(xml_format.entries) for xml_format in _XML.values()}
    | {_name(make) for _, make in _OBJECTS}
    | {layout.name for layout in LAYOUTS}
)
"""Names of all readers of entries: functions by module, and layouts of database exports."""
_WITH_TEXT: Final = frozenset({_JATS, _TEI})
_SHOWN: Final = 1024  # bytes of an entry that cannot be read
_HEAD: Final = 64 * 1024


def kind_of_text(text: str) -> str | None:
    """Return the kind of load for the beginning of a text; None for an unknown format."""
    if (name := xml.root_name(text)) in _XML:
        return "articles" if _XML[name] in _WITH_TEXT else "bibliography"
    is_known = _find_format(text) or tables.find_header(text, layout_of)
    return None if is_known is None else "bibliography"


def _find_format(text: str) -> TextFormat | None:
    return next((form for _, form in TEXT_FORMATS.available() if form.begins.match(text)), None)


def kind_of_file(file: SourceFile) -> str | None:
    """Return the kind of load for a file of text or JSON objects."""
    if is_json(file):
        first = next(read_file(file, ReadProgress()), None)
        with suppress(BadRecordError):
            return first and kind_of_object(parse_object(first.data))
        return None
    return kind_of_text(decode_head(read_beginning(file, _HEAD)))


def kind_of_object(item: Mapping[str, Any]) -> str | None:
    """Return the kind of load for a JSON object; None for an unknown format."""
    if item.keys() >= articles.KEYS:
        return "articles"
    return None if _find_reader(item) is csl.record else "bibliography"


def read_entries(
    file: SourceFile, reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    """Yield the entries of a file with their lines; None for a line to be rejected."""
    if is_json(file):
        yield from _iter_objects(file, reading)
        return
    is_xml = xml.root_name(decode_head(read_beginning(file, _HEAD))) in _XML
    for number, entry in (_iter_xml if is_xml else _iter_text)(file, reading):
        if isinstance(entry, str):
            shown = entry.encode(errors="replace")[:_SHOWN]
            yield InputLine(file.name, number, 0, shown, reason="malformed_entry"), None
        else:
            yield InputLine(file.name, number, 0, b""), entry


def _iter_xml(file: SourceFile, reading: ReadProgress) -> Iterator[tuple[int, Entry | str]]:
    form = _XML[xml.root_name(decode_head(read_beginning(file, _HEAD)))]
    found = False
    for number, element in xml.iter_elements(file, reading, (*form.tags, *form.passed_over)):
        found = True
        if element.tag in form.passed_over:
            reading.accepted["not_a_paper"] += (
                len(element) if element.tag == "DeleteCitation" else 1
            )
            continue
        try:
            for entry in form.entries(element):
                yield number, entry
        except BadRecordError as error:
            yield number, f"<{element.tag}> {error}"
    if not found:
        raise FileFaultError(file.name, "xml_other", f"holds no {' or '.join(form.tags)}")


def _iter_text(file: SourceFile, reading: ReadProgress) -> Iterator[tuple[int, Entry | str]]:
    head = decode_head(read_beginning(file, _HEAD))
    if (form := _find_format(head)) is not None:
        yield from form.entries(decode_text(read_whole(file, reading), reading))
        return
    if (opened := tables.open_table(file, reading, layout_of)) is None:
        raise FileFaultError(file.name, "wrong_suffix", "has an unsupported format")
    yield from _iter_rows(*opened)


def _iter_rows(
    header: tables.TableHeader[Layout], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, Entry | str]]:
    for number, row in rows:
        cells = tables.row_cells(header, row)
        yield (
            number,
            " | ".join(row)
            if cells is None
            else header.layout.entry(ExportRow(cells, header.about)),
        )


def _iter_objects(
    file: SourceFile, reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    for line in read_file(file, reading):
        try:
            item = parse_object(line.data)
        except BadRecordError:
            yield line, None  # to be rejected where lines are checked
            continue
        notes = Notes()
        entry = _find_reader(item)(item, notes)
        entry_warnings.keep_notes(notes, entry)
        yield line, entry


def _find_reader(item: Mapping[str, Any]) -> Callable[[Entry, Notes], Entry]:
    return next(make for knows, make in _OBJECTS if knows(item))
