"""Titles as vectors: words weighted by rarity (TF-IDF), and their main directions (SVD).

Weights are counted on the titles before a cut-off. Directions are found once, on the titles before
the *first* training period, and serve all later ones, so that a model trained on one year can read
the next.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.linalg import svds

from scinet.errors import extra_needed
from scinet.graph.snapshot.arrays import Objects

# A word counts once per title, and when it is in at least two of them.
_WORDS: Final[Mapping[str, Any]] = {"token_pattern": r"[^\W\d_]{2,}", "binary": True}
_FEWEST: Final = 2


@dataclass(frozen=True)
class TitleWords:
    """Words of titles.

    Attributes:
        weights: By word, how rare it was before a cut-off, in alphabetical order.
    """

    weights: Mapping[str, float]

    @classmethod
    def of(cls, titles: Iterable[str | None]) -> Self:
        """Words of titles before a cut-off; None is an empty title."""
        with extra_needed("models"):
            from sklearn.feature_extraction.text import CountVectorizer

        texts = [title or "" for title in titles]
        counter = CountVectorizer(**_WORDS, min_df=_FEWEST)
        try:
            found = np.asarray(counter.fit_transform(texts).sum(axis=0)).ravel()
        except ValueError:  # so few words that none is left
            return cls({})
        # Not the library's log((1 + n) / (1 + found)) + 1: a word of every title weighs nothing.
        weights = np.log((1 + len(texts)) / (1.0 + found))
        return cls(dict(zip(counter.get_feature_names_out(), weights.tolist(), strict=True)))

    def vectors(self, titles: Sequence[str | None] | Objects) -> csr_array:
        """One row per title, of length 1 or empty, shape ``(titles, words)``."""
        if not self.weights or not len(titles):
            return csr_array((len(titles), len(self.weights)))
        with extra_needed("models"):
            from sklearn.feature_extraction.text import TfidfVectorizer

        table = TfidfVectorizer(**_WORDS, vocabulary=list(self.weights), norm=None)
        table.idf_ = np.array(list(self.weights.values()))
        return unit_rows(csr_array(table.transform([title or "" for title in titles])))


@dataclass(frozen=True)
class TitleSpace:
    """The main directions of titles.

    Attributes:
        axes: Directions, strongest first, shape ``(words, dimensions)``.
    """

    words: TitleWords
    axes: NDArray[np.float64]

    @classmethod
    def of(cls, titles: Objects, dimensions: int) -> Self:
        """Directions of titles before a cut-off.

        Fewer titles or words than dimensions give columns of zeros at the end.
        """
        words = TitleWords.of(titles)
        vectors = words.vectors(titles)
        axes = np.zeros((vectors.shape[1], dimensions))
        most = min(dimensions, min(vectors.shape) - 1)
        if most >= 1 and vectors.data.any():  # a word of every title weighs nothing
            start = np.ones(min(vectors.shape)) / np.sqrt(min(vectors.shape))
            _, _, right = svds(vectors, k=most, v0=start)
            axes[:, :most] = right[::-1].T
        return cls(words, axes)

    def place(self, titles: Sequence[str | None] | Objects) -> NDArray[np.float64]:
        """Titles as points, shape ``(titles, dimensions)``; an unknown title is the origin."""
        return np.asarray(self.words.vectors(titles) @ self.axes)


def unit_rows(table: csr_array) -> csr_array:
    """The same rows scaled to length 1; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return csr_array(table.multiply(scale[:, None]))
