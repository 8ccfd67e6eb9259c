"""Tables with a header: CSV with any delimiter, text with tabs, Excel."""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from functools import reduce
from itertools import chain, islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

import orjson

from scinet.graph.sources.file_faults import MAX_EXPANSION, FileFaultError, expansion_fault
from scinet.graph.sources.files import (
    MAX_LINE,
    InputLine,
    ReadProgress,
    SourceFile,
    read_beginning,
    read_unpacked,
)
from scinet.graph.sources.whole_file import UTF16, decode_head, decode_line, read_whole

HEADER_LINES: Final = 6  # Dimensions describes the table above the names
_HEAD: Final = 64 * 1024  # bytes in which these lines stand
_DIALECTS: Final = (
    (",", csv.QUOTE_MINIMAL),
    ("\t", csv.QUOTE_NONE),  # Web of Science does not escape quotation marks between tabs
    (";", csv.QUOTE_MINIMAL),
    ("\t", csv.QUOTE_MINIMAL),
)
"""Delimiters of columns, and the quotation marks that count."""
_MOST: Final = 50_000_000  # cells of a workbook: each takes 32 bytes, filled or not
_CELL: Final = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_EXCEL: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

T = TypeVar("T")
Known = Callable[[Sequence[str]], T | None]
"""Function that returns the layout for column names, or None."""


class TableHeader(NamedTuple, Generic[T]):
    """Header of a table.

    Attributes:
        names: Column names in lower case.
        row: Number of rows above the names.
        about: Text of these rows.
        dialect: Delimiter and quotation marks; a workbook has none.
    """

    layout: T
    names: list[str]
    row: int
    about: str
    dialect: tuple[str, int] = _DIALECTS[0]


def is_workbook(head: bytes | bytearray) -> bool:
    """Whether these are the first bytes of an Excel file, old or new."""
    return head.startswith(_EXCEL)


