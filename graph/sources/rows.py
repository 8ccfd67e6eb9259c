"""Rows of a published table as lines: Parquet, a JSON document, or JSON lines.

In any format a row becomes a line of JSON with its place in the file, so that the same rules for
bad lines apply. The format is recognised by the first bytes.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from scinet.graph.sources import parquet_rows
from scinet.graph.sources.file_faults import FileFaultError, collect_faults
from scinet.graph.sources.files import (
    MAX_LINE,
    InputLine,
    ReadProgress,
    SourceFile,
    read_beginning,
    read_lines,
    read_unpacked,
)

# A list of rows, or an object with rows and metadata: a release, or a page of OpenAlex.
_DOCUMENT: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(\[|\{\s*("
    rb'"(metadata|data|meta|results|offset|total|next|token|citingPaperInfo)"\s*:'
    rb'|"(?:items|events)"\s*:\s*\['
    rb'|"status"\s*:\s*"\w+"\s*,\s*"message-type"\s*:\s*"(?:work|(?:work|event)-list)"))'
)
_INDENTED: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{[ \t]*\r?\n")  # rows of several lines
_DATA: Final = frozenset({b'"data"', b'"results"', b'"items"', b'"events"'})
_INSIDE_OF: Final = b'"message"'  # as Crossref answers
_KIND: Final = b'"message-type"'
_ALONE: Final = b'"work"'  # kind of an answer whose message is the row
# They only find the ends of values; the reader of lines checks their syntax.
_SPACE: Final = re.compile(rb"[ \t\r\n]*")
_WHOLE: Final = re.compile(rb'(?:[^\[\]{}"]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
_OUTSIDE: Final = re.compile(rb'[\[\]{}",:]')
_INSIDE: Final = re.compile(rb'[\[{]+|[\]}]+|"')
_IN_TEXT: Final = re.compile(rb'["\\]')
_FIRST_KEY: Final = 4096  # bytes, enough for the first key


def read_files(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the rows of all files, one file after the other; see :func:`read_file`."""
    return (line for file in files for line in read_file(file, reading))


