"""The workloads: what is timed beside whom, and which ratio is expected."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.bench.disruption import WINDOW_DAYS, arrays_of, cdindex_graph
from scinet.graph.bench.workload import Answer, Workload
from scinet.graph.indicators.disruption import on_arrays
from scinet.graph.links.features import of_pairs
from scinet.graph.links.networks import network

_PAIRS: Final = 2_000_000
_SAMPLE: Final = 2_000
_SQL: Final = """
WITH c AS (SELECT x.citing, x.cited, d.day FROM cites x JOIN papers d ON d.id = x.citing),
direct AS (SELECT p.id AS f, c.citing AS x FROM papers p JOIN c ON c.cited = p.id
           WHERE c.day > p.day AND c.day <= p.day + $window),
shared AS (SELECT DISTINCT p.id AS f, c.citing AS x FROM papers p JOIN cites r ON r.citing = p.id
           JOIN c ON c.cited = r.cited WHERE c.day > p.day AND c.day <= p.day + $window),
joined AS (SELECT coalesce(d.f, s.f) AS f, d.f IS NOT NULL AS direct, s.f IS NOT NULL AS shared
           FROM direct d FULL JOIN shared s ON d.f = s.f AND d.x = s.x)
SELECT p.id, count(*) FILTER (direct AND NOT shared), count(*) FILTER (direct AND shared),
       count(*) FILTER (shared AND NOT direct)
FROM papers p LEFT JOIN joined j ON j.f = p.id GROUP BY p.id ORDER BY p.id
"""


def disruption_counts(room: Path) -> Callable[[], Answer]:
    """Ours: n_i, n_j, n_k of every paper within five years, shape ``(papers, 3)``."""
    snapshot = arrays_of(room)
    _ = snapshot.ordered, snapshot.ordered_by
    on_arrays(snapshot, window_days=WINDOW_DAYS, focal=np.arange(10))  # compiles

    def work() -> Answer:
        counts = on_arrays(snapshot, window_days=WINDOW_DAYS)
        return np.stack((counts.n_i, counts.n_j, counts.n_k), axis=1)

    return work


def disruption(room: Path) -> Callable[[], Answer]:
    """Ours: CD of every paper within five years, shape ``(papers,)``."""
    counts = disruption_counts(room)

    def work() -> Answer:
        n_i, n_j, n_k = counts().T
        total = n_i + n_j + n_k
        value: Answer = np.divide(
            n_i - n_j, total, out=np.full(len(total), np.nan), where=total > 0
        )
        return value

    return work


def disruption_cdindex(room: Path) -> Callable[[], Answer]:
    """The peer cdindex: CD of the sampled papers."""
    graph = cdindex_graph(room)
    focal = np.load(room / "focal.npy").tolist()
    return lambda: np.array(
        [graph.cdindex(paper, WINDOW_DAYS) for paper in focal], dtype=np.float64
    )


def sampled(num_papers: int, seed: int) -> NDArray[np.int64]:
    """Positions of at most 2,000 random papers, ascending."""
    return np.sort(np.random.default_rng(seed).permutation(num_papers)[:_SAMPLE])


def disruption_sql(room: Path) -> Callable[[], Answer]:
    """DuckDB: the same counts as joins."""
    import duckdb
    import numba
    import pandas as pd

    snapshot = arrays_of(room)
    database = duckdb.connect(config={"threads": numba.get_num_threads()})
    rows = {"citing": snapshot.cites.row_numbers(), "cited": snapshot.cites.indices}
    for name, table in (
        ("cites", pd.DataFrame(rows)),
        ("papers", pd.DataFrame({"id": np.arange(len(snapshot.day)), "day": snapshot.day})),
    ):
        database.register("given", table)
        database.execute(f"CREATE TABLE {name} AS SELECT * FROM given")  # noqa: S608 - two names

    def work() -> Answer:
        found = database.execute(_SQL, {"window": WINDOW_DAYS}).fetchnumpy()
        return np.stack(list(found.values())[1:], axis=1)

    return work


def pair_jaccard(room: Path) -> Callable[[], Answer]:
    """Ours: all five features of random pairs; Jaccard is what is compared."""
    adjacency = network(arrays_of(room), "citation")
    pairs = _pairs(adjacency.lengths())
    of_pairs(adjacency, pairs[:10])  # compiles
    return lambda: of_pairs(adjacency, pairs)["jaccard"]


def pair_jaccard_igraph(room: Path) -> Callable[[], Answer]:
    """The peer igraph: Jaccard of the same pairs."""
    import igraph  # type: ignore[import-untyped]

    adjacency = network(arrays_of(room), "citation")
    pairs = _pairs(adjacency.lengths()).tolist()
    one, other = adjacency.row_numbers(), adjacency.indices
    edges = np.stack((one, other), axis=1)[one < other]
    graph = igraph.Graph(n=adjacency.num_rows, edges=edges)
    return lambda: np.array(graph.similarity_jaccard(pairs=pairs, loops=False))


def _pairs(degree: NDArray[np.int64]) -> NDArray[np.int64]:
    # Without neighbours on either side the peer says 0 where we say undefined.
    nodes = np.flatnonzero(degree)
    size = min(_PAIRS, 100 * len(nodes))
    draws = np.random.default_rng(1).integers(len(nodes), size=(size, 2))
    pairs: NDArray[np.int64] = nodes[draws[draws[:, 0] != draws[:, 1]]]
    return pairs


WORKLOADS: Final = {
    one.name: one
    for one in (
        Workload(
            "B1", "CD within five years, every paper", "cdindex",
            disruption, disruption_cdindex, sampled, 100, 60, 307, {"small": 3_000, "full": 28_000},
        ),
        Workload(
            "B2", "CD within five years, every paper", "cdindex",
            disruption, disruption_cdindex, sampled, 800, 400, 614,
            {"small": 4_000, "full": 1_000_000},
        ),
        Workload(
            "B5", "n_i, n_j, n_k within five years, every paper", "duckdb",
            disruption_counts, disruption_sql, None, 85, 50, 307, {"small": 2_000, "full": 28_000},
        ),
        Workload(
            "B10", "five features of pairs, citation network; peer: Jaccard alone", "igraph",
            pair_jaccard, pair_jaccard_igraph, None, 5, 4, 1_024, {"small": 2_000, "full": 28_000},
        ),
    )
}  # fmt: skip
