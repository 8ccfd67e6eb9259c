"""Restarting walks on an undirected network, solved for to any accuracy in few steps.

Where links lead both ways, the shares of time are the solution of equations that are symmetric and
positive. Conjugate gradients follow all links some thirty times to be off by a billionth, where the
walks of :mod:`scinet.graph.links.walks` take more than a hundred steps.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.links.walks import Floats, batches, column_sums
from scinet.graph.snapshot import Csr
from scinet.graph.snapshot.csr import Int64

_BATCH: Final = 8  # sources at once: a cache line of each node


def shares(
    adjacency: Csr, starts: Csr, *, restart: float, tolerance: float
) -> Iterator[tuple[int, Floats]]:
    """Share of time that the walks of each source spend at each node.

    What :func:`scinet.graph.links.walks.visits` computes for steps to any neighbour, each as
    likely, of a network whose links stand in both directions.

    Args:
        starts: Source to the nodes where its walks start and restart, each as likely, at least one.
        tolerance: The shares of a source are off by at most this in sum, rounding aside.

    Yields:
        The number of the first source of a batch, and the shares of the batch, shape
        ``(nodes, sources)``; each column sums to 1.
    """
    if not 0 < restart <= 1:
        raise ValueError(f"a restart of {restart} is not in (0, 1]")
    system, lengths = equations(adjacency, restart), adjacency.lengths()
    for first, start in batches(starts, adjacency.num_rows, _BATCH):
        yield first, solve(system, lengths, start, restart=restart, tolerance=tolerance)[0]


def equations(adjacency: Csr, restart: float) -> sparse.csr_array:
    """What shares per neighbour are to be multiplied by to be where walks restart.

    Symmetric, shape ``(nodes, nodes)``: the numbers of neighbours, at least one, and what each link
    carries on.
    """
    links = adjacency.to_scipy(adjacency.num_rows)
    own = sparse.diags_array(np.maximum(adjacency.lengths(), 1.0), format="csr")
    return sparse.csr_array(own - (1 - restart) * links)


def solve(
    system: sparse.csr_array, lengths: Int64, start: Floats, *, restart: float, tolerance: float
) -> tuple[Floats, Int64]:
    """Shares of time by conjugate gradients, preconditioned by the numbers of neighbours.

    The shares are off by at most the sum of the residuals over ``restart``, and that sum squared is
    at most the number of links times the sum of squared residuals per neighbour, which the method
    knows at each step. A column is done when this suffices, whatever the others need.

    Args:
        system: The :func:`equations` of the network.
        lengths: Neighbours of each node, shape ``(nodes,)``.
        start: Where walks start and restart, shape ``(nodes, sources)``; columns sum to 1.

    Returns:
        The shares, shaped like ``start``, and how many steps each source took.

    Source:
        Hestenes and Stiefel (1952), doi:10.6028/jres.049.044.
    """
    degree = np.maximum(lengths, 1.0)[:, None]
    # Walks that have nowhere to go restart: as if they ended there, and were more in number.
    total = column_sums(np.where(lengths[:, None] > 0, start, restart * start))
    enough = (tolerance * restart * total / 2) ** 2 / degree.sum()
    share = np.zeros_like(start)  # per neighbour
    residual = restart * start
    slope = residual / degree
    direction = slope.copy()
    left = column_sums(residual * slope)
    steps = np.zeros(len(total), dtype=np.int64)
    while (is_far := left > enough).any():
        moved = system @ direction
        pace = _ratio(left, column_sums(direction * moved), is_far)
        share += pace * direction
        residual -= pace * moved
        slope = residual / degree
        before, left = left, column_sums(residual * slope)
        direction *= _ratio(left, before, is_far)
        direction += slope
        steps += is_far
    share = np.maximum(degree * share, 0.0)
    return share / column_sums(share), steps


def _ratio(one: Floats, other: Floats, is_far: NDArray[np.bool_]) -> Floats:
    """Zero for what is done."""
    return np.divide(one, other, out=np.zeros_like(one), where=is_far)
