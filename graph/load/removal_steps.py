"""Deletion of loaded records: all at once, or those that no other load brought."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db.graph_counts import count_nodes, graph_counts
from scinet.graph.load import journal
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.load.undo import UNDOS, Undo, restore_pathways

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_PATHWAYS: Final = 200
_BATCH_SIZE: Final = 2_000  # nodes in a transaction, with all their relationships
_Row = Mapping[str, Any]


def remove_all(
    db: "Database", lock: journal.WriteLock, progress: Callable[[int, int], None] | None
) -> None:
    """Delete everything, when no load is left."""
    whole, done = count_nodes(graph_counts(db)), 0
    for statement in ("remove/own", "remove/shared"):

        def some(tx: Any, statement: str = statement) -> int:
            lock.heartbeat(tx)
            [row] = tx.rows(statement, limit=_BATCH_SIZE)
            return int(row["nodes"])

        while taken := db.write(some):
            done += taken
            if progress is not None:
                progress(min(done, whole), whole)


def remove_chosen(
    db: "Database",
    lock: journal.WriteLock,
    selected: Sequence[_Row],
    loads: Sequence[_Row],
    progress: Callable[[int, int], None] | None,
) -> None:
    """Delete what the selected loads brought, while other loads remain."""
    runs = [row["run"] for row in selected]
    papers = [row for row in selected if row["kind"] in PAPER_KINDS]
    kinds = {row["kind"] for row in selected}
    undos = dict.fromkeys(u for kind, listed in UNDOS.items() if kind in kinds for u in listed)
    remaining = [row for row in loads if row["run"] not in set(runs)]
    droppers = [
        row["run"] for row in remaining if json.loads(row["options"]).get("unknown") == "drop"
    ]
    held = [(undo, db.rows(undo.held, runs=runs)) for undo in undos]
    whole = sum(len(rows) for _, rows in held)
    done = 0
    for undo, rows in held:

        def take(tx: Any, part: Sequence[_Row], undo: Undo = undo) -> None:
            undo.work(tx, part, droppers)

        for count in _write_batches(db, lock, rows, undo.size, take):
            done += count
            if progress is not None:
                progress(done, whole)
    if papers:
        # Pathways that may have ended in removed papers are linked to the remaining ones.
        since = min(row["began_at"] for row in papers)
        remaining_runs = [row["run"] for row in remaining]
        led = [row["run"] for row in db.rows("remove/led_since", runs=remaining_runs, since=since)]
        rows = db.rows("remove/pathways", runs=led)

        def lead(tx: Any, part: Sequence[_Row]) -> None:
            restore_pathways(tx, ((row["run"], row["record"]) for row in part))

        list(_write_batches(db, lock, rows, _PATHWAYS, lead))


def _write_batches(
    db: "Database",
    lock: journal.WriteLock,
    rows: Sequence[_Row],
    size: int,
    work: Callable[[Any, Sequence[_Row]], None],
) -> Iterator[int]:
    for start in range(0, len(rows), size):
        part = rows[start : start + size]

        def whole(tx: Any, part: Sequence[_Row] = part) -> None:
            lock.heartbeat(tx)
            work(tx, part)

        db.write(whole)
        yield len(part)
