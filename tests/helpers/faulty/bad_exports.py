# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with exports of documents that mention papers, whoever exports them.

An export is a table that is read row by row, however long it is: what stands before the place where
it breaks is read.
"""

import bz2
import csv
import io
import lzma
import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any, Final, NamedTuple

import pyarrow as pa
from helpers.faulty.bad_records import FILES
from helpers.faulty.bad_tables import ROWS as OF_TABLES
from helpers.faulty.bad_writing import Changed, Changes, read_changes, rows, text, value

_Made = Callable[[bytes], bytes]


class Export(NamedTuple):
    """A table of documents.

    Attributes:
        good: The filled cells of the row of a number, by column.
        has_quotations: Whether a quotation may hold the mark, as between commas it may.
        read: A column that is read and may be missing: its rows are then without a day.
        needed: A column without which nobody knows the table.
    """

    names: Sequence[str]
    good: Callable[[int], Mapping[str, str]]
    mark: str = ","
    has_quotations: bool = True
    read: str = ""
    needed: str = ""

    @property
    def header(self) -> bytes:
        return self.line(self.names)

    def row(self, number: int, changed: Changed | None = None) -> bytes:
        cells = {**self.good(number), **(changed or {})}
        return self.line([cells.get(name, "") for name in self.names])

    def file(self, *rows: bytes) -> bytes:
        return b"".join((self.header, self.row(1), *rows, self.row(2)))

    def line(self, cells: Sequence[str]) -> bytes:
        if not self.has_quotations:
            return self.mark.join(cells).encode() + b"\n"
        stream = io.StringIO(newline="")
        quoting: Any = csv.QUOTE_MINIMAL if self.mark == "," else csv.QUOTE_ALL
        csv.writer(stream, delimiter=self.mark, lineterminator="\n", quoting=quoting).writerow(
            cells
        )
        return stream.getvalue().encode()


def days(column: str) -> Changes:
    return {what: (reason, {column: text(*cell)}) for what, reason, *cell in rows("days")}


def texts(column: str, what: str) -> Changes:
    return {
        f"{what} over 2,000 letters": ("name_cut", {column: "x" * 2_001}),
        f"{what} over 1 MB": ("field_over_1_MB", {column: "x" * 1_000_001}),
        f"NUL in {what}": ("control_character", {column: "a\0b"}),
    }


def addresses(column: str) -> Changes:
    return {what: (reason, {column: text(cell)}) for what, reason, cell in rows("addresses")}


def bad_rows(export: Export) -> dict[str, bytes]:
    """Rows of other cells than the header has names."""
    row, mark, header = export.row(7), export.mark.encode(), export.header
    made = {
        what: make(row, mark)
        for what, (reason, make) in OF_TABLES.items()
        if reason == "malformed_entry"
    }
    return {
        **made,
        "half its cells": mark.join(row.split(mark)[: len(export.names) // 2]) + b"\n",
        "the header again": header,
        "the header again, in capitals": header.upper(),
        "the header of the next table": b"\xef\xbb\xbf" + header,
        "a comment": b"# checked by hand\n",
        "a byte of Latin-1": b"caf\xe9\n",
        "half a character": b"\xc3\n",
        "a surrogate as three bytes": b"\xed\xa0\x80\n",
        "how many rows there are": b"(1 row)\n",
    }


def _database(_: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE mention (day)")
        return database.serialize()


_FILES: Final[Mapping[str, tuple[str, _Made]]] = {
    **FILES,
    "gzip of gzip": ("foreign", FILES["gzip of gzip"][1]),
    "UTF-16": ("", FILES["UTF-16"][1]),
    "a PDF document": ("foreign", lambda data: b"%PDF-1.7\n" + zlib.compress(data)),
    "xz": ("foreign", lzma.compress),
    "zstd": ("foreign", lambda data: pa.compress(data, codec="zstd", asbytes=True)),
    "bzip2": ("foreign", bz2.compress),
    "an SQLite database": ("foreign", _database),
}
"""Files of any kind, packed as the table itself is: its first column may be one that is not read."""


def bad_files(export: Export) -> dict[str, tuple[str, _Made]]:
    """Tables by what they are: the fault, or nothing where every row is read.

    A ``foreign`` one is refused, and so is an ``other`` one where it is said to be of documents.
    """
    mark, header = export.mark.encode(), export.header
    column = export.read.encode()
    made: dict[str, tuple[str, _Made]] = {
        what: ("" if fault.startswith("+") else fault, make)
        for what, (fault, make) in _FILES.items()
    }
    made |= {
        "a web page": ("foreign", lambda data: b"<!DOCTYPE html>\n<td>" + data.replace(mark, b"</td><td>")),
        "XML": ("foreign", lambda data: b"<?xml version='1.0'?>\n<cell>" + data.replace(mark, b"</cell><cell>")),
        "line ends of an old Mac": ("", lambda data: data.replace(b"\n", b"\r")),
        "an empty line above": ("", lambda data: b"\n" + data),
        "names in capitals": ("", lambda data: header.upper() + data[len(header) :]),
        "blanks around names": ("", lambda data: export.line([f" {name} " for name in export.names]) + data[len(header) :]),
        "two tables, one a mark of byte order": ("", lambda data: data[: len(header)] + b"\xef\xbb\xbf" + data[len(header) :]),
        "a header alone": ("empty_file", lambda _: header),
        "a column twice": ("column_twice", lambda data: b"".join(line + mark + (column if not n else b"x") + b"\n" for n, line in enumerate(data.splitlines()))),
        "a line over 16 MiB": ("line_over_16_MiB", lambda data: data + b"x" * (16 * 1024 * 1024 + 1)),
        "a line about the table above": ("", lambda data: b"Exported by hand\n" + data),
        "what separates cells above": ("", lambda data: b"sep=" + mark + b"\n" + data),
        "ten lines about the table above": ("foreign", lambda data: b"Exported by hand\n" * 10 + data),
        "no header": ("foreign", lambda data: data[len(header) :]),
        "bars between cells": ("foreign", lambda data: data.replace(mark, b"|")),
        "a column by another name": ("other", lambda data: data.replace(export.needed.encode(), b"other", 1)),
    }  # fmt: skip
    if export.has_quotations:
        made |= {
            "a quotation that never ends": ("malformed_csv", lambda data: data + b'"News'),
            "a quotation that goes on": ("malformed_csv", lambda data: data + b'"Ne"ws' + mark + b"x\n"),
        }  # fmt: skip
    return made


ALTMETRIC: Final = Export(
    ("Mention Type", "Mention Date", "Outlet or Author", "Mention Title", "External Mention ID", "Mention URL",
     "Research Output Title", "Publication Date", "DOI", "PubMed ID", "arXiv ID"),
    lambda number: {
        "Mention Type": "News story", "Mention Date": "2019-05-02", "Outlet or Author": "The Paper",
        "Mention Title": f"Words, counted {number}", "Mention URL": f"https://paper.example/{number}",
        "Research Output Title": "Counting words in texts", "DOI": f"10.1000/{number}", "PubMed ID": "171",
    },
    read="Mention Date",
    needed="Mention Type",
)  # fmt: skip
MENTIONS: Final[Changes] = {
    **read_changes("mentions"),
    **days("Mention Date"),
    **texts("Mention Title", "a title"),
    **texts("Outlet or Author", "an outlet"),
    **addresses("Mention URL"),
}
"""Cells of a mention: what becomes of them, and what they have in place of good values."""


def event(number: int) -> dict[str, Any]:
    address = f"https://blog.example/2017/{number}"
    return {
        "obj_id": f"https://doi.org/10.1000/{number}", "source_token": "t", "id": f"e{number}", "action": "add",
        "occurred_at": "2017-04-11T13:07:02Z", "subj_id": address, "subj": {"pid": address, "title": "On words"},
        "source_id": "newsfeed", "relation_type_id": "discusses",
    }  # fmt: skip


EVENTS: Final = [(reason, value(cell)) for reason, cell in rows("events")]
"""Events that are rejected: the reason, and what they have in place of good values."""

LENS: Final = Export(
    ("#", "Jurisdiction", "Kind", "Display Key", "Lens ID", "Publication Date", "Title", "Abstract", "URL",
     "NPL Resolved Lens ID(s)", "NPL Resolved External ID(s)", "NPL Citations"),
    lambda number: {
        "#": f"{number}", "Jurisdiction": "US", "Kind": "B2", "Display Key": f"US 765432{number} B2", "Lens ID": f"173-631-769-260-71{number}",
        "Publication Date": "2010-01-26", "Title": f"A counter, number {number}", "URL": f"https://link.lens.org/{number}",
        "NPL Resolved Lens ID(s)": f"105-639-743-003-30{number}", "NPL Resolved External ID(s)": f"10.1000/{number};;1733017{number}",
    },
    read="Publication Date",
    needed="NPL Resolved External ID(s)",
)  # fmt: skip
RELIANCE: Final = Export(
    ("reftype", "confscore", "magid", "patent", "uspto", "wherefound", "doi", "pmid"),
    lambda number: {
        "reftype": "app", "confscore": "10", "magid": f"3{number}", "patent": f"US-765432{number}", "uspto": "1",
        "wherefound": "frontonly", "doi": f"10.1000/{number}", "pmid": f"17{number}",
    },
    mark="\t",
    has_quotations=False,
    read="doi",
    needed="patent",
)  # fmt: skip
RELIANCE_OA: Final = Export(
    ("reftype", "confscore", "oaid", "patent", "wherefound"),
    lambda number: {
        "reftype": "app", "confscore": "10", "oaid": f"210123{number}", "patent": f"us-765432{number}-b2", "wherefound": "front",
    },
    read="oaid",
    needed="oaid",
)  # fmt: skip
_PATENTS: Final = read_changes("patents")
PATENTS: Final[Mapping[str, tuple[tuple[Export, Changes], ...]]] = {
    "Lens": (
        (
            LENS,
            read_changes("lens")
            | days("Publication Date")
            | texts("Title", "a title")
            | addresses("URL"),
        ),
    ),
    "Reliance on Science": (
        (RELIANCE, _PATENTS | read_changes("reliance")),
        (RELIANCE_OA, _PATENTS | read_changes("reliance_oa")),
    ),
}
GRANTED: Final = Export(
    ("patent_id", "patent_type", "patent_date", "patent_title"),
    lambda number: {
        "patent_id": f"765432{number}", "patent_type": "utility", "patent_date": f"2010-02-0{number}", "patent_title": f'A "counter", {number}',
    },
    mark="\t",
    read="patent_date",
    needed="patent_date",
)  # fmt: skip
OF_GRANTED: Final = days("patent_date") | texts("patent_title", "a title") | read_changes("granted")
"""Cells of the row of a patent that is cited: what becomes of the citation."""
AGAIN: Final = {
    "a patent on a later day": GRANTED.row(1, {"patent_date": "2011-01-01"}),
    "a patent in an earlier year": GRANTED.row(1, {"patent_date": "1999"}),
}
"""Rows of a patent that has one already: the later day counts."""
