"""Rows of Parquet files, each as a line of JSON.

Values without a JSON form are written as readers of lines expect them: a time at midnight as its
day, a decimal as a number, bytes as text.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, time
from decimal import Decimal
from typing import Any, Final

import orjson

from scinet.graph.sources.file_faults import MAX_EXPANSION, FileFaultError, expansion_fault
from scinet.graph.sources.files import (
    MAX_LINE,
    InputLine,
    ReadProgress,
    SourceFile,
    check_unchanged,
)

MAGIC: Final = b"PAR1"
_ROWS_AT_A_TIME: Final = 32  # a row may have megabytes though its file is small
_BATCH: Final = 1024 * 1024  # bytes; larger batches are read row by row
_ALWAYS: Final = 16 * 1024 * 1024  # bytes that any file may unpack to


def read_rows(file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the rows of a file; a row that cannot be JSON carries a reason.

    Raises:
        FileFaultError: If the file breaks, after the rows before the damage.
    """
    import pyarrow as pa
    from pyarrow import parquet

    number = produced = 0
    most = max(MAX_EXPANSION * file.size, _ALWAYS)
    with file.path.open("rb") as stream:
        try:
            table = parquet.ParquetFile(stream, page_checksum_verification=True)
            _check_columns(file.name, table)
            groups = map(table.metadata.row_group, range(table.num_row_groups))
            if sum(group.total_byte_size for group in groups) > most:
                raise expansion_fault(file.name)
            for batch in _batches(table):
                check_unchanged(file, stream)
                for row, reason in _batch_rows(batch):
                    number += 1
                    line = _row_line(file, number, row, reason)
                    produced += len(line.data)
                    if produced > most:
                        raise expansion_fault(file.name)
                    yield line
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            check_unchanged(file, stream)
            first, _, _ = str(error).partition("\n")
            raise FileFaultError(
                file.name, "parquet_damaged", f"is damaged after row {number}: {first}"
            ) from error
    if not number:
        raise FileFaultError(file.name, "empty_file", "has no row in it")
    reading.done += file.size


def _check_columns(name: str, table: Any) -> None:
    """Refuse repeated column names, also nested: only the last value would stay."""
    inner = (table.schema.column(place).path for place in range(len(table.schema)))
    counts = Counter(table.schema_arrow.names) | Counter(inner)
    if twice := [column for column, number in counts.items() if number > 1]:
        raise FileFaultError(name, "column_twice", f"has {twice[0]!r} twice")


def _batches(table: Any) -> Iterator[Any]:
    """Yield small batches of one row group each, so that damage costs few rows."""
    for group in range(table.num_row_groups):
        # Threads cost more than they save on so few rows: a third less time.
        yield from table.iter_batches(_ROWS_AT_A_TIME, row_groups=[group], use_threads=False)


def _batch_rows(batch: Any) -> Iterator[tuple[Any, str]]:
    """Yield the rows; a reason instead of a row that Python cannot represent."""
    if len(batch) == 1 or batch.nbytes <= _BATCH:
        reason = ""
        try:
            listed: list[Any] = batch.to_pylist()
        except UnicodeDecodeError:
            listed, reason = [None], "invalid_utf8"
        except (OverflowError, ValueError, KeyError):  # KeyError for a time zone
            listed, reason = [None], "value_out_of_range"
        if len(listed) == len(batch):
            yield from ((row, reason) for row in listed)
            return
    for place in range(len(batch)):
        yield from _batch_rows(batch.slice(place, 1))


def _row_line(file: SourceFile, number: int, row: Any, reason: str) -> InputLine:
    data = b""
    if not reason:
        try:
            data = orjson.dumps(row, default=_convert_value, option=orjson.OPT_PASSTHROUGH_DATETIME)
        except orjson.JSONEncodeError as error:
            is_text = isinstance(error.__cause__, UnicodeDecodeError)
            reason = "invalid_utf8" if is_text else "value_out_of_range"
    if len(data) > MAX_LINE:
        return InputLine(file.name, number, 0, data[:1024], reason="line_over_16_MiB")
    return InputLine(file.name, number, 0, data, reason=reason)


def _convert_value(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, datetime):
        return (value.date() if value.time() == time.min else value).isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return str(value)
