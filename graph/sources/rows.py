"""Rows of a published table as lines: Parquet, a JSON document, or JSON lines.

Whatever the form, a row is one line of JSON with its place in the file, so that the rules for bad
lines hold for all. The form is seen from the first bytes.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson

from scinet.graph.sources.faults import MAX_EXPANSION, FileFaultError, expanded, noted
from scinet.graph.sources.files import (
    MAX_LINE,
    Line,
    Reading,
    SourceFile,
    beginning,
    lines,
    must_be_unchanged,
    unpacked,
)

_PARQUET: Final = b"PAR1"
_ROWS_AT_A_TIME: Final = 32  # a row may have megabytes though its file is small
_ALWAYS: Final = 16 * 1024 * 1024  # bytes that any file may unpack to
# A list of rows, or an object with the rows and what made them: a release, or a page of OpenAlex.
_DOCUMENT: Final = re.compile(rb'\s*(\[|\{\s*"(metadata|data|meta|results)"\s*:)')
_DATA: Final = frozenset({"data", "results"})
_SPACE: Final = re.compile(r"[ \t\r\n]*")
# Only finds where values end: what they may be is a question of the reader of lines.
_DECODER: Final = json.JSONDecoder(strict=False, parse_int=str, parse_float=str)
_FIRST_KEY: Final = 4096  # bytes that hold it


def row_files(files: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The rows of all files, one file after the other; see :func:`row_lines`."""
    return (line for file in files for line in row_lines(file, reading))


def row_lines(file: SourceFile, reading: Reading) -> Iterator[Line]:
    """The rows of one file, each as a line of JSON.

    A fault ends the rows and is added to ``reading``, as for lines of JSON.
    """
    with file.path.open("rb") as stream:
        is_parquet = stream.read(len(_PARQUET)) == _PARQUET
    with noted(reading.faults, file.name):
        if is_parquet:
            yield from _of_table(file, reading)
        elif _DOCUMENT.match(beginning(file, _FIRST_KEY)):
            yield from _of_document(file, reading)
        else:
            yield from lines(file, reading)


def _of_table(file: SourceFile, reading: Reading) -> Iterator[Line]:
    import pyarrow as pa
    from pyarrow import parquet

    number = given = 0
    with file.path.open("rb") as stream:
        try:
            table = parquet.ParquetFile(stream)
            for batch in table.iter_batches(batch_size=_ROWS_AT_A_TIME):
                must_be_unchanged(file, stream)
                for row in _of_batch(batch):
                    number += 1
                    line = _line(file, number, row)
                    given += len(line.data)
                    if given > max(MAX_EXPANSION * file.size, _ALWAYS):
                        raise expanded(file.name)
                    yield line
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            must_be_unchanged(file, stream)
            first, _, _ = str(error).partition("\n")
            raise FileFaultError(
                file.name, "parquet_damaged", f"is damaged after row {number}: {first}"
            ) from error
    reading.done += file.size


def _of_batch(batch: Any) -> list[Any]:
    """The rows; None for one with a value that Python cannot hold."""
    try:
        listed: list[Any] = batch.to_pylist()
    except (OverflowError, ValueError):
        if len(batch) == 1:
            return [None]
        return [row for place in range(len(batch)) for row in _of_batch(batch.slice(place, 1))]
    return listed


def _line(file: SourceFile, number: int, row: Any) -> Line:
    if row is None:
        return Line(file.name, number, 0, b"", reason="value_out_of_range")
    return Line(file.name, number, 0, orjson.dumps(row, default=str))


def _of_document(file: SourceFile, reading: Reading) -> Iterator[Line]:
    """The rows of a document as they are written, so that the rules for lines hold for each."""
    text = b"".join(unpacked(file, reading)).decode(errors="surrogateescape")
    number = 0
    try:
        for row in _rows(text):
            number += 1
            data = row.encode(errors="surrogateescape")
            is_long = len(data) > MAX_LINE
            reason = "line_over_16_MiB" if is_long else ""
            yield Line(file.name, number, 0, data[:1024] if is_long else data, reason=reason)
    except (ValueError, IndexError, RecursionError) as error:
        raise FileFaultError(
            file.name, "malformed_json", f"is no JSON after row {number}: {error}"
        ) from error


def _rows(text: str) -> Iterator[str]:
    """The elements of a list, or of that which an object has as its data, as they are written.

    Raises:
        ValueError: Where the text is no JSON, or has no list.
        IndexError: Where it ends too early.
        RecursionError: Where it is nested too deeply.
    """
    place = _after_space(text, 0)
    if is_object := text[place] == "{":
        key = ""
        while key not in _DATA:
            key, place = _DECODER.raw_decode(text, _after_space(text, place + 1))
            place = _after_space(text, _expected(":", text, _after_space(text, place)))
            if key not in _DATA:
                place = _after_space(text, _DECODER.raw_decode(text, place)[1])
                if text[place] != ",":
                    raise ValueError("it has no list of rows")
    if text[place] != "[":
        raise ValueError("it has no list of rows")
    place = _after_space(text, place + 1)
    is_open = text[place] != "]"
    while is_open:
        _, end = _DECODER.raw_decode(text, place)
        yield text[place:end]
        place = _after_space(text, end)
        if is_open := text[place] != "]":
            place = _after_space(text, _expected(",", text, place))
    if not is_object and _after_space(text, place + 1) != len(text):
        raise ValueError("it goes on after its list")


def _after_space(text: str, place: int) -> int:
    return _SPACE.match(text, place).end()  # type: ignore[union-attr]  # it may be empty


def _expected(mark: str, text: str, place: int) -> int:
    """The place after a mark."""
    if text[place] != mark:
        raise ValueError(f"it has {text[place]!r} where {mark!r} belongs, at {place}")
    return place + 1
