# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with tables of papers, and of citations, that people make themselves."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_records import FILES
from helpers.faulty.bad_writing import Changed, raw, read_changes, rows

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
_UTF_16: Final = "UTF-16"  # which tables may be in
READ: Final = {
    what: make for what, (fault, make) in FILES.items() if fault[:1] in {"", "+"} or what == _UTF_16
}
"""Tables that are read as if nothing were the matter."""
ELSE: Final = {
    what: make for what, (fault, make) in FILES.items() if fault in _FOREIGN and what not in READ
}
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
    "a web page without its kind": lambda data: b"<html>" + data,
}  # fmt: skip
"""Tables of papers that are refused whatever they are said to be."""

CITATIONS: Final = b"citing,cited\np2,p1\n%sp9,p1\n"
_Made = Callable[[bytes], bytes]

CITATION_ROWS: Final = {what: (reason, raw(row)) for what, reason, row in rows("citations")}
"""The third line: what becomes of it, and the line or lines."""


def _replaced(old: bytes, new: bytes) -> _Made:
    return lambda data: data.replace(old, new)


CUT: Final[Mapping[str, int]] = {"before its mark": 4, "after its mark": 3}
"""Bytes that are missing at the end of the last row."""
CITATION_FAULTS: Final[Mapping[str, tuple[str, _Made]]] = {
    **{what: one for what, one in TABLES.items() if what != "a column twice"},
    "a column twice": ("column_twice", _replaced(b"cited", b"cited,cited")),
    "a quotation that never ends": ("malformed_csv", _replaced(b"p9", b'"p9')),
    "a quotation that goes on": ("malformed_csv", _replaced(b"p9", b'"p"9')),
    "a quotation that ends in the next row": ("malformed_csv", lambda data: data.replace(b"p2", b'"p2').replace(b"p9", b'"p9')),
    "a cell over 16 MiB": ("line_over_16_MiB", _replaced(b"p9", b"x" * (16 * 1024 * 1024 + 1))),
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
FOREIGN_CITATIONS: Final[Mapping[str, _Made]] = {
    **ELSE,
    "no header": lambda data: data.partition(b"\n")[2],
    "columns of other names": _replaced(b"citing,cited", b"paper1,paper2"),
    "one column": lambda data: b"\n".join(line.partition(b",")[0] for line in data.split(b"\n")),
    "bars between cells": _replaced(b",", b"|"),
    "a quotation mark in the header": lambda data: b'"' + data,
}  # fmt: skip
"""Tables that are refused in one line."""
