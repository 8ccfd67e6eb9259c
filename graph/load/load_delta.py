"""What a load adds to the graph, without what others add while it is stopped."""

import json
from typing import TYPE_CHECKING

from scinet.graph.db.graph_counts import graph_counts

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction


def counts_before(db: "Database", run: str) -> dict[str, int]:
    """What the graph held before a load, with all that others have added since.

    To be called when the load, or a removal, begins or goes on, while no works of several records
    are put together: loads that were stopped in between then know what they left.
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
