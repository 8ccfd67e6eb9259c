"""Ledgers as JSON lines, to be published beside results and read into another ledger.

The first line names the format; then come the questions, the attempts and what was not asked, each
by its key, so that equal ledgers give equal files.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
from pydantic import TypeAdapter, ValidationError

from scinet import saving
from scinet.errors import DataError, StorageError
from scinet.llm.ledger import Attempt, Ledger, sha256
from scinet.llm.question import Status
from scinet.validation import first_fault

_FORMAT: Final = {"table": "ledger", "format": 1}
_TABLES: Final = ("question", "attempt", "unasked")
_MOST_UNPACKED: Final = 64 * 2**20  # bytes of any file, and of a larger one
_EXPANSION: Final = 200  # times its size
_HINT: Final = "Take a file of `scinet llm export`."


def export(ledger: Ledger, file: Path) -> dict[str, int]:
    """Write a ledger as JSON lines, packed where the name ends in ``.gz``.

    Returns:
        Rows written, by table.
    """
    rows = {table: ledger.rows(table) for table in _TABLES}
    lines = [_FORMAT, *({"table": table, **row} for table in _TABLES for row in rows[table])]
    content = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
    if file.suffix == ".gz":
        content = gzip.compress(content, mtime=0)
    saving.write(content, file, hint="Name a file in a folder that you may write to.")
    return {table: len(found) for table, found in rows.items()}


def read_into(ledger: Ledger, file: Path) -> dict[str, int]:
    """Add the rows of an exported ledger, all or none; rows that are there already are no fault.

    Returns:
        Rows read, by table.
    """
    rows: dict[str, list[Any]] = {table: [] for table in _TABLES}
    for number, line in enumerate(_lines(file), start=1):
        table, place = line.pop("table", None), f"{file}, line {number}"
        if number == 1:
            if {"table": table, **line} != _FORMAT:
                raise DataError(f"this is no ledger of format 1 ({file})", hint=_HINT)
        elif table in _TABLES:
            rows[table].append(_row(str(table), line, place))
        else:
            raise DataError(f"there is no table {table!r:.99} ({place})", hint=_HINT)
    questions = {row.key: row.canonical for row in rows["question"]}
    for row in [*rows["attempt"], *rows["unasked"]]:
        if row.key not in questions:
            raise DataError(f"{row.item:.99} lacks its question {row.key:.12} ({file})", hint=_HINT)
    ledger.add(questions, rows["attempt"], [astuple(row) for row in rows["unasked"]])
    return {table: len(found) for table, found in rows.items()}


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


def _row(table: str, line: Mapping[str, Any], place: str) -> Any:
    if line.keys() != {one.name for one in fields(_ROWS[table])}:
        raise DataError(f"a row of {table} has other columns ({place})", hint=_HINT)
    try:
        row = _reader(table).validate_json(orjson.dumps(line), strict=True)
    except ValidationError as error:
        raise DataError(
            f"a row of {table} is wrong: {first_fault(error):.200} ({place})", hint=_HINT
        ) from error
    if isinstance(row, _Question) and not _is_question(row):
        raise DataError(f"question {row.key:.12} was changed ({place})", hint=_HINT)
    if isinstance(row, Attempt):
        _check(row, place)
    return row


def _check(attempt: Attempt, place: str) -> None:
    if attempt.body is not None and sha256(attempt.body) != attempt.sha256:
        item = " ".join(attempt.item.split())
        raise DataError(f"the answer to {item:.99} was changed ({place})", hint=_HINT)


def _is_question(row: _Question) -> bool:
    try:
        asked = orjson.loads(row.canonical)
    except orjson.JSONDecodeError:
        return False
    return isinstance(asked, dict) and sha256(row.canonical) == row.key


@cache
def _reader(table: str) -> TypeAdapter[Any]:
    return TypeAdapter(_ROWS[table])


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        most = max(_MOST_UNPACKED, _EXPANSION * file.stat().st_size)
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            text = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise StorageError(f"the file cannot be read: {error} ({file})", hint=_HINT) from error
    if len(text) > most:
        raise DataError(f"it unpacks to {_EXPANSION} times its size ({file})", hint=_HINT)
    # Only at line ends: a row is one line, whatever other marks are in its texts.
    for number, line in enumerate(text.removesuffix(b"\n").split(b"\n"), start=1):
        try:
            read = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise DataError(f"no JSON ({file}, line {number})", hint=_HINT) from error
        if not isinstance(read, dict) or any(isinstance(v, dict | list) for v in read.values()):
            raise DataError(f"no row of a table ({file}, line {number})", hint=_HINT)
        yield read
