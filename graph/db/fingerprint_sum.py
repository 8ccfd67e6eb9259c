"""The fingerprint as it grows: what each batch adds to it, so that the graph is seldom read whole.

The graph holds the sum of all rows. A transaction that changes rows takes the sum away and, if it
knows by how much the sum changes, puts the new one back; otherwise the next fingerprint is
computed from the graph, and the sum is known again. Only the holder of the lock writes.
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
    """Know the sum of an empty graph."""
    if not db.rows("load/anything"):
        db.write(lambda tx: store_sum(tx, HashSum()))


def take_sum(tx: "Transaction") -> HashSum | None:
    """The sum, None when it is not known; from now on it is not."""
    [row] = tx.rows("load/total_take")
    return _sum_from_row(row)


def store_sum(tx: "Transaction", total: HashSum) -> None:
    """Say what the sum is."""
    new_fingerprint = total.fingerprint()
    tx.rows("load/total_put", sum=new_fingerprint.hex, counts=json.dumps(new_fingerprint.counts))


def current_fingerprint(db: "Database") -> Fingerprint:
    """The fingerprint of the graph: the sum, or else computed from all rows."""
    total = _read_sum(db)
    if total is not None and (not any(_differences(db, total)) or db.rows("same_work/any")):
        return total.fingerprint()
    computed = fingerprint.compute_fingerprint(db)
    whole = HashSum()
    whole.join(int(computed.hex, 16), computed.counts)
    db.write(lambda tx: store_sum(tx, whole))
    return computed


def refuse_partial(db: "Database") -> None:
    """Compare what is there with what the import files of all of it held.

    Raises:
        SchemaError: If there is less, or more, of something.
    """
    total = _read_sum(db)
    for name, number, there in _differences(db, total) if total else ():
        raise SchemaError(
            f"the import files held {number:,} {name.replace('_', ' ')}, "
            f"{there:,} are in the graph",
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
    """What the graph has another number of, as when somebody else changed it; the sum's and its."""
    counts = graph_counts(db)
    counts |= {"works": counts["unknown_works"]}
    for name, number in total.counts.items():
        if (there := counts.get(name, number)) != number:
            yield name, number, there
