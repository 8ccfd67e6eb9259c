"""What is known about papers and authors before a cut-off, as numbers for a network.

Titles, counts as of the cut-off and ages; nothing about pairs. Beside them each node carries
bits of a hash of its id: they say nothing by themselves, but let a network notice that two
nodes share a neighbour.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.models.links.networks import matrix, neighbours
from scinet.models.links.text import TitleWords, directions

Floats = NDArray[np.float32]

_YEAR = 365.25


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
        return np.asarray(self.words.vectors(titles) @ self.axes, dtype=np.float32)


def paper_features(past: Snapshot, space: TitleSpace, bits: int) -> Floats:
    """Title, counts, age and identity of each paper, shape ``(papers, features)``."""
    age = _age(past, past.day)
    citing_age = age[past.cited_by.indices]
    cited = past.cited_by.row_numbers()
    counts = [
        np.bincount(cited[citing_age <= years], minlength=past.num_papers)
        for years in (1.0, 3.0, np.inf)
    ]
    numbers = _standardised(
        [*counts, past.cites.lengths(), past.authored.lengths(), age],
    )
    return np.hstack((space.place(past.title), numbers, identity(past.paper_id, bits)))


def author_features(past: Snapshot, space: TitleSpace, bits: int) -> Floats:
    """Mean title, counts, ages and identity of each author, shape ``(authors, features)``."""
    papers = past.author_papers
    written = matrix(papers, past.num_papers)
    total = np.maximum(papers.lengths(), 1)
    age = _age(past, past.day)
    numbers = _standardised(
        [
            papers.lengths(),
            np.bincount(
                papers.row_numbers()[age[papers.indices] <= 3.0], minlength=past.num_authors
            ),
            written @ past.cited_by.lengths().astype(np.float64),
            neighbours(past, "author").lengths(),
            age[papers.indices[papers.indptr[:-1]]],
            age[papers.indices[papers.indptr[1:] - 1]],
        ]
    )
    title = (written @ space.place(past.title)) / total[:, None]
    return np.hstack((title, numbers, identity(past.author_id, bits))).astype(np.float32)


def identity(ids: Objects, bits: int) -> Floats:
    """Bits of a hash of each id as equal parts of a vector of length 1, shape ``(ids, bits)``."""
    size = bits // 8
    digests = b"".join(hashlib.blake2b(str(i).encode(), digest_size=size).digest() for i in ids)
    table = np.unpackbits(np.frombuffer(digests, dtype=np.uint8).reshape(len(ids), size), axis=1)
    return ((2.0 * table - 1.0) / np.sqrt(max(bits, 1))).astype(np.float32)


def _age(past: Snapshot, day: NDArray[np.int32]) -> NDArray[np.float64]:
    """Years from a day to the cut-off."""
    if past.before is None:
        raise ValueError("features need a snapshot with a cut-off")
    return (day_of(past.before) - day) / _YEAR


def _standardised(columns: list[NDArray[np.float64]] | list[NDArray[np.int64]]) -> Floats:
    table = np.log1p(np.stack(columns, axis=1).astype(np.float64))
    spread = table.std(axis=0)
    return np.asarray((table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0), np.float32)
