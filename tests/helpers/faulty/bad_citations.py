# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with tables of citations that people make themselves: two columns of ids."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_own_tables import ELSE, READ, TABLES
from helpers.faulty.bad_writing import raw, rows

GOOD: Final = b"citing,cited\np2,p1\n%sp9,p1\n"
_Made = Callable[[bytes], bytes]

ROWS: Final = {what: (reason, raw(row)) for what, reason, row in rows("citations")}
"""The third line: what becomes of it, and the line or lines."""


def _replaced(old: bytes, new: bytes) -> _Made:
    return lambda data: data.replace(old, new)


CUT: Final[Mapping[str, int]] = {"before its mark": 4, "after its mark": 3}
"""Bytes that are missing at the end of the last row."""
FAULTS: Final[Mapping[str, tuple[str, _Made]]] = {
    **{what: one for what, one in TABLES.items() if what != "a column twice"},
    "a column twice": ("column_twice", _replaced(b"cited", b"cited,cited")),
    "a quotation that never ends": ("malformed_csv", _replaced(b"p9", b'"p9')),
    "a quotation that goes on": ("malformed_csv", _replaced(b"p9", b'"p"9')),
    "a quotation that ends in the next row": ("malformed_csv", lambda data: data.replace(b"p2", b'"p2').replace(b"p9", b'"p9')),
    "a cell over 16 MiB": ("malformed_csv", _replaced(b"p9", b"x" * (16 * 1024 * 1024 + 1))),
}  # fmt: skip
"""Tables by what is wrong with them: the fault; rows before it may be read."""
_JUNK: Final = "gzip with junk after it"
COUNTED: Final = {_JUNK: ("gzip_trailing_junk", READ[_JUNK])}
"""Tables of which every row is read, and that something is wrong is counted."""
ALIKE: Final[Mapping[str, _Made]] = {
    **{what: make for what, make in READ.items() if what not in COUNTED},
    "line ends of an old Mac": _replaced(b"\n", b"\r"),
    "tabs": _replaced(b",", b"\t"),
    "semicolons": _replaced(b",", b";"),
    "every cell quoted": lambda data: b'"' + data[:-1].replace(b",", b'","').replace(b"\n", b'"\n"') + b'"\n',
    "names in capitals": _replaced(b"citing,cited", b"CITING,Cited"),
    "blanks around names": _replaced(b"citing,cited", b" citing , cited "),
    "a comment's mark before the names": _replaced(b"citing", b"# citing"),
    "a line about the table above": lambda data: b"Citations of 2026\n" + data,
    "what separates cells above": lambda data: b"sep=,\n" + data,
    "two tables, one after the other": lambda data: data[:19] + b"\xef\xbb\xbf" + data[19:],
    "one more column": lambda data: data.replace(b"\n", b",1\n").replace(b"cited,1", b"cited,weight"),
}  # fmt: skip
"""Tables that are read as if nothing were the matter."""
FOREIGN: Final[Mapping[str, _Made]] = {
    **ELSE,
    "no header": lambda data: data.partition(b"\n")[2],
    "columns of other names": _replaced(b"citing,cited", b"paper1,paper2"),
    "one column": lambda data: b"\n".join(line.partition(b",")[0] for line in data.split(b"\n")),
    "bars between cells": _replaced(b",", b"|"),
    "a quotation mark in the header": lambda data: b'"' + data,
}  # fmt: skip
"""Tables that are refused in one line."""
