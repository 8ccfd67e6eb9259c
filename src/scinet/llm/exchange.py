"""Ledgers as JSON lines, to be published beside results and read into another ledger.

The first line names the format; then come the questions, the attempts and what was not asked, each
by its key, so that equal ledgers give equal files.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
from pydantic import TypeAdapter, ValidationError

from scinet import saving
from scinet.errors import DataError, StorageError
from scinet.llm.ledger import Attempt, Ledger, sha256
from scinet.llm.reading import MAX_TOKENS
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
    rows: dict[str, list[dict[str, Any]]] = {table: [] for table in _TABLES}
    for number, line in enumerate(_lines(file), start=1):
        table = line.pop("table", None)
        if number == 1:
            if {"table": table, **line} != _FORMAT:
                raise DataError(f"this is no ledger of format 1 ({file})", hint=_HINT)
        elif table in _TABLES:
            rows[table].append(line)
        else:
            raise DataError(f"there is no table {table} ({file}, line {number})", hint=_HINT)
    questions = {str(row.get("key")): str(row.get("canonical")) for row in rows["question"]}
    for key, canonical in questions.items():
        if sha256(canonical) != key:
            raise DataError(f"question {key:.12} was changed ({file})", hint=_HINT)
    attempts = [_attempt(row, questions, file) for row in rows["attempt"]]
    names = ("key", "item", "status", "reason")
    left = [tuple(str(row.get(name)) for name in names) for row in rows["unasked"]]
    if unknown := {key for key, *_ in left} - questions.keys():
        raise DataError(f"{min(unknown):.12} was not asked and is no question ({file})", hint=_HINT)
    ledger.add(questions, attempts, left)
    return {table: len(found) for table, found in rows.items()}


def _attempt(row: Mapping[str, Any], questions: Mapping[str, str], file: Path) -> Attempt:
    if row.keys() != {one.name for one in fields(Attempt)} or row["key"] not in questions:
        raise DataError(f"an attempt lacks its question or a column ({file})", hint=_HINT)
    try:
        attempt = _reader().validate_json(orjson.dumps(row), strict=True)
    except ValidationError as error:
        raise DataError(
            f"an attempt is wrong: {first_fault(error)} ({file})", hint=_HINT
        ) from error
    if max(attempt.number, attempt.prompt_tokens, attempt.completion_tokens) > MAX_TOKENS:
        raise DataError(f"an attempt has a number over {MAX_TOKENS} ({file})", hint=_HINT)
    if attempt.body is not None and sha256(attempt.body) != attempt.sha256:
        raise DataError(f"the answer to {attempt.item} was changed ({file})", hint=_HINT)
    return attempt


@cache
def _reader() -> TypeAdapter[Attempt]:
    return TypeAdapter(Attempt)


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
        if not isinstance(read, dict):
            raise DataError(f"no JSON object ({file}, line {number})", hint=_HINT)
        yield read
