"""Ledgers as JSON lines, for publication beside results and import into another ledger.

The first line is the format; then come the questions, the attempts and unasked questions, each by
its key, so that equal ledgers give equal files.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

import orjson
from pydantic import TypeAdapter, ValidationError

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.llm.ledger import Attempt, Ledger, sha256
from scinet.llm.question import Status
from scinet.validation import first_fault

_FORMAT: Final = {"table": "ledger", "format": 1}
_MIN_UNPACKED_LIMIT: Final = 64 * 2**20  # bytes of any file, and of a larger one
_EXPANSION: Final = 200  # times its size
_LONGEST_LINE: Final = 2**28  # bytes: an answer has 16 MB at most, in JSON six times as many
_HINT: Final = "Take a file of `scinet llm export`."


def export_ledger(ledger: Ledger, file: Path) -> dict[str, int]:
    """Write a ledger as JSON lines, compressed where the name ends in ``.gz``.

    Returns:
        Rows written, by table.
    """
    counts = dict.fromkeys(_ROWS, 0)
    with (
        ledger.reading() as rows,
        atomic_files.replace_file(
            file, hint="Name a file in a folder that you may write to."
        ) as partial,
        _open_writer(partial, is_packed=file.suffix == ".gz") as stream,
    ):
        stream.write(orjson.dumps(_FORMAT, option=orjson.OPT_APPEND_NEWLINE))
        for table, row in rows:
            line = {"table": table, **row}
            stream.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            counts[table] += 1
    return counts


@contextmanager
def _open_writer(file: Path, *, is_packed: bool) -> Iterator[IO[bytes] | gzip.GzipFile]:
    with file.open("wb") as stream:
        if not is_packed:
            yield stream
            return
        # Without name and time, so that equal ledgers give equal files.
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
            yield packed


def import_ledger(ledger: Ledger, file: Path) -> dict[str, int]:
    """Add the rows of an exported ledger, all or none; existing rows are skipped.

    Returns:
        Rows read, by table.
    """
    counts = dict.fromkeys(_ROWS, 0)

    def counted() -> Iterator[tuple[str, tuple[Any, ...]]]:
        for table, row in _rows(file):
            counts[table] += 1
            yield table, astuple(row)

    ledger.add(counted(), file)
    return counts


def _rows(file: Path) -> Iterator[tuple[str, Any]]:
    lines = enumerate(_read_lines(file), start=1)
    if next(lines, None) != (1, _FORMAT):
        raise DataError(f"this is not a ledger of format 1 ({file})", hint=_HINT)
    for number, line in lines:
        table, place = line.pop("table", None), f"{file}, line {number}"
        if table not in _ROWS:
            raise DataError(f"there is no table {table!r:.99} ({place})", hint=_HINT)
        yield table, _parse_row(table, line, place)


@dataclass(frozen=True, slots=True)
class _Question:
    key: str
    canonical: str


@dataclass(frozen=True, slots=True)
class _Unasked:
    key: str
    item: str
    status: Status
    reason: str


_ROWS: Final[Mapping[str, type[Any]]] = {
    "question": _Question,
    "attempt": Attempt,
    "unasked": _Unasked,
}


def _parse_row(table: str, line: Mapping[str, Any], place: str) -> Any:
    if line.keys() != {column.name for column in fields(_ROWS[table])}:
        raise DataError(f"a row of {table} has other columns ({place})", hint=_HINT)
    try:
        row = _row_adapter(table).validate_json(orjson.dumps(line), strict=True)
    except ValidationError as error:
        raise DataError(
            f"a row of {table} is wrong: {first_fault(error):.200} ({place})", hint=_HINT
        ) from error
    if isinstance(row, _Question) and not _is_question(row):
        raise DataError(f"question {row.key:.12} was changed ({place})", hint=_HINT)
    if isinstance(row, Attempt):
        _check_attempt(row, place)
    return row


def _check_attempt(attempt: Attempt, place: str) -> None:
    if attempt.body is not None and sha256(attempt.body) != attempt.sha256:
        item = " ".join(attempt.item.split())
        raise DataError(f"the answer to {item:.99} was changed ({place})", hint=_HINT)


def _is_question(row: _Question) -> bool:
    try:
        content = orjson.loads(row.canonical)
    except orjson.JSONDecodeError:
        return False
    return isinstance(content, dict) and sha256(row.canonical) == row.key


@cache
def _row_adapter(table: str) -> TypeAdapter[Any]:
    return TypeAdapter(_ROWS[table])


def _read_lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        remaining = max(_MIN_UNPACKED_LIMIT, _EXPANSION * file.stat().st_size)
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            number = 0
            # Split only at line ends: texts may contain other line separators.
            while line := stream.readline(min(remaining, _LONGEST_LINE) + 1):
                number, remaining = number + 1, remaining - len(line)
                if remaining < 0:
                    raise DataError(
                        f"it unpacks to {_EXPANSION} times its size ({file})", hint=_HINT
                    )
                if len(line) > _LONGEST_LINE:
                    raise DataError(f"row too long ({file}, line {number})", hint=_HINT)
                yield _parse_line(line, f"{file}, line {number}")
    except (OSError, EOFError, zlib.error) as error:
        raise StorageError(f"the file cannot be read: {error} ({file})", hint=_HINT) from error


def _parse_line(line: bytes, place: str) -> dict[str, Any]:
    try:
        read = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise DataError(f"invalid JSON ({place})", hint=_HINT) from error
    if not isinstance(read, dict) or any(isinstance(v, dict | list) for v in read.values()):
        raise DataError(f"invalid row of a table ({place})", hint=_HINT)
    return read
