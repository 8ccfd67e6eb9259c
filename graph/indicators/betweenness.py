"""Betweenness centrality, exact or estimated from sampled sources.

Shortest paths are counted from one source at a time. All sources give the exact number; a random
sample gives an unbiased estimate at a fraction of the work.
"""

from dataclasses import dataclass
from typing import Final

import numba
import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64

EXACT_WORK: Final = 5_000_000_000  # entries read: about a minute on one core
FEW_SOURCES: Final = 1_000
_PARTS: Final = 64  # of the sources, whatever the number of threads
_SAME: Final = 1e-10  # relative difference below which values differ by rounding only


@dataclass(frozen=True)
class Betweenness:
    """Values of shape ``(nodes,)``, at least 0, and the number of sources."""

    value: NDArray[np.float64]
    sources: int

    @property
    def is_exact(self) -> bool:
        """Whether every node was a source."""
        return self.sources == len(self.value)


def choose_sources(adjacency: Csr) -> int:
    """Return all nodes if at most :data:`EXACT_WORK` entries are read, else :data:`FEW_SOURCES`."""
    nodes = adjacency.num_rows
    is_small = nodes * (nodes + len(adjacency.indices)) <= EXACT_WORK
    return nodes if is_small else min(FEW_SOURCES, nodes)


def betweenness(
    adjacency: Csr, *, directed: bool, sources: int | None = None, seed: int = 0
) -> Betweenness:
    """Sum over all pairs of other nodes the share of their shortest paths that pass a node.

    Args:
        adjacency: Neighbours of each node, without repeats.
        directed: Whether a pair counts in either direction; else an entry must stand in both
            directions, and each pair counts once.
        sources: Number of source nodes, at least 1, drawn uniformly without repeats; the sum is
            multiplied by nodes / sources, which makes it unbiased. None, or all nodes, is exact.
        seed: Seed of the draw. Nodes of a snapshot are numbered by day and id, so that equal graphs
            give equal draws.

    Returns:
        The sums, not divided by the number of pairs: ends of a path do not count, and a node on no
        path has 0. They are the same to the last bit with any number of threads.

    Source:
        Freeman (1977), doi:10.2307/3033543; Brandes (2001), doi:10.1080/0022250X.2001.9990249;
        random sources: Brandes and Pich (2007), doi:10.1142/S0218127407018403.
    """
    nodes = adjacency.num_rows
    if sources is not None and sources < 1:
        raise ValueError(f"{sources} sources are fewer than one")
    count = nodes if sources is None else min(sources, nodes)
    start = np.arange(nodes, dtype=np.int32)
    if count < nodes:
        start = np.sort(np.random.default_rng(seed).choice(start, count, replace=False))
    parts = min(_PARTS, max(count, 1))
    workers = min(numba.get_num_threads(), parts)  # each needs 32 bytes a node
    summed = np.zeros(nodes)
    for first in range(0, parts, workers):
        rows = min(workers, parts - first)
        for part in _dependencies(adjacency.indptr, adjacency.indices, start, parts, first, rows):
            summed += part  # in the order of the parts
    scale = nodes / max(count, 1) / (1 if directed else 2)
    return Betweenness(summed * scale, count)


def rank_descending(value: NDArray[np.float64], ids: NDArray[np.object_]) -> Int64:
    """Rank nodes by value, then by id; values that differ by rounding only are ties.

    Equivalent nodes have the same paths summed in another order. Both arrays have the shape
    ``(nodes,)``.
    """
    order = np.argsort(-value, kind="stable")
    falling = value[order]
    place = np.empty(len(value), dtype=np.int64)
    place[order] = np.cumsum(falling < np.roll(falling, 1) * (1 - _SAME))
    return np.lexsort((ids.astype(str), place))


@njit(cache=True, parallel=True, nogil=True)
def _dependencies(
    indptr: Int64, neighbour: Int32, start: Int32, parts: int, first: int, rows: int
) -> NDArray[np.float64]:
    """Sum the dependencies over the sources of some parts, shape ``(rows, nodes)``."""
    nodes = len(indptr) - 1
    total = np.zeros((rows, nodes))
    for row in prange(rows):
        paths = np.zeros(nodes)
        passing = np.zeros(nodes)
        distance = np.full(nodes, -1, dtype=np.int32)
        order = np.empty(nodes, dtype=np.int32)
        for item in range(first + row, len(start), parts):
            source = start[item]
            order[0] = source
            paths[source] = 1.0
            distance[source] = 0
            here, reached = 0, 1
            while here < reached:
                node = order[here]
                here += 1
                for entry in range(indptr[node], indptr[node + 1]):
                    adjacent = neighbour[entry]
                    if distance[adjacent] < 0:
                        distance[adjacent] = distance[node] + 1
                        order[reached] = adjacent
                        reached += 1
                    if distance[adjacent] == distance[node] + 1:
                        paths[adjacent] += paths[node]
            # Farthest first: successors before a node.
            for place in range(reached - 1, -1, -1):
                node = order[place]
                for entry in range(indptr[node], indptr[node + 1]):
                    adjacent = neighbour[entry]
                    if distance[adjacent] == distance[node] + 1:
                        passing[node] += paths[node] / paths[adjacent] * (1.0 + passing[adjacent])
                if node != source:
                    total[row, node] += passing[node]
            for place in range(reached):
                node = order[place]
                paths[node] = 0.0
                passing[node] = 0.0
                distance[node] = -1
    return total
