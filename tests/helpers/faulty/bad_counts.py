# ruff: noqa: E501 - tables, a class a line
"""Classes of bad tables of counts: rows that are rejected, and files that cannot be read."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_records import FILES
from helpers.faulty.bad_writing import raw, rows

from scinet.graph.sources.files import MAX_LINE

TABLE: Final = b"id,kind,count,read_on\nP1,news,7,2020\n%s\nP2,news,7,2020\n"
CELLS: Final = [(reason, raw(cell)) for reason, cell in rows("counts")]
"""Rows of a table of counts that are rejected, each with its reason."""
_OTHERWISE: Final = {
    "gzip of gzip": "invalid_utf8",
    **dict.fromkeys(
        ("empty lines", "UTF-16, big end first", "UTF-16 without a mark"), "column_missing"
    ),
}
TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "no such column": ("foreign", lambda data: data.replace(b"count,", b"number,")),
    "a column twice": ("column_twice", lambda data: data.replace(b"kind,", b"id,")),
    "a quotation that never ends": ("malformed_csv", lambda data: data.replace(b"P1", b'"P1')),
    "a quotation that ends in the next row": (
        "malformed_csv", lambda data: data.replace(b"P1", b'"P1').replace(b"P2", b'"P2'),
    ),
    "a quotation that goes on": ("malformed_csv", lambda data: data.replace(b"P1", b'"P"1')),
    "a line over 16 MiB": (
        "line_over_16_MiB", lambda data: data.replace(b"P1", b"x" * (MAX_LINE + 1)),
    ),
    "quoted lines over 16 MiB": (
        "malformed_csv", lambda data: data.replace(b"P1", b'"' + b"x\n" * (MAX_LINE // 2 + 1) + b'"'),
    ),
    "Latin-1": ("invalid_utf8", lambda data: data.replace(b"P1", b"caf\xe9")),
    "half a character": ("invalid_utf8", lambda data: data + b"\xc3"),
    "tabs": ("foreign", lambda data: data.replace(b",", b"\t")),
    "semicolons": ("foreign", lambda data: data.replace(b",", b";")),
    "line ends of an old Mac": ("", lambda data: data.replace(b"\n", b"\r")),
    "cells quoted": ("", lambda data: data.replace(b"P1", b'"P1"')),
    "a cell too many": ("", lambda data: data.replace(b"2020", b"2020,x")),
    "empty lines between rows": ("", lambda data: data.replace(b"\n", b"\n\n")),
    **{
        what: (_OTHERWISE.get(what, "" if fault[:1] == "+" else fault), make)
        for what, (fault, make) in FILES.items()
    },
}  # fmt: skip
"""Tables of counts by what is wrong with them: the fault, or nothing where every row is read."""
