"""Features of pairs and paths between nodes, versus network and table libraries."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.clock import timed
from benchmarks.workload import Answer, Job
from scinet.graph.links.features import FEATURES, neighbour_features
from scinet.graph.links.networks import network
from scinet.graph.paths import most_cited_path
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_COMPARED: Final = ("common_neighbours", "jaccard", "adamic_adar")
HOPS: Final = 5


def five_features(job: Job) -> Callable[[], Answer]:
    """Ours: five features of pairs of papers; the three that peers have are compared."""
    adjacency = _citations(job.room)
    pairs = random_pairs(adjacency, len(job.items))
    neighbour_features(adjacency, pairs[:10])  # compiles

    def work() -> Answer:
        features = neighbour_features(adjacency, pairs)
        return np.stack([features[name] for name in _COMPARED], axis=1)

    return work


def networkit_features(job: Job) -> Callable[[], Callable[[], Answer]]:
    """Networkit: common neighbours, Jaccard and Adamic-Adar, one after the other."""
    import networkit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    adjacency = _citations(job.room)
    pairs = [tuple(pair) for pair in random_pairs(adjacency, job.total)[job.items].tolist()]
    sources, targets = adjacency.row_numbers(), adjacency.indices
    graph: Any = networkit.Graph(adjacency.num_rows)
    for edge in np.stack((sources, targets), axis=1)[sources < targets].tolist():
        graph.addEdge(*edge)
    prediction = networkit.linkprediction
    kinds = prediction.CommonNeighborsIndex, prediction.JaccardIndex, prediction.AdamicAdarIndex

    # An index does not keep its graph alive, so it is made where the graph is in scope.
    def work() -> Callable[[], Answer]:
        features = [kind(graph).runOn(pairs) for kind in kinds]
        return lambda: np.stack([_in_order(sources, pairs) for sources in features], axis=1)

    return work


def networkx_features(job: Job) -> Callable[[], Answer]:
    """Networkx: common neighbours, Jaccard and Adamic-Adar, one after the other."""
    import networkx as nx

    adjacency = _citations(job.room)
    pairs = random_pairs(adjacency, job.total)[job.items].tolist()
    graph: Any = nx.Graph()
    graph.add_edges_from(
        zip(adjacency.row_numbers().tolist(), adjacency.indices.tolist(), strict=True)
    )

    def work() -> Answer:
        common = [len(set(nx.common_neighbors(graph, source, target))) for source, target in pairs]
        jaccard = [value for _, _, value in nx.jaccard_coefficient(graph, pairs)]
        adamic = [value for _, _, value in nx.adamic_adar_index(graph, pairs)]
        return np.stack((common, jaccard, adamic), axis=1)

    return work


def least_features(job: Job) -> dict[str, Any]:
    """Time the least work: look up each neighbour of the lower-degree node in the other's set.

    Returns:
        ``floor_s``, the seconds of that work, and ``floor_of``, its description.
    """
    adjacency = _citations(job.room)
    pairs = random_pairs(adjacency, len(job.items))
    features = np.empty((len(pairs), len(FEATURES)))
    arguments = (adjacency.indptr, adjacency.indices, pairs, features)
    look(*arguments)  # compiles
    seconds, looks = timed(lambda: look(*arguments))
    size = (pairs.nbytes + features.nbytes) / 1e6
    work = (
        f"{looks / 1e6:.3g} million look-ups (of each neighbour of the one paper among those of "
        f"the other, whichever has fewer) and {size:.3g} MB to read and write"
    )
    return {"floor_s": seconds, "floor_of": work}


@njit(cache=True, parallel=True)
def look(
    indptr: Int64, neighbour: Int32, pairs: NDArray[np.int64], features: NDArray[np.float64]
) -> int:
    """Do bare look-ups, all in one table that fits into the cache; return their number."""
    marked = np.ones(len(indptr) - 1, dtype=np.uint8)
    looks = 0
    for pair in prange(len(pairs)):
        node, other = pairs[pair, 0], pairs[pair, 1]
        if indptr[node + 1] - indptr[node] > indptr[other + 1] - indptr[other]:
            node = other
        common = 0
        for entry in range(indptr[node], indptr[node + 1]):
            common += marked[neighbour[entry]]
        looks += common  # every look hits
        for feature in range(features.shape[1]):
            features[pair, feature] = common
    return looks


def two_hops(adjacency: Csr, pairs: NDArray[np.int64]) -> int:
    """Count the two-step walks from the sources of pairs, each source once."""
    degree = adjacency.lengths()
    neighbour_sums = np.concatenate(([0], np.cumsum(degree[adjacency.indices])))
    reached = neighbour_sums[adjacency.indptr[1:]] - neighbour_sums[adjacency.indptr[:-1]]
    return int(reached[np.unique(pairs[:, 0])].sum())


def random_pairs(adjacency: Csr, size: int) -> NDArray[np.int64]:
    """Sample pairs of nodes, sorted by the first, shape ``(size, 2)``."""
    # Without neighbours on either side peers return 0, ours undefined.
    nodes = np.flatnonzero(adjacency.lengths())
    rng = np.random.default_rng(1)
    sources = np.sort(rng.integers(len(nodes), size=size))  # candidates come sorted by source
    other = (sources + rng.integers(1, len(nodes), size=size)) % len(nodes)
    return np.stack((nodes[sources], nodes[other]), axis=1)


def _citations(room: Path) -> Csr:
    return network(snapshot_of(room), "citation")


def _in_order(scores: Any, pairs: list[tuple[int, int]]) -> NDArray[np.float64]:
    # Networkit sorts its results by pair.
    value = dict(scores)
    return np.array([value[pair] for pair in pairs], dtype=np.float64)


def by_hops(job: Job) -> Callable[[], Answer]:
    """Ours: total citations of the best path of each pair of papers."""
    snapshot = snapshot_of(job.room)
    pairs = chained_pairs(snapshot, len(job.items))
    most_cited_path(snapshot, *pairs[0], max_hops=HOPS)  # compiles

    def work() -> Answer:
        return np.array([most_cited_path(snapshot, a, b, max_hops=HOPS).total for a, b in pairs])

    return work


def networkx_paths(job: Job) -> Callable[[], Answer]:
    """Networkx: the largest total among all simple paths of at most five steps."""
    import networkx as nx

    snapshot = snapshot_of(job.room)
    pairs = [chained_pairs(snapshot, job.total)[item] for item in job.items]
    cited_by = np.bincount(snapshot.cites.indices, minlength=snapshot.num_papers)
    graph = nx.DiGraph(
        zip(snapshot.cites.row_numbers().tolist(), snapshot.cites.indices.tolist(), strict=True)
    )

    def best(a: str, b: str) -> int:
        paths = nx.all_simple_paths(graph, int(b), int(a), cutoff=HOPS)
        return max(int(cited_by[path].sum()) for path in paths)

    return lambda: np.array([best(a, b) for a, b in pairs])


def chained_pairs(snapshot: Snapshot, size: int) -> list[tuple[str, str]]:
    """Sample late papers, each with a paper two to five references back."""
    rng = np.random.default_rng(3)
    references = snapshot.ordered
    late = rng.permutation(np.arange(snapshot.num_papers * 9 // 10, snapshot.num_papers))
    pairs: list[tuple[str, str]] = []
    for paper in late.tolist():
        place, steps = paper, 0
        for _ in range(int(rng.integers(2, HOPS + 1))):
            row = references.row(place)
            if not len(row):
                break
            place, steps = int(rng.choice(row)), steps + 1
        if steps >= 2:
            pairs.append((str(snapshot.paper_id[place]), str(snapshot.paper_id[paper])))
        if len(pairs) == size:
            break
    return pairs
