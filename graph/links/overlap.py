"""Overlap of two nodes: number of shared items, and Salton's cosine."""

from typing import Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.links.networks import Network, shared_items
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

SHARED: Final = ("strength", "salton")


def shared_counts(
    snapshot: Snapshot, name: Network, pairs: NDArray[np.integer]
) -> dict[str, NDArray[np.float64]]:
    """Count the items that two nodes share, absolutely and relative to what each has.

    Args:
        name: ``coauthor`` counts joint papers, ``co-citation`` papers that cite both,
            ``coupling`` references of both.

    Returns:
        By name in :data:`SHARED`, each of shape ``(n,)``: the count, and the count divided by
        the root of the product of what each has (in [0, 1], NaN when one has none).

    Source:
        Salton and McGill (1983), Introduction to Modern Information Retrieval; co-citation: Small
        (1973), doi:10.1002/asi.4630240406; coupling: Kessler (1963), doi:10.1002/asi.5090140103.
    """
    have = shared_items(snapshot, name)
    array = np.asarray(pairs, dtype=np.int32).reshape(-1, 2)
    source, target = np.ascontiguousarray(array[:, 0]), np.ascontiguousarray(array[:, 1])
    strength = count_common(have.indptr, have.indices, source, target)
    lengths = have.lengths().astype(np.float64)
    root = np.sqrt(lengths[source] * lengths[target])
    salton = np.full(len(array), np.nan)
    np.divide(strength, root, out=salton, where=root > 0)
    return dict(zip(SHARED, (strength, salton), strict=True))


@njit(cache=True, parallel=True, nogil=True)
def count_common(indptr: Int64, entry: Int32, source: Int32, target: Int32) -> NDArray[np.float64]:
    """Count common entries of pairs of sorted rows without repeats."""
    result = np.zeros(len(source))
    for pair in prange(len(source)):
        left, right = indptr[source[pair]], indptr[target[pair]]
        left_end, right_end = indptr[source[pair] + 1], indptr[target[pair] + 1]
        count = 0
        while left < left_end and right < right_end:
            if entry[left] == entry[right]:
                count += 1
                left += 1
                right += 1
            elif entry[left] < entry[right]:
                left += 1
            else:
                right += 1
        result[pair] = count
    return result
