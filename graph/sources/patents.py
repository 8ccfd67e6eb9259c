"""Numbers of patents in one spelling, and the days on which patents of the USPTO were granted.

Reliance on Science says which papers a patent cites and not when; PatentsView says when it was
granted.
"""

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from scinet.graph.sources import streamed_tables, tables
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile

_BETWEEN: Final = re.compile(r"[\s,/_.\-]+")
_GRANTED: Final = re.compile(r"(?:US)?(RE|PP|AI|X|D|H|T)?0*([1-9]\d{0,7})(?:[A-Z]\d?)?")
_DAYS: Final = {"patent_id": "id", "patent_date": "date", "patent_title": "title"}
_PAPERS: Final = frozenset({"doi", "paper", "paper_id", "oaid", "magid", "pmid"})


class PatentGrant(NamedTuple):
    """What is known of a patent."""

    date: str
    title: str


def normalise_number(text: str) -> str:
    """A number of a patent without what stands between its parts: ``US7654321B2``.

    Of ``7654321.0``, as some programs write numbers, no digit comes of the part behind the point.
    """
    return _BETWEEN.sub("", text.strip().removesuffix(".0")).upper()


def granted_number(text: str) -> str:
    """What PatentsView calls a granted patent of the USPTO; empty for other patents."""
    match = _GRANTED.fullmatch(normalise_number(text))
    return f"{match[1] or ''}{match[2]}" if match else ""


def grant_columns(names: Sequence[str]) -> dict[str, str] | None:
    """The columns of a table of granted patents; None for another table."""
    layout = {
        field: name for name, field in _DAYS.items() if name in map(tables.normalise_column, names)
    }
    return layout if {"id", "date"} <= layout.keys() and not _PAPERS & set(names) else None


def read_grants(
    file: SourceFile, reading: ReadProgress, wanted: Container[str]
) -> Iterator[tuple[str, PatentGrant] | InputLine]:
    """When the patents of these numbers were granted, and what they are called; and bad rows."""
    opened = streamed_tables.open_table(file, reading, grant_columns)
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
