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

Cells = Mapping[str, tuple[str, Mapping[str, str]]]
"""What becomes of a row, and the cells that it has in place of good ones."""
LONG: Final = "x" * 1_000_001
_Made = Callable[[bytes], bytes]


class Export(NamedTuple):
    """A table of documents.

    Attributes:
        names: Of the columns.
        good: The filled cells of the row of a number, by column.
        mark: Between cells.
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
        """The line of names."""
        return self.line(self.names)

    def row(self, number: int, changed: Mapping[str, str] | None = None) -> bytes:
        """A row with some cells in place of good ones."""
        cells = {**self.good(number), **(changed or {})}
        return self.line([cells.get(name, "") for name in self.names])

    def file(self, *rows: bytes) -> bytes:
        """A table with rows between two good ones."""
        return b"".join((self.header, self.row(1), *rows, self.row(2)))

    def line(self, cells: Sequence[str]) -> bytes:
        """A line of the table."""
        if not self.has_quotations:
            return self.mark.join(cells).encode() + b"\n"
        stream = io.StringIO(newline="")
        quoting: Any = csv.QUOTE_MINIMAL if self.mark == "," else csv.QUOTE_ALL
        csv.writer(stream, delimiter=self.mark, lineterminator="\n", quoting=quoting).writerow(
            cells
        )
        return stream.getvalue().encode()


def days(column: str) -> Cells:
    """What may be wrong with the day of a document."""
    return {
        what: (reason, {column: text})
        for what, (reason, text) in {
            "no day": ("date_missing", ""),
            "a day that pandas has not": ("date_missing", "nan"),
            "a word as day": ("date_malformed", "soon"),
            "a day as Americans write it": ("date_malformed", "05/02/2019"),
            "a day as Germans write it": ("date_malformed", "02.05.2019"),
            "a day in words": ("date_malformed", "May 2, 2019"),
            "a day without zeros": ("date_malformed", "2019-5-2"),
            "a day as Excel counts them": ("date_malformed", "43587"),
            "a day too wide for its column": ("date_malformed", "########"),
            "a year with a letter for a digit": ("date_malformed", "20I9"),
            "a year as a number with a point": ("date_malformed", "2019.0"),
            "a year of five digits": ("date_malformed", "12019-05-02"),
            "two days": ("date_malformed", "2019-05-02; 2019-06-01"),
            "month 13": ("date_impossible", "2019-13-01"),
            "30 February": ("date_impossible", "2019-02-30"),
            "a day of zeros": ("date_zero", "0000-00-00"),
            "a month of zeros": ("date_zero", "2019-00-01"),
            "a day before printing": ("before_1400", "1399-01-01"),
            "a year alone": ("year_only", "2019"),
            "a month alone": ("month_only", "2019-05"),
        }.items()
    }


def texts(column: str, what: str) -> Cells:
    """What may be wrong with a name of something."""
    return {
        f"{what} over 2,000 letters": ("name_cut", {column: "x" * 2_001}),
        f"{what} over 1 MB": ("field_over_1_MB", {column: LONG}),
        f"NUL in {what}": ("control_character", {column: "a\0b"}),
    }


def addresses(column: str) -> Cells:
    """What may be wrong with the link of a document that has a name or an id as well."""
    return {
        "an address without http": ("address_malformed", {column: "paper.example/7"}),
        "an address with a blank": ("address_malformed", {column: "https://paper.example/a b"}),
        "a program as address": ("address_malformed", {column: "javascript:x"}),
        "an address over 1 MB": ("field_over_1_MB", {column: f"https://paper.example/{LONG}"}),
        "NUL in an address": ("control_character", {column: "https://paper.example/\0"}),
    }


def rows(export: Export) -> dict[str, bytes]:
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
        "how many rows there are": b"(1 row)\n",
    }


def _database(_: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE mention (day)")
        return database.serialize()


_FILES: Final[Mapping[str, tuple[str, _Made]]] = {
    **FILES,
    "gzip of gzip": ("foreign", FILES["gzip of gzip"][1]),
    "UTF-16": ("invalid_utf8", FILES["UTF-16"][1]),
    "a PDF document": ("foreign", lambda data: b"%PDF-1.7\n" + zlib.compress(data)),
    "xz": ("foreign", lzma.compress),
    "zstd": ("foreign", lambda data: pa.compress(data, codec="zstd", asbytes=True)),
    "bzip2": ("foreign", bz2.compress),
    "an SQLite database": ("foreign", _database),
}
"""Files of any kind, packed as the table itself is: its first column may be one that is not read."""


def files(export: Export) -> dict[str, tuple[str, _Made]]:
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
        "a byte of Latin-1": ("invalid_utf8", lambda data: data + b"caf\xe9\n"),
        "half a character at the end": ("invalid_utf8", lambda data: data + b"\xc3"),
        "a surrogate as three bytes": ("invalid_utf8", lambda data: data + b"\xed\xa0\x80\n"),
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
