"""Files as databases export them, made by hand with the oddities of the real ones."""

import csv
import io
import json
from collections.abc import Sequence

from helpers.files.network_files import read_source

_SCOPUS: list[list[str]] = json.loads(read_source("scopus.json"))
_WOS_TAGS, _WOS_NAMES, *_WOS_ROWS = json.loads(read_source("wos.json"))


def scopus(*, mark: str = ",", end: str = "\r\n") -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=mark, lineterminator=end).writerows(_SCOPUS)
    return ("\ufeff" + stream.getvalue()).encode()


def wos_tabs(encoding: str = "utf-8-sig") -> bytes:
    """Rows end with one tab more than the line of names."""
    rows = ["\t".join(row) + "\t" for row in _WOS_ROWS]
    return "\r\n".join(["\t".join(_WOS_TAGS), *rows, ""]).encode(encoding)


def wos_text() -> bytes:
    lines = ["FN Clarivate Analytics Web of Science", "VR 1.0"]
    for row in _WOS_ROWS:
        for tag, value in zip(_WOS_TAGS, row, strict=True):
            if value:
                parts = value.split("; ") if tag in {"AU", "AF", "CR"} else value.split(" and ")
                glue = "" if tag in {"AU", "AF", "CR"} else " and"
                lines.append(f"{tag} {parts[0]}{glue if len(parts) > 1 else ''}")
                lines += [f"   {part}" for part in parts[1:]]
        lines += ["ER", ""]
    return ("\ufeff" + "\n".join([*lines, "EF"])).encode()


def wos_excel() -> bytes:
    return workbook([_WOS_NAMES, *_WOS_ROWS])


def dimensions() -> bytes:
    return read_source("dimensions.csv").encode()


def lens() -> bytes:
    return read_source("lens.csv").encode()


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([int(c) if c.isdigit() and len(c) < 5 else c or None for c in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
