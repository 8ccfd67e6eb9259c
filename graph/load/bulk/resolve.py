"""Records repeated across shards, cited works without a record, and shared nodes.

All of it is sorted and grouped on disk by DuckDB, within bounded memory.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import SeenRecords
from scinet.graph.load.bulk.shard import HINT, Seen, ShardJob
from scinet.graph.load.bulk.tables import format_row, is_multiline
from scinet.graph.load.duckdb_sort import open_duckdb
from scinet.graph.load.shared_nodes import (
    NO_COUNT,
    SHARED,
    fingerprint_values,
    name_properties,
    smaller_values,
)
from scinet.graph.schema.printed_names import most_common_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ROWS: Final = 50_000
_MEMORY: Final = "2GB"
_NAMED: Final = ("name", "names", "spellings")
# DuckDB spills sums and distinct rows to disk, but not lists and other aggregates.
REPEATED: Final = (
    "SELECT id, batch, digest, title FROM ids "
    "SEMI JOIN (SELECT id FROM ids GROUP BY id HAVING count(*) > 1) USING (id) ORDER BY id, batch"
)
"""Records of one id."""
WORKS: Final = "SELECT DISTINCT id FROM works ANTI JOIN ids USING (id)"
"""Cited works without a record."""
NODES: Final = {
    kind: f"SELECT DISTINCT {', '.join(('id', *columns))} FROM {kind}s ORDER BY id"  # noqa: S608 - names of ours
    for kind, columns in SHARED.items()
}
"""Shared nodes with all their values, by kind."""
NAMES: Final = {
    kind: f"SELECT id, name, sum(times)::BIGINT FROM {kind}_names GROUP BY ALL ORDER BY id"  # noqa: S608
    for kind in SHARED
}
"""Number of times that records print each name of shared nodes, by kind."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """Ids with records in several batches; as in :class:`ShardJob`."""

    there: dict[int, Seen]
    superseded: dict[int, frozenset[str]]

    def with_repeats(self, job: ShardJob) -> ShardJob:
        """Return the job with the repeats in its batches."""
        numbers = {batch.number for batch in job.batches}
        return replace(
            job,
            there={n: ids for n, ids in self.there.items() if n in numbers},
            superseded={n: ids for n, ids in self.superseded.items() if n in numbers},
        )

    @staticmethod
    def affects(job: ShardJob) -> bool:
        """Whether the job has repeats, and so differs from the first pass."""
        return bool(job.there or job.superseded)


def find_repeats(folder: Path, run: str) -> Repeats:
    """Find ids with records in several batches; of different contents the smallest hash wins."""
    there: dict[int, Seen] = {}
    superseded: dict[int, set[str]] = {}
    with open_tables(folder, _MEMORY) as database:
        for identifier, same in groupby(_rows(database, REPEATED), itemgetter(0)):
            seen, holder = SeenRecords(), -1
            for batch, rows in groupby(same, itemgetter(1)):
                listed = [(digest, title) for _, _, digest, title in rows]
                least = min(digest for digest, _ in listed)
                if seen.least is not None:
                    there.setdefault(batch, {})[identifier] = deepcopy(seen)
                if seen.least is None or least < seen.least:
                    if holder >= 0:
                        superseded.setdefault(holder, set()).add(identifier)
                    seen.least, seen.run, holder = least, run, batch
                seen.digests.update(digest for digest, _ in listed)
                seen.titles.update(title for _, title in listed if title)
    return Repeats(there, {n: frozenset(ids) for n, ids in superseded.items()})


def write_ends(folder: Path, total: HashSum) -> None:
    """Write the tables of works without a record and of shared nodes; add them to the sum."""
    with open_tables(folder, _MEMORY) as database:
        works = _rows(database, WORKS)
        written = _write_rows(folder / "work-all.csv", works)
        total.add("work", (values[0] for values in written))
        for name, columns in SHARED.items():
            keys = ("id", *columns, *_NAMED)
            values_of = _merge_rows(_rows(database, NODES[name]))
            names_of = _node_names(_rows(database.cursor(), NAMES[name]))
            rows = ((*v, *n) for v, n in zip(values_of, names_of, strict=True))
            nodes = (
                dict(zip(keys, values, strict=True)) | NO_COUNT
                for values in _write_rows(folder / f"{name}-all.csv", rows)
            )
            total.add(name, (fingerprint_values(name, node) for node in nodes))


def _rows(database: "DuckDBPyConnection", query: str) -> Iterator[tuple[Any, ...]]:
    cursor = database.execute(query)
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


def _merge_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Merge adjacent rows of the same id: of each value the smallest."""
    for identifier, same in groupby(rows, itemgetter(0)):
        yield identifier, *reduce(smaller_values, (values[1:] for values in same))


def _node_names(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the names of nodes from sorted rows of id, name and number of times."""
    for _, same in groupby(rows, itemgetter(0)):
        times = {name: number for _, name, number in same}
        stored = name_properties(times)
        yield most_common_name(times), stored["names"], stored["spellings"]


def _write_rows(file: Path, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    long = file.with_suffix(".text.csv")
    with (
        file.open("w", encoding="utf-8", newline="") as plain,
        long.open("w", encoding="utf-8", newline="") as long_file,
    ):
        for values in rows:
            line = format_row(*values)
            (long_file if is_multiline(line) else plain).write(line)
            yield values
    for path in (file, long):
        if not path.stat().st_size:
            path.unlink()


@contextmanager
def open_tables(folder: Path, memory: str) -> Iterator["DuckDBPyConnection"]:
    """Open the Parquet tables of all shards as views, within a memory limit."""
    with open_duckdb(folder / "sorting", memory, hint=HINT) as database:
        ends = (f"{kind}{part}" for kind in SHARED for part in ("s", "_names"))
        for name in ("ids", "works", *ends):
            files = str(folder / f"{name}-*.parquet").replace("'", "''")
            database.execute(f"CREATE VIEW {name} AS FROM read_parquet('{files}')")
        yield database
