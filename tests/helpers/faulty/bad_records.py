# ruff: noqa: E501 - tables, a class a line
"""Classes of bad records: what is wrong, how it is made, and what becomes of it.

A class of lines holds for every format that has records in JSON; one more class is one more line.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from helpers.faulty.bad_writing import raw, read_kinds, rows, value

from scinet.graph.sources.files import MAX_LINE

Object = dict[str, Any]
_ALIEN: Final = b"a field that nobody knows"
_Line = Callable[[Object, str], bytes]


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def _line(form: str, cell: str = "") -> _Line:
    """A line by its form: all of it, its id, what follows it, or what stands among its fields."""
    if form == "id":
        return lambda good, key: _dumped({**good, key: value(cell)})
    made = raw(cell)
    forms: Mapping[str, _Line] = {
        "line": lambda *_: made,
        "before": lambda good, _: b"{" + made + _dumped(good)[1:],
        "inside": lambda good, _: _dumped(good)[:-1] + b', "%s": %s}' % (_ALIEN, made),
        "after": lambda good, _: _dumped(good) + made,
    }
    return forms[form]


LINES: Final[Mapping[str, tuple[str, _Line]]] = {
    **{what: (reason, _line(*form)) for what, reason, *form in rows("lines")},
    "two records": ("two_records_on_line", lambda good, _: _dumped(good) * 2),
    "the id twice": ("duplicate_key", lambda good, key: b'{"%s": 1, ' % key.encode() + _dumped(good)[1:]),
    "a comma too many": ("malformed_json", lambda good, _: _dumped(good)[:-1] + b",}"),
    "half a record": ("malformed_json", lambda good, _: _dumped(good)[:-9]),
    "Python": ("malformed_json", lambda good, _: repr(good).encode()),
    "no id": ("required_missing", lambda good, key: _dumped({k: v for k, v in good.items() if k != key})),
}  # fmt: skip
"""By what is wrong: the reason, and the line made of a good record and the key of its id."""

WHERE_OTHER: Final = {
    # What is not a triplet is read as a record, which it is not either.
    ("sciencemeter", reason): "required_missing"
    for reason in ("required_null", "wrong_type", "id_empty", "id_over_256")
}
"""Reasons that one kind of load gives for a class, by the kind and what others say."""

NOT_BAD: Final = frozenset({("semanticscholar", "null")})
"""Classes that are no fault in one kind of load: null is how the API says that it has no paper."""

FIELDS: Final = read_kinds("fields")
"""By kind of load: the reason, with ``+`` where only the value is lost, and the wrong fields."""


def _members(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(map(gzip.compress, lines)) + b"\0" * 512


FILES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "gzip": ("", gzip.compress),
    "gzip in members, padded": ("", _members),
    "gzip cut at its end": ("gzip_truncated", lambda data: gzip.compress(data)[:-1]),
    "gzip cut in the middle": ("gzip_truncated", lambda data: gzip.compress(data)[: -len(data) // 9]),
    "gzip cut after its header": ("gzip_truncated", lambda data: gzip.compress(data)[:10]),
    "gzip with a wrong checksum": (
        "gzip_corrupt", lambda data: gzip.compress(data)[:-8] + b"\1" * 4 + gzip.compress(data)[-4:],
    ),
    "gzip with a wrong length": ("gzip_corrupt", lambda data: gzip.compress(data)[:-4] + b"\1" * 4),
    "gzip of another method": ("gzip_corrupt", lambda data: b"\x1f\x8b\x09" + gzip.compress(data)[3:]),
    "gzip with junk after it": ("+gzip_trailing_junk", lambda data: gzip.compress(data) + b"junk"),
    "gzip of gzip": ("invalid", lambda data: gzip.compress(gzip.compress(data))),
    "gzip that unpacks to 300 times its size": (
        "expansion_over_200x", lambda data: gzip.compress(data + b" " * 18_000_000),
    ),
    "gzip of nothing": ("empty_file", lambda _: gzip.compress(b"")),
    "nothing": ("empty_file", lambda _: b""),
    "white space": ("empty_file", lambda _: b"\n \r\n\t\n"),
    "a byte order mark": ("+byte_order_mark", lambda data: b"\xef\xbb\xbf" + data),
    "line ends of Windows": ("", lambda data: data.replace(b"\n", b"\r\n")),
    "mixed line ends": ("+mixed_line_ends", lambda data: data.replace(b"\n", b"\r\n", 1)),
    "empty lines": ("", lambda data: b"\n\n" + data.replace(b"\n", b"\n \n")),
    "no line end at the end": ("", lambda data: data.rstrip(b"\n")),
    "UTF-16": ("foreign", lambda data: data.decode().encode("utf-16")),
    "UTF-16, big end first": ("foreign", lambda data: data.decode().encode("utf-16-be")),
    "UTF-16 without a mark": ("foreign", lambda data: data.decode().encode("utf-16-le")),
    "UTF-32": ("foreign", lambda data: data.decode().encode("utf-32")),
    "a zip archive": ("foreign", lambda data: b"PK\x03\x04" + data),
    "xz": ("foreign", lambda data: b"\xfd7zXZ\0" + data),
    "zstd": ("foreign", lambda data: b"\x28\xb5\x2f\xfd" + data),
    "bzip2": ("foreign", lambda data: b"BZh9" + data),
    "a PDF document": ("foreign", lambda data: b"%PDF-1.7\n" + data),
    "a web page": ("foreign", lambda data: b"<!DOCTYPE html>\n" + data),
    "XML": ("foreign", lambda data: b"<?xml version='1.0'?>\n" + data),
    "an SQLite database": ("foreign", lambda data: b"SQLite format 3\0" + data),
}  # fmt: skip
"""By what a file is: its fault, or with ``+`` what is counted, or nothing; made of good lines.

A ``foreign`` file is refused whatever it is said to be, an ``invalid`` one has no good line.
"""

COUNTS: Final = b"id,kind,count,read_on\nP1,news,7,2020\n%s\nP2,news,7,2020\n"
COUNT_CELLS: Final = [(reason, raw(cell)) for reason, cell in rows("counts")]
"""Rows of a table of counts that are rejected, each with its reason."""
_OTHERWISE: Final = {
    **dict.fromkeys(
        ("gzip of gzip", "UTF-16, big end first", "UTF-16 without a mark"),
        "column_missing",
    ),
    "UTF-16": "",
}
COUNT_TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
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
    "Latin-1": (
        "", lambda data: data.replace(b"_on", b"_on,note").replace(b"2020", b"2020,caf\xe9"),
    ),
    "half a character": ("", lambda data: data + b"\xc3"),
    "tabs": ("", lambda data: data.replace(b",", b"\t")),
    "semicolons": ("", lambda data: data.replace(b",", b";")),
    "line ends of an old Mac": ("", lambda data: data.replace(b"\n", b"\r")),
    "cells quoted": ("", lambda data: data.replace(b"P1", b'"P1"')),
    "empty lines between rows": ("", lambda data: data.replace(b"\n", b"\n\n")),
    **{
        what: (_OTHERWISE.get(what, "" if fault[:1] == "+" else fault), make)
        for what, (fault, make) in FILES.items()
    },
}  # fmt: skip
"""Tables of counts by what is wrong with them: the fault, or nothing where every row is read."""
