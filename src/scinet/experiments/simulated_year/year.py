"""Measured year of papers in its network, simulated or real, and the common size of years."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr
from scinet.models.text.tfidf import TitleWords
from scinet.models.text.topics import TopicWords

Values: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Year:
    """Last papers of a snapshot, from a position on.

    Attributes:
        words: Words of titles before all compared years.
        topics: Topic classifier by words, if any.
        foreseen: Predicted citations within twelve months, of papers that have some.
    """

    snapshot: Snapshot
    first: int
    words: TitleWords
    foreseen: Values
    topics: TopicWords | None = None

    @property
    def papers(self) -> NDArray[np.int64]:
        """Positions of the papers."""
        return np.arange(self.first, self.snapshot.num_papers)

    @property
    def titled(self) -> Values:
        """Papers that have a title."""
        papers: Values = self.papers[self.snapshot.title[self.papers].astype(bool)]
        return papers

    @property
    def placed(self) -> Values:
        """Papers that have a venue."""
        papers: Values = self.papers[self.snapshot.venue[self.papers] >= 0]
        return papers

    def cited(self, papers: Values) -> NDArray[np.int32]:
        """Return the references of papers, in ascending order of these, once for each citation."""
        return _row_entries(self.snapshot.cites, papers)

    def authors(self, papers: Values) -> NDArray[np.int32]:
        """Return the authors of papers, once for each position in a byline."""
        return _row_entries(self.snapshot.authored, papers)

    @cached_property
    def titles(self) -> sparse.csr_array:
        """Titles of all papers as vectors of words, shape ``(papers, words)``."""
        return self.words.vectors(self.snapshot.title)

    def topic(self, papers: Values) -> Values:
        """Predict the topic of papers; empty without topics."""
        if self.topics is None:
            return np.zeros(0, dtype=np.int64)
        return self.topics.predict_topics(paper_texts(self.snapshot, papers))

    @cached_property
    def closed(self) -> Values:
        """Share of the pairs of a paper's references one of which cites the other.

        One value per paper of the year; NaN with fewer than two references.
        """
        size = self.snapshot.num_papers
        cites = self.snapshot.cites.to_scipy(size, dtype=np.int32)
        own = sparse.csr_array(cites[self.papers])
        both = (cites + cites.T).tocoo()
        apart = both.row != both.col
        ends = both.row[apart], both.col[apart]
        # Two that cite each other are one pair.
        either = sparse.csr_array((np.ones(len(ends[0])), ends), shape=(size, size))
        linked = np.asarray(own.multiply(own @ either).sum(axis=1)).ravel() / 2
        count = self.snapshot.cites.lengths()[self.papers]
        pairs = count * (count - 1) / 2
        shares: Values = np.divide(linked, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
        return shares


@dataclass(frozen=True, slots=True)
class YearSize:
    """Numbers of papers of a year, or the smallest of several years.

    Attributes:
        papers: Number of all papers.
        titled: Number of those with a title.
        placed: Number of those with a venue.
    """

    papers: int
    titled: int
    placed: int

    @classmethod
    def of(cls, year: Year) -> Self:
        """Count the papers of a year."""
        return cls(len(year.papers), len(year.titled), len(year.placed))

    @classmethod
    def common(cls, sizes: Iterable[Self]) -> Self:
        """Return the smallest sizes of several years, without empty ones."""
        counts = [(size.papers, size.titled, size.placed) for size in sizes]
        return cls(*(min(filter(None, each), default=0) for each in zip(*counts, strict=True)))


def paper_texts(snapshot: Snapshot, papers: Values) -> list[str]:
    """Return title and abstract of papers, as far as they are known."""
    return [
        " ".join(filter(None, (snapshot.title[paper], snapshot.abstract[paper])))
        for paper in papers
    ]


def effective_number(items: Values) -> float:
    """Compute exp of the entropy of frequencies, the number of equally frequent items.

    NaN without items.

    Source:
        PreScience, effective number of authors and of references; Hill (1973),
        doi:10.2307/1934352.
    """
    if not len(items):
        return float("nan")
    share = np.unique(items, return_counts=True)[1] / len(items)
    return float(np.exp(-(share * np.log(share)).sum()))


def _row_entries(rows: Csr, papers: Values) -> NDArray[np.int32]:
    is_selected = np.zeros(rows.num_rows, dtype=bool)
    is_selected[papers] = True
    return rows.indices[is_selected[rows.row_numbers()]]
