"""What the barest program would take: a bound on what any can reach against a peer.

Work is counted, and a kernel that does nothing else is timed with all threads. A goal beyond the
ratio of the peer's time to that one cannot be reached, by whatever means.
"""

from typing import Any, Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from benchmarks import walking
from benchmarks.arrays import snapshot_of
from benchmarks.clock import timed
from benchmarks.links import random_pairs
from benchmarks.workload import Job
from scinet.graph.links.conjugate import BATCH, solve
from scinet.graph.links.features import FEATURES
from scinet.graph.links.networks import network
from scinet.graph.links.walks import batches, one_each
from scinet.graph.snapshot.csr import Int32, Int64

_COLUMNS: Final = 8  # numbers of a cache line, which a processor adds at once
_COUNTED: Final = 64  # sources whose steps are counted


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


def of_walks(job: Job) -> dict[str, Any]:
    """Exact shares of walks: follow every link for every source in a number of steps.

    The steps are those of conjugate gradients, counted for some of the sources: of all ways that
    know the network by following links alone, none has a smaller error after so many, in their
    norm.

    Returns:
        As :func:`of_pairs`.
    """
    adjacency = network(snapshot_of(job.room), "citation")
    nodes, links = adjacency.num_rows, len(adjacency.indices)
    sources = walking.random_sources(adjacency, job.total)[job.items]
    starts = one_each(sources[:_COUNTED])
    options = {"restart": walking.RESTART, "tolerance": walking.TOLERANCE}
    counted = [solve(adjacency, one, **options)[1] for _, one in batches(starts, nodes, BATCH)]
    steps = float(np.concatenate(counted).mean())
    share = np.ones((-(-len(sources) // _COLUMNS), nodes, _COLUMNS))
    moved = np.zeros_like(share)
    given = (adjacency.indptr, adjacency.indices, share, moved)
    follow(*given)  # compiles
    seconds, _ = timed(lambda: follow(*given))
    work = (
        f"{steps * links * len(sources) / 1e9:.3g} thousand million additions (for each source "
        f"one at each end of {links // 2:,} links in each of {steps:.3g} steps, on average those "
        f"of conjugate gradients until shares are off by {walking.TOLERANCE:g} at most)"
    )
    return {"floor_s": steps * seconds, "floor_of": work}


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


@njit(cache=True, parallel=True)
def follow(
    indptr: Int64, neighbour: Int32, share: NDArray[np.float64], moved: NDArray[np.float64]
) -> None:
    """The bare additions of one step, eight sources at once, which fit into the cache."""
    for batch in prange(len(share)):
        now, then = share[batch], moved[batch]
        for node in range(len(indptr) - 1):
            a = b = c = d = e = f = g = h = 0.0  # in registers, which those of an array are not
            for entry in range(indptr[node], indptr[node + 1]):
                other = neighbour[entry]
                a += now[other, 0]
                b += now[other, 1]
                c += now[other, 2]
                d += now[other, 3]
                e += now[other, 4]
                f += now[other, 5]
                g += now[other, 6]
                h += now[other, 7]
            then[node, 0], then[node, 1], then[node, 2], then[node, 3] = a, b, c, d
            then[node, 4], then[node, 5], then[node, 6], then[node, 7] = e, f, g, h


def told(result: dict[str, Any]) -> str:
    """What bounds the ratio of a result, and what of it the goal is, in a sentence."""
    each_us = 1e6 * result["peer_seconds"] / result["items"]
    bound = result["peer_seconds"] / result["floor_s"]
    return (
        f"{result['name']}: {result['floor_of']} take {result['floor_s']:.2g} s at least, "
        f"{result['peer']} takes {_three(each_us)} µs for each of {result['items']:,} items: no "
        f"program that does this work is more than {_three(bound)} times as fast, and the goal of "
        f"{result['goal']:g} is {result['goal'] / bound:.0%} of that."
    )


def _three(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
