"""Reading of files to rows for tables, by the readers of ``scinet load``, in Spark's workers.

A row holds a valid record with its part of the fingerprint, or the account of some lines.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, Final, TypeAlias

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import (
    BatchEntry,
    BatchReport,
    LineBatch,
    batch_lines,
    conflict_message,
    read_records,
)
from scinet.graph.load.fingerprint_rows import add_paper
from scinet.graph.load.kinds import LoadKind
from scinet.graph.load.plan import PlanPart
from scinet.graph.load.superseded import dump_record
from scinet.graph.schema.records import PaperRecord, title_key
from scinet.graph.sources import openalex_snapshot
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile

SUM_PARTS: Final = 8
"""Parts of a sum of hashes, each of :data:`BITS`, so that a column of numbers can sum them."""
BITS: Final = 32
SCHEMA: Final = (
    "number long, file int, line long, id string, digest string, key string, simulated boolean, "
    "notes string, record string, rows string, limbs array<long>, reject string, account string"
)
"""Columns of a row: one with an id is a record, whose ``reject`` is listed where it is of another
work; one with ``account`` counts; the others are rejects, with ``id`` null. ``number`` is that of
the record, in the order of reading, also for its rejects."""
_NAMES: Final = [column.partition(" ")[0] for column in SCHEMA.split(", ")]
_GROUP: Final = 40  # bits of a record's number within its group of files
_MANY: Final = 500  # rows that Spark gets at a time

Open: TypeAlias = Callable[[SourceFile, ReadProgress], Iterator[InputLine]]
Row: TypeAlias = dict[str, Any]


class Sources:
    """Files of a part, as workers read them: individually where their kind allows it.

    Attributes:
        groups: Files that one worker reads, as positions in the part.
        first: Rows of the tables of moved ids, before any file is read.
    """

    def __init__(self, part: PlanPart) -> None:
        # Workers have working folders of their own, and other machines have other inodes and dates
        # of a shared file; its hash is the same.
        files = [replace(file, path=file.path.absolute(), state=()) for file in part.files]
        self.part = part = replace(part, files=files)
        self.first: list[Row] = []
        self._open: Callable[[Sequence[SourceFile], ReadProgress], Iterator[InputLine]] = (
            part.kind.lines
        )
        self.groups = [list(range(len(part.files)))]
        if part.kind.name == "openalex":
            moved, reading = openalex_snapshot.MergedWorks(), ReadProgress()
            for batch in batch_lines(moved.read(part.files, reading), part.kind.batch_size):
                self.first += _account_rows(_read(batch, part)[1], {})
            self.first.append(_file_row(reading))
            self._open = partial(_read_each, moved.works)
        if part.kind.name in {"openalex", "records"}:
            self.groups = [[place] for place in range(len(part.files))]

    def rows(self, group: int) -> Iterator[Row]:
        """Yield the rows of a group of files."""
        places = self.groups[group]
        files = [self.part.files[place] for place in places]
        place_of = {file.name: place for place, file in zip(places, files, strict=True)}
        reading, number = ReadProgress(), count(group << _GROUP)
        for lines in batch_lines(self._open(files, reading), self.part.kind.batch_size):
            entries, account = _read(lines, self.part)
            yield from _account_rows(account, place_of)
            for entry in entries:
                yield from _record_rows(entry, next(number), place_of[entry.line.file])
        yield _file_row(reading)

    def arrow(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Yield the rows of the groups in record batches, as record batches."""
        for batch in batches:
            for group in batch.column(0).to_pylist():
                yield from _pack_rows(self.rows(group))


def _read_each(
    open_: Open, files: Sequence[SourceFile], reading: ReadProgress
) -> Iterator[InputLine]:
    for file in files:
        yield from open_(file, reading)


def _read(lines: LineBatch, part: PlanPart) -> tuple[list[BatchEntry[PaperRecord]], BatchReport]:
    kind: LoadKind = part.kind
    return read_records(lines, kind.make, part.source, part.people)


def _record_rows(entry: BatchEntry[PaperRecord], number: int, place: int) -> Iterator[Row]:
    """Yield a record, and its parts that are not stored."""
    line, record = entry.line, entry.record
    total, listed = HashSum(), BatchReport()
    add_paper(total, record)
    listed.reject(line, "conflict", conflict_message(record))
    yield {
        "number": number,
        "file": place,
        "line": line.number,
        "id": record.id,
        "digest": record.digest,
        "key": title_key(record.id, record.title),
        "simulated": record.simulated,
        "notes": json.dumps(record.notes.counts),
        "record": dump_record(record),
        "rows": json.dumps({name: count for name, count in total.counts.items() if count}),
        "limbs": split_sum(total),
        "reject": json.dumps(listed.rejects[0], ensure_ascii=False),
    }
    parts = BatchReport()
    parts.add_parts(line, {}, ((remark.reason, remark.message) for remark in record.notes.left_out))
    yield from (row | {"number": number} for row in _reject_rows(parts, {line.file: place}))


def split_sum(total: HashSum) -> list[int]:
    """Split a sum into parts, the lowest first."""
    whole = total.total % 2 ** (SUM_PARTS * BITS)
    return [whole >> BITS * place & 2**BITS - 1 for place in range(SUM_PARTS)]


def _account_rows(account: BatchReport, place_of: Mapping[str, int]) -> Iterator[Row]:
    """Yield the counts of some lines, and the rejected ones."""
    yield {"account": json.dumps({"counts": account.counts})}
    yield from _reject_rows(account, place_of)


def _reject_rows(account: BatchReport, place_of: Mapping[str, int]) -> Iterator[Row]:
    for reject in account.rejects:
        place = place_of.get(reject["file"], -1)
        yield {
            "file": place,
            "line": reject["line"],
            "reject": json.dumps(reject, ensure_ascii=False),
        }


def _file_row(reading: ReadProgress) -> Row:
    """Return the counts and faults of whole files."""
    accepted = Counter({f"accepted.{name}": n for name, n in reading.accepted.items()})
    faults = [(fault.name, fault.reason, fault.message) for fault in reading.faults]
    return {"account": json.dumps({"counts": accepted, "faults": faults})}


def _pack_rows(rows: Iterator[Row]) -> Iterator[Any]:
    held: list[Row] = []
    for row in rows:
        held.append(row)
        if len(held) == _MANY:
            yield _record_batch(held)
            held = []
    if held:
        yield _record_batch(held)


def _record_batch(rows: list[Row]) -> Any:
    import pyarrow as pa

    types = {"int": pa.int32(), "long": pa.int64(), "boolean": pa.bool_(), "string": pa.string()}
    types["array<long>"] = pa.list_(pa.int64())
    arrays = [
        pa.array([row.get(name) for row in rows], types[column.partition(" ")[2]])
        for name, column in zip(_NAMES, SCHEMA.split(", "), strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, names=_NAMES)
