"""Personalised PageRank (random walk with restart), undirected, by conjugate gradients.

On an undirected network the shares of time solve a symmetric positive definite system. Conjugate
gradients need some thirty iterations for an error of a billionth, where the walks of
:mod:`scinet.graph.links.walks` take more than a hundred steps.
"""

from collections.abc import Iterator
from typing import Final

import numba
import numpy as np
from numba import njit

from scinet.graph.links.walks import Floats, column_sums, iter_batches
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.prefetching import prefetch

BATCH: Final = 8  # sources at once: a cache line per node


def shares(
    adjacency: Csr, starts: Csr, *, restart: float, tolerance: float
) -> Iterator[tuple[int, Floats]]:
    """Yield the share of time that the walks of each source spend at each node.

    Equal to :func:`scinet.graph.links.walks.visits` for uniform steps to neighbours, on a network
    whose links stand in both directions.

    Args:
        starts: Source to the nodes where its walks start and restart uniformly, at least one.
        tolerance: Bound on the summed error of the shares of a source, rounding aside.

    Yields:
        The number of the first source of a batch, and the shares of the batch, shape
        ``(nodes, sources)``; each column sums to 1.
    """
    if not 0 < restart <= 1:
        raise ValueError(f"a restart of {restart} is not in (0, 1]")
    begun = iter_batches(starts, adjacency.num_rows, BATCH)
    solved = prefetch(
        begun,
        lambda batch: solve(adjacency, batch[1], restart=restart, tolerance=tolerance)[0],
        threads=numba.get_num_threads(),
    )
    for (first, _), share in solved:
        yield first, share.result()


def solve(
    adjacency: Csr, start: Floats, *, restart: float, tolerance: float
) -> tuple[Floats, Int64]:
    """Compute the shares of time by conjugate gradients, preconditioned by the degrees.

    The summed error is at most the sum of the residuals over ``restart``, and that sum squared is
    at most the number of links times the sum of squared residuals per neighbour, which the method
    computes at each step. Each column stops when this suffices, independently of the others.

    Args:
        start: Distribution of starts and restarts, shape ``(nodes, sources)``; columns sum to 1.

    Returns:
        The shares, shaped like ``start``, and the number of iterations of each source.

    Source:
        Hestenes and Stiefel (1952), doi:10.6028/jres.049.044.
    """
    lengths = adjacency.lengths()[:, None]
    degree = np.maximum(lengths, 1.0)
    residual = restart * start
    # Restarting at dead ends equals ending there with more walks.
    total = column_sums(np.where(lengths > 0, start, residual))
    enough = (tolerance * restart * total / 2) ** 2 / degree.sum()
    per_neighbour, steps = _iterate(
        adjacency.indptr, adjacency.indices, 1 - restart, residual, enough
    )
    share = np.maximum(degree * per_neighbour, 0.0)
    return share / column_sums(share), steps


@njit(cache=True, nogil=True)
def _iterate(
    indptr: Int64, neighbour: Int32, keep: float, residual: Floats, enough: Floats
) -> tuple[Floats, Int64]:
    """Return shares per neighbour and iterations of each column; ``residual`` is overwritten.

    The system: each node's degree, at least one, times its share, minus ``keep`` times the sum of
    its neighbours' shares, equals the initial residual.
    """
    nodes, columns = residual.shape
    share, direction = np.zeros_like(residual), np.zeros_like(residual)
    moved = np.zeros_like(residual)  # by the direction
    residual_norm, along, pace = np.zeros(columns), np.zeros(columns), np.zeros(columns)
    again = np.zeros(columns)  # weight of the last direction in the next one
    steps = np.zeros(columns, dtype=np.int64)
    while True:
        # Sums run per column, node by node, so that results do not depend on the batch.
        before = residual_norm.copy()
        residual_norm[:] = 0.0
        for node in range(nodes):
            each = 1.0 / max(indptr[node + 1] - indptr[node], 1)
            for column in range(columns):
                share[node, column] += pace[column] * direction[node, column]
                residual[node, column] -= pace[column] * moved[node, column]
                residual_norm[column] += residual[node, column] * residual[node, column] * each
        is_far = residual_norm > enough
        if not is_far.any():
            return share, steps
        for column in range(columns):
            again[column] = residual_norm[column] / before[column] if before[column] > 0 else 0.0
            along[column] = 0.0
        for node in range(nodes):
            each = 1.0 / max(indptr[node + 1] - indptr[node], 1)
            for column in range(columns):
                direction[node, column] *= again[column]
                direction[node, column] += residual[node, column] * each
        for node in range(nodes):
            for column in range(columns):
                moved[node, column] = 0.0
            for entry in range(indptr[node], indptr[node + 1]):
                adjacent = neighbour[entry]
                for column in range(columns):
                    moved[node, column] += direction[adjacent, column]
            degree = max(indptr[node + 1] - indptr[node], 1)
            for column in range(columns):
                moved[node, column] *= -keep
                moved[node, column] += degree * direction[node, column]
                along[column] += direction[node, column] * moved[node, column]
        for column in range(columns):
            pace[column] = residual_norm[column] / along[column] if is_far[column] else 0.0
            steps[column] += is_far[column]
