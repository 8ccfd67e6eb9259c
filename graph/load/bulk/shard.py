"""Some batches of a bulk load as import files: made in a process of its own, whole or not at all.

A shard is done when its account, which is written last, is there.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import orjson

from scinet.graph.load import outside
from scinet.graph.load.batch import Lines, read, unique
from scinet.graph.load.bulk.tables import SEPARATOR, is_long, row, rows_of
from scinet.graph.load.fingerprint import Sum
from scinet.graph.load.hashed import add_paper
from scinet.graph.load.kinds import kind_of
from scinet.graph.load.shared_nodes import SHARED, SharedNodes
from scinet.graph.load.spares import PAPER, Spares
from scinet.graph.records import PaperRecord
from scinet.graph.sources.filled_dates import FilledDates
from scinet.graph.sources.people import People
from scinet.saving import write

_MAX_VALUE: Final = 3 * 2**20  # bytes; the importer has four million for one
HINT: Final = "Free some space and run the same command again: it goes on where it stopped."
Digests: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Job:
    """What one process makes.

    Attributes:
        there: For each batch the ids that earlier batches have stored, with the hash.
        superseded: For each batch the ids whose record gives way to one of a later batch.
        people: Who is who among the authors.
        texts: Folder for texts outside the graph; None when they stand in it.
    """

    folder: Path
    number: int
    kind: str
    source: str | None
    run: str
    batches: Sequence[Lines]
    there: Mapping[int, Digests] = field(default_factory=dict)
    superseded: Mapping[int, frozenset[str]] = field(default_factory=dict)
    people: People | None = None
    texts: Path | None = None
    filled_dates: FilledDates = "known"


def account_file(folder: Path, number: int) -> Path:
    """The file whose presence says that a shard is done."""
    return folder / f"shard-{number:06}.json"


def is_done(job: Job) -> bool:
    """Whether the shard of these very lines is there."""
    try:
        found = orjson.loads(account_file(job.folder, job.number).read_bytes())
    except (OSError, ValueError):
        return False
    return bool(found["sha256"] == [batch.sha256 for batch in job.batches])


def make(job: Job) -> int:
    """Write the files of a shard; returns its number."""
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
    write(orjson.dumps(content), account_file(job.folder, job.number), hint=HINT)
    return job.number


class _Shard:
    """The open files of a shard.

    Attributes:
        account: What became of the records, summed up.
        live: Batches that cannot be written as tables: they are stored through the server.
        longest: Characters of the longest line.
    """

    def __init__(self, job: Job, stack: ExitStack) -> None:
        self._job = job
        self._stack = stack
        self._files: dict[str, BinaryIO] = {}
        self._ids: list[tuple[str, str, int]] = []
        self._works: set[str] = set()
        self._shared = SharedNodes()
        self.total = Sum()
        self.account: Counter[str] = Counter()
        self.live: list[int] = []
        self.longest = 0
        for stale in job.folder.glob(f"*-{job.number:06}.*"):
            stale.unlink()

    def add(self, lines: Lines) -> None:
        """Write what a batch brings, and its entry in the journal."""
        job, number = self._job, lines.number
        kind = kind_of(job.kind).reading_dates(job.filled_dates)
        entries, account = read(lines, kind.make, job.source, job.people)
        kept = unique(entries, account)
        there = job.there.get(number, {})
        superseded = job.superseded.get(number, frozenset())
        spares = Spares(PAPER, job.run)
        fresh: list[PaperRecord] = []
        for identifier, entry in kept.items():
            digest = there.get(identifier)
            if spares.settle(entry, account, digest, digest and job.run) and (
                identifier not in superseded
            ):
                fresh.append(entry.record)
        rejects = json.dumps(account.rejects, ensure_ascii=False)
        counts = json.dumps(account.counts)
        if len(rejects + counts) * 4 > _MAX_VALUE or not all(map(fits, fresh)):
            self.live.append(number)
            return
        self.account.update(account.counts)
        entry_row = row(f"{job.run}#{number}", job.run, number, lines.sha256, counts, rejects)
        self._ids.extend((one, entry.record.digest, number) for one, entry in kept.items())
        self._write("batch", [entry_row])
        tables: dict[str, list[str]] = defaultdict(list)
        references = outside.put(job.texts, fresh)
        for record in fresh:
            for table, listed in rows_of(outside.without_texts(record, references), job.run):
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
            # The importer reads files faster in which no text has several lines.
            long = [is_long(line) for line in listed]
            self._write(table, list(compress(listed, long)), "text.csv")
            text = "".join(line for line, other in zip(listed, long, strict=True) if not other)
        if not text:
            return
        name = f"{table}-{self._job.number:06}.{suffix}"
        if name not in self._files:
            self._files[name] = self._stack.enter_context((self._job.folder / name).open("wb"))
        self._files[name].write(text.encode())

    def write_ends(self) -> None:
        """Write what is made one with other shards: ids of papers, cited works, shared nodes."""
        ids = tuple(zip(*self._ids, strict=True)) or ((), (), ())
        self._table("ids", ("id", "digest", "batch"), ids)
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


def fits(record: PaperRecord) -> bool:
    """Whether the importer can read the record as a table."""
    venue = record.venue
    printed = [one.name for one in record.authors] + [one.name for one in record.fields]
    if venue is not None:
        printed.append(venue.name)
    if any(SEPARATOR in form for form in printed if form):
        return False
    for author in record.authors:
        if author.institutions:
            ids = [institution.id for institution in author.institutions]
            forms = (f"{one.id}{one.name}" for one in author.institutions)
            if any(SEPARATOR in form for form in forms) or sum(map(len, ids)) * 4 > _MAX_VALUE:
                return False
    return (
        not record.citations
        or sum(len(text) for c in record.citations for text in c.contexts) * 4 <= _MAX_VALUE
    )
