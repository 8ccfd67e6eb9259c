# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with tables of papers that people make themselves."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_records import FILES
from helpers.faulty.bad_writing import Changed, read_changes

NAMES: Final = ("id", "title", "year", "authors", "journal", "doi", "abstract", "references")
HEADER: Final = ",".join(NAMES) + "\n"


def row(number: int, changed: Changed | None = None) -> str:
    """A row of a paper; what has a comma in it is to be quoted."""
    good = {
        "id": f"p{number}", "title": f"Counting {number}", "year": "1998-06-15", "authors": '"Bell, Ada; Dee, Cy"',
        "journal": "Letters", "doi": f"10.1000/{number}", "abstract": "An abstract.", "references": "p1" if number > 1 else "",
    }  # fmt: skip
    return ",".join({**good, **(changed or {})}.values()) + "\n"


CELLS: Final = read_changes("own_tables")
"""Cells of a paper: what becomes of them, and what they have in place of good values."""

ROWS: Final[Mapping[str, Callable[[str], str]]] = {
    "a cell too many": lambda good: good[:-1] + ",x\n",
    "half its cells": lambda good: ",".join(good.split(",")[:3]) + "\n",
    "an id alone": lambda _: "p7\n",
    "the header again": lambda _: HEADER,
    "the header again, in capitals": lambda _: HEADER.upper(),
    "tabs between cells": lambda good: good.replace(",", "\t"),
    "semicolons between cells": lambda good: good.replace(",", ";"),
    "a comment": lambda _: "# checked by hand\n",
    "a line of dashes": lambda _: "-" * 50 + "\n",
    "how many rows there are": lambda _: "(1 row)\n",
    "a line of JSON": lambda _: '{"id": "p7"}\n',
    "a blank before a quotation": lambda good: good.replace('"Bell', ' "Bell'),
    "quotation marks of a word processor": lambda good: good.replace('"', "\u201d"),
}
"""Rows of papers that have other cells than the header has names."""

QUOTED: Final[Mapping[str, tuple[str, str]]] = {
    "a quotation that never ends": ("Letters", '"Letters'),
    "a quotation that goes on": ("Letters", '"Let"ters'),
}
_FOREIGN: Final = frozenset({"foreign", "invalid"})
READ: Final = {what: make for what, (fault, make) in FILES.items() if fault[:1] in {"", "+"}}
"""Tables that are read as if nothing were the matter."""
ELSE: Final = {what: make for what, (fault, make) in FILES.items() if fault in _FOREIGN}
"""Tables that are refused whatever they are said to be, as any file is."""
TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    **{what: one for what, one in FILES.items() if what not in READ | ELSE},
    "a header alone": ("empty_file", lambda data: data.partition(b"\n")[0] + b"\n"),
    "a column twice": ("column_twice", lambda data: data.replace(b"title", b"id", 1)),
}  # fmt: skip
"""Tables of papers by what they are, with their fault: nothing of them is read."""
FOREIGN: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    **ELSE,
    "no header": lambda data: data.partition(b"\n")[2],
    "no column of ids": lambda data: data.replace(b"id,", b"number,", 1).replace(b"doi", b"other", 1),
    "bars between cells": lambda data: data.replace(b",", b"|"),
    "a quotation mark in the header": lambda data: b'"' + data,
    "NUL in a cell": lambda data: data.replace(b"An abstract", b"a\0b", 1),
    "a web page without its kind": lambda data: b"<html>" + data,
}  # fmt: skip
"""Tables of papers that are refused whatever they are said to be."""
