"""Personalised PageRank of many nodes by forward push: work that does not grow with the network.

Probability waits at nodes until there is enough of it per neighbour to be worth passing on. What
still waits at the end is the error, and it is bounded at every node.
"""

from dataclasses import dataclass

import numba
import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64


@dataclass(frozen=True)
class Nearest:
    """The nodes that walks from some sources visit most.

    Shapes:
        node: ``(sources, top)``, best first, ties by number; -1 where fewer were reached. The
            source itself is among them.
        share: ``(sources, top)``, the share of time spent there; NaN beside -1.
        steps: ``(sources,)``, entries of the network that were read, a count of the work.
    """

    node: Int32
    share: NDArray[np.float64]
    steps: Int64


def nearest(
    adjacency: Csr,
    sources: NDArray[np.integer],
    *,
    top: int,
    restart: float = 0.15,
    epsilon: float = 1e-5,
    threads: int | None = None,
) -> Nearest:
    """The best nodes by approximate personalised PageRank, of each source by itself.

    On an undirected network the share ``p`` of a node with ``d`` neighbours satisfies
    ``0 <= exact - p <= epsilon * d``, and a source reads at most ``1 / (restart * epsilon)``
    entries. A source without neighbours keeps everything, as in
    :func:`scinet.graph.links.pagerank.personalised`, which is the exact answer.

    Args:
        adjacency: Neighbours of each node of an undirected network, without repeats.
        sources: Node numbers, shape ``(sources,)``.
        top: How many nodes to return for each.
        restart: Probability of a restart per step, in (0, 1].
        epsilon: Largest error per neighbour, above 0.
        threads: Threads to use; None means all that numba has.

    Returns:
        Nodes with their shares, and the work.

    Raises:
        ValueError: If an argument is outside its range.

    Source:
        Andersen, Chung and Lang (2006), doi:10.1109/FOCS.2006.44, for walks that are not lazy.
    """
    start = np.asarray(sources, dtype=np.int32)
    if not 0 < restart <= 1:
        raise ValueError(f"a restart of {restart} is not in (0, 1]")
    if epsilon <= 0 or top < 1:
        raise ValueError(f"epsilon {epsilon} and top {top} must be above 0")
    if len(start) and not 0 <= start.min() <= start.max() < adjacency.num_rows:
        raise ValueError(f"a source is not in [0, {adjacency.num_rows})")
    node = np.full((len(start), top), -1, dtype=np.int32)
    share = np.full((len(start), top), np.nan)
    steps = np.zeros(len(start), dtype=np.int64)
    _from_each(
        adjacency.indptr,
        adjacency.indices,
        start,
        restart,
        epsilon,
        min(threads or numba.get_num_threads(), max(len(start), 1)),
        node,
        share,
        steps,
    )
    return Nearest(node, share, steps)


@njit(cache=True, parallel=True, nogil=True)
def _from_each(
    indptr: Int64,
    neighbour: Int32,
    source: Int32,
    restart: float,
    epsilon: float,
    workers: int,
    node: Int32,
    share: NDArray[np.float64],
    steps: Int64,
) -> None:
    nodes = len(indptr) - 1
    for worker in prange(workers):
        settled = np.zeros(nodes)
        waiting = np.zeros(nodes)
        queue = np.empty(nodes, dtype=np.int32)
        queued = np.zeros(nodes, dtype=np.bool_)
        touched = np.empty(nodes, dtype=np.int32)
        for item in range(worker, len(source), workers):
            reached, steps[item] = _push(
                indptr,
                neighbour,
                source[item],
                restart,
                epsilon,
                settled,
                waiting,
                queue,
                queued,
                touched,
            )
            _best(settled, touched[:reached], node[item], share[item])
            for place in range(reached):
                settled[touched[place]] = 0.0
                waiting[touched[place]] = 0.0


@njit(cache=True, nogil=True)
def _push(
    indptr: Int64,
    neighbour: Int32,
    source: int,
    restart: float,
    epsilon: float,
    settled: NDArray[np.float64],
    waiting: NDArray[np.float64],
    queue: Int32,
    queued: NDArray[np.bool_],
    touched: Int32,
) -> tuple[int, int]:
    """Number of nodes touched, and of entries read; all arrays are 0 or unset before."""
    touched[0] = source
    if indptr[source] == indptr[source + 1]:
        settled[source] = 1.0
        return 1, 0
    waiting[source] = 1.0
    reached, read, nodes = 1, 0, len(queue)
    # A ring: the flag lets no node in twice, so it never holds more than all nodes.
    head, length = 0, 0
    if epsilon * (indptr[source + 1] - indptr[source]) <= 1.0:
        queue[0], length = source, 1
        queued[source] = True
    while length > 0:
        here = queue[head]
        head = head + 1 if head + 1 < nodes else 0
        length -= 1
        queued[here] = False
        degree = indptr[here + 1] - indptr[here]
        amount = waiting[here]
        waiting[here] = 0.0
        settled[here] += restart * amount
        passed = (1.0 - restart) * amount / degree
        read += int(degree)
        for entry in range(indptr[here], indptr[here + 1]):
            other = neighbour[entry]
            if waiting[other] == 0.0 and settled[other] == 0.0:
                touched[reached] = other
                reached += 1
            waiting[other] += passed
            if not queued[other] and waiting[other] >= epsilon * (
                indptr[other + 1] - indptr[other]
            ):
                end = head + length
                queue[end if end < nodes else end - nodes] = other
                length += 1
                queued[other] = True
    return reached, read


@njit(cache=True, nogil=True)
def _best(
    settled: NDArray[np.float64], touched: Int32, node: Int32, share: NDArray[np.float64]
) -> None:
    """Write the largest entries, ties by number."""
    values = settled[touched]
    least = 0.0
    if len(values) > len(node):
        least = np.partition(values, len(values) - len(node))[len(values) - len(node)]
    kept = np.sort(touched[(values >= least) & (values > 0.0)])
    order = np.argsort(-settled[kept], kind="mergesort")[: len(node)]
    for place in range(len(order)):
        node[place] = kept[order[place]]
        share[place] = settled[kept[order[place]]]
