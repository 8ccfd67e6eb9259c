"""Ledgers as JSON lines, to be published beside results and read into another ledger.

The first line names the format; then come the questions, the attempts and what was not asked, each
by its key, so that equal ledgers give equal files.
"""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import saving
from scinet.errors import DataError, StorageError
from scinet.llm.ledger import Attempt, Ledger, sha256

_FORMAT: Final = {"table": "ledger", "format": 1}
_TABLES: Final = ("question", "attempt", "unasked")
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
        elif table in rows:
            rows[table].append(line)
        else:
            raise DataError(f"there is no table {table} ({file}, line {number})", hint=_HINT)
    questions = {row.get("key", ""): row.get("canonical", "") for row in rows["question"]}
    for key, canonical in questions.items():
        if sha256(str(canonical)) != key:
            raise DataError(f"question {key:.12} was changed ({file})", hint=_HINT)
    attempts = [_attempt(row, questions, file) for row in rows["attempt"]]
    names = ("key", "item", "status", "reason")
    left = [tuple(str(row.get(name)) for name in names) for row in rows["unasked"]]
    ledger.add(questions, attempts, left)
    return {table: len(found) for table, found in rows.items()}


def _attempt(row: Mapping[str, Any], questions: Mapping[str, str], file: Path) -> Attempt:
    named = {field.name for field in fields(Attempt)}
    if row.keys() != named or row["key"] not in questions:
        raise DataError(f"an attempt lacks its question or a column ({file})", hint=_HINT)
    attempt = Attempt(**row)
    if attempt.body is not None and sha256(str(attempt.body)) != attempt.sha256:
        raise DataError(f"the answer to {attempt.item} was changed ({file})", hint=_HINT)
    return attempt


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        content = file.read_bytes()
        text = gzip.decompress(content) if file.suffix == ".gz" else content
    except (OSError, EOFError) as error:
        raise StorageError(f"the file cannot be read: {error} ({file})", hint=_HINT) from error
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            read = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise DataError(f"no JSON ({file}, line {number})", hint=_HINT) from error
        if not isinstance(read, dict):
            raise DataError(f"no JSON object ({file}, line {number})", hint=_HINT)
        yield read
