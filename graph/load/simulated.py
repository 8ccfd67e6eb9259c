"""Simulated papers in the graph, with labels, relationship types and a source of their own.

Statements on real papers never match these, and the fingerprint excludes them: loads, counts,
snapshots and indicators are the same with and without. They are removed by source.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.graph.db import fingerprint_sum, indexes
from scinet.graph.load import journal
from scinet.graph.load.identity.link import shown_fingerprint
from scinet.graph.schema.identifiers import check_source

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction

_ROWS: Final = 500
_COUNTS: Final = ("papers", "authors", "citations", "authorships")
_Row = Mapping[str, Any]


def list_simulations(db: "Database") -> list[dict[str, Any]]:
    """Return a row per stored simulation; ``complete`` once storing has ended."""
    simulations = []
    for row in db.rows("simulation/stored"):
        ended = row.pop("finished_at")
        simulations.append(
            row
            | {"parts": json.loads(row["parts"])}
            | {"complete": ended is not None}
            | {"stored_at": None if ended is None else ended.isoformat(timespec="seconds")}
        )
    return simulations


def store_papers(
    db: "Database",
    source: str,
    metadata: _Row,
    rows: Sequence[_Row],
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, int]:
    """Store simulated papers, replacing those of the same source.

    After an interruption the same call gives the same graph.

    Args:
        metadata: Properties of the simulation's node: ``since``, ``days``, ``run``, ``seed``,
            ``parts`` and ``graph_fingerprint``.
        rows: A row per paper, as ``simulation/paper`` and ``simulation/link`` take them.

    Returns:
        The numbers of ``papers``, new ``authors``, ``citations`` and ``authorships``.
    """
    check_source(source)
    indexes.ensure_schema(db)
    parts = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
    # Cited papers may be stored after the citing one.
    work = [(name, part) for name in ("simulation/paper", "simulation/link") for part in parts]
    metadata = {**metadata, "parts": json.dumps(metadata["parts"]), **dict.fromkeys(_COUNTS)}
    with journal.hold_lock(db, source) as lock:
        if any(source in {load["source"], load["run"]} for load in db.rows("admin/loads")):
            raise DataError(
                f"real papers were loaded under the source {source!r}",
                hint="Give another --source.",
            )
        db.write(lambda tx: tx.rows("simulation/begin", source=source, about=metadata))
        _clear_simulation(db, source)
        for done, (name, part) in enumerate(work, start=1):

            def add(tx: Any, name: str = name, part: Sequence[_Row] = part) -> None:
                lock.heartbeat(tx)
                tx.rows(name, source=source, rows=part)

            db.write(add)
            if progress is not None:
                progress(done, len(work))
        [size] = db.rows("simulation/size", source=source)
        db.write(lambda tx: tx.rows("simulation/finish", source=source, counts=size))
    return size


def remove_simulation(db: "Database", source: str) -> tuple[dict[str, int], str]:
    """Remove a simulation.

    Returns:
        The counts removed, and the graph's fingerprint, which has not changed.

    Raises:
        NotFoundError: If there is none, for example after another removal.
    """
    with journal.hold_lock(db, source) as lock:
        stored_row = {row["source"]: row for row in db.rows("simulation/stored")}.get(source)
        if stored_row is None:
            raise NotFoundError(
                f"no simulation is stored under the name {source!r}",
                hint="`scinet status` lists all.",
            )
        size = {name: stored_row[name] for name in _COUNTS}
        if None in size.values():  # storing was interrupted
            [size] = db.rows("simulation/size", source=source)
        db.write(lambda tx: tx.rows("simulation/begin", source=source, about=size))
        _clear_simulation(db, source)
        graph_fingerprint = shown_fingerprint(db, fingerprint_sum.current_fingerprint(db).hex)

        def forget(tx: "Transaction") -> None:
            tx.rows("simulation/remove", source=source)
            # Repeating the command could not release the lock, since the simulation is gone.
            tx.rows("load/lock_release", holder=lock.holder)

        db.write(forget)
    return size, graph_fingerprint


def _clear_simulation(db: "Database", source: str) -> None:
    db.rows("simulation/remove_papers", source=source)
    db.rows("simulation/remove_authors", source=source)
