"""What the barest program would take: a bound on what any can reach against a peer.

Work is counted, and a kernel that does nothing else is timed with all threads. A goal beyond the
ratio of the peer's time to that one cannot be reached, by whatever means.
"""

from typing import Any

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.experiments.bench.arrays import snapshot_of
from scinet.experiments.bench.clock import timed
from scinet.experiments.bench.links import random_pairs
from scinet.experiments.bench.workload import Job
from scinet.graph.links.features import FEATURES
from scinet.graph.links.networks import network
from scinet.graph.snapshot.csr import Int32, Int64


def of_pairs(job: Job) -> dict[str, Any]:
    """Five features of pairs: look each neighbour of the one with fewer up among the other's.

    Returns:
        ``floor_s``, the seconds of the bare work, and ``floor_of``, that work in words.
    """
    adjacency = network(snapshot_of(job.room), "citation")
    pairs = random_pairs(adjacency, len(job.items))
    found = np.empty((len(pairs), len(FEATURES)))
    given = (adjacency.indptr, adjacency.indices, pairs, found)
    look(*given)  # compiles
    seconds, looks = timed(lambda: look(*given))
    size = (pairs.nbytes + found.nbytes) / 1e6
    work = (
        f"{looks / 1e6:.3g} million look-ups (of each neighbour of the one paper among those of "
        f"the other, whichever has fewer) and {size:.3g} MB to read and write"
    )
    return {"floor_s": seconds, "floor_of": work}


@njit(cache=True, parallel=True)
def look(
    indptr: Int64, neighbour: Int32, pairs: NDArray[np.int64], found: NDArray[np.float64]
) -> int:
    """The bare look-ups, all in one table that fits into the cache; how many there were."""
    marked = np.ones(len(indptr) - 1, dtype=np.uint8)
    looks = 0
    for pair in prange(len(pairs)):
        one, other = pairs[pair, 0], pairs[pair, 1]
        if indptr[one + 1] - indptr[one] > indptr[other + 1] - indptr[other]:
            one = other
        common = 0
        for entry in range(indptr[one], indptr[one + 1]):
            common += marked[neighbour[entry]]
        looks += common  # every look hits
        for feature in range(found.shape[1]):
            found[pair, feature] = common
    return looks


def told(result: dict[str, Any]) -> str:
    """What bounds the ratio of a result, and what of it the goal is, in a sentence."""
    each_us = 1e6 * result["peer_seconds"] / result["items"]
    bound = result["peer_seconds"] / result["floor_s"]
    return (
        f"{result['name']}: {result['floor_of']} take {result['floor_s']:.2g} s at least, "
        f"{result['peer']} takes {each_us:.3g} µs for each of {result['items']:,} pairs: no "
        f"program is more than {bound:,.0f} times as fast, and the goal of {result['goal']:g} is "
        f"{result['goal'] / bound:.0%} of that."
    )
