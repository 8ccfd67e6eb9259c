"""Graph Data Science in the database versus arrays, both from the loaded graph."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.clock import timed
from benchmarks.links import chained_pairs, random_pairs
from benchmarks.study import Place, statement
from scinet.errors import DataError
from scinet.graph.gds.client import client
from scinet.graph.indicators.pagerank import page_rank
from scinet.graph.links.features import neighbour_features
from scinet.graph.links.networks import network
from scinet.graph.links.personalised_pagerank import shares
from scinet.graph.links.walks import single_starts
from scinet.graph.paths import most_cited_path
from scinet.graph.snapshot import Csr, Snapshot, read_snapshot

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience

_PAIRS: Final = 300
_CLOSE: Final = 1e-5
_LEAST: Final = 1e-8  # contribution of the omitted last steps
# GDS stops when no value changes by more, arrays bound the sum of all errors: from one paper GDS
# takes fewer steps and has the larger error despite its smaller tolerance.
_GDS_TOLERANCE: Final = 1e-12
_ARRAYS_TOLERANCE: Final = 1e-9
_ENDS: Final = 10

Values: TypeAlias = NDArray[np.float64]


def versus_arrays(place: Place) -> dict[str, Any]:
    """Time jobs in GDS, projection included, and on arrays, export included.

    The export prepares data for all jobs, and each job is charged all of it. For the longest path
    GDS even gets the papers in between, since its path cannot start from a chosen paper.
    """
    _export(place)  # compiles, and plans
    export_s, (snapshot, adjacency) = timed(lambda: _export(place))
    gds = client(place.database)
    pairs = random_pairs(adjacency, _PAIRS)
    ids = snapshot.paper_id[pairs].tolist()
    source = int(pairs[0, 0])
    ends = chained_pairs(snapshot, _ENDS)
    between = [_between(snapshot, *pair) for pair in ends]
    of_one = _page_rank(gds, "UNDIRECTED", _element(place, snapshot.paper_id[source]))
    row = partial(_row, export_s)
    rows = [
        row(
            "PageRank of every paper",
            snapshot.num_papers,
            _page_rank(gds, "NATURAL"),
            lambda: page_rank(snapshot),
            lambda answer: _shares(snapshot, answer),
        ),
        row(
            "personalised PageRank of one paper",
            1,
            of_one,
            lambda: _personalised(adjacency, source),
            lambda answer: _shares(snapshot, answer),
        ),
        row(
            "three features of pairs of papers",
            _PAIRS,
            lambda: place.database.rows(statement("gds_pair_features"), pairs=ids),
            lambda: neighbour_features(adjacency, pairs)["common_neighbours"],
            _common_neighbours,
        ),
        row(
            "most cited path of any length",
            len(ends),
            lambda: [_gds_longest(place, gds, papers) for papers in between],
            lambda: np.array([_longest(snapshot, *pair) for pair in ends]),
            np.array,
        ),
    ]
    ratios = (f"{one['job']}: arrays {one['ratio']:.3g} times as fast" for one in rows)
    summary = f"export {export_s:.3g} s; with it, {', '.join(ratios)}"
    citations = len(snapshot.cites.indices)
    return {"citations": citations, "export_s": export_s, "rows": rows, "summary": summary}


def _export(place: Place) -> tuple[Snapshot, Csr]:
    """Read the graph as arrays, and its citations in both directions."""
    snapshot = read_snapshot(place.database)
    _ = snapshot.ordered, snapshot.ordered_by
    return snapshot, network(snapshot, "citation")


def _row(
    export_s: float,
    job: str,
    items: int,
    database: Callable[[], Any],
    arrays: Callable[[], Values],
    read_answer: Callable[[Any], Values],
) -> dict[str, Any]:
    """Time both; the result of GDS is converted to an array outside its time."""
    for side in (database, arrays):
        side()  # compiles, or plans
    database_s, answer = timed(database)
    without_export_s, ours = timed(arrays)
    if not np.allclose(read_answer(answer), ours, rtol=_CLOSE, atol=_LEAST, equal_nan=True):
        raise DataError(
            f"GDS and arrays differ on {job}", hint="One is wrong, so no time is reported."
        )
    arrays_s = export_s + without_export_s
    took = {"database_s": database_s, "arrays_s": arrays_s, "without_export_s": without_export_s}
    return {"job": job, "items": items, **took, "ratio": database_s / arrays_s}


def _element(place: Place, paper: str) -> int:
    query = "MATCH (p:Paper {id: $id}) RETURN elementId(p) AS element"
    [row] = place.database.read_text(query, params={"id": paper})
    return int(row["element"].rpartition(":")[2])


def _page_rank(
    gds: "GraphDataScience", orientation: str, source: int | None = None
) -> Callable[[], Any]:
    """Run PageRank from one paper or all; stream each paper's id and value."""
    call: dict[str, Any] = {"max_iterations": 200, "tolerance": _GDS_TOLERANCE}
    if source is not None:
        call["source_nodes"] = [source]
    cites = {"CITES": {"orientation": orientation, "aggregation": "SINGLE"}}

    def work() -> Any:
        name = f"scinet-{uuid.uuid4().hex}"
        try:
            graph, _ = gds.graph.project.native(name, "Paper", cites)
            gds.page_rank.mutate(graph, mutate_property="visits", **call)
            return gds.graph.node_property.stream(graph, "visits", db_node_properties=["id"])
        finally:
            gds.graph.drop(name, fail_if_missing=False)

    return work


def _shares(snapshot: Snapshot, table: Any) -> Values:
    """Return shares of visits from a table of papers in database order."""
    values = np.zeros(snapshot.num_papers)
    values[[snapshot.index(other) for other in table["id"]]] = table["propertyValue"]
    return np.asarray(values / values.sum())


def _personalised(adjacency: Csr, source: int) -> Values:
    starts = single_starts(np.array([source]))
    ((_, share),) = shares(adjacency, starts, restart=0.15, tolerance=_ARRAYS_TOLERANCE)
    return share[:, 0]


def _common_neighbours(rows: list[dict[str, Any]]) -> Values:
    """Return common neighbours, the only comparable feature.

    In the degrees of GDS two papers that cite each other count as two neighbours.
    """
    return np.array([row["common_neighbours"] for row in rows], dtype=np.float64)


def _longest(snapshot: Snapshot, a: str, b: str) -> float:
    path = most_cited_path(snapshot, a, b, max_hops=None)
    # GDS sums over steps, so its total lacks the first paper.
    return float((path.total or 0) - path.citations[0])


def _gds_longest(place: Place, gds: "GraphDataScience", papers: list[str]) -> float:
    name = f"scinet-{uuid.uuid4().hex}"
    try:
        place.database.rows(statement("gds_project_papers"), name=name, ids=papers)
        [row] = place.database.rows(statement("gds_longest_path"), name=name, paper_id=papers[-1])
    finally:
        gds.graph.drop(name, fail_if_missing=False)
    return float(row["total"])


def _between(snapshot: Snapshot, a: str, b: str) -> list[str]:
    """Return ids of all papers on reference paths between two papers, in time order."""
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    references, citing = snapshot.ordered, snapshot.ordered_by
    later = _reachable(references, late) & {*range(early, late + 1)}
    earlier = _reachable(citing, early)
    return [str(snapshot.paper_id[paper]) for paper in sorted(later & earlier)]


def _reachable(steps: Csr, start: int) -> set[int]:
    reached, pending = {start}, [start]
    while pending:
        new = set(steps.row(pending.pop()).tolist()) - reached
        reached |= new
        pending += new
    return reached
