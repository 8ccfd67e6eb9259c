"""Truncated Katz index: walks of one, two and three steps, damped by length."""

import numba
import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.links.scatter import add_neighbours, group_by_source
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64


def katz(adjacency: Csr, pairs: NDArray[np.integer], *, beta: float) -> NDArray[np.float64]:
    """Compute the truncated Katz index of each pair, shape ``(n,)``.

    ``beta A + beta^2 A^2 + beta^3 A^3``: walks may pass a node twice. Those of three steps are
    the common neighbours of the source with each neighbour of the target, summed.

    Args:
        adjacency: Neighbours of each node of an undirected network, without itself and without
            repeats.
        pairs: Node numbers, shape ``(n, 2)``.

    Source:
        Katz (1953), doi:10.1007/BF02289026; truncated: Liben-Nowell and Kleinberg (2007),
        doi:10.1002/asi.20591.
    """
    if beta <= 0:
        raise ValueError(f"a worth of {beta} per step is not above 0")
    order, source, first, target = group_by_source(pairs)
    walks = _walks(
        adjacency.indptr, adjacency.indices, source, first, target, numba.get_num_threads()
    )
    result = np.empty(len(order))
    result[order] = walks @ np.array([beta, beta**2, beta**3])
    return result


@njit(cache=True, parallel=True, nogil=True)
def _walks(
    indptr: Int64, neighbour: Int32, source: Int32, first: Int64, target: Int32, workers: int
) -> NDArray[np.float64]:
    """Count walks of one, two and three steps, shape ``(pairs, 3)``; pairs grouped by source."""
    nodes = len(indptr) - 1
    result = np.zeros((len(target), 3))
    for worker in prange(workers):
        common = np.zeros(nodes, dtype=np.int32)
        unused = np.zeros(nodes)
        touched = np.empty(nodes, dtype=np.int32)
        for item in range(worker, len(source), workers):
            start = source[item]
            reached = add_neighbours(indptr, neighbour, start, common, unused, unused, touched)
            for pair in range(first[item], first[item + 1]):
                end = target[pair]
                result[pair, 1] = common[end]
                for entry in range(indptr[end], indptr[end + 1]):
                    between = neighbour[entry]
                    result[pair, 2] += common[between]
                    if between == start:
                        result[pair, 0] = 1.0
            for place in range(reached):
                common[touched[place]] = 0
    return result
