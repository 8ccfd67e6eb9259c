"""A sparse table as the product of two thin ones."""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import sparse

Floats: TypeAlias = NDArray[np.float64]


def implicit_als(
    table: sparse.csr_array,
    *,
    dimensions: int,
    seed: int,
    confidence: float = 10.0,
    penalty: float = 0.1,
    sweeps: int = 10,
) -> tuple[Floats, Floats]:
    """Alternating least squares on the entries and, with less weight, on what is absent.

    Args:
        table: Rows by columns, entries above 0.
        dimensions: Columns of the factors.
        seed: Of the initial factors.
        confidence: An entry weighs ``1 + confidence * entry``, what is absent 1.
        penalty: On the squares of the factors.
        sweeps: How often both sides are solved.

    Returns:
        Rows, shape ``(rows, dimensions)``, and columns, shape ``(columns, dimensions)``; the dot
        product of two is the entry as it is approximated. 0 for rows and columns without an entry.

    Source:
        Hu, Koren and Volinsky (2008), doi:10.1109/ICDM.2008.22, equations 4 and 5.
    """
    by_row = sparse.csr_array(table.astype(np.float64))
    by_column = sparse.csr_array(by_row.T)
    rng = np.random.default_rng(seed)
    right = rng.standard_normal((table.shape[1], dimensions)) / np.sqrt(dimensions)
    left = np.zeros((table.shape[0], dimensions))
    for _ in range(sweeps):
        left = _solved(by_row, right, confidence, penalty)
        right = _solved(by_column, left, confidence, penalty)
    return left, right


def _solved(table: sparse.csr_array, other: Floats, confidence: float, penalty: float) -> Floats:
    gram = other.T @ other + penalty * np.eye(other.shape[1])
    indptr, indices = table.indptr.astype(np.int64), table.indices.astype(np.int64)
    found: Floats = _rows(indptr, indices, confidence * table.data, other, gram)
    return found


@njit(cache=True, nogil=True)
def _rows(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int64],
    weight: Floats,
    other: Floats,
    gram: Floats,
) -> Floats:
    found = np.zeros((len(indptr) - 1, other.shape[1]))
    for row in range(len(found)):
        if indptr[row] == indptr[row + 1]:
            continue
        matrix = gram.copy()
        vector = np.zeros(other.shape[1])
        for entry in range(indptr[row], indptr[row + 1]):
            one = other[indices[entry]]
            matrix += weight[entry] * np.outer(one, one)
            vector += (1.0 + weight[entry]) * one
        found[row] = np.linalg.solve(matrix, vector)
    return found
