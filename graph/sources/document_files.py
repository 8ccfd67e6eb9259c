"""Reader of document files (tables, Excel, JSON) that mention papers, and of patent grant days.

A table of granted patents among the files supplies the days that patents lack.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import documents, patents, streamed_tables, tables
from scinet.graph.sources.file_faults import FileFault, FileFaultError, collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile, is_json, read_beginning
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.patents import PatentGrant
from scinet.graph.sources.rows import read_file
from scinet.graph.sources.whole_file import decode_head

_HEAD: Final = 64 * 1024


def looks_like_documents(text: str, columns: Mapping[str, str]) -> bool:
    """Whether a text begins as a table of documents or of granted patents."""
    first = streamed_tables.top_lines(text)
    resolve = partial(documents.resolve_columns, columns=columns)
    is_known = streamed_tables.find_header(first, resolve) is not None
    return is_known or streamed_tables.find_header(first, patents.grant_columns) is not None


def read_lines(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the rows of all files, each as a line of JSON."""
    dated = [file for file in files if _has_grant_days(file)]
    others = [file for file in files if file not in dated]
    grants: dict[str, PatentGrant] = {}
    if dated and not others:
        what = "has the days of patents: load it with a file that says which papers they cite"
        reading.faults.extend(FileFault(file.name, "days_alone", what) for file in dated)
    elif dated:
        wanted = {number for file in others for number in _undated_patents(file)}
        for file in dated:
            with collect_faults(reading.faults, file.name):
                for grant in patents.read_grants(file, reading, wanted):
                    if isinstance(grant, InputLine):
                        yield grant
                        continue
                    number, day = grant
                    earlier = grants.setdefault(number, day)
                    if earlier.date != day.date:
                        reading.accepted["dates_disagree"] += 1
                    grants[number] = max(earlier, day)
    for file in others:
        for line in read_rows(file, reading, {}):
            yield _add_day(line, grants) if grants else line


def read_rows(
    file: SourceFile, reading: ReadProgress, columns: Mapping[str, str]
) -> Iterator[InputLine]:
    """Yield the rows of one file, each as a line of JSON."""
    if is_json(file):
        yield from read_file(file, reading)
        return
    with collect_faults(reading.faults, file.name):
        resolve = partial(documents.resolve_columns, columns=columns)
        is_workbook = tables.is_workbook(read_beginning(file, 8))
        opened = (tables if is_workbook else streamed_tables).open_table(file, reading, resolve)
        if opened is None:
            yield from read_file(file, reading)
            return
        header, listed = opened
        tables.check_columns(header, header.layout.values(), file.name)
        for number, row in tables.iter_rows(listed, file.name):
            if (cells := tables.row_cells(header, row)) is None:
                yield tables.rejected_row(row, file.name, number)
                continue
            values = {name: cells.get(column, "") for name, column in header.layout.items()}
            yield InputLine(file.name, number, 0, orjson.dumps(values))


def write_as_lines(file: SourceFile, columns: Mapping[str, str], target: Path) -> None:
    """Write a table with custom column names as JSON lines, keeping line numbers."""
    reading, written = ReadProgress(), 0
    with target.open("wb") as stream:
        for line in read_rows(file, reading, columns):
            stream.write(b"\n" * (line.number - written - 1) + line.data + b"\n")
            written = line.number
    for fault in reading.faults:
        raise FileFaultError(fault.name, fault.reason, fault.message)


def _has_grant_days(file: SourceFile) -> bool:
    first = streamed_tables.top_lines(decode_head(read_beginning(file, _HEAD)))
    return streamed_tables.find_header(first, patents.grant_columns) is not None


def _undated_patents(file: SourceFile) -> Iterator[str]:
    for line in read_rows(file, ReadProgress(), {}):
        if (row := _parse_row(line)) is not None and not row.get("date"):
            yield patents.granted_number(documents.patent_number(row))


def _add_day(line: InputLine, grants: Mapping[str, PatentGrant]) -> InputLine:
    row = _parse_row(line)
    if row is None or row.get("date"):
        return line
    grant = grants.get(patents.granted_number(documents.patent_number(row)))
    if grant is None:
        return line
    row |= {"date": grant.date, "title": row.get("title") or grant.title}
    return line._replace(data=orjson.dumps(row))


def _parse_row(line: InputLine) -> dict[str, Any] | None:
    """Return the fields of a row; None for an invalid row, which the load reports."""
    try:
        row = None if line.reason else documents.stated_fields(parse_object(line.data), Notes())
        return row if row is None or patents.granted_number(documents.patent_number(row)) else None
    except BadRecordError:
        return None
