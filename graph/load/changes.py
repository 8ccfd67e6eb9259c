"""Changes by an update: papers of its sources that are added, changed or removed.

The state before is written beside the list before anything is removed, so that a resumed load
compares with that.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import orjson

from scinet import atomic_files
from scinet.graph.load.duckdb_sort import open_duckdb
from scinet.graph.load.kinds import PAPER_KINDS

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database
    from scinet.graph.load.plan import PlanPart

_ROWS: Final = 50_000
_MEMORY: Final = "1GB"
_HINT: Final = "Name another file with --changes, or free space."
_NAMES: Final = ("added", "changed", "removed")
# A hash with the time of change in front is compared without that time.
_LATER: Final = """
    WITH earlier AS (
        SELECT id, min(split_part(digest, '-', -1)) AS content
        FROM read_parquet($before) GROUP BY id
    ), later AS (
        SELECT id, min(split_part(digest, '-', -1)) AS content
        FROM read_parquet($after) GROUP BY id
    )
    SELECT id, CASE WHEN e.content IS NULL THEN 'added' WHEN l.content IS NULL THEN 'removed'
                    ELSE 'changed' END AS change
    FROM earlier AS e FULL JOIN later AS l USING (id)
    WHERE e.content IS DISTINCT FROM l.content
    ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class Changes:
    """List of changes by the loads of some sources.

    Attributes:
        file: JSON lines, each with the ``id`` of a paper and its ``change``.
        update: Hash of the loaded files, which tells apart updates with the same list.
    """

    file: Path
    sources: frozenset[str | None]
    update: str

    @classmethod
    def of(cls, file: Path, parts: "Iterable[PlanPart]") -> Self:
        """Make the list for loading these parts."""
        sources, read = set(), []
        for part in parts:
            sources.add(part.source)
            read.append(
                [part.kind.name, part.source, [source_file.sha256 for source_file in part.files]]
            )
        return cls(file, frozenset(sources), sha256(orjson.dumps(read)).hexdigest()[:16])

    def begin(self, db: "Database") -> None:
        """Record the state of the sources, unless that was done before an interruption."""
        if not self._earlier_file.exists():
            self._write_state(db, self._earlier_file)

    def finish(self, db: "Database") -> dict[str, int]:
        """Write the list; return the numbers of papers added, changed and removed."""
        after = self._state_file("after")
        self._write_state(db, after)
        counts: dict[str, int] = dict.fromkeys(_NAMES, 0)
        files = {"before": str(self._earlier_file), "after": str(after)}
        with (
            open_duckdb(self._state_file("sorting"), _MEMORY, hint=_HINT) as joined,
            atomic_files.replace_file(self.file, hint=_HINT) as partial,
            partial.open("wb") as stream,
        ):
            cursor = joined.execute(_LATER, files)
            while rows := cursor.fetchmany(_ROWS):
                for identifier, change in rows:
                    counts[change] += 1
                    stream.write(orjson.dumps({"id": identifier, "change": change}) + b"\n")
        # States of abandoned updates are outdated as well.
        for path in (after, *self.file.parent.glob(f"{escape(self.file.name)}.*.before")):
            with suppress(OSError):
                path.unlink()
        return counts

    @property
    def _earlier_file(self) -> Path:
        return self._state_file("before")

    def _state_file(self, what: str) -> Path:
        return atomic_files.add_suffix(self.file, f"{self.update}.{what}")

    def _write_state(self, db: "Database", file: Path) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        runs = [
            row["run"]
            for row in db.rows("admin/loads")
            if row["source"] in self.sources and row["kind"] in PAPER_KINDS
        ]
        schema = pa.schema([("id", pa.string()), ("digest", pa.string())])
        with (
            atomic_files.replace_file(file, hint=_HINT) as partial,
            parquet.ParquetWriter(partial, schema) as writer,
        ):
            result = db.stream("same_work/brought", runs=runs)
            while rows := list(islice(result, _ROWS)):
                writer.write_table(pa.Table.from_pylist(rows, schema=schema))
