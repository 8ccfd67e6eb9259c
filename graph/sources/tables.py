"""Tables with a line of names above: CSV with any mark between cells, text with tabs, Excel."""

import csv
import io
import itertools
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import reduce
from typing import Any, Final, Generic, NamedTuple, TypeVar

from scinet.graph.sources.faults import MAX_EXPANSION, FileFaultError, expanded
from scinet.graph.sources.files import Line, Reading, SourceFile, beginning
from scinet.graph.sources.whole import as_text, decoded, whole

HEADER_LINES: Final = 6  # above the names Dimensions says what the table is
_HEAD: Final = 64 * 1024  # bytes in which these lines stand
_MARKS: Final = (",", "\t", ";")
_LONGEST: Final = 16 * 1024 * 1024
_MOST: Final = 50_000_000  # cells of a workbook: each takes 32 bytes, filled or not
_CELL: Final = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_EXCEL: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

T = TypeVar("T")
Known = Callable[[Sequence[str]], T | None]
"""What knows a table by the names of its columns."""


class Header(NamedTuple, Generic[T]):
    """Where a table names its columns.

    Attributes:
        names: Of the columns, in lower case.
        row: Rows above the names.
        about: What these say.
        mark: Between cells; empty in a workbook.
    """

    layout: T
    names: list[str]
    row: int
    about: str
    mark: str = ""


def is_workbook(head: bytes | bytearray) -> bool:
    """Whether these are the first bytes of Excel's formats, old or new."""
    return head.startswith(_EXCEL)


def header(text: str, known: Known[T]) -> Header[T] | None:
    """The header of a table in text, if it is known."""
    first = text.splitlines()[:HEADER_LINES]
    for mark in _MARKS:
        try:
            rows = list(csv.reader(first, delimiter=mark, quoting=_quoting(mark)))
        except csv.Error:
            continue
        if found := header_of(rows, known, mark):
            return found
    return None


def workbook_top(data: bytes | bytearray, name: str) -> list[list[str]]:
    """The rows of a workbook's first sheet among which its header is."""
    return list(itertools.islice(_sheet(data, name), HEADER_LINES))


def opened(
    file: SourceFile, reading: Reading, known: Known[T]
) -> tuple[Header[T], Iterator[tuple[int, list[str]]]] | None:
    """The header and the rows of a table, each with the number of its first line."""
    head = beginning(file, _HEAD)
    if not is_workbook(head) and header(as_text(head), known) is None:
        return None  # whatever its size
    data = whole(file, reading)
    if is_workbook(data):
        if (found := header_of(workbook_top(data, file.name), known)) is None:
            return None
        start = found.row + 1
        numbered = enumerate(_sheet(data, file.name), start=1)
        return found, ((n, row) for n, row in numbered if n > start and any(row))
    text = decoded(data, reading)
    found = header(text[:_HEAD], known)  # a cell of the first rows may be too long to look at
    return None if found is None else (found, _text_rows(text, found, file.name))


def header_of(rows: list[list[str]], known: Known[T], mark: str = "") -> Header[T] | None:
    """The header among rows of cells, if it is known."""
    for number, names in enumerate(rows):
        if (layout := known(names)) is not None:
            above = " ".join(" ".join(row) for row in rows[:number])
            return Header(layout, [plain(name) for name in names], number, above, mark)
    return None


def plain(name: str) -> str:
    """The name of a column in lower case, without the mark of a comment."""
    return name.strip().removeprefix("#").strip().lower() or name.strip()


def check_columns(found: Header[Any], columns: Iterable[str], name: str) -> None:
    """Refuse a table that has a column twice which is read.

    Raises:
        FileFaultError: If it has one.
    """
    for column in columns:
        if found.names.count(column) > 1:
            raise FileFaultError(name, "column_twice", f"has {column!r} twice")


