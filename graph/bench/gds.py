"""Graph Data Science in the database beside the same on arrays, both from the loaded graph."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph import projection
from scinet.graph.bench.links import random_pairs
from scinet.graph.bench.study import Place
from scinet.graph.indicators.position import page_rank
from scinet.graph.links.features import of_pairs
from scinet.graph.links.networks import network
from scinet.graph.snapshot import Snapshot, read

_PAIRS: Final = 1_000
_TOLERANCE: Final = 1e-4  # GDS iterates until a step changes less than 1e-9 of its own unit
ABSENT: Final = (
    "longest path through GDS (it starts from every paper that has no citing one, not from a "
    "chosen paper)"
)

Values: TypeAlias = NDArray[np.float64]


def beside(place: Place) -> dict[str, Any]:
    """Time jobs through GDS, projection included, and on arrays, export not included."""
    start = time.perf_counter()
    snapshot = read(place.database)
    export_s = time.perf_counter() - start
    features = _pair_features(place, snapshot)
    rows = [
        _row(
            "PageRank of every paper",
            snapshot.num_papers,
            lambda: _gds_page_rank(place, snapshot),
            lambda: page_rank(snapshot),
            _TOLERANCE,
        ),
        _row("three features of pairs of papers", _PAIRS, *features, 0.0),
    ]
    return {
        "citations": len(snapshot.cites.indices),
        "export_s": export_s,
        "rows": rows,
        "missing": [ABSENT],
        "told": ", ".join(f"{row['job']}: arrays {row['ratio']:.3g} times as fast" for row in rows),
    }


def _row(
    job: str,
    items: int,
    database: Callable[[], Values],
    arrays: Callable[[], Values],
    tolerance: float,
) -> dict[str, Any]:
    seconds = []
    values = []
    for side in (database, arrays):
        side()  # compiles, or plans
        start = time.perf_counter()
        values.append(side())
        seconds.append(time.perf_counter() - start)
    if not np.allclose(values[0], values[1], rtol=tolerance, atol=0, equal_nan=True):
        raise DataError(f"GDS and arrays differ on {job}", hint="One is wrong, so no time is told.")
    return {
        "job": job,
        "items": items,
        "database_s": seconds[0],
        "arrays_s": seconds[1],
        "ratio": seconds[0] / seconds[1],
    }


def _gds_page_rank(place: Place, snapshot: Snapshot) -> Values:
    found = projection.page_rank(place.database, None)
    values = np.zeros(snapshot.num_papers)
    values[[snapshot.index(paper) for paper in found["paper_id"]]] = found["page_rank"]
    shares: Values = values / values.sum()
    return shares


def _pair_features(
    place: Place, snapshot: Snapshot
) -> tuple[Callable[[], Values], Callable[[], Values]]:
    adjacency = network(snapshot, "citation")
    pairs = random_pairs(adjacency, _PAIRS)
    ids = [[str(one), str(other)] for one, other in snapshot.paper_id[pairs]]

    # Only common neighbours can be compared: in the degrees of GDS two papers that cite each
    # other are neighbours twice.
    def database() -> Values:
        rows = place.database.rows("bench/gds_pair_features", pairs=ids)
        return np.array([row["common_neighbours"] for row in rows], dtype=np.float64)

    def arrays() -> Values:
        return of_pairs(adjacency, pairs)["common_neighbours"]

    return database, arrays
