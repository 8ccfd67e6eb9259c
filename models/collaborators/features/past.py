"""Lists of authors to be put in order, and the network that they are looked up in.

A family of features is a function of both that returns named columns. What several families need
is made once for all lists of a day.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.links import network
from scinet.graph.links.walks import Steps, among_authors, visits
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.text.tfidf import TitleWords

Floats: TypeAlias = NDArray[np.float64]
Float32: TypeAlias = NDArray[np.float32]
Columns: TypeAlias = dict[str, Floats]

T = TypeVar("T")

_TOLERANCE = 1e-2


@dataclass(frozen=True)
class Lists:
    """Authors who may write with each of some seeds.

    Shapes:
        seed: ``(lists,)``, author numbers.
        first: ``(lists + 1,)``, where the authors of each list start.
        other: ``(rows,)``, author numbers, each once in a list.
    """

    seed: Int32
    first: Int64
    other: Int32

    @cached_property
    def number(self) -> Int32:
        """The list of each row, shape ``(rows,)``."""
        return np.repeat(np.arange(len(self.seed), dtype=np.int32), np.diff(self.first))

    @cached_property
    def pairs(self) -> Int32:
        """Seed and other author of each row, shape ``(rows, 2)``."""
        return np.stack((self.seed[self.number], self.other), axis=1)

    @property
    def sizes(self) -> Int64:
        """Rows of each list, shape ``(lists,)``."""
        return np.diff(self.first)

    def read(self, table: NDArray[np.floating]) -> Floats:
        """The entry of each row in a table of shape ``(authors, lists)``."""
        return table[self.other, self.number].astype(np.float64)


@dataclass(frozen=True, slots=True)
class Walk:
    """A restarting walk among authors.

    Attributes:
        half_life: Years after which a joint paper counts half.
        citations: Share of steps that follow a citation.
        restart: Chance of a restart per step.
    """

    half_life: float
    citations: float
    restart: float


class Past:
    """A snapshot as of its last day, with what several families of features read.

    Args:
        snapshot: Cut at a day.

    Raises:
        ValueError: If it is not cut.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        if snapshot.before is None:
            raise ValueError("features are as of a day")
        self.snapshot = snapshot
        self.now = day_of(snapshot.before)
        self._made: dict[tuple[Callable[..., Any], tuple[float, ...]], Any] = {}
        self._seeds = np.zeros(0, dtype=np.int32)
        self._visits: dict[Walk, Float32] = {}

    def once(self, make: Callable[..., T], *settings: float) -> T:
        """What ``make(past, *settings)`` returns, made for the first lists of the day alone."""
        if (make, settings) not in self._made:
            self._made[make, settings] = make(self, *settings)
        found: T = self._made[make, settings]
        return found

    def visits(self, walk: Walk, seeds: Int32) -> Float32:
        """Share of time of walks from each seed, shape ``(authors, seeds)``.

        Those from the seeds asked about last are kept.
        """
        if not np.array_equal(seeds, self._seeds):
            self._visits.clear()
            self._seeds = seeds
        if walk not in self._visits:
            starts = Csr(np.arange(len(seeds) + 1, dtype=np.int64), seeds)
            step = self.once(step_of, walk.half_life, walk.citations)
            found = visits(step, starts, restart=walk.restart, tolerance=_TOLERANCE)
            self._visits[walk] = np.hstack([share for _, share in found])
        return self._visits[walk]

    @cached_property
    def age(self) -> Floats:
        """Years of each paper, shape ``(papers,)``."""
        return (self.now - self.snapshot.day) / DAYS_PER_YEAR

    @cached_property
    def written(self) -> sparse.csr_array:
        """1 for each author of each paper, shape ``(papers, authors)``."""
        return self.snapshot.authored.to_scipy(self.snapshot.num_authors)

    @cached_property
    def cites(self) -> sparse.csr_array:
        """1 for each citation, shape ``(papers, papers)``."""
        return self.snapshot.cites.to_scipy(self.snapshot.num_papers)

    @cached_property
    def words(self) -> sparse.csr_array:
        """Words of each title, weighted by how rare they were, shape ``(papers, words)``."""
        return TitleWords(self.snapshot.title).vectors(self.snapshot.title)

    @cached_property
    def coauthors(self) -> Csr:
        """Who wrote with whom."""
        return network(self.snapshot, "coauthor")

    @cached_property
    def papers(self) -> Floats:
        """Papers of each author, shape ``(authors,)``."""
        return self.snapshot.author_papers.lengths().astype(np.float64)

    def of_authors(self, paper: Floats) -> Floats:
        """Sum of a number of each paper over the papers of each author, shape ``(authors,)``."""
        rows = self.snapshot.author_papers
        weights = paper[rows.indices]
        return np.bincount(rows.row_numbers(), weights, self.snapshot.num_authors).astype(float)


def step_of(past: Past, half_life: float, citations: float) -> Steps:
    """A step among authors in single precision; see :func:`among_authors`."""
    step = among_authors(past.snapshot, half_life_years=half_life, citation_share=citations)
    return step.single()
