"""Pairs of nodes by number of shared items, without a matrix of all pairs."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64

LARGEST: int = 50_000_000  # edges: 1 GB


def shared_pairs(
    have: Csr, things: int, day: Int32, *, minimum: int = 1, largest: int = LARGEST
) -> tuple[Int32, Int32, Int32, Int32, Int32]:
    """Return pairs of rows with at least ``minimum`` entries in common.

    Args:
        have: Node to its items, each row sorted, such as author to papers.
        things: Number of items, which are in time order.
        day: Day of each item, shape ``(things,)``.
        largest: Maximum number of pairs.

    Returns:
        The smaller and the larger node of each pair, in that order; the number of shared items; the
        days of the first and the last of them; each of shape ``(pairs,)``.

    Raises:
        DataError: If there are more pairs.
    """
    holders = have.transpose(things)
    lists = have.indptr, have.indices, holders.indptr, holders.indices
    total = _scan_pairs(*lists, day, minimum, np.empty((0, 5), dtype=np.int32))
    if total > largest:
        raise DataError(
            f"the network has {total:,} edges, {largest:,} are the most",
            hint="Ask for a larger --minimum, for fewer papers, or for an earlier day.",
        )
    filled = np.empty((total, 5), dtype=np.int32)
    _scan_pairs(*lists, day, minimum, filled)
    return tuple(np.ascontiguousarray(column) for column in filled.T)  # type: ignore[return-value]


@njit(cache=True, nogil=True)
def _scan_pairs(
    indptr: Int64,
    thing: Int32,
    holder_indptr: Int64,
    holder: Int32,
    day: Int32,
    minimum: int,
    into: NDArray[np.int32],
) -> int:
    """Count the pairs, and write them if ``into`` has room."""
    nodes = len(indptr) - 1
    count = np.zeros(nodes, dtype=np.int32)
    first = np.zeros(nodes, dtype=np.int32)
    last = np.zeros(nodes, dtype=np.int32)
    touched = np.empty(nodes, dtype=np.int32)
    total = 0
    for node in range(nodes):
        if indptr[node + 1] - indptr[node] < minimum:
            continue
        reached = 0
        for entry in range(indptr[node], indptr[node + 1]):
            shared = thing[entry]
            # Holders are sorted: pairs with earlier nodes were counted already.
            for place in range(holder_indptr[shared + 1] - 1, holder_indptr[shared] - 1, -1):
                candidate = holder[place]
                if candidate <= node:
                    break
                if count[candidate] == 0:
                    touched[reached] = candidate
                    reached += 1
                    first[candidate] = day[shared]
                count[candidate] += 1
                last[candidate] = day[shared]
        num_kept = 0
        for place in range(reached):
            if count[touched[place]] >= minimum:
                touched[num_kept] = touched[place]
                num_kept += 1
            else:
                count[touched[place]] = 0
        if len(into):
            for candidate in np.sort(touched[:num_kept]):
                into[total, 0], into[total, 1], into[total, 2] = node, candidate, count[candidate]
                into[total, 3], into[total, 4] = first[candidate], last[candidate]
                total += 1
                count[candidate] = 0
        else:
            total += num_kept
            for place in range(num_kept):
                count[touched[place]] = 0
    return total
