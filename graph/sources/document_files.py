"""Reader of document files (tables, Excel, JSON) that mention papers, and of patent grant days.

A table of granted patents among the files supplies the days that patents lack.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import orjson

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import documents, patents, tables
from scinet.graph.sources.entries import Format, ObjectFormat, join_names
from scinet.graph.sources.file_faults import FileFault, collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile, is_json
from scinet.graph.sources.head import Head
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.patents import PatentGrant
from scinet.graph.sources.rows import read_file


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
        yield from tables.read_table(file, reading, resolve, _fields) or read_file(file, reading)


def _fields(header: tables.TableHeader[documents.Columns], cells: Mapping[str, str]) -> Any:
    return {name: cells.get(column, "") for name, column in header.layout.items()}


def _has_grant_days(file: SourceFile) -> bool:
    return any(map(patents.grant_columns, Head(file).names()))


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


def _is_table(head: Head) -> str:
    layouts = (
        documents.resolve_columns(names, head.columns) or patents.grant_columns(names)
        for names in head.names()
    )
    return next(
        (f"its columns include {join_names(found.values())}" for found in layouts if found), ""
    )


FORMATS: Final = (
    ObjectFormat(documents.is_mention, name="documents", kind="documents", page="mentions"),
    Format(test=_is_table, name="table of documents", kind="documents", page="mentions"),
)
