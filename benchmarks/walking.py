"""Nodes nearest to each source by personalised PageRank, exactly, beside igraph."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.workload import Answer, DifferenceError, Job
from scinet.graph.links.conjugate import shares
from scinet.graph.links.networks import network
from scinet.graph.links.walks import one_each
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int64

TOP: Final = 100
RESTART: Final = 0.15
TOLERANCE: Final = 1e-9
LEAST_RECALL: Final = 0.95  # below 1 where nodes share the last place


def nearest(job: Job) -> Callable[[], Answer]:
    """Ours: nodes and shares of the 100 nearest to each source, shape ``(sources, 2, 100)``."""
    adjacency = network(snapshot_of(job.room), "citation")
    sources = random_sources(adjacency, job.total)[job.items]
    starts = one_each(sources)

    def work() -> Answer:
        found = shares(adjacency, starts, restart=RESTART, tolerance=TOLERANCE)
        return np.concatenate([_best(np.ascontiguousarray(share.T)) for _, share in found])

    return work


def igraph_nearest(job: Job) -> Callable[[], Callable[[], Answer]]:
    """Igraph: the same one source after the other; the best of its lists are not timed."""
    import igraph

    adjacency = network(snapshot_of(job.room), "citation")
    sources = random_sources(adjacency, job.total)[job.items].tolist()
    one, other = adjacency.row_numbers(), adjacency.indices
    edges = np.stack((one, other), axis=1)[one < other]
    graph = igraph.Graph(n=adjacency.num_rows, edges=edges)

    def work() -> Callable[[], Answer]:
        found = [
            graph.personalized_pagerank(
                reset_vertices=[source], damping=1 - RESTART, directed=False
            )
            for source in sources
        ]
        return lambda: _best(np.array(found))

    return work


def same_nearest(ours: Answer, theirs: Answer) -> str:
    """Refuse shares of the nearest that differ by more than twice our tolerance in sum."""
    off = float(np.abs(ours[:, 1] - theirs[:, 1]).sum(axis=1).max())
    if off > 2 * TOLERANCE:
        raise DifferenceError(f"shares are off by {off:.2g} in sum")
    pairs = zip(ours[:, 0], theirs[:, 0], strict=True)
    recall = float(np.mean([np.isin(b, a).mean() for a, b in pairs]))
    if recall < LEAST_RECALL:
        raise DifferenceError(f"recall@{TOP} is {recall:.3f}")
    return f"recall@{TOP} {recall:.4f}, shares within {off:.0e}"


def random_sources(adjacency: Csr, size: int) -> Int64:
    """Random nodes with neighbours, shape ``(size,)``."""
    nodes = np.flatnonzero(adjacency.lengths())
    return np.random.default_rng(2).choice(nodes, size=size)


def _best(share: NDArray[np.float64]) -> Answer:
    """Of each row the numbers of the largest values and these, the largest first."""
    top = np.argpartition(-share, TOP, axis=1)[:, :TOP]
    value = np.take_along_axis(share, top, axis=1)
    order = np.argsort(-value, axis=1, kind="stable")
    return np.stack([np.take_along_axis(one, order, axis=1) for one in (top, value)], axis=1)
