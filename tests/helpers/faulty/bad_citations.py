# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with tables of citations that people make themselves: two columns of ids."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_own_tables import ELSE, READ, TABLES

GOOD: Final = b"citing,cited\np2,p1\n%sp9,p1\n"
_Made = Callable[[bytes], bytes]

ROWS: Final[Mapping[str, tuple[str, bytes]]] = {
    "no cited paper": ("not_an_object", b"p7,\n"),
    "no citing paper": ("not_an_object", b",p1\n"),
    "one cell": ("not_an_object", b"p7\n"),
    "three cells": ("not_an_object", b"p7,p1,x\n"),
    "the header again": ("not_an_object", b"citing,cited\n"),
    "the header again, in capitals": ("not_an_object", b"CITING,CITED\n"),
    "the header of the next table": ("not_an_object", "\ufeffciting,cited\n".encode()),
    "a tab between papers": ("not_an_object", b"p7\tp1\n"),
    "a semicolon between papers": ("not_an_object", b"p7;p1\n"),
    "a blank between papers": ("not_an_object", b"p7 p1\n"),
    "an arrow between papers": ("not_an_object", b"p7->p1\n"),
    "both papers in one quotation": ("not_an_object", b'"p7,p1"\n'),
    "a comment": ("not_an_object", b"# checked by hand\n"),
    "a line of dashes": ("not_an_object", b"-----+-----\n"),
    "how many rows there are": ("not_an_object", b"(1 row)\n"),
    "a line of JSON": ("not_an_object", b'{"citing": "p7"}\n'),
    "a line that says more follow": ("not_an_object", b"...\n"),
    "a spelling of nothing": ("not_an_object", b"p7,NULL\n"),
    "nothing as pandas writes it": ("not_an_object", b"nan,p1\n"),
    "a dash for nothing": ("not_an_object", b"p7,-\n"),
    "empty quotation marks": ("not_an_object", b'p7,""\n'),
    "a blank that does not break for a paper": ("not_an_object", "p7,\u00a0\n".encode()),
    "a citation of itself": ("cites_itself", b"p7,p7\n"),
    "a citation twice": ("repeated", b"p7,p1\np7,p1\n"),
    "a citing id over 256 letters": ("id_over_256", b"x" * 257 + b",p1\n"),
    "a cited id over 256 letters": ("id_over_256", b"p7," + b"x" * 257 + b"\n"),
    "a citing id with its address": ("id_case_or_url_form", b"https://example.org/p7,p1\n"),
    "a cited id with its address": ("id_case_or_url_form", b"p7,https://example.org/p1\n"),
    "an author who cites": ("id_of_other_entity", b"https://openalex.org/A5023888391,p1\n"),
    "an author by ORCID who cites": ("id_of_other_entity", b"https://orcid.org/0000-0002-1825-0097,p1\n"),
    "an institution that cites": ("id_of_other_entity", b"https://ror.org/042nb2s44,p1\n"),
    "a citing id that a spreadsheet rounded": ("id_rounded", b"1.23457E+11,p1\n"),
    "a cited id that a spreadsheet rounded": ("id_rounded", b'p7,"1,23457E+11"\n'),
    "a citing id as a number with a point": ("id_as_number", b"7.0,p1\n"),
    "a cited id as a number with a point": ("id_as_number", b"p7,1.0\n"),
    "NUL in a citing id": ("control_character", b"p\x007,p1\n"),
    "NUL in a cited id": ("control_character", b"p7,p\x001\n"),
    "a byte of Latin-1": ("not_utf8", b"caf\xe9,p1\n"),
    "bytes of Windows": ("not_utf8", b"\x93p7\x94,p1\n"),
    "half a character": ("not_utf8", b"p7\xc3,p1\n"),
    "a surrogate as three bytes": ("not_utf8", b"p\xed\xa0\x80,p1\n"),
}  # fmt: skip
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
