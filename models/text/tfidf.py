"""Titles as vectors: weighted words, and their main directions for the network.

Weights are counted on the titles before a cut-off. The directions are found once, on the titles
before the *first* training period, and serve all later ones: so a network trained on one year
can read the next.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.linalg import svds

from scinet.graph.snapshot.arrays import Objects

_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST = 2  # titles that must hold a word


class TitleWords:
    """Words of titles, weighted by how rare they were before a cut-off.

    Args:
        titles: Titles before the cut-off; None is an empty one.
    """

    def __init__(self, titles: Iterable[str | None]) -> None:
        found = Counter[str]()
        total = 0
        for title in titles:
            found.update(set(_words(title)))
            total += 1
        kept = sorted(word for word, count in found.items() if count >= _FEWEST)
        self._code = {word: number for number, word in enumerate(kept)}
        self._weight = np.log((1 + total) / np.array([1 + found[w] for w in kept], dtype=float))

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each word."""
        return dict(zip(self._code, self._weight.tolist(), strict=True))

    @classmethod
    def of_weights(cls, weights: Mapping[str, float]) -> Self:
        """Words that were weighted before; see :attr:`weights`."""
        words = cls(())
        words._code = {word: number for number, word in enumerate(weights)}
        words._weight = np.array(list(weights.values()))
        return words

    def vectors(self, titles: Sequence[str | None] | Objects) -> csr_array:
        """One row per title, of length 1 or empty, shape ``(titles, words)``."""
        rows, columns = [], []
        for row, title in enumerate(titles):
            codes = {self._code[word] for word in _words(title) if word in self._code}
            rows += [row] * len(codes)
            columns += sorted(codes)
        weights = self._weight[columns]
        shape = (len(titles), len(self._code))
        return unit_rows(csr_array((weights, (rows, columns)), shape=shape))


def directions(vectors: csr_array, dimensions: int) -> NDArray[np.float64]:
    """Main directions of title vectors, strongest first, shape ``(words, dimensions)``.

    Fewer titles or words than dimensions give columns of zeros at the end.
    """
    result = np.zeros((vectors.shape[1], dimensions))
    most = min(dimensions, min(vectors.shape) - 1)
    if most < 1 or not vectors.data.any():  # a word of every title weighs nothing
        return result
    start = np.ones(min(vectors.shape)) / np.sqrt(min(vectors.shape))
    _, _, right = svds(vectors, k=most, v0=start)
    result[:, :most] = right[::-1].T
    return result


def unit_rows(table: csr_array) -> csr_array:
    """The same rows scaled to length 1; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return csr_array(table.multiply(scale[:, None]))


def _words(title: str | None) -> list[str]:
    return _WORD.findall((title or "").lower())
