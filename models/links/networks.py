"""Who is next to whom before the cut-off: the networks that walks and messages run on."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.graph.snapshot import Csr, Snapshot


def neighbours(past: Snapshot, targets: str) -> Csr:
    """Neighbours without direction, each once, sorted.

    Args:
        past: Everything before the cut-off.
        targets: ``paper`` for citations, ``author`` for co-authorship.
    """
    if targets == "paper":
        forward = matrix(past.cites, past.num_papers)
        both = forward + forward.T
    else:
        written = matrix(past.author_papers, past.num_papers)
        both = csr_array(written @ written.T)
    both = csr_array(both)
    both.setdiag(0)
    both.eliminate_zeros()
    both.sort_indices()
    return Csr(both.indptr.astype(np.int64), both.indices.astype(np.int32))


def matrix(table: Csr, columns: int) -> csr_array:
    """A sparse matrix of ones, shape ``(rows, columns)``; a repeated entry counts once."""
    ones = np.ones(len(table.indices), dtype=np.float32)
    result = csr_array((ones, table.indices, table.indptr), shape=(table.num_rows, columns))
    result.sum_duplicates()
    result.data[:] = 1.0
    return result


def take(table: Csr, numbers: NDArray[np.integer]) -> Csr:
    """Some rows, in the order given.

    Args:
        table: Rows to choose from.
        numbers: Row numbers, shape ``(n,)``.
    """
    lengths = table.lengths()[numbers]
    pointers = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    inside = np.arange(pointers[-1]) - np.repeat(pointers[:-1], lengths)
    return Csr(pointers, table.indices[np.repeat(table.indptr[numbers], lengths) + inside])
