"""What is known about papers and authors before a cut-off, as numbers for a network.

Titles, counts as of the cut-off and ages; nothing about pairs.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.links import network
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.models.links.tables import matrix
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


def paper_features(past: Snapshot, space: TitleSpace) -> Floats:
    """Title, counts and age of each paper, shape ``(papers, features)``."""
    age = _age(past, past.day)
    citing_age = age[past.cited_by.indices]
    cited = past.cited_by.row_numbers()
    counts = [
        np.bincount(cited[citing_age <= years], minlength=past.num_papers)
        for years in (1.0, 3.0, np.inf)
    ]
    numbers = _standardised(*counts, past.cites.lengths(), past.authored.lengths(), age)
    return np.hstack((space.place(past.title), numbers))


def author_features(past: Snapshot, space: TitleSpace) -> Floats:
    """Mean title, counts and ages of each author, shape ``(authors, features)``."""
    papers = past.author_papers
    written = matrix(papers, past.num_papers)
    total = np.maximum(papers.lengths(), 1)
    age = _age(past, past.day)
    recent = papers.keep(age[papers.indices] <= 3.0)
    numbers = _standardised(
        papers.lengths(),
        recent.lengths(),
        written @ past.cited_by.lengths().astype(np.float64),
        network(past, "coauthor").lengths(),
        age[papers.indices[papers.indptr[:-1]]],
        age[papers.indices[papers.indptr[1:] - 1]],
    )
    title = (written @ space.place(past.title)) / total[:, None]
    return np.hstack((title, numbers)).astype(np.float32)


def _age(past: Snapshot, day: NDArray[np.int32]) -> NDArray[np.float64]:
    """Years from a day to the cut-off."""
    if past.before is None:
        raise ValueError("features need a snapshot with a cut-off")
    return (day_of(past.before) - day) / DAYS_PER_YEAR


def _standardised(*columns: NDArray[np.number]) -> Floats:
    table = np.log1p(np.stack(columns, axis=1).astype(np.float64))
    spread = table.std(axis=0)
    scaled = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    result: Floats = scaled.astype(np.float32)
    return result