def read_file(file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the rows of one file, each as a line of JSON.

    A fault ends the rows and is added to ``reading``, as for lines of JSON.
    """
    is_parquet = _is_parquet(file)
    with collect_faults(reading.faults, file.name):
        if is_parquet:
            yield from parquet_rows.read_rows(file, reading)
        elif (rows := _find_layout(file)) is not None:
            yield from _document_rows(file, reading, rows)
        else:
            yield from read_lines(file, reading)


def is_list(file: SourceFile) -> bool:
    """Whether a file begins like a document with a list of rows."""
    return _DOCUMENT.match(read_beginning(file, _FIRST_KEY)) is not None


def is_by_line(file: SourceFile) -> bool:
    """Whether each line of a file is a row; false if its beginning cannot be read."""
    with collect_faults([], file.name):
        return not _is_parquet(file) and _find_layout(file) is None
    return False


def _is_parquet(file: SourceFile) -> bool:
    with file.path.open("rb") as stream:
        return stream.read(len(parquet_rows.MAGIC)) == parquet_rows.MAGIC


def _find_layout(file: SourceFile) -> "_Layout | None":
    if is_list(file):
        return _iter_elements
    return _iter_objects if _INDENTED.match(read_beginning(file, _FIRST_KEY)) else None


def _document_rows(file: SourceFile, reading: ReadProgress, rows: "_Layout") -> Iterator[InputLine]:
    """Yield the rows of a document unparsed, so that the rules for lines apply to each."""
    number = 0
    try:
        chunks = read_unpacked(file, reading)
        first = next(chunks, b"")
        if first.startswith(BOM_UTF8):
            reading.accepted["byte_order_mark"] += 1
        text = _DocumentText(chain([first.removeprefix(BOM_UTF8)], chunks))
        for data, is_long in rows(text):
            number += 1
            reason = "line_over_16_MiB" if is_long else ""
            yield InputLine(file.name, number, 0, data, reason=reason)
    except ValueError as error:
        raise FileFaultError(
            file.name, "malformed_json", f"is not JSON after row {number}: {error}"
        ) from error


class _DocumentText:
    """Text of a document, of which little more than one value is in memory."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._data = b""
        self._place = 0

    def next(self) -> bytes:
        """Return the next byte that is not a space; empty at the end."""
        while True:
            self._place = _SPACE.match(self._data, self._place).end()  # type: ignore[union-attr]
            if self._place < len(self._data):
                return self._data[self._place : self._place + 1]
            if not self._has_more():
                return b""

    def skip(self, mark: bytes) -> None:
        """Move past a mark that must come next."""
        if (sign := self.next()) != mark:
            if not sign:
                raise ValueError("unexpected end")
            raise ValueError(
                f"it has {sign.decode(errors='replace')!r} where {mark.decode()} belongs"
            )
        self._place += 1

    def value(self) -> tuple[bytes, bool]:
        """Return the next value unparsed, and whether it is too long to hold."""
        self.next()
        beginning, at, depth, is_text = b"", self._place, 0, False
        while True:
            match = None if is_text or not depth else _WHOLE.match(self._data, at)
            at = at if match is None else match.end()
            match = (_IN_TEXT if is_text else _INSIDE if depth else _OUTSIDE).search(self._data, at)
            if match is None:
                at = max(at, len(self._data))
                if at - self._place > MAX_LINE:
                    beginning = beginning or self._data[self._place :][:1024]
                    self._place = len(self._data)
                at -= self._place
                if not self._has_more():
                    raise ValueError("unexpected end")
                continue
            at, mark = match.end(), match[0]
            if mark == b"\\":
                at += 1
            elif mark == b'"':
                is_text = not is_text
            elif mark[:1] in b"[{":
                depth += len(mark)
            elif depth:
                at -= max(len(mark) - depth, 0)
                depth -= min(len(mark), depth)
                if depth == 0:
                    break
            else:  # a mark after a number or constant
                at -= 1
                break
        data, self._place = self._data[self._place : at], at
        if not beginning and not data:
            raise ValueError("expected a value")
        is_long = bool(beginning) or len(data) > MAX_LINE
        return (beginning or data[:1024] if is_long else data.rstrip()), is_long

    def _has_more(self) -> bool:
        chunk = next(self._chunks, b"")
        self._data, self._place = self._data[self._place :] + chunk, 0
        return bool(chunk)


_Layout: TypeAlias = Callable[[_DocumentText], Iterator[tuple[bytes, bool]]]


def _iter_objects(text: _DocumentText) -> Iterator[tuple[bytes, bool]]:
    while text.next():
        yield text.value()


def _iter_elements(text: _DocumentText) -> Iterator[tuple[bytes, bool]]:
    """Yield the elements of a list, or of the data lists of objects, one page after the other.

    Raises:
        ValueError: Where the text is not JSON, or has no list.
    """
    while text.next() == b"{":
        yield from _iter_page(text)
        if not text.next():
            return
    yield from _iter_list(text)
    if text.next():
        raise ValueError("trailing data after the list")


def _iter_page(text: _DocumentText) -> Iterator[tuple[bytes, bool]]:
    """Yield the elements of the data list of an object, or its only row, and go to its end."""
    is_alone, depth = False, 1
    text.skip(b"{")
    while (key := text.value()[0]) not in _DATA:
        text.skip(b":")
        if key == _INSIDE_OF and is_alone:
            yield text.value()
            break
        if key == _INSIDE_OF and text.next() == b"{":
            text.skip(b"{")
            depth += 1
            continue
        is_alone |= text.value()[0] == _ALONE and key == _KIND
        text.skip(b",")
    else:
        text.skip(b":")
        yield from _iter_list(text)
    while depth:
        while text.next() == b",":
            text.skip(b",")
            text.value()
            text.skip(b":")
            text.value()
        text.skip(b"}")
        depth -= 1


def _iter_list(text: _DocumentText) -> Iterator[tuple[bytes, bool]]:
    text.skip(b"[")
    is_open = text.next() != b"]"
    while is_open:
        yield text.value()
        if is_open := text.next() != b"]":
            text.skip(b",")
    text.skip(b"]")
