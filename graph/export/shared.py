"""Pairs of nodes by how much they share, found without a table of all pairs."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64

LARGEST: int = 50_000_000  # edges: 1 GB


def pairs(
    have: Csr, things: int, day: Int32, *, minimum: int = 1, largest: int = LARGEST
) -> tuple[Int32, Int32, Int32, Int32, Int32]:
    """Pairs of rows with at least so many entries in common.

    Args:
        have: Node to what it has, each row sorted, such as author to papers.
        things: How many things there are, in time order.
        day: Day of each thing, shape ``(things,)``.
        largest: Pairs at most.

    Returns:
        The smaller and the larger node of each pair, in that order; how much they share; the days
        of the first and the last of it; each of shape ``(pairs,)``.

    Raises:
        DataError: If there are more pairs.
    """
    holders = have.transpose(things)
    lists = have.indptr, have.indices, holders.indptr, holders.indices
    found = _walk(*lists, day, minimum, np.empty((0, 5), dtype=np.int32))
    if found > largest:
        raise DataError(
            f"the network has {found:,} edges, {largest:,} are the most",
            hint="Ask for a larger --minimum, for fewer papers, or for an earlier day.",
        )
    filled = np.empty((found, 5), dtype=np.int32)
    _walk(*lists, day, minimum, filled)
    return tuple(np.ascontiguousarray(column) for column in filled.T)  # type: ignore[return-value]


@njit(cache=True, nogil=True)
def _walk(
    indptr: Int64,
    thing: Int32,
    holder_indptr: Int64,
    holder: Int32,
    day: Int32,
    minimum: int,
    into: NDArray[np.int32],
) -> int:
    """Count the pairs, and write them where there is room."""
    nodes = len(indptr) - 1
    count = np.zeros(nodes, dtype=np.int32)
    first = np.zeros(nodes, dtype=np.int32)
    last = np.zeros(nodes, dtype=np.int32)
    touched = np.empty(nodes, dtype=np.int32)
    found = 0
    for node in range(nodes):
        if indptr[node + 1] - indptr[node] < minimum:
            continue
        reached = 0
        for entry in range(indptr[node], indptr[node + 1]):
            shared = thing[entry]
            # Holders are sorted: those before the node were its partners already.
            for place in range(holder_indptr[shared + 1] - 1, holder_indptr[shared] - 1, -1):
                other = holder[place]
                if other <= node:
                    break
                if count[other] == 0:
                    touched[reached] = other
                    reached += 1
                    first[other] = day[shared]
                count[other] += 1
                last[other] = day[shared]
        kept = 0
        for place in range(reached):
            if count[touched[place]] >= minimum:
                touched[kept] = touched[place]
                kept += 1
            else:
                count[touched[place]] = 0
        if len(into):
            for other in np.sort(touched[:kept]):
                into[found, 0], into[found, 1], into[found, 2] = node, other, count[other]
                into[found, 3], into[found, 4] = first[other], last[other]
                found += 1
                count[other] = 0
        else:
            found += kept
            for place in range(kept):
                count[touched[place]] = 0
    return found
