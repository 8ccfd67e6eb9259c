"""Counts read on a day: rows of a CSV table, or JSON lines with the same fields.

A row names a paper by id, or a released artefact by its address. A count of a paper needs a
``kind``; stars of a repository and downloads of a data set or model need none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.graph.schema.identifiers import add_source, normalise_url, strip_site
from scinet.graph.schema.records import BadRecordError, CountRecord, Notes, digest
from scinet.graph.sources import artifacts, fields, tables
from scinet.graph.sources.entries import Format, ObjectFormat
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.head import Head
from scinet.graph.sources.papers import RECORD_KEYS

KEY: Final = "id"
_DIGITS: Final = 18  # of a number that JSON can hold; a longer one stays text, and is refused
COLUMNS: Final = ("id", "kind", "count", "read_on")


@dataclass(frozen=True, slots=True)
class CountTable:
    """Column names of a table of counts.

    Attributes:
        columns: Column name by field, where they differ.
        read_on: Day for rows that state none; empty when unknown.
    """

    columns: Mapping[str, str]
    read_on: str = ""

    def resolve_columns(self, names: Sequence[str]) -> dict[str, str] | None:
        """Return the column of each field in lower case; None for another table."""
        plain = list(map(tables.normalise_column, names))
        wanted = {key: tables.normalise_column(self.columns.get(key, key)) for key in COLUMNS}
        found = {key: column for key, column in wanted.items() if column in plain}
        return found if {"id", "count"} <= found.keys() else None

    def read_rows(self, file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
        """Return the rows of a table, each as a line of JSON.

        Raises:
            FileFaultError: If it lacks a column.
        """
        rows = tables.read_table(file, reading, self.resolve_columns, self._fields)
        if rows is None:
            named = " and ".join(repr(self.columns.get(key, key)) for key in ("id", "count"))
            raise FileFaultError(file.name, "column_missing", f"has no columns {named}")
        return rows

    def _fields(
        self, header: tables.TableHeader[dict[str, str]], cells: Mapping[str, str]
    ) -> dict[str, Any]:
        row = ((key, cells.get(column, "").strip()) for key, column in header.layout.items())
        result: dict[str, Any] = {key: value for key, value in row if value}
        if (digits := result.get("count", "")).isdecimal() and len(digits) <= _DIGITS:
            result["count"] = int(digits)
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


def _is_table(head: Head) -> str:
    layouts = map(CountTable(head.columns).resolve_columns, head.names())
    found = next(filter(None, layouts), None)
    return f"its columns include {', '.join(found.values())}" if found else ""


_FORM: Final[Any] = {"kind": "counts", "page": "counts"}
FORMATS: Final = (
    ObjectFormat(
        lambda item: (
            "id" in item
            and bool(item.keys() & {"count", "read_on"})
            and not item.keys() & RECORD_KEYS
        ),
        name="counts",
        **_FORM,
    ),
    Format(test=_is_table, name="table of counts", **_FORM),
)
