"""Incremental fingerprint: each batch updates the stored sum, so the graph is rarely read whole.

A transaction that changes rows deletes the stored sum and, if it knows its change of the sum,
stores the new one; otherwise the next fingerprint is computed from the graph and stored. Only the
holder of the lock writes.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scinet.errors import SchemaError
from scinet.graph.db import fingerprint
from scinet.graph.db.fingerprint import Fingerprint, HashSum
from scinet.graph.db.graph_counts import graph_counts

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction


def reset_sum(db: "Database") -> None:
    """Store the sum of an empty graph, if it is empty."""
    if not db.rows("load/anything"):
        db.write(lambda tx: store_sum(tx, HashSum()))


def take_sum(tx: "Transaction") -> HashSum | None:
    """Return and delete the stored sum; None when there is none."""
    [row] = tx.rows("load/total_take")
    return _sum_from_row(row)


def store_sum(tx: "Transaction", total: HashSum) -> None:
    """Store the sum."""
    new_fingerprint = total.fingerprint()
    tx.rows("load/total_put", sum=new_fingerprint.hex, counts=json.dumps(new_fingerprint.counts))


def current_fingerprint(db: "Database") -> Fingerprint:
    """Return the fingerprint from the stored sum, or else computed from all rows."""
    total = _read_sum(db)
    if total is not None and (not any(_differences(db, total)) or db.rows("same_work/any")):
        return total.fingerprint()
    computed = fingerprint.compute_fingerprint(db)
    whole = HashSum()
    whole.join(int(computed.hex, 16), computed.counts)
    db.write(lambda tx: store_sum(tx, whole))
    return computed


def refuse_partial(db: "Database") -> None:
    """Compare the counts of the graph with those of the import files.

    Raises:
        SchemaError: If they differ.
    """
    total = _read_sum(db)
    for name, number, actual in _differences(db, total) if total else ():
        raise SchemaError(
            f"the import files held {number:,} {name.replace('_', ' ')}, "
            f"{actual:,} are in the graph",
            hint="Read the report of Neo4j's importer; empty the graph and import again.",
        )


def _read_sum(db: "Database") -> HashSum | None:
    rows = db.rows("load/total")
    return _sum_from_row(rows[0]) if rows else None


def _sum_from_row(row: dict[str, Any]) -> HashSum | None:
    if row["sum"] is None:
        return None
    total = HashSum()
    total.join(int(row["sum"], 16), json.loads(row["counts"]))
    return total


def _differences(db: "Database", total: HashSum) -> Iterator[tuple[str, int, int]]:
    """Yield kinds whose count differs from the sum's, as after foreign changes."""
    counts = graph_counts(db)
    counts |= {"works": counts["unknown_works"]}
    for name, number in total.counts.items():
        if (actual := counts.get(name, number)) != number:
            yield name, number, actual
