"""Derived data of papers, authors and venues on a day; each column is computed on first use."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveFloat
from scipy import sparse

from scinet.graph.indicators.authors import author_metrics
from scinet.graph.links import network
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.text.tfidf import TitleWords
from scinet.validation import Natural

Floats: TypeAlias = NDArray[np.float64]
Float32: TypeAlias = NDArray[np.float32]

T = TypeVar("T")
HalfLife: TypeAlias = PositiveFloat
"""Half-life in years of 365.25 days."""
Latest: TypeAlias = Natural
"""Number of each author's latest papers that count; 0 means all."""

_DAY_SPAN = 2**21  # exceeds the number of days; the key of a citation is paper * span + day
_DAY_SHIFT = 2**20


class History:
    """Snapshot cut at a day, with data that systems derive from it.

    Tables are sparse, in single precision and 1 for each entry.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        if snapshot.before is None:
            raise ValueError("a history ends at a day; cut the snapshot with until()")
        self.snapshot = snapshot
        self.before = snapshot.before
        self._made: dict[tuple[Callable[..., Any], tuple[float, ...]], Any] = {}

    def once(self, make: Callable[..., T], *settings: float) -> T:
        """Return ``make(past, *settings)``, computed only once."""
        if (make, settings) not in self._made:
            self._made[make, settings] = make(self, *settings)
        value: T = self._made[make, settings]
        return value

    @cached_property
    def age(self) -> Floats:
        """Years of each paper up to the day, shape ``(papers,)``."""
        return (day_of(self.before) - self.snapshot.day) / DAYS_PER_YEAR

    def fade(self, half_life_years: float) -> Floats:
        """Compute the weight of each paper, halved every half-life, shape ``(papers,)``."""
        return np.asarray(0.5 ** (self.age / half_life_years))

    def column(self, half_life_years: float) -> Float32:
        """Compute the same in single precision, as a column of shape ``(papers, 1)``."""
        faded = 0.5 ** (self.age.astype(np.float32) / half_life_years)
        return faded.astype(np.float32)[:, None]

    @cached_property
    def cites(self) -> sparse.csr_array:
        """Citing paper to cited papers, shape ``(papers, papers)``."""
        return self.snapshot.cites.to_scipy(self.snapshot.num_papers, dtype=np.float32)

    @cached_property
    def cited_by(self) -> sparse.csr_array:
        """Cited paper to citing papers, shape ``(papers, papers)``."""
        return self.snapshot.cited_by.to_scipy(self.snapshot.num_papers, dtype=np.float32)

    @cached_property
    def authored(self) -> sparse.csr_array:
        """Paper to authors, shape ``(papers, authors)``."""
        return self.snapshot.authored.to_scipy(self.snapshot.num_authors, dtype=np.float32)

    @cached_property
    def wrote(self) -> sparse.csr_array:
        """Author to papers, shape ``(authors, papers)``."""
        return self.snapshot.author_papers.to_scipy(self.snapshot.num_papers, dtype=np.float32)

    @cached_property
    def published(self) -> sparse.csr_array:
        """Venue to papers, shape ``(venues, papers)``."""
        papers = np.flatnonzero(self.snapshot.venue >= 0)
        shape = (len(self.snapshot.venue_id), self.snapshot.num_papers)
        ones = np.ones(len(papers), dtype=np.float32)
        return sparse.coo_array((ones, (self.snapshot.venue[papers], papers)), shape=shape).tocsr()

    def sum_over_citing(self, weight: Float32) -> Float32:
        """Sum a weight over the papers that cite each paper, shape ``(papers, columns)``."""
        return np.asarray(self.cited_by @ weight)

    def sum_over_cited(self, weight: Float32) -> Float32:
        """Sum a weight over the references of each paper, shape ``(papers, columns)``."""
        return np.asarray(self.cites @ weight)

    def citations_by_age(self, newest: float, oldest: float) -> Floats:
        """Count citations of each paper from papers older than one age but not another (years).

        An age below 0 as newest means no limit; shape ``(papers,)``.
        """
        citing = self.age[self.snapshot.cites.row_numbers()]
        is_inside = (citing > newest) & (citing <= oldest)
        cited = self.snapshot.cites.indices[is_inside]
        return np.bincount(cited, minlength=self.snapshot.num_papers).astype(np.float64)

    def citations_before(self, papers: Int64, days: Int64) -> Int64:
        """Count citations of papers before earlier days, given as days from 1970-01-01.

        Only citations that are dated strictly later than the cited paper count. Shape ``(n,)``, as
        of the papers and of the days.
        """
        ends = np.searchsorted(self._citation_keys, papers * _DAY_SPAN + days + _DAY_SHIFT)
        return ends - self.snapshot.ordered_by.indptr[papers]

    @cached_property
    def _citation_keys(self) -> Int64:
        by = self.snapshot.ordered_by
        return (
            by.row_numbers().astype(np.int64) * _DAY_SPAN
            + self.snapshot.day[by.indices]
            + _DAY_SHIFT
        )

    @cached_property
    def title_words(self) -> TitleWords:
        """Words of titles with their weights by inverse frequency."""
        return TitleWords.of(self.snapshot.title)

    @cached_property
    def titles(self) -> sparse.csr_array:
        """Weighted words of each title, rows of length 1, shape ``(papers, words)``."""
        return self.title_words.vectors(self.snapshot.title)

    @cached_property
    def coauthors(self) -> Csr:
        """Author to co-authors."""
        return network(self.snapshot, "coauthor")

    @cached_property
    def h_index(self) -> Floats:
        """The h-index of each author, shape ``(authors,)``."""
        return author_metrics(self.snapshot).h_index.astype(np.float64)

    @cached_property
    def papers(self) -> Floats:
        """Papers of each author, shape ``(authors,)``."""
        return self.snapshot.author_papers.lengths().astype(np.float64)

    def of_authors(self, paper: Floats) -> Floats:
        """Sum a number of each paper over the papers of each author, shape ``(authors,)``."""
        rows = self.snapshot.author_papers
        weights = paper[rows.indices]
        return np.bincount(rows.row_numbers(), weights, self.snapshot.num_authors).astype(float)


def group_means(group: NDArray[np.integer], values: NDArray[Any], size: int) -> Floats:
    """Compute the mean of the values of each group, NaN without one, shape ``(size,)``."""
    number = np.bincount(group, minlength=size)
    result = np.full(size, np.nan)
    np.divide(np.bincount(group, values, size), number, out=result, where=number > 0)
    return result
