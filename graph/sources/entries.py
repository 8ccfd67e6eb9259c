"""Formats of files: how one is recognised, which load reads it, and its entries.

Each format is one object beside its reader; :mod:`scinet.graph.sources.recognise` lists them all.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import tables, values, xml
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import ReadProgress, SourceFile
from scinet.graph.sources.head import HEAD, Head
from scinet.graph.sources.whole_file import decode_text, read_whole

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Entry: TypeAlias = dict[str, Any]
Entries: TypeAlias = Iterator[tuple[int, Entry | str]]
"""Entries with the numbers of their first lines; the text itself of an invalid one."""
_LINE: Final = re.compile(r"(?:\A|(?<=[\r\n])) {0,3}+\S")  # deeper ones are quoted
_LINE_END: Final = re.compile(r"\r\n?|\n")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """Format of files.

    Attributes:
        name: Name by which people know it; of one that no load reads, what such a file is.
        kind: Kind of load that reads it; empty for none.
        page: Its page in ``docs/sources``; ``docs/load.md`` describes others.
        hint: What to do with a file that no load reads.
        is_foreign: Whether no load can read it, whatever kind is named.
        test: Says from the beginning of a file why it is in the format; empty if it is not.
    """

    name: str = ""
    kind: str = ""
    page: str = ""
    hint: str = ""
    is_foreign: bool = False
    test: Callable[[Head], str] = lambda _: ""

    def recognise(self, head: Head) -> str:
        """Say why a file is in the format; empty if it is not."""
        return self.test(head)

    def read(self, file: SourceFile, _reading: ReadProgress) -> Entries:
        """Yield the entries of a file.

        Raises:
            FileFaultError: If the file is in another format, or this one has no entries.
        """
        raise FileFaultError(file.name, "wrong_suffix", "has an unsupported format")


@dataclass(frozen=True, slots=True)
class TextFormat(Format):
    """Format of text.

    Attributes:
        begins: Pattern of the beginning of an entry.
        entries: Yields the entries of a text that begins with one.
    """

    begins: re.Pattern[str]
    entries: Callable[[str], Entries]
    kind: str = field(default="bibliography", kw_only=True)

    def recognise(self, head: Head) -> str:
        """Say how the text begins; lines above its first entry are looked at elsewhere."""
        match = self.begins.match(head.text)
        return f"it begins with {match[0].strip()!r:.40}" if match else ""

    def find(self, text: str) -> int | None:
        """Return the place of the first entry, which may stand below other text.

        An entry quoted in a page of Markdown is text.
        """
        for line in _LINE.finditer(text):
            if self.begins.match(text, line.start()):
                return line.start()
            if _FENCE.match(text, line.start()):
                return None
        return None

    def read(self, file: SourceFile, reading: ReadProgress) -> Entries:
        """Yield the entries of a file, and count the lines above the first."""
        text = decode_text(read_whole(file, reading), reading)
        place = 0 if self.begins.match(text) else self.find(text[:HEAD])
        if place is None:
            raise FileFaultError(file.name, "wrong_suffix", f"has no entry of {self.name}")
        above = _LINE_END.split(text[:place])[:-1]
        if passed := sum(bool(line.strip()) for line in above):
            reading.accepted["text_above_entries"] += passed
        for number, entry in self.entries(text[place:]):
            yield number + len(above), entry


@dataclass(frozen=True, slots=True)
class XmlFormat(Format):
    """Format of XML.

    Attributes:
        roots: Names of the first element.
        tags: Names of the elements that hold entries, in whatever namespace.
        make: Yields the entries of one.
        passed_over: Names of elements beside them that are no papers.
    """

    roots: frozenset[str]
    tags: Collection[str]
    make: Callable[["Element"], Iterator[Entry]]
    passed_over: Collection[str] = ()
    kind: str = field(default="bibliography", kw_only=True)

    def recognise(self, head: Head) -> str:
        """Say which element is the first."""
        return f"its first element is <{head.root}>" if head.root in self.roots else ""

    def read(self, file: SourceFile, reading: ReadProgress) -> Entries:
        """Yield the entries of a file, and count what is passed over."""
        found = False
        for number, element in xml.iter_elements(file, reading, (*self.tags, *self.passed_over)):
            found = True
            if element.tag in self.passed_over:
                several = len(element) if element.tag == "DeleteCitation" else 1
                reading.accepted["not_a_paper"] += several
                continue
            try:
                for entry in self.make(element):
                    yield number, entry
            except BadRecordError as error:
                yield number, f"<{element.tag}> {error}"
        if not found:
            raise FileFaultError(file.name, "xml_other", f"holds no {' or '.join(self.tags)}")


@dataclass(frozen=True, slots=True)
class ObjectFormat(Format):
    """Format of JSON objects: lines, a list, or the answer of a service.

    Attributes:
        knows: Whether an object is in the format.
        make: Makes the entry of an object; None where the load reads the objects themselves.
    """

    knows: Callable[[Mapping[str, Any]], bool]
    make: Callable[[Entry, Notes], Entry] | None = None


class ExportRow:
    """Row of a table with cells by column name."""

    def __init__(self, cells: Mapping[str, str], about: str = "") -> None:
        self._cells = cells
        self.about = about

    def __call__(self, *names: str) -> str:
        """Return the first non-empty cell of these columns, or an empty string."""
        return next(filter(None, (values.clean_text(self._cells.get(name)) for name in names)), "")


@dataclass(frozen=True, slots=True)
class TableFormat(Format):
    """Format of tables: CSV, text with tabs, Excel.

    Attributes:
        marks: Columns in lower case that together identify the format, in any of these sets.
        entry: Makes the entry of a row.
        without: Columns that the format never has.
    """

    marks: Sequence[frozenset[str]]
    entry: Callable[[ExportRow], Entry]
    without: frozenset[str] = frozenset()
    kind: str = field(default="bibliography", kw_only=True)

    def recognise(self, head: Head) -> str:
        """Say which columns the table has."""
        return next(
            (
                f"its columns include {', '.join(sorted(marks))}"
                for names in head.names()
                if (marks := self._marks_among(names))
            ),
            "",
        )

    def _marks_among(self, names: Collection[str]) -> frozenset[str] | None:
        lowered = set(map(tables.normalise_column, names))
        fitting = (marks for marks in self.marks if marks <= lowered)
        return None if lowered & self.without else next(fitting, None)

    def read(self, file: SourceFile, reading: ReadProgress) -> Entries:
        """Yield the entries of the rows."""
        if (opened := tables.open_table(file, reading, self._marks_among)) is None:
            raise FileFaultError(file.name, "wrong_suffix", "has an unsupported format")
        header, rows = opened
        for number, row in rows:
            cells = tables.row_cells(header, row)
            yield (
                number,
                " | ".join(row) if cells is None else self.entry(ExportRow(cells, header.about)),
            )


def join_names(names: Collection[str]) -> str:
    """Join the first names of a list."""
    shown = [str(name)[:40] for name in names][:_SHOWN]
    return ", ".join(shown) + (", …" if len(names) > len(shown) else "")
