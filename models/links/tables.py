"""Tables of who points at whom: as sparse matrices, and a part of their rows."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.graph.snapshot import Csr


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
