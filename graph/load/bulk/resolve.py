"""What shards have in common: records that come again, works without a record, shared nodes.

All of it is sorted and grouped on disk by DuckDB, within bounded memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load.bulk.shard import HINT, Digests, Job
from scinet.graph.load.bulk.tables import is_long, row
from scinet.graph.load.fingerprint import Sum
from scinet.graph.load.shared_nodes import NO_COUNT, SHARED, hashed
from scinet.graph.load.sorting import sorting

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ROWS: Final = 50_000
_MEMORY: Final = "2GB"
# By UTF-16 units, as the database compares: there characters over U+FFFF come before these.
_SMALLEST: Final = (
    "arg_min({0}, regexp_replace({0}, '([\\x{{E000}}-\\x{{FFFF}}])', chr(1114111) || '\\1', 'g'))"
)


@dataclass(frozen=True, slots=True)
class Repeats:
    """Records of one id in several batches; as in :class:`Job`."""

    there: dict[int, Digests]
    superseded: dict[int, frozenset[str]]

    def told(self, job: Job) -> Job:
        """A job that knows of the repeats in its batches."""
        numbers = {batch.number for batch in job.batches}
        return replace(
            job,
            there={n: ids for n, ids in self.there.items() if n in numbers},
            superseded={n: ids for n, ids in self.superseded.items() if n in numbers},
        )

    @staticmethod
    def concern(job: Job) -> bool:
        """Whether the job is another one by its repeats."""
        return bool(job.there or job.superseded)


def repeats(folder: Path) -> Repeats:
    """Find records of one id in several batches: of different contents the smallest hash stays."""
    there: dict[int, dict[str, str]] = {}
    superseded: dict[int, set[str]] = {}
    with _opened(folder) as database:
        found = database.execute(
            "SELECT id, list(batch ORDER BY batch), list(digest ORDER BY batch) FROM ids "
            "GROUP BY id HAVING count(*) > 1"
        )
        while rows := found.fetchmany(_ROWS):
            for identifier, batches, digests in rows:
                smallest, holder = digests[0], batches[0]
                for batch, digest in zip(batches[1:], digests[1:], strict=True):
                    there.setdefault(batch, {})[identifier] = smallest
                    if digest < smallest:
                        superseded.setdefault(holder, set()).add(identifier)
                        smallest, holder = digest, batch
    return Repeats(dict(there), {n: frozenset(ids) for n, ids in superseded.items()})


def write_ends(folder: Path, total: Sum) -> None:
    """Write the tables of works without a record and of shared nodes; add them to the sum."""
    with _opened(folder) as database:
        works = "SELECT DISTINCT id FROM works ANTI JOIN ids USING (id)"
        rows = _written(folder / "work-all.csv", database, works)
        total.add("work", (values[0] for values in rows))
        for name, columns in SHARED.items():
            smallest = ", ".join(_SMALLEST.format(column) for column in columns)
            found = f"SELECT id, {smallest} FROM {name}s GROUP BY id"  # noqa: S608 - names of ours
            nodes = (
                dict(zip(("id", *columns), values, strict=True)) | NO_COUNT
                for values in _written(folder / f"{name}-all.csv", database, found)
            )
            total.add(name, (hashed(name, node) for node in nodes))


def _written(file: Path, database: "DuckDBPyConnection", query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, which become the lines of a table on the way."""
    long = file.with_suffix(".text.csv")
    with (
        file.open("w", encoding="utf-8", newline="") as plain,
        long.open("w", encoding="utf-8", newline="") as other,
    ):
        found = database.execute(query)
        while rows := found.fetchmany(_ROWS):
            for values in rows:
                line = row(*values)
                (other if is_long(line) else plain).write(line)
                yield values
    for path in (file, long):
        if not path.stat().st_size:
            path.unlink()


@contextmanager
def _opened(folder: Path) -> Iterator["DuckDBPyConnection"]:
    """The tables that shards have in common, by name."""
    with sorting(folder / "sorting", _MEMORY, hint=HINT) as database:
        for name in ("ids", "works", *(f"{end}s" for end in SHARED)):
            files = str(folder / f"{name}-*.parquet").replace("'", "''")
            database.execute(f"CREATE VIEW {name} AS FROM read_parquet('{files}')")
        yield database
