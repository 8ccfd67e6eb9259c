"""Tables of papers and of citations with any column names.

Columns are recognised by usual names or named by the caller. Each table becomes a file of records:
a paper with all its references; a citing paper without a row has its id alone.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.graph.sources import tables, values
from scinet.graph.sources.entries import Format, join_names
from scinet.graph.sources.file_faults import collect_faults
from scinet.graph.sources.files import ReadProgress, SourceFile
from scinet.graph.sources.head import Head

_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "citing": ("citing", "citing_id", "citing_paper", "citing_paper_id", "from", "fromnodeid",
               "from_id", "source", "source_id"),
    "cited": ("cited", "cited_id", "cited_paper", "cited_paper_id", "to", "tonodeid", "to_id",
              "target", "target_id", "reference_id"),
    "id": ("id", "paper_id", "paperid", "paper", "key", "node_id", "node"),
    "doi": ("doi",),
    "title": ("title", "paper_title", "article title", "name"),
    "abstract": ("abstract", "summary", "abstract note"),
    "date": ("date", "publication_date", "publication date", "published"),
    "year": ("year", "publication_year", "publication year", "pub_year"),
    "venue": ("venue", "journal", "source title", "booktitle", "conference",
              "publication title"),
    "authors": ("authors", "author", "author_names", "author(s)"),
    "author_ids": ("author_ids", "authors_id", "author_id"),
    "references": ("references", "refs", "cites", "cited_ids", "reference_ids"),
    "type": ("type", "document type", "item type"),
    "times_cited": ("times_cited", "times cited", "cited_by", "cited by", "citation_count"),
}  # fmt: skip
"""Usual column names by field."""
_CITATION: Final = ("citing", "cited")
_LIST: Final = re.compile(r"[;|\uff1b\u3001]")
_LAST: Final = re.compile(r"\s+(?:and|&)\s+")
_PAPER: Final = frozenset({"title", "date", "year", "authors", "references", "abstract"})
_BETWEEN_IDS: Final = re.compile(rf"{values.SEMICOLON}|[|,\s]+")
_COUNTED: Final = re.compile(r"\s*(?:citations?|cites|references?|refs?|times|x)\Z", re.IGNORECASE)
_AS_NUMBER: Final = re.compile(r"(\d+)\.0")
_FIELD_ALIASES: Final = {"paper_id": "id", "citing_id": "citing", "cited_id": "cited"}
FIELDS: Final = frozenset({*_NAMES, *_FIELD_ALIASES})

Columns = dict[str, str]


def resolve_columns(names: Sequence[str], columns: Mapping[str, str]) -> Columns | None:
    """Return the column of each field, in lower case; None for a table of another kind.

    Args:
        columns: Column by field, where the caller names them.
    """
    plain = [tables.normalise_column(name) for name in reversed(names)]
    columns_by_name = {_normalise_name(name): name for name in plain} | {
        name: name for name in plain
    }
    named = {
        _FIELD_ALIASES.get(field, field): (tables.normalise_column(name),)
        for field, name in columns.items()
    }
    result: Columns = {}
    for field, usual in {**_NAMES, **named}.items():
        if column := next(
            (
                columns_by_name[n]
                for name in usual
                for n in (name, _normalise_name(name))
                if n in columns_by_name
            ),
            None,
        ):
            result[field] = column
    if result.keys() >= set(_CITATION) and "title" not in result:
        return {field: result[field] for field in _CITATION}
    is_paper = result.keys() & {"id", "doi"} and result.keys() & _PAPER
    return {f: c for f, c in result.items() if f not in _CITATION} if is_paper else None


def _normalise_name(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name)


def unused_columns(columns: Mapping[str, str], layouts: Iterable[Columns]) -> list[str]:
    """Return fields whose named column occurs in none of the tables."""
    used = {pair for layout in layouts for pair in layout.items()}
    return [
        field
        for field, name in columns.items()
        if (_FIELD_ALIASES.get(field, field), tables.normalise_column(name)) not in used
    ]


def write_records(
    files: Sequence[SourceFile],
    columns: Mapping[str, str],
    folder: Path,
    reading: ReadProgress,
) -> dict[str, tuple[Path, Columns]]:
    """Write each table as JSON lines with the same line numbers.

    Citations are held in memory while they are joined to their papers. A table of citations whose
    citing papers all have rows of their own becomes an empty list.

    Returns:
        By name of each table with a readable row: the file, and the column of each field.
    """
    resolve = partial(resolve_columns, columns=columns)
    papers: dict[str, tuple[tables.TableHeader[Columns], list[tuple[int, list[str]]]]] = {}
    cites: dict[str, list[str]] = {}
    first: dict[str, dict[str, int]] = {}
    bad: dict[str, dict[int, bytes]] = {}
    made: dict[str, tuple[Path, Columns]] = {}
    for number, file in enumerate(files):
        with collect_faults(reading.faults, file.name):
            opened = tables.open_table(file, reading, resolve)
            if opened is None:
                continue
            header, rows = opened
            tables.check_columns(header, header.layout.values(), file.name)
            for line, row in tables.iter_rows(rows, file.name):
                made[file.name] = folder / f"records-{number}", header.layout
                if "citing" not in header.layout:
                    papers.setdefault(file.name, (header, []))[1].append((line, row))
                    continue
                lines = first.setdefault(file.name, {})
                citing, cited = _parse_citation(header, row, reading)
                if not citing or not cited:
                    bad.setdefault(file.name, {})[line] = orjson.dumps(" | ".join(row))
                    continue
                cites.setdefault(citing, []).append(cited)
                lines.setdefault(citing, line)
    stored: set[str] = set()
    for name, (header, listed) in papers.items():
        if "references" in header.layout and "references" not in columns:
            _drop_counts(header, listed, reading)
        _write_lines(made[name][0], _paper_lines(header, listed, cites, stored, reading))
    for name, lines in first.items():
        alone = [(n, citing) for citing, n in lines.items() if citing not in stored]
        stored.update(citing for _, citing in alone)
        records = [(n, orjson.dumps({"id": i, "references": cites[i]})) for n, i in alone]
        _write_lines(made[name][0], sorted([*records, *bad.get(name, {}).items()]))
    return made


def _parse_citation(
    header: tables.TableHeader[Columns], row: list[str], reading: ReadProgress
) -> tuple[str, str]:
    cells = tables.row_cells(header, row) or {}
    texts = (values.clean_text(cells.get(header.layout[field])) for field in _CITATION)
    citing, cited = (_parse_id(text, reading) for text in texts)
    return citing, cited


def _parse_id(text: str, reading: ReadProgress) -> str:
    """Return an id, without the ``.0`` of a number."""
    if (match := _AS_NUMBER.fullmatch(text)) is None:
        return text
    reading.accepted["id_as_number"] += 1
    return match[1]


def _paper_lines(
    header: tables.TableHeader[Columns],
    rows: Iterable[tuple[int, list[str]]],
    cites: Mapping[str, list[str]],
    stored: set[str],
    reading: ReadProgress,
) -> Iterator[tuple[int, bytes]]:
    for line, row in rows:
        cells = tables.row_cells(header, row)
        if cells is None:
            yield line, orjson.dumps(" | ".join(row))
            continue
        cells_by_field = {f: values.clean_text(cells.get(c)) for f, c in header.layout.items()}
        record = _paper_record(cells_by_field, reading)
        paper = record.get("id")
        if paper:
            stored.add(paper)
            record["references"] = [*record.get("references", ()), *cites.get(paper, ())]
        yield line, orjson.dumps(record)


def _paper_record(content: Columns, reading: ReadProgress) -> dict[str, Any]:
    doi = content.get("doi", "")
    day, year = content.get("date", ""), content.get("year", "")
    names = list(map(values.given_first, _split_cell(content.get("authors", ""))))
    own = _parse_id(content.get("id", ""), reading) or next(iter(values.collect_ids(doi=doi)), "")
    if not own and (own := values.make_id(names, year or day, content.get("title")) or ""):
        reading.accepted["id_made"] += 1
    count = content.get("times_cited", "")
    return values.drop_empty(
        {
            "id": own,
            "title": content.get("title"),
            "abstract": content.get("abstract"),
            "date": _date(day, year),
            "year": year if day else "",
            "venue": content.get("venue"),
            "type": content.get("type"),
            "authors": values.make_authors(names, _split_cell(content.get("author_ids", ""))),
            "references": [
                _parse_id(cited, reading)
                for cited in _split_cell(content.get("references", ""), _BETWEEN_IDS)
            ],
            "external_ids": {"doi": doi} if doi else None,
            "impact": {"citing_papers": count} if count else None,
        }
    )


def _date(day: str, year: str) -> str:
    """Return the most exact date, or what may be a day though it is not understood."""
    is_lost = values.parse_date(day) is None and values.has_month_or_day(day)
    return day if is_lost else values.parse_date(day, year) or year


def _drop_counts(
    header: tables.TableHeader[Columns],
    rows: Sequence[tuple[int, list[str]]],
    reading: ReadProgress,
) -> None:
    """Forget a column of references that holds numbers of them, or of citations, and not ids.

    Single numbers are ids where all are those of papers in the table, and none is so small that it
    may as well be a count.
    """
    column = header.layout["references"]
    listed = [cells for _, row in rows if (cells := tables.row_cells(header, row))]
    cited = [text for cells in listed if (text := values.clean_text(cells.get(column)))]
    numbers = [values.parse_whole(_COUNTED.sub("", text)) for text in cited]
    if not cited or None in numbers:
        return
    own = {
        values.parse_whole(values.clean_text(cells.get(header.layout.get("id", ""))))
        for cells in listed
    }
    if own >= set(numbers) and min(filter(None, numbers), default=0) > len(listed):
        return
    reading.accepted["counts_for_references"] += len(cited)
    del header.layout["references"]


def _split_cell(text: str, marks: "re.Pattern[str] | None" = None) -> list[str]:
    """Split a cell at marks, or parse a list in Python or JSON syntax."""
    if text.startswith("[") and text.endswith("]"):
        try:
            return [
                values.clean_text(part)
                for part in ast.literal_eval(text)
                if values.clean_text(part)
            ]
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            text = text[1:-1]
    if marks is None:
        marks = _LIST if _LIST.search(text) else _LAST
    parts = [part for piece in marks.split(text) if (part := values.clean_text(piece))]
    names = text.split(",")
    # "Ada Bell, Cy Dee" are two people, "Bell, Ada" is one.
    if len(parts) == 1 and len(names) > 1 and all(" " in name.strip() for name in names):
        return values.split_values(text, ",")
    return parts


def _write_lines(target: Path, lines: Iterable[tuple[int, bytes]]) -> None:
    with target.open("wb") as stream:
        written = 0
        for number, data in lines:
            stream.write(b"\n" * (number - written - 1) + data + b"\n")
            written = number
        if not written:
            stream.write(b"[]")


def _is_table(head: Head) -> str:
    layouts = (resolve_columns(names, head.columns) for names in head.names())
    return next(
        (f"its columns include {join_names(found.values())}" for found in layouts if found), ""
    )


FORMAT: Final = Format(
    test=_is_table, name="table of papers or citations", kind="records", page="own-tables"
)
