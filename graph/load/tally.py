"""The fingerprint as it grows: what each batch adds to it, so that the graph is seldom read whole.

The graph holds the sum of all rows. A transaction that changes rows takes the sum away and, if it
knows by how much the sum changes, puts the new one back; otherwise the next fingerprint is
computed from the graph, and the sum is known again. Only the holder of the lock writes.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scinet.errors import SchemaError
from scinet.graph.load import fingerprint
from scinet.graph.load.fingerprint import Fingerprint, Sum
from scinet.graph.load.graph_counts import graph_counts

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Transaction


def begin(db: "Database") -> None:
    """Know the sum of an empty graph."""
    if not db.rows("load/anything"):
        db.write(lambda tx: put(tx, Sum()))


def take(tx: "Transaction") -> Sum | None:
    """The sum, None when it is not known; from now on it is not."""
    [row] = tx.rows("load/total_take")
    return _sum(row)


def put(tx: "Transaction", total: Sum) -> None:
    """Say what the sum is."""
    found = total.fingerprint()
    tx.rows("load/total_put", sum=found.hex, counts=json.dumps(found.counts))


def current(db: "Database") -> Fingerprint:
    """The fingerprint of the graph: the sum, or else computed from all rows."""
    total = _known(db)
    if total is not None and (not any(_differences(db, total)) or db.rows("same_work/any")):
        return total.fingerprint()
    found = fingerprint.compute(db)
    whole = Sum()
    whole.join(int(found.hex, 16), found.counts)
    db.write(lambda tx: put(tx, whole))
    return found


def refuse_a_part(db: "Database") -> None:
    """Compare what is there with what the import files of all of it held.

    Raises:
        SchemaError: If there is less, or more, of something.
    """
    total = _known(db)
    for name, number, there in _differences(db, total) if total else ():
        raise SchemaError(
            f"the import files held {number:,} {name.replace('_', ' ')}, "
            f"{there:,} are in the graph",
            hint="Read the report of Neo4j's importer; empty the graph and import again.",
        )


def _known(db: "Database") -> Sum | None:
    rows = db.rows("load/total")
    return _sum(rows[0]) if rows else None


def _sum(row: dict[str, Any]) -> Sum | None:
    if row["sum"] is None:
        return None
    total = Sum()
    total.join(int(row["sum"], 16), json.loads(row["counts"]))
    return total


def _differences(db: "Database", total: Sum) -> Iterator[tuple[str, int, int]]:
    """What the graph has another number of, as when somebody else changed it; the sum's and its."""
    counts = graph_counts(db)
    counts |= {"works": counts["unknown_works"]}
    for name, number in total.counts.items():
        if (there := counts.get(name, number)) != number:
            yield name, number, there
