"""Personalised PageRank: how often a walk from some nodes, restarting now and then, is at each."""

from collections.abc import Sequence
from math import ceil, log

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.snapshot import Csr


class RestartingWalk:
    """Walks on one network; its steps are laid out once, and serve any sources."""

    def __init__(self, adjacency: Csr) -> None:
        self._nodes = nodes = adjacency.num_rows
        degree = adjacency.lengths()
        share = np.zeros(nodes)
        np.divide(1.0, degree, out=share, where=degree > 0)
        self._ends = degree == 0
        # Row i of the transposed steps holds what reaches i.
        self._steps = sparse.csr_array(
            (np.repeat(share, degree), adjacency.indices, adjacency.indptr), shape=(nodes, nodes)
        ).T.tocsr()

    def visits(
        self,
        sources: Sequence[int] | NDArray[np.integer],
        *,
        restart: float = 0.15,
        tolerance: float = 1e-9,
    ) -> NDArray[np.float64]:
        """Share of time that a restarting random walk spends at each node.

        A walk at a node without neighbours restarts. Power iteration: every step shrinks the
        error by ``1 - restart``, and it stops when a step moves less than ``tolerance``.

        Args:
            sources: Nodes where the walk starts and restarts, each as likely.
            restart: Probability of a restart per step, in (0, 1].
            tolerance: Largest sum of changes of the last step; the sum of errors is then below
                ``tolerance * (1 - restart) / restart``.

        Returns:
            Shape ``(nodes,)``, sum 1.

        Raises:
            ValueError: If there is no source or the restart is outside its range.
        """
        if not 0 < restart <= 1:
            raise ValueError(f"a restart of {restart} is not in (0, 1]")
        listed = np.asarray(sources, dtype=np.int64)
        start = np.bincount(listed, minlength=self._nodes).astype(np.float64)
        if not start.any():
            raise ValueError("a walk needs a source")
        start /= start.sum()
        rank = start
        # A step moves at most (1 - restart) times what the one before it moved.
        most = 1 if restart == 1 else ceil(log(tolerance / 2) / log(1 - restart)) + 1
        for _ in range(most):
            moved = self._steps @ rank
            new = (1 - restart) * (moved + rank[self._ends].sum() * start) + restart * start
            change = np.abs(new - rank).sum()
            rank = new
            if change < tolerance:
                break
        return rank


def personalised(
    adjacency: Csr,
    sources: Sequence[int] | NDArray[np.integer],
    *,
    restart: float = 0.15,
    tolerance: float = 1e-9,
) -> NDArray[np.float64]:
    """The walk of one call; see :meth:`RestartingWalk.visits`.

    Args:
        adjacency: Neighbours of each node.
        sources: Nodes where the walk starts and restarts, each as likely.
        restart: Probability of a restart per step, in (0, 1].
        tolerance: Largest sum of changes of the last step.

    Returns:
        Shape ``(nodes,)``, sum 1.

    Raises:
        ValueError: If there is no source or the restart is outside its range.
    """
    return RestartingWalk(adjacency).visits(sources, restart=restart, tolerance=tolerance)
