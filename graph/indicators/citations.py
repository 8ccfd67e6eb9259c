"""Citation counts as of a day, from dated citations and never from a stored total."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from scinet.graph.connection import Database
from scinet.graph.indicators.blocks import ask
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_BATCH = 5_000


def counts(snapshot: Snapshot) -> Int64:
    """Citing papers of each paper that a snapshot holds, whatever their order in time.

    Returns:
        Shape ``(papers,)``.
    """
    return np.bincount(snapshot.cites.indices, minlength=snapshot.num_papers).astype(np.int64)


def in_database(
    database: Database, paper_ids: Sequence[str], *, before: date | None = None
) -> Int64:
    """Citing papers of some papers by Cypher: the same numbers as :func:`counts`.

    Args:
        database: The graph.
        paper_ids: Papers to count for.
        before: Only citing papers dated before this day count; None means all dated ones.

    Returns:
        Shape ``(n,)``, in the order of ``paper_ids``.

    Raises:
        NotFoundError: If a paper does not exist, has no date or is not dated before the day.
    """
    rows = ask(database, "indicator/citations", paper_ids, before=before, size=_BATCH)
    return np.array([row["citations"] for row in rows], dtype=np.int64)
