"""Number of papers from which arrays, export included, are faster than Cypher.

Each indicator of both engines is computed for 1, 10, 100, 1,000 and all papers (or pairs). Where
Cypher would take too long, its time is extrapolated from the largest number it did.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.clock import timed
from benchmarks.links import chained_pairs
from benchmarks.study import Place
from scinet.errors import DataError
from scinet.graph.indicators import citations, disruption
from scinet.graph.links import database as link_database
from scinet.graph.links.features import pair_features
from scinet.graph.links.networks import NETWORKS, Network, node_ids
from scinet.graph.paths import BestPath, most_cited_path
from scinet.graph.paths import database as path_database
from scinet.graph.snapshot import Snapshot, read_snapshot

NUMBERS: Final = (1, 10, 100, 1_000)
_LIMIT_S: Final = 4.0  # Cypher does no number that would take longer
_HOPS: Final = 4
_WARM: Final = 20
_FEW: Final = 10  # always done: a single item gives no rate
_SHORT_S: Final = 0.6  # shorter jobs are repeated, and the best counts

Values: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Indicator:
    """Indicator of papers or pairs, in random order, computed by both engines."""

    name: str
    items: Sequence[Any]
    database: Callable[[Sequence[Any]], Values]
    arrays: Callable[[Sequence[Any]], Values]


def crossovers(place: Place) -> dict[str, Any]:
    """Time both engines and find their crossover for each indicator."""
    start = time.perf_counter()
    snapshot = read_snapshot(place.database)
    _ = snapshot.ordered, snapshot.ordered_by  # shared by all indicators
    export_s = time.perf_counter() - start
    rows: list[dict[str, Any]] = []
    sizes: dict[str, float | None] = {}
    for indicator in _indicators(place, snapshot):
        _compare(indicator, _WARM)  # compiles kernels and plans
        measured = _rows(indicator, export_s)
        rows += measured
        sizes[indicator.name] = crossing(measured)
    labels = {name: "no number" if size is None else f"{size:,.0f}" for name, size in sizes.items()}
    summary = "; ".join(f"{name} {number}" for name, number in labels.items())
    return {
        "citations": len(snapshot.cites.indices),
        "export_s": export_s,
        "rows": rows,
        "crossings": [{"indicator": name, "crossover": sizes[name]} for name in sizes],
        "summary": f"export {export_s:.3g} s; arrays are quicker from: {summary}",
    }


def crossing(rows: Sequence[dict[str, Any]]) -> float | None:
    """Return the number of items from which arrays with their export beat Cypher.

    Times are interpolated as powers between two measured numbers. 1 when arrays win from the first,
    None when Cypher wins at every number.
    """
    lead = np.log([row["database_s"] / row["arrays_s"] for row in rows])
    items = np.log([row["items"] for row in rows])
    wins = np.flatnonzero(lead >= 0)
    if not len(wins):
        return None
    at = int(wins[0])
    if at == 0:
        return float(rows[0]["items"])
    share = -lead[at - 1] / (lead[at] - lead[at - 1])
    return float(np.exp(items[at - 1] + share * (items[at] - items[at - 1])))


def _rows(indicator: Indicator, export_s: float) -> list[dict[str, Any]]:
    everything = len(indicator.items)
    rows: list[dict[str, Any]] = []
    each = 0.0
    for number in sorted({min(number, everything) for number in (*NUMBERS, everything)}):
        is_asked = number <= _FEW or number * each <= _LIMIT_S
        if is_asked:
            database_s, arrays_s = _compare(indicator, number)
            each = database_s / number
        else:
            database_s, arrays_s = each * number, _timed(indicator.arrays, indicator, number)[0]
        rows.append(
            {
                "indicator": indicator.name,
                "items": number,
                "database_s": database_s,
                "arrays_s": export_s + arrays_s,
                "without_export_s": arrays_s,
                "estimated": not is_asked,
            }
        )
    return rows


def _compare(indicator: Indicator, number: int) -> tuple[float, float]:
    database_s, theirs = _timed(indicator.database, indicator, number)
    arrays_s, ours = _timed(indicator.arrays, indicator, number)
    if not np.allclose(ours, theirs, rtol=1e-9, atol=0, equal_nan=True):
        raise DataError(
            f"the engines differ on {indicator.name}", hint="One is wrong, so no time is reported."
        )
    return database_s, arrays_s


def _timed(
    do: Callable[[Sequence[Any]], Values], indicator: Indicator, number: int
) -> tuple[float, Values]:
    items = indicator.items[:number]
    return timed(lambda: do(items), within_s=_SHORT_S)


def _indicators(place: Place, snapshot: Snapshot) -> list[Indicator]:
    rng = np.random.default_rng(place.seed)
    papers = snapshot.paper_id[rng.permutation(snapshot.num_papers)].tolist()
    return [
        Indicator(
            "citations",
            papers,
            lambda ids: citations.counts_in_database(place.database, ids)[0].astype(np.float64),
            lambda ids: citations.citation_counts(snapshot)[_places(snapshot, ids)].astype(
                np.float64
            ),
        ),
        Indicator(
            "disruption",
            papers,
            lambda ids: disruption.compute_in_database(place.database, ids).cd,
            lambda ids: disruption.compute_disruption(snapshot, focal=_places(snapshot, ids)).cd,
        ),
        *(_features(place, snapshot, name, rng) for name in NETWORKS),
        _paths(place, snapshot),
    ]


def _features(
    place: Place, snapshot: Snapshot, name: Network, rng: np.random.Generator
) -> Indicator:
    ids = node_ids(snapshot, name)
    pairs = rng.integers(len(ids), size=(snapshot.num_papers, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]

    def database(numbers: Sequence[Any]) -> Values:
        features = [
            list(
                link_database.features_in_database(
                    place.database, name, str(ids[a]), str(ids[b])
                ).values()
            )
            for a, b in numbers
        ]
        return np.array(features)

    def arrays(numbers: Sequence[Any]) -> Values:
        return np.stack(list(pair_features(snapshot, name, np.array(numbers)).values()), axis=1)

    return Indicator(f"pair features, {name}", pairs.tolist(), database, arrays)


def _paths(place: Place, snapshot: Snapshot) -> Indicator:
    pairs = chained_pairs(snapshot, NUMBERS[-1])

    def totals(find: Callable[..., BestPath], of: Any, ends: Sequence[Any]) -> Values:
        return np.array([find(of, *pair, max_hops=_HOPS).total for pair in ends], dtype=np.float64)

    return Indicator(
        f"most cited path of at most {_HOPS} steps",
        pairs,
        lambda ends: totals(path_database.most_cited_in_database, place.database, ends),
        lambda ends: totals(most_cited_path, snapshot, ends),
    )


def _places(snapshot: Snapshot, ids: Sequence[str]) -> NDArray[np.int64]:
    return np.array([snapshot.index(paper) for paper in ids], dtype=np.int64)
