"""Exact nearest nodes by personalised PageRank versus igraph."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.clock import timed
from benchmarks.workload import Answer, DifferenceError, Job
from scinet.graph.links.networks import network
from scinet.graph.links.personalised_pagerank import BATCH, shares, solve
from scinet.graph.links.walks import iter_batches, single_starts
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64

TOP: Final = 100
RESTART: Final = 0.15
TOLERANCE: Final = 1e-9
_COLUMNS: Final = 8  # numbers of a cache line, added at once
_COUNTED: Final = 64  # sources with counted steps
LEAST_RECALL: Final = 0.95  # below 1 where nodes share the last place


def nearest(job: Job) -> Callable[[], Answer]:
    """Ours: nodes and shares of the 100 nearest to each source, shape ``(sources, 2, 100)``."""
    adjacency = network(snapshot_of(job.room), "citation")
    sources = random_sources(adjacency, job.total)[job.items]
    starts = single_starts(sources)

    def work() -> Answer:
        found = shares(adjacency, starts, restart=RESTART, tolerance=TOLERANCE)
        return np.concatenate([_best(np.ascontiguousarray(share.T)) for _, share in found])

    return work


def igraph_nearest(job: Job) -> Callable[[], Callable[[], Answer]]:
    """Igraph: the same, source by source; sorting its results is not timed."""
    import igraph

    adjacency = network(snapshot_of(job.room), "citation")
    sources = random_sources(adjacency, job.total)[job.items].tolist()
    one, targets = adjacency.row_numbers(), adjacency.indices
    edges = np.stack((one, targets), axis=1)[one < targets]
    graph = igraph.Graph(n=adjacency.num_rows, edges=edges)

    def work() -> Callable[[], Answer]:
        nearest_nodes = [
            graph.personalized_pagerank(
                reset_vertices=[source], damping=1 - RESTART, directed=False
            )
            for source in sources
        ]
        return lambda: _best(np.array(nearest_nodes))

    return work


def least_nearest(job: Job) -> dict[str, Any]:
    """Time the least work: follow every link for every source in the least number of steps.

    The steps are those of conjugate gradients, counted for a sample of sources: no method that only
    follows links has a smaller error after as many steps, in their norm.

    Returns:
        As :func:`benchmarks.links.least_features`.
    """
    adjacency = network(snapshot_of(job.room), "citation")
    nodes, links = adjacency.num_rows, len(adjacency.indices)
    sources = random_sources(adjacency, job.total)[job.items]
    starts = single_starts(sources[:_COUNTED])
    options = {"restart": RESTART, "tolerance": TOLERANCE}
    counted = [
        solve(adjacency, batch, **options)[1] for _, batch in iter_batches(starts, nodes, BATCH)
    ]
    steps = float(np.concatenate(counted).mean())
    share = np.ones((-(-len(sources) // _COLUMNS), nodes, _COLUMNS))
    moved = np.zeros_like(share)
    arguments = (adjacency.indptr, adjacency.indices, share, moved)
    follow(*arguments)  # compiles
    seconds, _ = timed(lambda: follow(*arguments))
    work = (
        f"{steps * links * len(sources) / 1e9:.3g} thousand million additions (for each source "
        f"one at each end of {links // 2:,} links in each of {steps:.3g} steps, on average those "
        f"of conjugate gradients until shares are off by {TOLERANCE:g} at most)"
    )
    return {"floor_s": steps * seconds, "floor_of": work}


@njit(cache=True, parallel=True)
def follow(
    indptr: Int64, neighbour: Int32, share: NDArray[np.float64], moved: NDArray[np.float64]
) -> None:
    """Do the bare additions of one step, eight sources at once, which fit into the cache."""
    for batch in prange(len(share)):
        now, then = share[batch], moved[batch]
        for node in range(len(indptr) - 1):
            a = b = c = d = e = f = g = h = 0.0  # in registers, unlike array elements
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


def same_nearest(ours: Answer, theirs: Answer) -> str:
    """Refuse shares whose sum of differences exceeds twice our tolerance."""
    off = float(np.abs(ours[:, 1] - theirs[:, 1]).sum(axis=1).max())
    if off > 2 * TOLERANCE:
        raise DifferenceError(f"shares are off by {off:.2g} in sum")
    pairs = zip(ours[:, 0], theirs[:, 0], strict=True)
    recall = float(np.mean([np.isin(b, a).mean() for a, b in pairs]))
    if recall < LEAST_RECALL:
        raise DifferenceError(f"recall@{TOP} is {recall:.3f}")
    return f"recall@{TOP} {recall:.4f}, shares within {off:.0e}"


def random_sources(adjacency: Csr, size: int) -> Int64:
    """Sample nodes with neighbours, shape ``(size,)``."""
    nodes = np.flatnonzero(adjacency.lengths())
    return np.random.default_rng(2).choice(nodes, size=size)


def _best(share: NDArray[np.float64]) -> Answer:
    """Return positions and values of the largest values of each row, in decreasing order."""
    top = np.argpartition(-share, TOP, axis=1)[:, :TOP]
    value = np.take_along_axis(share, top, axis=1)
    order = np.argsort(-value, axis=1, kind="stable")
    return np.stack([np.take_along_axis(array, order, axis=1) for array in (top, value)], axis=1)
