"""Normalised patent numbers, and the days on which the USPTO granted patents.

Reliance on Science lists the papers that a patent cites but not its day; PatentsView has the day
of grant.
"""

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from scinet.graph.sources import tables
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile

_BETWEEN: Final = re.compile(r"[\s,/_.\-]+")
_GRANTED: Final = re.compile(r"(?:US)?(RE|PP|AI|X|D|H|T)?0*([1-9]\d{0,7})(?:[A-Z]\d?)?")
_DAYS: Final = {"patent_id": "id", "patent_date": "date", "patent_title": "title"}
_PAPERS: Final = frozenset({"doi", "paper", "paper_id", "oaid", "magid", "pmid"})


class PatentGrant(NamedTuple):
    """Grant day and title of a patent."""

    date: str
    title: str


def normalise_number(text: str) -> str:
    """Return a patent number without separators: ``US7654321B2``.

    The ``.0`` of ``7654321.0``, as some programs write numbers, is dropped.
    """
    return _BETWEEN.sub("", text.strip().removesuffix(".0")).upper()


def granted_number(text: str) -> str:
    """Return PatentsView's number of a patent granted by the USPTO; empty for others."""
    match = _GRANTED.fullmatch(normalise_number(text))
    return f"{match[1] or ''}{match[2]}" if match else ""


def grant_columns(names: Sequence[str]) -> dict[str, str] | None:
    """Return the columns of a table of granted patents; None for another table."""
    layout = {
        field: name for name, field in _DAYS.items() if name in map(tables.normalise_column, names)
    }
    return layout if {"id", "date"} <= layout.keys() and not _PAPERS & set(names) else None


def read_grants(
    file: SourceFile, reading: ReadProgress, wanted: Container[str]
) -> Iterator[tuple[str, PatentGrant] | InputLine]:
    """Yield day and title of grant of the wanted patents; and bad rows."""
    opened = tables.open_table(file, reading, grant_columns)
    if opened is None:
        return
    header, rows = opened
    tables.check_columns(header, header.layout.values(), file.name)
    for line, row in tables.iter_rows(rows, file.name):
        cells = tables.row_cells(header, row)
        if cells is None:
            yield tables.rejected_row(row, file.name, line)
            continue
        content = {field: cells.get(column, "").strip() for field, column in header.layout.items()}
        if (own := granted_number(content["id"])) in wanted and content["date"]:
            yield own, PatentGrant(content["date"], content.get("title", ""))
