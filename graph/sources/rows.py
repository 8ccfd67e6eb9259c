"""Rows of a published table as lines: Parquet, a JSON document, or JSON lines.

Whatever the form, a row is one line of JSON with its place in the file, so that the rules for bad
lines hold for all. The form is seen from the first bytes.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import orjson

from scinet.graph.sources.files import (
    FileFaultError,
    Line,
    Reading,
    SourceFile,
    beginning,
    lines,
    noted,
    unpacked,
)

_PARQUET: Final = b"PAR1"
_ROWS_AT_A_TIME: Final = 1_000
# A list of rows, or an object with the rows and what made them.
_DOCUMENT: Final = re.compile(rb'\s*(\[|\{\s*"(metadata|data)"\s*:)')
_DATA: Final = "data"
_FIRST_KEY: Final = 4096  # bytes that hold it


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

    number = 0
    try:
        table = parquet.ParquetFile(file.path)
        for batch in table.iter_batches(batch_size=_ROWS_AT_A_TIME):
            for row in batch.to_pylist():
                number += 1
                yield _line(file, number, row)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        first, _, _ = str(error).partition("\n")
        raise FileFaultError(
            file.name, "parquet_damaged", f"is damaged after row {number}: {first}"
        ) from error
    reading.done += file.size


def _of_document(file: SourceFile, reading: Reading) -> Iterator[Line]:
    try:
        value = orjson.loads(b"".join(unpacked(file, reading)))
    except orjson.JSONDecodeError as error:
        raise FileFaultError(file.name, "malformed_json", f"is no JSON: {error}") from error
    rows = value.get(_DATA) if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise FileFaultError(file.name, "malformed_json", f"has no list as {_DATA!r}")
    for number, row in enumerate(rows, start=1):
        yield _line(file, number, row)


def _line(file: SourceFile, number: int, row: Any) -> Line:
    return Line(file.name, number, 0, orjson.dumps(row, default=str))
