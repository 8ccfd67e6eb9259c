"""Shards of a bulk load: the import files of some batches, made by one worker process.

A shard is done when its account, which is written last, exists.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import orjson

from scinet.atomic_files import write_file
from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load import external_texts
from scinet.graph.load.batch import LineBatch, SeenRecords, read_records, settle_papers
from scinet.graph.load.bulk.tables import (
    SEPARATOR,
    format_row,
    format_spare,
    is_multiline,
    table_rows,
)
from scinet.graph.load.fingerprint_rows import add_paper
from scinet.graph.load.kinds import kind_of
from scinet.graph.load.shared_nodes import SHARED, SharedNodes
from scinet.graph.load.superseded import PAPER, SupersededRecords
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.filled_dates import FilledDates
from scinet.graph.sources.person_map import People

_MAX_VALUE: Final = 3 * 2**20  # bytes; the importer has four million for one
HINT: Final = "Free some space and re-run the command to resume."
Seen: TypeAlias = dict[str, SeenRecords]


@dataclass(frozen=True, slots=True)
class ShardJob:
    """Job of one worker process.

    Attributes:
        there: By batch, the ids that earlier batches have, with their records.
        superseded: By batch, the ids whose record is superseded by one of a later batch.
        texts: Folder for texts outside the graph; None when they stand in it.
    """

    folder: Path
    number: int
    kind: str
    source: str | None
    run: str
    batches: Sequence[LineBatch]
    there: Mapping[int, Seen] = field(default_factory=dict)
    superseded: Mapping[int, frozenset[str]] = field(default_factory=dict)
    people: People | None = None
    texts: Path | None = None
    filled_dates: FilledDates = "known"


def account_file(folder: Path, number: int) -> Path:
    """Return the account file of a shard, whose presence marks it as done."""
    return folder / f"shard-{number:06}.json"


def is_done(job: ShardJob) -> bool:
    """Whether the shard exists for exactly these lines."""
    try:
        account = orjson.loads(account_file(job.folder, job.number).read_bytes())
    except (OSError, ValueError):
        return False
    return bool(account["sha256"] == [batch.sha256 for batch in job.batches])


def write_shard(job: ShardJob) -> int:
    """Write the files of a shard; return its number."""
    with ExitStack() as stack:
        shard = _Shard(job, stack)
        for lines in job.batches:
            shard.add(lines)
        shard.write_ends()
    content = {
        "sha256": [batch.sha256 for batch in job.batches],
        "live": shard.live,
        "longest": shard.longest,
        "account": shard.account,
        "sum": f"{shard.total.total:x}",
        "counts": shard.total.counts,
    }
    write_file(orjson.dumps(content), account_file(job.folder, job.number), hint=HINT)
    return job.number


class _Shard:
    """Open files of a shard.

    Attributes:
        account: Summed counts of the records.
        live: Batches that cannot be written as tables and are stored through the server.
        longest: Characters of the longest line.
    """

    def __init__(self, job: ShardJob, stack: ExitStack) -> None:
        self._job = job
        self._stack = stack
        self._files: dict[str, BinaryIO] = {}
        self._ids: list[tuple[str, str, str | None, int]] = []
        self._works: set[str] = set()
        self._shared = SharedNodes()
        self.total = HashSum()
        self.account: Counter[str] = Counter()
        self.live: list[int] = []
        self.longest = 0
        for stale in job.folder.glob(f"*-{job.number:06}.*"):
            stale.unlink()

    def add(self, lines: LineBatch) -> None:
        job, number = self._job, lines.number
        kind = kind_of(job.kind).reading_dates(job.filled_dates)
        entries, account = read_records(lines, kind.make, job.source, job.people)
        seen = deepcopy(job.there.get(number, {}))
        superseded = job.superseded.get(number, frozenset())
        settled = settle_papers(entries, account, seen, job.run)
        stored = [entry.record for entry in settled.stored.values()]
        fresh = [record for record in stored if record.id not in superseded]
        kept = [record for record in stored if record.id in superseded]
        kept += [entry.record for entry in settled.kept]
        rejects = json.dumps(account.rejects, ensure_ascii=False)
        counts = json.dumps(account.counts)
        if len(rejects + counts) * 4 > _MAX_VALUE or not all(map(is_importable, fresh)):
            self.live.append(number)
            return
        references = external_texts.write_texts(job.texts, (entry.record for entry in entries))
        spares = SupersededRecords(PAPER, job.run, references)
        for record in kept:
            spares.keep(record)
        spare_lines = list(map(format_spare, spares.rows))
        if max(map(len, spare_lines), default=0) * 4 > _MAX_VALUE:
            self.live.append(number)
            return
        self.account.update(account.counts)
        entry_row = format_row(
            f"{job.run}#{number}", job.run, number, lines.sha256, counts, rejects
        )
        self._ids.extend(
            (record.id, record.digest, record.title, number) for record in (*fresh, *kept)
        )
        self._write("batch", [entry_row])
        tables: dict[str, list[str]] = defaultdict(list, {"spare": spare_lines})
        for record in fresh:
            for table, listed in table_rows(
                external_texts.replace_texts(record, references), job.run
            ):
                tables[table] += listed
            add_paper(self.total, record)
            self._works.update(record.references)
            self._shared.add(record)
        for table, listed in tables.items():
            self._write(table, listed)

    def _write(self, table: str, listed: Sequence[str], suffix: str = "csv") -> None:
        self.longest = max(self.longest, max(map(len, listed), default=0))
        text = "".join(listed)
        if suffix == "csv" and (text.count("\n") > len(listed) or "\r" in text):
            # The importer reads files without multi-line text faster.
            long = [is_multiline(line) for line in listed]
            self._write(table, list(compress(listed, long)), "text.csv")
            text = "".join(
                line for line, has_breaks in zip(listed, long, strict=True) if not has_breaks
            )
        if not text:
            return
        name = f"{table}-{self._job.number:06}.{suffix}"
        if name not in self._files:
            self._files[name] = self._stack.enter_context((self._job.folder / name).open("wb"))
        self._files[name].write(text.encode())

    def write_ends(self) -> None:
        """Write the tables that are merged across shards: ids, cited works, shared nodes."""
        ids = tuple(zip(*self._ids, strict=True)) or ((), (), (), ())
        self._table("ids", ("id", "digest", "title", "batch"), ids)
        self._table("works", ("id",), (self._works,))
        for name, columns in SHARED.items():
            nodes, printed = self._shared.nodes[name], self._shared.printed[name]
            values = tuple(zip(*nodes.values(), strict=True)) or ((),) * len(columns)
            self._table(f"{name}s", ("id", *columns), (nodes, *values))
            ids, names = tuple(zip(*printed, strict=True)) or ((), ())
            self._table(f"{name}_names", ("id", "name", "times"), (ids, names, printed.values()))

    def _table(self, name: str, columns: Sequence[str], values: Sequence[Iterable[Any]]) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        types = {"batch": pa.int64(), "times": pa.int64()}
        arrays = [
            pa.array(list(listed), types.get(column, pa.string()))
            for column, listed in zip(columns, values, strict=True)
        ]
        table = pa.Table.from_arrays(arrays, names=list(columns))
        parquet.write_table(table, self._job.folder / f"{name}-{self._job.number:06}.parquet")


def is_importable(record: PaperRecord) -> bool:
    """Whether the importer can read the record from a table."""
    venue = record.venue
    printed = [item.name for item in record.authors] + [item.name for item in record.fields]
    if venue is not None:
        printed.append(venue.name)
    if any(SEPARATOR in form for form in printed if form):
        return False
    for author in record.authors:
        if author.institutions:
            ids = [institution.id for institution in author.institutions]
            forms = (f"{item.id}{item.name}" for item in author.institutions)
            if any(SEPARATOR in form for form in forms) or sum(map(len, ids)) * 4 > _MAX_VALUE:
                return False
    return (
        not record.citations
        or sum(len(text) for c in record.citations for text in c.contexts) * 4 <= _MAX_VALUE
    )
