"""Titles as vectors: TF-IDF of their words, and principal directions (SVD).

Weights are counted on the titles before a cutoff. Directions are computed once, on the titles
before the *first* training period, and serve all later ones, so that a model trained on one year
can read the next. Titles are parsed once, so that a grown network costs only its new ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.linalg import svds

from scinet.errors import extra_needed
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32, Int64

# Least number of titles with a word that counts.
_MIN_TITLES: Final = 2
# Titles that directions are computed from; more would need 4 GB a million and change little.
_MAX_TITLES: Final = 1_000_000
_MAX_CACHED_TITLES: Final = 1_000_000  # titles that are cached


class ReadWords:
    """Words of the titles that this process has read; a word counts once per title.

    Attributes:
        number: By word, in the order of first occurrence.
    """

    def __init__(self, split: Callable[[str], list[str]]) -> None:
        self.number: dict[str, int] = {}
        self._split = split
        self._rows: dict[str, Int32] = {}
        self._lock = Lock()  # pages of the explorer are made side by side

    def rows(self, titles: Iterable[str | None]) -> tuple[Int64, Int32]:
        """Return the number of words of each title, and the words' numbers in one array."""
        with self._lock:
            rows = [self._row(title or "") for title in titles]
        length = np.fromiter(map(len, rows), np.int64, len(rows))
        return length, np.concatenate(rows) if rows else np.zeros(0, dtype=np.int32)

    def _row(self, title: str) -> Int32:
        row = self._rows.get(title)
        if row is None:
            words = dict.fromkeys(self._split(title))
            numbers = [self.number.setdefault(word, len(self.number)) for word in words]
            row = np.array(numbers, dtype=np.int32)
            if len(self._rows) < _MAX_CACHED_TITLES:
                self._rows[title] = row
        return row


@cache
def _read_words() -> ReadWords:
    """Return the instance of this process."""
    with extra_needed("models"):
        from sklearn.feature_extraction.text import CountVectorizer

    words = r"[^\W\d_]{2,}"
    return ReadWords(CountVectorizer(token_pattern=words).build_analyzer())


@dataclass(frozen=True)
class TitleWords:
    """Words of titles with weights.

    Attributes:
        weights: By word, its inverse frequency before a cutoff, in alphabetical order.
    """

    weights: Mapping[str, float]

    @classmethod
    def of(cls, titles: Iterable[str | None]) -> Self:
        """Count words of titles before a cutoff; None is an empty title."""
        words = _read_words()
        length, flat = words.rows(titles)
        counts = np.bincount(flat, minlength=len(words.number))
        # Not the library's log((1 + n) / (1 + found)) + 1: a word of every title weighs nothing.
        weights = np.log((1 + len(length)) / (1.0 + counts))
        named = (
            (word, number) for word, number in words.number.items() if counts[number] >= _MIN_TITLES
        )
        return cls({word: float(weights[number]) for word, number in sorted(named)})

    def vectors(self, titles: Sequence[str | None] | Objects) -> csr_array:
        """Return one row per title, of length 1 or empty, shape ``(titles, words)``."""
        if not self.weights or not len(titles):
            return csr_array((len(titles), len(self.weights)))
        words = _read_words()
        length, flat = words.rows(titles)
        column = np.full(len(words.number), -1, dtype=np.int32)
        for place, word in enumerate(self.weights):
            if word in words.number:
                column[words.number[word]] = place
        weight = np.array(list(self.weights.values()))
        columns = column[flat]
        is_known = columns >= 0
        ends = np.concatenate(([0], np.cumsum(is_known)))[np.concatenate(([0], np.cumsum(length)))]
        known_columns = columns[is_known]
        table = csr_array(
            (weight[known_columns], known_columns, ends), shape=(len(length), len(weight))
        )
        table.sort_indices()
        return unit_rows(table)


@dataclass(frozen=True)
class TitleSpace:
    """Principal directions of titles.

    Attributes:
        axes: Directions, strongest first, shape ``(words, dimensions)``.
    """

    words: TitleWords
    axes: NDArray[np.float64]

    @classmethod
    def of(cls, titles: Objects, dimensions: int) -> Self:
        """Compute directions of titles before a cutoff, from an evenly spaced million at most.

        Fewer titles or words than dimensions give columns of zeros at the end.
        """
        if len(titles) > _MAX_TITLES:
            titles = titles[np.linspace(0, len(titles) - 1, _MAX_TITLES).astype(np.int64)]
        return cls._from_titles(tuple(titles), dimensions)

    @classmethod
    @lru_cache(maxsize=2)
    def _from_titles(cls, titles: tuple[str | None, ...], dimensions: int) -> Self:
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
        """Project titles, shape ``(titles, dimensions)``; an unknown title is the origin."""
        return np.asarray(self.words.vectors(titles) @ self.axes)


def unit_rows(table: csr_array) -> csr_array:
    """Scale rows to length 1; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return csr_array(table.multiply(scale[:, None]))
