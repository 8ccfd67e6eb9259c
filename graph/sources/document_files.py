"""Files of documents that mention papers, as lines: tables, Excel, JSON; and the days of patents.

Where a table of granted patents is among them, patents without a day get theirs from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.graph.records import BadRecordError
from scinet.graph.sources import documents, long_tables, patents, tables
from scinet.graph.sources.faults import FileFault, FileFaultError, noted
from scinet.graph.sources.files import Line, Reading, SourceFile, beginning, is_json
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.patents import Granted
from scinet.graph.sources.rows import row_lines
from scinet.graph.sources.whole import as_text

_HEAD: Final = 64 * 1024


def holds(text: str, columns: Mapping[str, str]) -> bool:
    """Whether a text begins as a table of documents, or of granted patents, does."""
    first = long_tables.top(text)
    known = partial(documents.understood, columns=columns)
    is_known = long_tables.header(first, known) is not None
    return is_known or long_tables.header(first, patents.days_layout) is not None


def lines(files: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The rows of all files, each as a line of JSON."""
    dated = [file for file in files if _has_days(file)]
    others = [file for file in files if file not in dated]
    known: dict[str, Granted] = {}
    if dated and not others:
        what = "has the days of patents: load it with a file that says which papers they cite"
        reading.faults.extend(FileFault(file.name, "days_alone", what) for file in dated)
    elif dated:
        wanted = {number for file in others for number in _undated(file)}
        for file in dated:
            with noted(reading.faults, file.name):
                for one in patents.granted(file, reading, wanted):
                    if isinstance(one, Line):
                        yield one
                        continue
                    number, day = one
                    other = known.setdefault(number, day)
                    if other.date != day.date:
                        reading.accepted["dates_disagree"] += 1
                    known[number] = max(other, day)
    for file in others:
        for line in rows(file, reading, {}):
            yield _with_day(line, known) if known else line


def rows(file: SourceFile, reading: Reading, columns: Mapping[str, str]) -> Iterator[Line]:
    """The rows of one file, each as a line of JSON."""
    if is_json(file):
        yield from row_lines(file, reading)
        return
    with noted(reading.faults, file.name):
        known = partial(documents.understood, columns=columns)
        is_workbook = tables.is_workbook(beginning(file, 8))
        opened = (tables if is_workbook else long_tables).opened(file, reading, known)
        if opened is None:
            yield from row_lines(file, reading)
            return
        header, listed = opened
        tables.check_columns(header, header.layout.values(), file.name)
        for number, row in tables.some(listed, file.name):
            if (cells := tables.as_cells(header, row)) is None:
                yield tables.bad_row(row, file.name, number)
                continue
            said = {name: cells.get(column, "") for name, column in header.layout.items()}
            yield Line(file.name, number, 0, orjson.dumps(said))


def as_lines(file: SourceFile, columns: Mapping[str, str], target: Path) -> None:
    """Write a table with columns that somebody names as JSON lines with the same line numbers."""
    reading, written = Reading(), 0
    with target.open("wb") as stream:
        for line in rows(file, reading, columns):
            stream.write(b"\n" * (line.number - written - 1) + line.data + b"\n")
            written = line.number
    for fault in reading.faults:
        raise FileFaultError(fault.name, fault.reason, fault.message)


def _has_days(file: SourceFile) -> bool:
    first = long_tables.top(as_text(beginning(file, _HEAD)))
    return long_tables.header(first, patents.days_layout) is not None


def _undated(file: SourceFile) -> Iterator[str]:
    """The numbers of patents in a file that have no day there."""
    for line in rows(file, Reading(), {}):
        if (said := _said(line)) is not None and not said.get("date"):
            yield patents.number(documents.patent_of(said))


def _with_day(line: Line, known: Mapping[str, Granted]) -> Line:
    said = _said(line)
    if said is None or said.get("date"):
        return line
    one = known.get(patents.number(documents.patent_of(said)))
    if one is None:
        return line
    said |= {"date": one.date, "title": said.get("title") or one.title}
    return line._replace(data=orjson.dumps(said))


def _said(line: Line) -> dict[str, Any] | None:
    """What a row says; None for one that is not valid, which is told of where it is loaded."""
    try:
        said = None if line.reason else documents.stated(parse_object(line.data))
        return said if said is None or patents.number(documents.patent_of(said)) else None
    except BadRecordError:
        return None