class _Unpacked(io.RawIOBase):
    def __init__(self, file: SourceFile, reading: ReadProgress) -> None:
        self._chunks = read_unpacked(file, reading)
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or next(self._chunks, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def text_lines(file: SourceFile, reading: ReadProgress) -> Iterator[str]:
    """Yield the lines of a text with their line ends, read as it is unpacked."""
    raw = io.BufferedReader(_Unpacked(file, reading))
    code = "utf-16" if raw.peek(2)[:2] in UTF16 else "utf-8-sig"
    stream = io.TextIOWrapper(raw, code, errors="surrogateescape", newline="")
    number = 0
    try:
        while text := stream.readline(MAX_LINE):
            number += 1
            if len(text) == MAX_LINE:
                what = f"has line {number} over 16 MiB"
                raise FileFaultError(file.name, "line_over_16_MiB", what)
            # A byte order mark stands inside where files were concatenated.
            yield decode_line(text, reading).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise FileFaultError(file.name, "invalid_utf8", "is not UTF-16 to its end") from error


def split_rows(lines: Iterable[str], mark: str, quoting: Any) -> Iterator[list[str]]:
    """Yield the rows of a text in this dialect; none if it is not such a table."""
    with suppress(csv.Error):
        yield from list(csv.reader(lines, delimiter=mark, quoting=quoting))


def first_rows(lines: Sequence[str]) -> Iterator[list[list[str]]]:
    """Yield the first rows of a text in each dialect."""
    return (list(split_rows(lines, *dialect)) for dialect in _DIALECTS)


def top_lines(text: str) -> list[str]:
    """Return the first lines of a text, among which the header stands."""
    return list(islice(io.StringIO(text, newline=""), HEADER_LINES))


def find_header(lines: Sequence[str], recognise: Known[T]) -> TableHeader[T] | None:
    """Return the recognised header among the first lines of a text."""
    for rows, dialect in zip(first_rows(lines), _DIALECTS, strict=True):
        if match := header_among(rows, recognise, dialect):
            return match
    return None


def workbook_head(data: bytes | bytearray, name: str) -> list[list[str]]:
    """Return the first rows of a workbook's first sheet."""
    return list(islice(_read_sheet(data, name), HEADER_LINES))


def open_table(
    file: SourceFile, reading: ReadProgress, recognise: Known[T]
) -> tuple[TableHeader[T], Iterator[tuple[int, list[str]]]] | None:
    """Return header and rows of a table, each with the number of its first line."""
    head = read_beginning(file, _HEAD)
    if is_workbook(head):
        data = read_whole(file, reading)
        sheet = _read_sheet(data, file.name)
        top = list(islice(sheet, HEADER_LINES))
        if (match := header_among(top, recognise)) is None:
            return None
        if others := _count_other_sheets(data):
            reading.accepted["sheets_not_read"] += others
        start = match.row + 1
        numbered = enumerate(chain(top, sheet), start=1)
        return match, ((n, row) for n, row in numbered if n > start and any(row))
    match = find_header(top_lines(decode_head(head)), recognise)
    return match and (match, _read_text_rows(text_lines(file, reading), match, file.name))


def read_table(
    file: SourceFile,
    reading: ReadProgress,
    recognise: Known[T],
    make: Callable[[TableHeader[T], dict[str, str]], Any],
) -> Iterator[InputLine] | None:
    """Return the rows of a table, each as a line of JSON; None for another file.

    Args:
        make: Makes the object of a row from its cells by column.
    """
    if (opened := open_table(file, reading, recognise)) is None:
        return None
    header, listed = opened
    if isinstance(header.layout, Mapping):
        check_columns(header, header.layout.values(), file.name)

    def lines() -> Iterator[InputLine]:
        for number, row in iter_rows(listed, file.name):
            if (cells := row_cells(header, row)) is None:
                yield rejected_row(row, file.name, number)
            else:
                yield InputLine(file.name, number, 0, orjson.dumps(make(header, cells)))

    return lines()


def header_among(
    rows: list[list[str]], recognise: Known[T], dialect: tuple[str, int] = _DIALECTS[0]
) -> TableHeader[T] | None:
    """Return the first recognised header among rows of cells."""
    for number, names in enumerate(rows):
        if (layout := recognise(names)) is not None:
            above = " ".join(" ".join(row) for row in rows[:number])
            return TableHeader(
                layout, [normalise_column(name) for name in names], number, above, dialect
            )
    return None


def normalise_column(name: str) -> str:
    """Return a column name in lower case, without a leading ``#``."""
    return name.strip().removeprefix("#").strip().lower() or name.strip()


def check_columns(layout: TableHeader[Any], columns: Iterable[str], name: str) -> None:
    """Refuse a table in which a column to be read occurs twice.

    Raises:
        FileFaultError: If one does.
    """
    for column in columns:
        if layout.names.count(column) > 1:
            raise FileFaultError(name, "column_twice", f"has {column!r} twice")


def iter_rows(rows: Iterable[tuple[int, list[str]]], name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table.

    Raises:
        FileFaultError: If there are none.
    """
    number = 0
    for number, row in rows:
        yield number, row
    if not number:
        raise FileFaultError(name, "empty_file", "has no row below its header")


def rejected_row(row: Sequence[str], name: str, number: int) -> InputLine:
    """Make the line of a row that does not match its header."""
    shown = " | ".join(row).encode(errors="replace")[:1024]
    return InputLine(name, number, 0, shown, reason="malformed_entry")


def _read_text_rows(
    lines: Iterable[str], layout: TableHeader[T], name: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the header; an unclosed quotation is a fault, since it loses rows."""
    csv.field_size_limit(MAX_LINE)
    mark, quoting = layout.dialect
    rows = csv.reader(lines, delimiter=mark, quoting=quoting, strict=True)  # type: ignore[arg-type]
    number = 0
    try:
        for count, row in enumerate(rows):
            if count > layout.row and any(cell.strip() for cell in row):
                yield number + 1, row
            number = rows.line_num
    except csv.Error as error:
        message = f"is not a table at line {rows.line_num}: {error}"
        raise FileFaultError(name, "malformed_csv", message) from error


def _read_sheet(data: bytes | bytearray, name: str) -> Iterator[list[str]]:
    from python_calamine import CalamineError

    try:
        if data.startswith(_EXCEL[0]):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                size = sum(member.file_size for member in archive.infolist())
                if size > max(MAX_EXPANSION * len(data), MAX_LINE):
                    raise expansion_fault(name)
                for member in archive.namelist():
                    if (
                        member.startswith("xl/worksheets/")
                        and _count_cells(archive.read(member)) > _MOST
                    ):
                        what = "has a cell so far from its table that all between fill the memory"
                        raise FileFaultError(name, "excel_far_cell", what)
        listed = _read_workbook(data)
    except (
        *(CalamineError, zipfile.BadZipFile, zlib.error),
        *(ValueError, OSError, IndexError, OverflowError),
        RuntimeError,  # for a password
    ) as error:
        message = f"is a damaged workbook: {error}"
        raise FileFaultError(name, "excel_damaged", message) from error
    return ([_format_cell(value) for value in row] for row in listed)


def _read_workbook(data: bytes | bytearray) -> list[list[Any]]:
    from python_calamine import CalamineWorkbook

    with _translate_panics():
        rows = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
        return rows.to_python(skip_empty_area=False)


@contextmanager
def _translate_panics() -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which is not an Exception
            raise ValueError(error) from error
        raise


def _count_other_sheets(data: bytes | bytearray) -> int:
    """Count the sheets with cells, or damaged, after the first, which is the one that is read."""
    from python_calamine import CalamineError, CalamineWorkbook

    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    count = 0
    for number in range(1, len(workbook.sheet_names)):
        try:
            with _translate_panics():
                count += workbook.get_sheet_by_index(number).height > 0
        except (CalamineError, ValueError, OSError):
            count += 1
    return count


def _count_cells(sheet: bytes) -> int:
    """Count the cells in the bounding box of a sheet's non-empty cells."""
    columns: set[bytes] = set()
    rows: set[int] = set()
    for match in _CELL.finditer(sheet):
        columns.add(match[1])
        rows.add(int(match[2]))
    numbers = [reduce(lambda n, letter: 26 * n + letter - 64, name, 0) for name in columns] or [0]
    return (max(numbers) - min(numbers) + 1) * (max(rows, default=0) - min(rows, default=0) + 1)


def _format_cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def row_cells(layout: TableHeader[T], row: list[str]) -> dict[str, str] | None:
    """Return the cells by column; None for a malformed row or a repeated header."""
    if (
        row
        and normalise_column(row[0]) == layout.names[0]
        and [*map(normalise_column, row)] == layout.names
    ):
        return None
    extra = [cell for cell in row[len(layout.names) :] if cell.strip()]
    missing = len(layout.names) - len(row)
    if extra or missing > 1:  # Web of Science ends rows, or their header, with a tab too many
        return None
    cells: dict[str, str] = {}
    for name, cell in zip(layout.names, row, strict=False):
        cells[name] = cells.get(name) or cell
    return cells
