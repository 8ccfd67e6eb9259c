"""Counts read on a day: rows of a CSV table, or JSON lines with the same fields.

A row names a paper by id, or a released artefact by its address. A count of a paper needs a
``kind``; stars of a repository and downloads of a data set or model need none.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.graph.schema.identifiers import add_source, normalise_url, strip_site
from scinet.graph.schema.records import BadRecordError, CountRecord, Notes, digest
from scinet.graph.sources import artifacts, fields
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import MAX_LINE, ReadProgress, SourceFile
from scinet.graph.sources.streamed_tables import text_lines

KEY: Final = "id"
_DIGITS: Final = 18  # of a number that JSON can hold; a longer one stays text, and is refused
COLUMNS: Final = ("id", "kind", "count", "read_on")


@dataclass(frozen=True, slots=True)
class CountTable:
    """Column names of a CSV table of counts.

    Attributes:
        columns: Column name by field, where they differ.
        read_on: Day for rows that state none; empty when unknown.
    """

    columns: Mapping[str, str]
    read_on: str = ""

    def as_lines(self, file: SourceFile, target: Path) -> None:
        """Write a table as JSON lines with the same line numbers."""
        # A longer line ends the file before a field can be as long.
        csv.field_size_limit(MAX_LINE)
        # Without strict, rows after an unclosed quotation would be lost unnoticed.
        rows = csv.DictReader(text_lines(file, ReadProgress()), strict=True)
        try:
            for key in COLUMNS:
                column = self.columns.get(key, key)
                occurrences = list(rows.fieldnames or ()).count(column)
                if occurrences > 1:
                    raise FileFaultError(file.name, "column_twice", f"has {column!r} twice")
                if not occurrences and key in {"id", "count"}:
                    raise FileFaultError(file.name, "column_missing", f"has no column {column!r}")
            with target.open("wb") as lines:
                written = 0
                for row in rows:
                    lines.write(b"\n" * (rows.line_num - written - 1))
                    lines.write(orjson.dumps(self._fields(row)) + b"\n")
                    written = rows.line_num
        except UnicodeDecodeError as error:
            raise FileFaultError(file.name, "invalid_utf8", "is not UTF-8") from error
        except csv.Error as error:
            message = f"is not a CSV table at line {rows.line_num}: {error}"
            raise FileFaultError(file.name, "malformed_csv", message) from error

    def _fields(self, row: Mapping[str, str | None]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key in COLUMNS:
            value = (row.get(self.columns.get(key, key)) or "").strip()
            if value:
                result[key] = value
        if (digits := str(result.get("count", ""))).isdecimal() and len(digits) <= _DIGITS:
            result["count"] = int(result["count"])
        if self.read_on:
            result.setdefault("read_on", self.read_on)
        return result


def count_record(record: dict[str, Any], source: str | None) -> CountRecord:
    """Make a valid record."""
    notes = Notes()
    stated = fields.read_required_id(record, KEY, notes)
    whole = str(record[KEY]).strip()
    address = normalise_url(whole) if strip_site(whole) == whole else None
    kind = fields.read_text(record, "kind", notes)
    if (address is None) == (kind is None):
        what = "a paper without a kind" if address is None else "an artefact with a kind"
        raise BadRecordError("count_kind", f"counts {what}: {stated[:80]!r}")
    if record.get("count") is None:
        raise BadRecordError("required_missing", "has no 'count'")
    number = artifacts.check_count(record["count"], "count")
    day = artifacts.read_reading_day(record, notes)
    if day is None:
        notes.accept("count_without_day")
    content = (
        address or add_source(stated, source),
        None if kind is None else artifacts.count_kind(kind),
        number,
        day,
    )
    return CountRecord(*content, source=source, digest=digest(content), notes=notes)
