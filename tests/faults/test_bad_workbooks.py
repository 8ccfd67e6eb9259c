# ruff: noqa: E501 - tables, a class a line
"""Bad cells, rows and workbooks of Excel: each is named, and costs no other."""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final

import openpyxl
from helpers.faulty.bad_inputs import check_named, count_classes
from helpers.faulty.bad_own_tables import CELLS as OF_TEXT
from helpers.faulty.bad_own_tables import NAMES
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

_SHEET: Final = "xl/worksheets/sheet1.xml"
_LONGEST: Final = 32_767  # characters of a cell


def row(number: int, changed: Mapping[str, Any] | None = None) -> list[Any]:
    good = {
        "id": f"p{number}", "title": f"Counting {number}", "year": date(1998, 6, 15), "authors": "Bell, Ada; Dee, Cy",
        "journal": "Letters", "doi": f"10.1000/{number}", "abstract": "An abstract.", "references": "p1" if number > 1 else None,
    }  # fmt: skip
    return list({**good, **(changed or {})}.values())


def workbook(
    *rows: Sequence[Any], names: Sequence[str] = NAMES, change: Callable[[Any], None] | None = None
) -> bytes:
    book = openpyxl.Workbook()
    for one in (names, row(1), *rows, row(2)):
        book.active.append(list(one))
    if change is not None:
        change(book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


CELLS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    **{
        what: (reason, {name: cell.strip('"') for name, cell in changed.items()})
        for what, (reason, changed) in OF_TEXT.items()
        if max(map(len, changed.values())) <= _LONGEST
    },
    "a date as a number": ("date_missing", {"year": 35_961}),
    "a date and time as a number": ("date_missing", {"year": 35_961.5}),
    "a time without its day": ("date_missing", {"year": time(12)}),
    "a length of time": ("date_missing", {"year": timedelta(days=3)}),
    "true as a year": ("date_missing", {"year": True}),
    "zero as a year": ("date_missing", {"year": 0}),
    "a formula that was not computed": ("date_missing", {"year": "=1990+8"}),
    "an error as a year": ("date_missing", {"year": "#VALUE!"}),
    "a year as a number": ("year_only", {"year": 1998}),
    "a year and a half": ("date_in_part", {"year": 1998.5}),
    "an error as a title": ("title_empty", {"title": "#NAME?"}),
    "a formula as a title": ("title_empty", {"title": "=B2"}),
    "an error as authors": ("no_authors", {"authors": "#REF!"}),
    "errors as ids": ("id_made", {"id": "#REF!", "doi": "#N/A"}),
    "a DOI as a number": ("doi_malformed", {"doi": 10.1}),
    "a DOI as a date": ("doi_malformed", {"doi": datetime(1998, 6, 15, 12)}),  # noqa: DTZ001 - as cells are
}  # fmt: skip
"""Cells of a paper: what becomes of them, and what they have in place of good values."""

ROWS: Final[Mapping[str, tuple[str, Sequence[Any]]]] = {
    "the header again": ("not_an_object", NAMES),
    "half its cells": ("no_authors", row(7)[:3]),
    "an id alone": ("title_empty", ["p7"]),
    "cells of blanks": ("required_missing", [" "] * len(NAMES)),
}


def _merged(place: str) -> Callable[[Any], None]:
    return lambda book: book.active.merge_cells(place)


MERGED: Final[Mapping[str, tuple[str, Callable[[Any], None]]]] = {
    "a title over the next cells": ("date_missing", _merged("B3:D3")),
    "a title over the next row": ("title_empty", _merged("B3:B4")),
}
"""Cells that are one: the first of them has the value, the others have none."""


def _first(book: Any) -> None:
    book.create_sheet("first", 0)


def _read_me(book: Any) -> None:
    book.create_sheet("first", 0).append(["Read me"])


def _chart(book: Any) -> None:
    book.create_chartsheet("first", 0)


def _low(book: Any) -> None:
    book.active.insert_rows(1, 8)


def _twice(book: Any) -> None:
    book.active["B1"] = "id"


def _far(book: Any) -> None:
    book.active["XFD1048576"] = "x"


def _formatted(value: float, how: str) -> Callable[[Any], None]:
    def change(book: Any) -> None:
        book.active["C2"] = value
        book.active["C2"].number_format = how

    return change


def _header(book: Any) -> None:
    book.active.delete_rows(2, 9)


BOOKS: Final[Mapping[str, tuple[str, Callable[[Any], None]]]] = {
    "an empty sheet before it": ("with the columns", _first),
    "a sheet of words before it": ("with the columns", _read_me),
    "a chart before it": ("with the columns", _chart),
    "eight rows above the header": ("with the columns", _low),
    "a column twice": ("column_twice", _twice),
    "a value in the last cell of the sheet": ("far from its table", _far),
    "a header alone": ("empty_file", _header),
    "a day before all days": ("damaged", _formatted(-1e12, "yyyy-mm-dd")),
    "a time longer than all": ("damaged", _formatted(1e300, "[h]:mm")),
}
"""What a workbook has besides, and what is said of it."""


