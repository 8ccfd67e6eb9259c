"""Counts that a load adds to the graph, without those of loads in between."""

import json
from typing import TYPE_CHECKING

from scinet.graph.db.graph_counts import graph_counts

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction


def counts_before(db: "Database", run: str) -> dict[str, int]:
    """Return the counts before a load, plus all that other loads have added since.

    To be called when the load, or a removal, begins or resumes, while works are not combined: loads
    that were interrupted in between then know what they left.
    """
    now = graph_counts(db)

    def work(tx: "Transaction") -> dict[str, int]:
        [row] = tx.rows("load/snapshot_gone_on", run=run, counts=json.dumps(now))
        counts: dict[str, int] = json.loads(row["before"])
        if row["left"] is not None:
            left_counts = json.loads(row["left"])
            counts = {
                name: counts.get(name, 0) + now[name] - left_counts.get(name, 0) for name in now
            }
            tx.rows("load/snapshot_before", run=run, before=json.dumps(counts))
        return counts

    return db.write(work)
