"""Tables with a line of names above: CSV with any mark between cells, text with tabs, Excel."""

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from scinet.graph.sources.exports import Layout, Row, layout_of
from scinet.graph.sources.faults import MAX_EXPANSION, FileFaultError, expanded

_HEADER_LINES: Final = 6  # above the names Dimensions says what the table is
_MARKS: Final = (",", "\t", ";")
_LONGEST: Final = 16 * 1024 * 1024
_EXCEL: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class Header(NamedTuple):
    """Where a table names its columns.

    Attributes:
        row: Rows above the names.
        about: What these say.
        mark: Between cells; empty in a workbook.
    """

    layout: Layout
    names: list[str]
    row: int
    about: str
    mark: str = ""

    def entry(self, cells: dict[str, str]) -> dict[str, Any]:
        """The entry of a row."""
        return self.layout.entry(Row(cells, self.about))


def is_workbook(head: bytes) -> bool:
    """Whether these are the first bytes of Excel's formats, old or new."""
    return head.startswith(_EXCEL)


def header(text: str) -> Header | None:
    """The header of a table in text that a known database wrote."""
    first = text.splitlines()[:_HEADER_LINES]
    for mark in _MARKS:
        try:
            rows = list(csv.reader(first, delimiter=mark, quoting=_quoting(mark)))
        except csv.Error:
            continue
        if found := _header(rows, mark):
            return found
    return None


def workbook_header(data: bytes, name: str) -> Header | None:
    """The header of a workbook's first sheet that a known database wrote."""
    return _header([row for _, row in zip(range(_HEADER_LINES), sheet(data, name), strict=False)])


def _header(rows: list[list[str]], mark: str = "") -> Header | None:
    for number, names in enumerate(rows):
        if layout := layout_of(names):
            above = " ".join(" ".join(row) for row in rows[:number])
            return Header(layout, [name.strip().lower() for name in names], number, above, mark)
    return None


def _quoting(mark: str) -> Any:
    # Web of Science writes marks of quotation between tabs as they are.
    return csv.QUOTE_NONE if mark == "\t" else csv.QUOTE_MINIMAL


def text_rows(text: str, found: Header, name: str) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header with the number of their first line.

    Raises:
        FileFaultError: Where a quotation is not closed, or goes on after its end: rows would be
            lost unseen.
    """
    csv.field_size_limit(_LONGEST)
    stream = io.StringIO(text, newline="")
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


def sheet(data: bytes, name: str) -> Iterator[list[str]]:
    """The rows of a workbook's first sheet as text."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        if data.startswith(_EXCEL[0]):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                size = sum(member.file_size for member in archive.infolist())
            if size > max(MAX_EXPANSION * len(data), _LONGEST):
                raise expanded(name)
        rows = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
        listed = rows.to_python(skip_empty_area=False)
    except (CalamineError, zipfile.BadZipFile, ValueError, OSError, IndexError) as error:
        message = f"is a damaged workbook: {error}"
        raise FileFaultError(name, "excel_damaged", message) from error
    return ([_cell(value) for value in row] for row in listed)


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def as_cells(found: Header, row: list[str]) -> dict[str, str] | None:
    """The cells by column; None for a row that has other cells than the header has names."""
    extra = [cell for cell in row[len(found.names) :] if cell.strip()]
    missing = len(found.names) - len(row)
    if extra or missing > 1:  # Web of Science ends rows, or their header, with a tab too many
        return None
    cells: dict[str, str] = {}
    for name, cell in zip(found.names, row, strict=False):
        cells[name] = cells.get(name) or cell
    return cells
