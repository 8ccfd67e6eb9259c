"""Graph Data Science in the database versus the same on arrays, both from the loaded graph."""

import time
import uuid
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.experiments.bench.links import chained_pairs, random_pairs
from scinet.experiments.bench.study import Place
from scinet.graph.gds.client import client
from scinet.graph.indicators.position import page_rank
from scinet.graph.links.features import of_pairs
from scinet.graph.links.networks import network
from scinet.graph.links.walks import uniform, visits
from scinet.graph.paths import most_cited
from scinet.graph.snapshot import Csr, Snapshot, read

_PAIRS: Final = 300
_LEAST: Final = 1e-8  # what both leave to the last steps
_TOLERANCE: Final = 1e-4  # GDS iterates until a step changes less than 1e-9 of its own unit
_ENDS: Final = 10

Values: TypeAlias = NDArray[np.float64]


def versus_arrays(place: Place) -> dict[str, Any]:
    """Time jobs through GDS, projection included, and on arrays, export not included.

    For the longest path GDS is even given the papers in between, since it starts from no paper
    that one could choose.
    """
    start = time.perf_counter()
    snapshot = read(place.database)
    export_s = time.perf_counter() - start
    adjacency = network(snapshot, "citation")
    pairs = random_pairs(adjacency, _PAIRS)
    source = int(pairs[0, 0])
    ends = chained_pairs(snapshot, _ENDS)
    between = [_between(snapshot, *pair) for pair in ends]
    rows = [
        _row(
            "PageRank of every paper",
            snapshot.num_papers,
            lambda: _gds_visits(place, snapshot, "NATURAL", None),
            lambda: page_rank(snapshot),
            _TOLERANCE,
        ),
        _row(
            "personalised PageRank of one paper",
            1,
            lambda: _gds_visits(place, snapshot, "UNDIRECTED", source),
            lambda: _personalised(adjacency, source),
            _TOLERANCE,
        ),
        _row(
            "three features of pairs of papers",
            _PAIRS,
            lambda: _common_in_database(place, snapshot, pairs),
            lambda: of_pairs(adjacency, pairs)["common_neighbours"],
            0.0,
        ),
        _row(
            "most cited path of any length",
            len(ends),
            lambda: np.array([_gds_longest(place, papers) for papers in between]),
            lambda: np.array([_longest(snapshot, *pair) for pair in ends]),
            0.0,
        ),
    ]
    said = (f"{row['job']}: arrays {row['ratio']:.3g} times as fast" for row in rows)
    citations = len(snapshot.cites.indices)
    return {"citations": citations, "export_s": export_s, "rows": rows, "summary": ", ".join(said)}


def _row(
    job: str,
    items: int,
    database: Callable[[], Values],
    arrays: Callable[[], Values],
    tolerance: float,
) -> dict[str, Any]:
    seconds, values = [], []
    for side in (database, arrays):
        side()  # compiles, or plans
        start = time.perf_counter()
        values.append(side())
        seconds.append(time.perf_counter() - start)
    if not np.allclose(values[0], values[1], rtol=tolerance, atol=_LEAST, equal_nan=True):
        raise DataError(
            f"GDS and arrays differ on {job}", hint="One is wrong, so no time is reported."
        )
    took = {"database_s": seconds[0], "arrays_s": seconds[1], "ratio": seconds[0] / seconds[1]}
    return {"job": job, "items": items, **took}


def _gds_visits(place: Place, snapshot: Snapshot, orientation: str, source: int | None) -> Values:
    """Shares of visits by PageRank, from one paper or from all."""
    name = f"scinet-{uuid.uuid4().hex}"
    gds = client(place.database)
    call: dict[str, Any] = {"max_iterations": 200, "tolerance": 1e-12, "mutate_property": "visits"}
    if source is not None:
        asked = "MATCH (p:Paper {id: $id}) RETURN elementId(p) AS element"
        [row] = place.database.read_text(asked, params={"id": str(snapshot.paper_id[source])})
        call["source_nodes"] = [int(row["element"].rpartition(":")[2])]
    cites = {"CITES": {"orientation": orientation, "aggregation": "SINGLE"}}
    try:
        graph, _ = gds.graph.project.native(name, "Paper", cites)
        gds.page_rank.mutate(graph, **call)
        found = gds.graph.node_property.stream(graph, "visits", db_node_properties=["id"])
    finally:
        gds.graph.drop(name, fail_if_missing=False)
    values = np.zeros(snapshot.num_papers)
    values[[snapshot.index(other) for other in found["id"]]] = found["propertyValue"]
    return np.asarray(values / values.sum())


def _personalised(adjacency: Csr, source: int) -> Values:
    starts = Csr(np.array([0, 1]), np.array([source], dtype=np.int32))
    ((_, share),) = visits(uniform(adjacency), starts, restart=0.15, tolerance=1e-9)
    return share[:, 0]


def _common_in_database(place: Place, snapshot: Snapshot, pairs: NDArray[np.int64]) -> Values:
    """Common neighbours alone can be compared.

    In the degrees of GDS two papers that cite each other are neighbours twice.
    """
    ids = [[str(one), str(other)] for one, other in snapshot.paper_id[pairs]]
    rows = place.database.rows("bench/gds_pair_features", pairs=ids)
    return np.array([row["common_neighbours"] for row in rows], dtype=np.float64)


def _longest(snapshot: Snapshot, a: str, b: str) -> float:
    found = most_cited(snapshot, a, b, max_hops=None)
    # GDS weighs steps, so it leaves out the paper that the path starts from.
    return float((found.total or 0) - found.citations[0])


def _gds_longest(place: Place, papers: list[str]) -> float:
    name = f"scinet-{uuid.uuid4().hex}"
    gds = client(place.database)
    try:
        place.database.rows("bench/gds_project_papers", name=name, ids=papers)
        [found] = place.database.rows("bench/gds_longest_path", name=name, paper_id=papers[-1])
    finally:
        gds.graph.drop(name, fail_if_missing=False)
    return float(found["total"])


def _between(snapshot: Snapshot, a: str, b: str) -> list[str]:
    """Ids of all papers on paths of references from one paper to another, in time order."""
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    references, citing = snapshot.ordered, snapshot.ordered_by
    later = _reached(references, late) & {*range(early, late + 1)}
    earlier = _reached(citing, early)
    return [str(snapshot.paper_id[paper]) for paper in sorted(later & earlier)]


def _reached(steps: Csr, start: int) -> set[int]:
    found, pending = {start}, [start]
    while pending:
        new = set(steps.row(pending.pop()).tolist()) - found
        found |= new
        pending += new
    return found
