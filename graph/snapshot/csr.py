"""Compressed sparse rows: adjacency as two arrays."""

from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Csr:
    """Compressed sparse rows of column numbers.

    Shapes:
        indptr: ``(rows + 1,)``, int64; row ``i`` is ``indices[indptr[i]:indptr[i + 1]]``.
        indices: ``(entries,)``, int32.
    """

    indptr: Int64
    indices: Int32

    @classmethod
    def from_pairs(cls, rows: NDArray[np.integer], columns: NDArray[np.integer], size: int) -> Self:
        """Group columns by row, each row sorted; repeated pairs stay repeated.

        Args:
            rows: Row numbers in ``[0, size)``, shape ``(n,)``, in any order.
        """
        order = np.lexsort((columns, rows))
        return cls(_pointers(rows, size), columns[order].astype(np.int32))

    @classmethod
    def from_sequences(
        cls, rows: NDArray[np.integer], columns: NDArray[np.integer], size: int
    ) -> Self:
        """Group columns by row, each row in the order given; see :meth:`from_pairs`."""
        order = np.argsort(rows, kind="stable")
        return cls(_pointers(rows, size), columns[order].astype(np.int32))

    @property
    def num_rows(self) -> int:
        """Number of rows."""
        return len(self.indptr) - 1

    def row(self, number: int) -> Int32:
        """Return the columns of one row, shape ``(length,)``."""
        return self.indices[self.indptr[number] : self.indptr[number + 1]]

    def lengths(self) -> Int64:
        """Return the number of entries per row, shape ``(rows,)``."""
        return np.diff(self.indptr)

    def row_numbers(self) -> Int32:
        """Return the row of each entry, shape ``(entries,)``."""
        return np.repeat(np.arange(self.num_rows, dtype=np.int32), self.lengths())

    def transpose(self, columns: int) -> "Csr":
        """Return rows by column, each sorted, for that number of columns."""
        # SciPy counts instead of sorting, in time linear in the entries.
        table = self.to_scipy(columns, dtype=np.int8).tocsc()
        return Csr(table.indptr.astype(np.int64), table.indices.astype(np.int32))

    def to_scipy(
        self,
        columns: int,
        values: NDArray[np.number] | None = None,
        *,
        dtype: DTypeLike = np.float64,
    ) -> sparse.csr_array:
        """Return a sparse SciPy matrix of the same rows, without shared memory.

        Args:
            values: Value of each entry, shape ``(entries,)``; None means 1.

        Returns:
            Shape ``(rows, columns)``.
        """
        entries = np.ones(len(self.indices), dtype=dtype) if values is None else values
        # With int64 pointers SciPy would widen the indices too, and read twice as many bytes.
        is_small = len(self.indices) <= np.iinfo(np.int32).max
        ends = self.indptr.astype(np.int32) if is_small else self.indptr
        return sparse.csr_array(
            (entries, self.indices.copy(), ends), shape=(self.num_rows, columns)
        )

    def keep(self, entries: NDArray[np.bool_]) -> "Csr":
        """Return the same rows with only some entries."""
        pointers = np.zeros(len(entries) + 1, dtype=np.int64)
        np.cumsum(entries, out=pointers[1:])
        return Csr(pointers[self.indptr], self.indices[entries])


def _pointers(rows: NDArray[np.integer], size: int) -> Int64:
    counts = np.bincount(rows, minlength=size)
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
