# ruff: noqa: E501 - tables, a class a line
"""Classes of bad tables of counts: rows that are rejected, and files that cannot be read."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_records import FILES

from scinet.graph.sources.files import MAX_LINE

TABLE: Final = b"id,kind,count,read_on\nP1,news,7,2020\n%s\nP2,news,7,2020\n"
CELLS: Final[tuple[tuple[str, bytes], ...]] = (
    *(("wrong_type", b"P7,news,%s,2020" % cell) for cell in (
        b"x", b"-1", b"7.5", b"1e3", b"7 7", b"0x7", b"\xc2\xb2", b"9" * 19, b"9" * 5_000, b"=7", b"NULL", b"'7'",
    )),
    *(("required_missing", b"P7,news,%s,2020" % cell) for cell in (b"", b" ", b"\xc2\xa0", b'""')),
    *(("required_missing", row) for row in (b",news,7,2020", b" ,news,7,2020", b"P7,news", b",,,", b'""')),
    *(("count_kind", b"P7,%s,7,2020" % cell) for cell in (
        b"", b"Down loads", b"News", b"award", b"x" * 41, b"\xc3\xa9", b"a\tb", b"-", b'"a\nb"',
    )),
    *(("count_kind", row) for row in (b"https://github.com/a/b,news,7,2020", b"https://a.org/b,x,7,2020", b"P7")),
    *(("date_malformed", b"P7,news,7,%s" % cell) for cell in (
        b"today", b"2020-13", b"2020-02-30", b"01/02/2020", b"2020-1-1", b"0000", b"20200101", b"-2020", b"2020/01",
    )),
    *(("id_over_256", b"%s,news,7,2020" % cell) for cell in (b"x" * 257, b"x" * 140_000, b"x" * 1_000_000)),
    *(("control_character", b"%s,news,7,2020" % cell) for cell in (b"\0", b"P\0007")),
    ("count_out_of_range", b"P7,news,9007199254740993,2020"),
    ("field_over_1_MB", b"P7,news,7,%s" % (b"9" * 1_000_001)),
)  # fmt: skip
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
