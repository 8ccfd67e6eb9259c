# ruff: noqa: E501 - tables, a class a line
"""Rows of tables that databases export, made of values; and what may be wrong with a row or a file.

A row is made of the values of :func:`helpers.faulty.bad_entries.good`, so that a class of bad values holds
for every database.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from helpers.faulty.bad_entries import BAD_VALUES, Values, when
from helpers.faulty.bad_records import FILES
from helpers.faulty.bad_writing import Changes, raw, rows

_Columns = Callable[[Values], dict[str, str]]


class Database(NamedTuple):
    """What a database exports."""

    names: Sequence[str]
    cells: _Columns
    mark: str = ","

    @property
    def header(self) -> bytes:
        return self._line(self.names)

    def row(self, values: Values) -> bytes:
        filled = self.cells(values)
        return self._line([filled.get(name, "") for name in self.names])

    def _line(self, cells: Sequence[str]) -> bytes:
        if self.mark == "\t":
            return "\t".join(cells).encode() + b"\n"
        stream = io.StringIO(newline="")
        csv.writer(stream, lineterminator="\n").writerow(cells)
        return stream.getvalue().encode()


def _family_first(v: Values) -> str:
    return ", ".join(filter(None, (v["family"], v["given"])))


def _scopus(v: Values) -> dict[str, str]:
    return {
        "Authors": _family_first(v), "Title": v["title"], "Year": v["year"], "Source title": v["venue"], "DOI": v["doi"],
        "Abstract": v["abstract"], "EID": f"2-s2.0-{v['id']}" if v["id"] else "", "Document Type": "Article", "Cited by": v.get("cited", ""),
    }  # fmt: skip


def _wos(v: Values) -> dict[str, str]:
    return {
        "PT": "J", "AF": _family_first(v), "TI": v["title"], "SO": v["venue"], "AB": v["abstract"], "DI": v["doi"],
        "PD": f"{v['month']} {v['day']}".strip(), "PY": v["year"], "UT": f"WOS:{v['id']}" if v["id"] else "", "TC": v.get("cited", ""),
    }  # fmt: skip


def _dimensions(v: Values) -> dict[str, str]:
    return {
        "Publication ID": v["id"] and f"pub.{v['id']}", "DOI": v["doi"], "Title": v["title"], "Abstract": v["abstract"],
        "Source title": v["venue"], "Publication date": when(v), "PubYear": v["year"], "Publication Type": "Article",
        "Authors": _family_first(v), "Times cited": v.get("cited", ""),
    }  # fmt: skip


def _lens(v: Values) -> dict[str, str]:
    return {
        "Lens ID": v["id"], "Title": v["title"], "Date Published": when(v), "Publication Year": v["year"], "DOI": v["doi"],
        "Source Title": v["venue"], "Author/s": " ".join(filter(None, (v["given"], v["family"]))), "Abstract": v["abstract"],
        "Publication Type": "journal article", "Citing Works Count": v.get("cited", ""),
    }  # fmt: skip


DATABASES: Final[Mapping[str, Database]] = {
    "Scopus": Database(
        ("Authors", "Title", "Year", "Source title", "Cited by", "DOI", "Link", "Abstract", "Document Type", "EID"), _scopus,
    ),
    "Web of Science": Database(("PT", "AU", "AF", "TI", "SO", "AB", "TC", "PD", "PY", "DI", "UT"), _wos, "\t"),
    "Dimensions": Database(
        ("Rank", "Publication ID", "DOI", "Title", "Abstract", "Source title", "Publication date", "PubYear", "Publication Type", "Authors", "Times cited"),
        _dimensions,
    ),
    "Lens": Database(
        ("#", "Lens ID", "Title", "Date Published", "Publication Year", "Publication Type", "Source Title", "Author/s", "Abstract", "DOI", "Citing Works Count"),
        _lens,
    ),
}  # fmt: skip


def values_of(name: str) -> Changes:
    """Bad values of a database; Scopus exports years alone."""
    return {
        what: value
        for what, value in BAD_VALUES.items()
        if name != "Scopus" or "day" not in value[1] or not value[1].get("month", "Jun")
    }


def _with(old: str, new: str) -> Callable[[bytes, bytes], bytes]:
    return lambda row, _: row.replace(raw(old), raw(new), 1)


ROWS: Final[Mapping[str, tuple[str, Callable[[bytes, bytes], bytes]]]] = {
    **{what: (reason, _with(*cells)) for what, reason, *cells in rows("tables")},
    "a cell too many": ("malformed_entry", lambda row, mark: row[:-1] + mark + b"x\n"),
    "ten cells too many": ("malformed_entry", lambda row, mark: row[:-1] + (mark + b"x") * 10 + b"\n"),
    "half its cells": ("malformed_entry", lambda row, mark: mark.join(row.split(mark)[:5]) + b"\n"),
    "one cell alone": ("malformed_entry", lambda *_: b"Counting\n"),
    "a number alone": ("malformed_entry", lambda *_: b"7\n"),
    "another mark between cells": ("malformed_entry", lambda row, mark: row.replace(mark, b"|").replace(b'"', b"")),
    "a line of JSON": ("malformed_entry", lambda *_: b'{"title": "Counting"}\n'),
    "a line of dashes": ("malformed_entry", lambda *_: b"-" * 80 + b"\n"),
    "a line that says more follow": ("malformed_entry", lambda *_: b"...\n"),
}  # fmt: skip
"""By what is wrong with a row: what becomes of it, and the row made of a good one and its mark."""

_READ: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "names in capitals": lambda data: (
        data.split(b"\n", 1)[0].upper() + b"\n" + data.split(b"\n", 1)[1]
    ),
    "blanks around names": lambda data: data.replace(b"Title", b" Title ", 1).replace(
        b"TI", b" TI ", 1
    ),
    "an empty line above": lambda data: b"\n" + data,
    "a line about the table above": lambda data: b"About: exported by hand\n" + data,
    "rows without anything": lambda data: data + b"\n\n",
}
_SHAPES: Final = {name: one for name, one in FILES.items() if one[0] not in {"foreign", "invalid"}}
TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    **{name: ("" if fault.startswith("+") else fault, make) for name, (fault, make) in _SHAPES.items()},
    **{name: ("", make) for name, make in _READ.items()},
    "gzip of gzip": ("wrong_suffix", FILES["gzip of gzip"][1]),
    "another table": ("foreign", lambda _: b"a,b\n1,2\n"),
    "a text": ("wrong_suffix", lambda _: b"Words about words\n"),
}  # fmt: skip
"""By what a file is: its fault, or nothing where every row is read."""
QUOTED: Final = {
    "a quotation that never ends": (b"Letters", b'"Letters'),
    "a quotation that goes on": (b"Letters", b'"Let"ters'),
    "a quotation that ends in the next row": (b"Counting", b'"Counting'),
}
"""Faults of a table with commas: rows would be lost unseen."""