def some(rows: Iterable[tuple[int, list[str]]], name: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table.

    Raises:
        FileFaultError: If there are none.
    """
    number = 0
    for number, row in rows:
        yield number, row
    if not number:
        raise FileFaultError(name, "empty_file", "has no row below its header")


def bad_row(row: Sequence[str], name: str, number: int) -> Line:
    """A row of other cells than the header has names."""
    shown = " | ".join(row).encode(errors="replace")[:1024]
    return Line(name, number, 0, shown, reason="malformed_entry")


def _quoting(mark: str) -> Any:
    # Web of Science writes marks of quotation between tabs as they are.
    return csv.QUOTE_NONE if mark == "\t" else csv.QUOTE_MINIMAL


def _text_rows(text: str, found: Header[T], name: str) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header.

    Raises:
        FileFaultError: Where a quotation is not closed, or goes on after its end: rows would be
            lost unseen.
    """
    csv.field_size_limit(_LONGEST)
    # Where two files were put together a mark of byte order stands before the second one's names.
    stream = io.StringIO(text.replace("\n\ufeff", "\n"), newline="")
    rows = csv.reader(stream, delimiter=found.mark, quoting=_quoting(found.mark), strict=True)
    number = 0
    try:
        for count, row in enumerate(rows):
            if count > found.row and any(cell.strip() for cell in row):
                yield number + 1, row
            number = rows.line_num
    except csv.Error as error:
        message = f"is no table at line {rows.line_num}: {error}"
        raise FileFaultError(name, "malformed_csv", message) from error


def _sheet(data: bytes | bytearray, name: str) -> Iterator[list[str]]:
    """The rows of a workbook's first sheet as text."""
    from python_calamine import CalamineError

    try:
        if data.startswith(_EXCEL[0]):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                size = sum(member.file_size for member in archive.infolist())
                if size > max(MAX_EXPANSION * len(data), _LONGEST):
                    raise expanded(name)
                for member in archive.namelist():
                    if member.startswith("xl/worksheets/") and _cells(archive.read(member)) > _MOST:
                        what = "has a cell so far from its table that all between fill the memory"
                        raise FileFaultError(name, "excel_far_cell", what)
        listed = _read(data)
    except (
        *(CalamineError, zipfile.BadZipFile, zlib.error),
        *(ValueError, OSError, IndexError, OverflowError),
        RuntimeError,  # for a password
    ) as error:
        message = f"is a damaged workbook: {error}"
        raise FileFaultError(name, "excel_damaged", message) from error
    return ([_cell(value) for value in row] for row in listed)


def _read(data: bytes | bytearray) -> list[list[Any]]:
    from python_calamine import CalamineWorkbook

    try:
        rows = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
        return rows.to_python(skip_empty_area=False)
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which is no Exception
            raise ValueError(error) from error
        raise


def _cells(sheet: bytes) -> int:
    """How many cells a sheet in XML has from the first to the last that is filled, all between."""
    columns: set[bytes] = set()
    rows: set[int] = set()
    for match in _CELL.finditer(sheet):
        columns.add(match[1])
        rows.add(int(match[2]))
    numbers = [reduce(lambda n, letter: 26 * n + letter - 64, name, 0) for name in columns] or [0]
    return (max(numbers) - min(numbers) + 1) * (max(rows, default=0) - min(rows, default=0) + 1)


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def as_cells(found: Header[T], row: list[str]) -> dict[str, str] | None:
    """The cells by column; None for a row of other cells than the header has, and for it again."""
    if row and plain(row[0]) == found.names[0] and [*map(plain, row)] == found.names:
        return None
    extra = [cell for cell in row[len(found.names) :] if cell.strip()]
    missing = len(found.names) - len(row)
    if extra or missing > 1:  # Web of Science ends rows, or their header, with a tab too many
        return None
    cells: dict[str, str] = {}
    for name, cell in zip(found.names, row, strict=False):
        cells[name] = cells.get(name) or cell
    return cells
