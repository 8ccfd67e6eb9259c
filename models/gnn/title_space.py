"""Titles as points along their main directions, for a graph network."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.models.text.tfidf import TitleWords, directions

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class TitleSpace:
    """Words and main directions of the titles before the first training period."""

    words: TitleWords
    axes: NDArray[np.float64]

    @classmethod
    def of(cls, past: Snapshot, dimensions: int) -> "TitleSpace":
        """Find ``dimensions`` directions in the titles of a snapshot."""
        words = TitleWords(past.title)
        return cls(words, directions(words.vectors(past.title), dimensions))

    def place(self, titles: Objects) -> Floats:
        """Titles as points, shape ``(titles, dimensions)``; an unknown title is the origin."""
        placed = self.words.vectors(titles) @ self.axes
        return placed.astype(np.float32)
