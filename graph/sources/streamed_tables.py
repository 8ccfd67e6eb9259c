"""Text tables of any length, unpacked and decoded while reading: a header line, then rows."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any, Final, TypeVar

from scinet.graph.sources import tables
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import MAX_LINE, ReadProgress, SourceFile, read_unpacked

_MARKS: Final = (",", "\t", ";")
T = TypeVar("T")


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
    """Yield the lines of a UTF-8 text with their line ends."""
    raw = io.BufferedReader(_Unpacked(file, reading))
    stream = io.TextIOWrapper(raw, "utf-8-sig", newline="")
    number = 0
    while text := stream.readline(MAX_LINE):
        number += 1
        if len(text) == MAX_LINE:
            raise FileFaultError(file.name, "line_over_16_MiB", f"has line {number} over 16 MiB")
        yield text.removeprefix("\ufeff")  # inside where files were concatenated


def top_lines(text: str) -> list[str]:
    """Return the first lines of a text, among which the header stands."""
    return list(islice(io.StringIO(text, newline=""), tables.HEADER_LINES))


def find_header(first: Iterable[str], recognise: tables.Known[T]) -> tables.TableHeader[T] | None:
    """Return the first recognised header among lines."""
    for line, mark in product(first, _MARKS):
        try:
            rows = list(csv.reader([line.rstrip("\r\n")], delimiter=mark))
        except csv.Error:
            continue
        if match := tables.header_among(rows, recognise, mark):
            return match
    return None


def open_table(
    file: SourceFile, reading: ReadProgress, recognise: tables.Known[T]
) -> tuple[tables.TableHeader[T], Iterator[tuple[int, list[str]]]] | None:
    """Return header and rows of a table, each with the number of its first line."""
    texts = text_lines(file, reading)
    try:
        for above, line in enumerate(islice(texts, tables.HEADER_LINES), start=1):
            if match := find_header([line], recognise):
                return match, _iter_rows(file, match, texts, above, line)
    except UnicodeDecodeError as error:
        raise FileFaultError(file.name, "invalid_utf8", "is not UTF-8") from error
    return None


def _iter_rows(
    file: SourceFile, layout: tables.TableHeader[Any], texts: Iterator[str], above: int, names: str
) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(MAX_LINE)
    # Between tabs quotation marks are text, unless the names are quoted as well.
    is_plain = layout.mark == "\t" and not names.startswith('"')
    quoting: Any = csv.QUOTE_NONE if is_plain else csv.QUOTE_MINIMAL
    rows = csv.reader(texts, delimiter=layout.mark, quoting=quoting, strict=True)
    number = above
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield number + 1, row
            number = rows.line_num + above
    except UnicodeDecodeError as error:
        raise FileFaultError(file.name, "invalid_utf8", "is not UTF-8") from error
    except csv.Error as error:
        message = f"is not a table at line {rows.line_num + above}: {error}"
        raise FileFaultError(file.name, "malformed_csv", message) from error
