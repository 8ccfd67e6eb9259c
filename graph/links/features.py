"""Neighbourhood features of pairs of nodes, and the truncated Katz index.

Neighbours and degrees are those of the given network, so the network of a snapshot before a day
uses nothing later.
"""

from typing import Final, TypeAlias

import numba
import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.links.networks import Network, network
from scinet.graph.links.overlap import shared_counts
from scinet.graph.links.scatter import add_neighbours, group_by_source, neighbour_sums
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

FEATURES: Final = (
    "common_neighbours",
    "jaccard",
    "adamic_adar",
    "resource_allocation",
    "preferential_attachment",
)
WITH_SHARED: Final = ("co-citation", "coupling")
Features: TypeAlias = dict[str, NDArray[np.float64]]


def pair_features(snapshot: Snapshot, name: Network, pairs: NDArray[np.integer]) -> Features:
    """Compute the features of pairs of authors or papers.

    Returns:
        Those of :func:`neighbour_features`; for ``co-citation`` and ``coupling`` also those of
        :func:`scinet.graph.links.overlap.shared_counts`.
    """
    features = neighbour_features(network(snapshot, name), pairs)
    return features | shared_counts(snapshot, name, pairs) if name in WITH_SHARED else features


def neighbour_features(
    adjacency: Csr, pairs: NDArray[np.integer], *, threads: int | None = None
) -> Features:
    """Compute five features of each pair of nodes of an undirected network.

    Args:
        adjacency: Neighbours of each node, without itself and without repeats.
        pairs: Node numbers, shape ``(n, 2)``.

    Returns:
        By name in :data:`FEATURES`, each of shape ``(n,)``: the number of common neighbours;
        their share among all neighbours of either (NaN when there are none); the sums of
        1 / ln degree and of 1 / degree over the common neighbours; the product of the degrees.

    Source:
        Liben-Nowell and Kleinberg (2007), doi:10.1002/asi.20591; resource allocation: Zhou, Lu
        and Zhang (2009), doi:10.1140/epjb/e2009-00335-8.
    """
    array = np.asarray(pairs, dtype=np.int32).reshape(-1, 2)
    grouped = group_by_source(array)
    workers = threads or numba.get_num_threads()
    sums = neighbour_sums(adjacency.indptr, adjacency.indices, *grouped, workers)
    return _derive_features(adjacency, array[:, 0], array[:, 1], sums)


def two_hop(adjacency: Csr, source: int) -> tuple[Int32, Features]:
    """Return all nodes that share a neighbour with a node, with the features of the pairs.

    Returns:
        Node numbers, ascending, shape ``(n,)``, without the source but with those of its
        neighbours that share another neighbour; features as in :func:`neighbour_features`.
    """
    nodes = adjacency.num_rows
    common = np.zeros(nodes, dtype=np.int32)
    sums = np.zeros((2, nodes))
    touched = np.empty(nodes, dtype=np.int32)
    reached = add_neighbours(
        adjacency.indptr, adjacency.indices, source, common, sums[0], sums[1], touched
    )
    targets = np.sort(touched[:reached])
    targets = targets[targets != source]
    counted = np.stack((common[targets].astype(np.float64), sums[0, targets], sums[1, targets]))
    return targets, _derive_features(
        adjacency, np.full(len(targets), source, dtype=np.int32), targets, counted
    )


def _derive_features(
    adjacency: Csr, source: Int32, target: Int32, sums: NDArray[np.float64]
) -> Features:
    common, adamic_adar, allocation = sums
    lengths = adjacency.lengths()
    of_source, of_target = (lengths[end].astype(np.float64) for end in (source, target))
    either = of_source + of_target - common
    jaccard = np.full(len(common), np.nan)
    np.divide(common, either, out=jaccard, where=either > 0)
    values = (common, jaccard, adamic_adar, allocation, of_source * of_target)
    return dict(zip(FEATURES, values, strict=True))


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
