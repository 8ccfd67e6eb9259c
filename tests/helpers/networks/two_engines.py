"""Disruption asked of the database and counted on arrays must be the same."""

import numpy as np

from scinet.graph.db.connection import Database
from scinet.graph.indicators import disruption
from scinet.graph.snapshot import Snapshot


def same_disruption(
    database: Database,
    snapshot: Snapshot,
    focal: np.ndarray[tuple[int], np.dtype[np.integer]],
    window: int | None,
) -> None:
    ids = [str(paper) for paper in snapshot.paper_id[focal]]
    asked = disruption.compute_in_database(
        database, ids, window_years=window, before=snapshot.before
    )
    counted = disruption.compute_disruption(snapshot, window_years=window, focal=focal)
    for name in ("n_i", "n_j", "n_k", "is_open"):
        np.testing.assert_array_equal(getattr(asked, name), getattr(counted, name))
