"""Steps of walks over young citations, now and then by way of an author."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.links.walks import Steps, positions
from scinet.models.history import Float32, Past

HOPS: Final = 8
_HALF_LIFE_YEARS: Final = 3.0
_THROUGH_AUTHORS: Final = 0.3  # share of steps that go by way of an author


def hops(past: Past, start: Float32, *, through_authors: bool = False) -> list[Float32]:
    """Where walks are after 0, 1 … :data:`HOPS` steps, each of shape ``(papers, columns)``.

    A step goes along a citation, either way, as likely as the citing paper is young (half after
    three years); or, now and then and only ``through_authors``, to one of the authors and to one of
    its papers, the younger the likelier. Walks with nowhere to go end. Columns of the start sum to
    1.
    """
    step = past.once(_step, through_authors)
    return [share.astype(np.float32, copy=False) for share in positions(step, start, HOPS)]


def shares(weight: Float32) -> Float32:
    """Columns divided by their sums; those without anything stay 0."""
    # Each column by itself: the order in which numpy adds follows from the shape of the table.
    return weight * _inverted(np.array([column.copy().sum() for column in weight.T]))


def _step(past: Past, through_authors: float) -> Steps:
    along = [past.once(_along_citations)]
    if not through_authors:
        return Steps(past.snapshot.num_papers, [(1.0, along)])
    young = sparse.csr_array(
        sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0]) @ past.authored
    )
    leave = past.wrote @ sparse.diags_array(_inverted(past.authored.sum(axis=1)))
    arrive = young @ sparse.diags_array(_inverted(young.sum(axis=0)))
    by_authors = [sparse.csr_array(leave), sparse.csr_array(arrive)]
    chains = [(1 - _THROUGH_AUTHORS, along), (_THROUGH_AUTHORS, by_authors)]
    return Steps(past.snapshot.num_papers, chains)


def _along_citations(past: Past) -> sparse.csr_array:
    young = sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0])
    weighted = sparse.csr_array(young @ past.cites)
    both = sparse.csr_array(weighted + weighted.T)
    # The table is its own transpose: columns are scaled where rows would be.
    return sparse.csr_array(both @ sparse.diags_array(_inverted(both.sum(axis=0))))


def _inverted(total: NDArray[Any]) -> Float32:
    flat = np.asarray(total, dtype=np.float32).ravel()
    result = np.zeros_like(flat)
    np.divide(1.0, flat, out=result, where=flat > 0)
    return result
