"""The kernel of pair features: walk two hops from a source once, read all its pairs.

Counts and sums are scattered into arrays over all nodes, of which only the touched entries are
reset, so the cost of a source is that of its neighbours' neighbours.
"""

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64


def by_source(pairs: NDArray[np.integer]) -> tuple[Int64, Int32, Int64, Int32]:
    """Group pairs by their first node.

    Args:
        pairs: Node numbers, shape ``(n, 2)``.

    Returns:
        The pairs in that order, shape ``(n,)``; the sources, ascending; where the targets of each
        start, shape ``(sources + 1,)``; the targets, shape ``(n,)``.
    """
    array = np.asarray(pairs, dtype=np.int32).reshape(-1, 2)
    order = np.argsort(array[:, 0], kind="stable")
    source, first = np.unique(array[order, 0], return_index=True)
    ends = np.append(first, len(order)).astype(np.int64)
    return order, source, ends, np.ascontiguousarray(array[order, 1])


@njit(cache=True, nogil=True)
def walk(
    indptr: Int64,
    neighbour: Int32,
    source: int,
    common: Int32,
    adamic_adar: NDArray[np.float64],
    allocation: NDArray[np.float64],
    touched: Int32,
) -> int:
    """Add what every neighbour of ``source`` gives to its own; how many nodes were reached.

    Args:
        indptr: Rows of the network, shape ``(nodes + 1,)``.
        neighbour: Neighbours, shape ``(entries,)``.
        common: Common neighbours with the source, shape ``(nodes,)``, all 0 before.
        adamic_adar: Sum of 1 / ln degree over them, the same shape, all 0 before.
        allocation: Sum of 1 / degree over them, the same shape, all 0 before.
        touched: Receives the nodes that were reached, shape ``(nodes,)``.
    """
    reached = 0
    for entry in range(indptr[source], indptr[source + 1]):
        between = neighbour[entry]
        degree = indptr[between + 1] - indptr[between]
        # A node of degree 1 has nothing in common with any other.
        weight = 1.0 / np.log(degree) if degree > 1 else 0.0
        for second in range(indptr[between], indptr[between + 1]):
            other = neighbour[second]
            if common[other] == 0:
                touched[reached] = other
                reached += 1
            common[other] += 1
            adamic_adar[other] += weight
            allocation[other] += 1.0 / degree
    return reached


@njit(cache=True, parallel=True, nogil=True)
def read_pairs(
    indptr: Int64, neighbour: Int32, source: Int32, first: Int64, target: Int32, workers: int
) -> NDArray[np.float64]:
    """Common neighbours, Adamic-Adar and resource allocation of pairs, shape ``(3, pairs)``.

    Args:
        first: Where the targets of each source start, shape ``(n + 1,)``.
    """
    nodes = len(indptr) - 1
    result = np.zeros((3, len(target)))
    for worker in prange(workers):
        common = np.zeros(nodes, dtype=np.int32)
        adamic_adar = np.zeros(nodes)
        allocation = np.zeros(nodes)
        touched = np.empty(nodes, dtype=np.int32)
        for item in range(worker, len(source), workers):
            reached = walk(
                indptr, neighbour, source[item], common, adamic_adar, allocation, touched
            )
            for pair in range(first[item], first[item + 1]):
                result[0, pair] = common[target[pair]]
                result[1, pair] = adamic_adar[target[pair]]
                result[2, pair] = allocation[target[pair]]
            for place in range(reached):
                common[touched[place]] = 0
                adamic_adar[touched[place]] = 0.0
                allocation[touched[place]] = 0.0
    return result
