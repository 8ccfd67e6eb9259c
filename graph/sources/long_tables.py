"""Tables in text, however long they are: a line of names, and then one row after the other."""

import csv
from collections.abc import Iterator
from typing import Any, Final, TypeVar

from scinet.graph.sources import tables
from scinet.graph.sources.faults import FileFaultError
from scinet.graph.sources.files import MAX_LINE, Reading, SourceFile
from scinet.graph.sources.streams import text_lines

_MARKS: Final = (",", "\t", ";")
T = TypeVar("T")


def header(first: str, known: tables.Known[T]) -> tables.Header[T] | None:
    """What the first line of a table says, if it is known."""
    for mark in _MARKS:
        try:
            rows = list(csv.reader([first.rstrip("\r\n")], delimiter=mark))
        except csv.Error:
            continue
        if found := tables.header_of(rows, known, mark):
            return found
    return None


def opened(
    file: SourceFile, reading: Reading, known: tables.Known[T]
) -> tuple[tables.Header[T], Iterator[tuple[int, list[str]]]] | None:
    """The header and the rows of a table, each with the number of its first line."""
    texts = text_lines(file, reading)
    try:
        first = next(texts, "")
    except UnicodeDecodeError as error:
        raise FileFaultError(file.name, "invalid_utf8", "is not UTF-8") from error
    found = header(first, known)
    return None if found is None else (found, _rows(file, found, first, texts))


def _rows(
    file: SourceFile, found: tables.Header[Any], first: str, texts: Iterator[str]
) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(MAX_LINE)
    # Between tabs marks of quotation are text, unless the names are quoted as well.
    is_plain = found.mark == "\t" and not first.startswith('"')
    quoting: Any = csv.QUOTE_NONE if is_plain else csv.QUOTE_MINIMAL
    rows = csv.reader(texts, delimiter=found.mark, quoting=quoting, strict=True)
    number = 1
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield number + 1, row
            number = rows.line_num + 1
    except UnicodeDecodeError as error:
        raise FileFaultError(file.name, "invalid_utf8", "is not UTF-8") from error
    except csv.Error as error:
        message = f"is no table at line {rows.line_num + 1}: {error}"
        raise FileFaultError(file.name, "malformed_csv", message) from error