def _without(part: str) -> Callable[[bytes], bytes]:
    return lambda whole: _packed(whole, lambda name, data: None if name == part else data)


def _sheet(make: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda whole: _packed(whole, lambda name, x: make(x) if name == _SHEET else x)


def _packed(whole: bytes, make: Callable[[str, bytes], bytes | None]) -> bytes:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(whole)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if (data := make(name, old.read(name))) is not None:
                new.writestr(name, data)
    return stream.getvalue()


def _with_password(whole: bytes) -> bytes:
    return whole.replace(b"PK\x03\x04\x14\0\0", b"PK\x03\x04\x14\0\1").replace(
        b"PK\x01\x02\x14\x03\x14\0\0", b"PK\x01\x02\x14\x03\x14\0\1"
    )


DAMAGED: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "no sheet": ("damaged", _without(_SHEET)),
    "no list of sheets": ("damaged", _without("xl/workbook.xml")),
    "no list of its parts": ("damaged", _without("xl/_rels/workbook.xml.rels")),
    "half a sheet": ("damaged", _sheet(lambda data: data[: len(data) // 2])),
    "an empty sheet": ("damaged", _sheet(lambda _: b"")),
    "a sheet of words": ("damaged", _sheet(lambda _: b"words")),
    "a cell without a row": ("damaged", _sheet(lambda x: x.replace(b'r="B3"', b'r="B"'))),
    "a sheet of 40 MB of blanks": ("200 times", _sheet(lambda x: x + b" " * 40_000_000)),
    "a password": ("damaged", _with_password),
    "its end cut": ("damaged", lambda whole: whole[:-9]),
    "half a file": ("damaged", lambda whole: whole[: len(whole) // 2]),
    "its first bytes": ("damaged", lambda whole: whole[:4]),
    "the first bytes of the old format": ("of the old format", lambda _: b"\xd0\xcf\x11\xe0" + bytes(9)),
    "nothing": ("empty_file", lambda _: b""),
}  # fmt: skip
"""Workbooks by what is wrong with the file, and what is said of them."""


def test_a_bad_row_of_a_workbook_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad cell, row or file of Excel is rejected or counted by name, and all others load."""
    file = tmp_path / "papers.xlsx"

    def read(data: bytes) -> Outcome:
        file.write_bytes(data)
        return outcome(file, kind="records")

    good, with_7 = read(workbook()), read(workbook(row(7)))
    assert (good.reasons, good.faults, len(good.papers)) == ({}, [], 2)
    rows = {what: (reason, row(7, changed)) for what, (reason, changed) in CELLS.items()}
    for what, (reason, cells) in {**rows, **ROWS}.items():
        result = read(workbook(cells))
        assert reason in result.beyond(with_7), (what, result.counts)
        check_named(result, good, what, reason, [3])
    for what, (reason, change) in MERGED.items():
        result = read(workbook(row(7), change=change))
        assert reason in result.beyond(with_7), what
    made = {what: (said, workbook(change=change)) for what, (said, change) in BOOKS.items()}
    made |= {what: (said, make(workbook())) for what, (said, make) in DAMAGED.items()}
    for what, (said, data) in made.items():
        file.write_bytes(data)
        assert said in refusal(file), what
    count_classes(proof, sum(map(len, (CELLS, ROWS, MERGED, BOOKS, DAMAGED))))


def refusal(file: Path) -> str:
    """What is said of a file of which nothing is read."""
    try:
        result = outcome(file, kind="records")
    except DataError as error:
        return str(error).partition(f"{file} ")[2]
    assert result.entries == []
    return ", ".join(fault.reason for fault in result.faults)


def test_sheets_that_are_not_read_are_counted(tmp_path: Path) -> None:
    def add(book: Any) -> None:
        book.create_sheet("citations").append(["citing", "cited"])
        book.create_sheet("empty")

    file = tmp_path / "papers.xlsx"
    file.write_bytes(workbook(change=add))
    assert outcome(file).accepted["sheets_not_read"] == 1


def test_a_damaged_sheet_costs_no_other(tmp_path: Path) -> None:
    whole = workbook(change=lambda book: book.create_sheet("notes").append(["a"]))
    file = tmp_path / "papers.xlsx"
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            is_second = name.endswith("sheet2.xml")
            target.writestr(name, b"<worksheet><sheetData><row" if is_second else source.read(name))
    result = outcome(file)
    assert (len(result.entries), result.faults) == (2, [])
    assert result.accepted["sheets_not_read"] == 1
