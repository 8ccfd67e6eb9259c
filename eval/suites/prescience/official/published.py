"""PreScience's original files, which an imported task exports again, row for row.

Rows hold more than a graph does (counts as of the day of a target, ids elsewhere, orders), and the
published scripts read all of it. So a task keeps its source rows, and the list of publications by
author if it came with them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, overload

import orjson

from scinet.errors import DataError
from scinet.eval.suites.json_files import read_document, write_rows
from scinet.eval.task import Row, Task
from scinet.graph.sources.files import ReadProgress, SourceFile
from scinet.graph.sources.prescience import KEY, TARGET
from scinet.graph.sources.rows import read_file
from scinet.validation import parse_json

ROWS_TABLE: Final = "published"
PUBLICATIONS_TABLE: Final = "author_publications"
SEED: Final = "first_author_id"
_HEAD_BYTES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Published:
    """Files of a task.

    Attributes:
        rows: The rows of each file, as JSON.
        publications: The list of publications by author: ``key`` and ``value``; None without one.
        seeds: Seed author of each paper, where given by predictions; bare ids.
    """

    rows: Sequence[Sequence[bytes]] = ()
    publications: Sequence[Row] | None = None
    seeds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LazyRows(Sequence[Row]):
    """Rows that are parsed on access: a corpus is large."""

    lines: Sequence[bytes]
    no_targets: frozenset[str] = frozenset()

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return LazyRows(self.lines[place], self.no_targets)
        row: Row = orjson.loads(self.lines[place])
        if row.get(KEY) in self.no_targets and row.get("roles"):
            row["roles"] = [role for role in row["roles"] if role != TARGET]
        return row

    def __len__(self) -> int:
        return len(self.lines)


def split_files(paths: Sequence[Path]) -> tuple[list[Path], Published]:
    """Separate the files of rows from the content of the others."""
    of_rows: list[Path] = []
    publications: list[Row] | None = None
    seeds: dict[str, str] = {}
    for path in paths:
        beginning = b""
        if path.is_file():
            with path.open("rb") as stream:
                beginning = stream.read(_HEAD_BYTES)
        if beginning.startswith(b'{"key":'):
            publications = [*(publications or ()), *_read_publications(path)]
        elif f'"{SEED}"'.encode() in beginning:
            records = read_document(path).records
            seeds |= {record.text(KEY): record.text(SEED) for record in records}
        else:
            of_rows.append(path)
    return of_rows, Published((), publications, seeds)


def _read_publications(path: Path) -> Iterator[Row]:
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            row = parse_json(line)
            if not isinstance(row["key"], str) or not isinstance(row["value"], list):
                raise TypeError  # noqa: TRY301
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(
                f"expected the publications of an author ({path}, line {number})",
                hint='Each line has an author as "key" and a list of papers as "value".',
            ) from error
        yield row


def read_file_rows(files: Sequence[SourceFile]) -> list[list[bytes]]:
    """Read the rows of each file."""
    return [[line.data for line in read_file(file, ReadProgress())] for file in files]


def make_tables(
    published: Published, targets: Collection[str], others: Collection[str]
) -> dict[str, Any]:
    """Make the tables that a split keeps of the files.

    Args:
        targets: Targets of the split; the rows of their files are kept. Of several rows of a paper
            the one with most fields is kept.
        others: Targets without a query in the split; they lose this role.
    """
    selected = [
        lines for lines in published.rows if any(_target_id(line) in targets for line in lines)
    ]
    lines = selected[0] if len(selected) == 1 else _merge_files(selected)
    stored: dict[str, Any] = {ROWS_TABLE: LazyRows(lines, frozenset(others))}
    if published.publications is not None:
        stored[PUBLICATIONS_TABLE] = published.publications
    return stored


def write_corpus(rows: Sequence[Row], publications: Sequence[Row] | None, out: Path) -> int:
    """Write rows, and beside them the list of publications by author."""
    written = make_publications(rows) if publications is None else publications
    write_rows(written, out.with_name(f"{PUBLICATIONS_TABLE}.jsonl"))
    return write_rows(rows, out)


def read_kept(task: Task, split: str, table: str) -> list[Row] | None:
    """Read a table that a task kept of its files; None for a task built from a graph."""
    file = task.folder / split / f"{table}.jsonl"
    return task.table(table, split) if file.is_file() else None


def make_publications(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the papers of each author in order of day, by bylines and publication histories."""
    day = {row[KEY]: row["date"] for row in rows if row.get("date")}
    papers: dict[str, dict[str, None]] = {}
    for row in rows:
        for author in row.get("authors") or ():
            past = author.get("publication_history") or ()
            own = papers.setdefault(author["author_id"], {})
            own.update(dict.fromkeys([row[KEY], *past]))
    for author, listed in papers.items():
        dated = [paper for paper in listed if paper in day]
        yield {"key": author, "value": sorted(dated, key=day.__getitem__)}


def _target_id(line: bytes) -> str | None:
    row = orjson.loads(line) if b'"target"' in line else {}
    return row.get(KEY) if TARGET in (row.get("roles") or ()) else None


def _merge_files(files: Sequence[Sequence[bytes]]) -> list[bytes]:
    best: dict[str, tuple[int, bytes]] = {}
    for line in (line for lines in files for line in lines):
        row = orjson.loads(line)
        num_fields = sum(value is not None for value in row.values())
        if num_fields > best.get(row[KEY], (-1, b""))[0]:
            best[row[KEY]] = (num_fields, line)
    return [line for _, line in best.values()]
