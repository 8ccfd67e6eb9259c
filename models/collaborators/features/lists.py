"""Candidate lists of authors; families of features turn them into named columns."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.history import Floats

Columns: TypeAlias = dict[str, Floats]


@dataclass(frozen=True)
class AuthorLists:
    """Candidate co-authors of some seeds.

    Shapes:
        seed: ``(lists,)``, author numbers.
        first: ``(lists + 1,)``, start of each list.
        other: ``(rows,)``, author numbers, each once in a list.
    """

    seed: Int32
    first: Int64
    other: Int32

    @cached_property
    def number(self) -> Int32:
        """List of each row, shape ``(rows,)``."""
        return np.repeat(np.arange(len(self.seed), dtype=np.int32), np.diff(self.first))

    @cached_property
    def pairs(self) -> Int32:
        """Seed and other author of each row, shape ``(rows, 2)``."""
        return np.stack((self.seed[self.number], self.other), axis=1)

    def read(self, table: NDArray[np.floating]) -> Floats:
        """Read the entry of each row in a table of shape ``(authors, lists)``."""
        return table[self.other, self.number].astype(np.float64)
