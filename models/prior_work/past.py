"""What existed before a day as sparse tables, from which all that is told of a team follows.

Everything is a product of such a table with a narrow dense one, a column per team: work grows
with the citations, and nothing grows with the square of the papers.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.links.decay import coauthorship
from scinet.graph.snapshot import Snapshot

Columns: TypeAlias = NDArray[np.float32]

HOPS: Final = 8
_HALF_LIFE_YEARS: Final = 3.0
_THROUGH_AUTHORS: Final = 0.3  # share of steps that go by way of an author
_LARGEST_TEAM: Final = 100


class Past:
    """Tables of a snapshot that is cut at a day.

    Args:
        snapshot: Everything before the day.

    Raises:
        ValueError: If the snapshot has no last day.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        if snapshot.before is None:
            raise ValueError("papers fade up to a day")
        self.snapshot = snapshot
        self.before = snapshot.before
        self.age_years = ((day_of(snapshot.before) - snapshot.day) / DAYS_PER_YEAR).astype(
            np.float32
        )
        papers, authors = snapshot.num_papers, snapshot.num_authors
        self.cites = snapshot.cites.to_scipy(papers, dtype=np.float32)
        self.cited_by = snapshot.cited_by.to_scipy(papers, dtype=np.float32)
        self.authored = snapshot.authored.to_scipy(authors, dtype=np.float32)
        self.wrote = snapshot.author_papers.to_scipy(papers, dtype=np.float32)

    def fade(self, half_life_years: float) -> Columns:
        """Weight of each paper by its age, as a column, shape ``(papers, 1)``."""
        return (0.5 ** (self.age_years / half_life_years)).astype(np.float32)[:, None]

    def cited_from(self, weight: Columns) -> Columns:
        """Sum over the papers that cite each paper, shape ``(papers, columns)``."""
        found: Columns = self.cited_by @ weight
        return found

    def citing_of(self, weight: Columns) -> Columns:
        """Sum over the references of each paper, shape ``(papers, columns)``."""
        found: Columns = self.cites @ weight
        return found

    def hops(self, start: Columns, *, through_authors: bool = False) -> Iterator[Columns]:
        """Where walks are after 0, 1 … :data:`HOPS` steps, each of shape ``(papers, columns)``.

        A step goes along a citation, either way, as likely as the citing paper is young (half
        after three years); or, now and then, to one of the authors and to one of its papers, the
        younger the likelier. Walks with nowhere to go end.

        Args:
            start: Where they start; columns sum to 1.
            through_authors: Whether steps by way of authors are taken.
        """
        share = start
        yield share
        for _ in range(HOPS):
            moved: Columns = self._step @ share
            if through_authors:
                leave, arrive = self._by_authors
                beside: Columns = arrive @ (leave @ share)
                moved = (1 - _THROUGH_AUTHORS) * moved + _THROUGH_AUTHORS * beside
            share = moved
            yield share

    @cached_property
    def together(self) -> sparse.csr_array:
        """Faded joint papers of authors, half after three years, shape ``(authors, authors)``."""
        known = coauthorship(
            self.snapshot,
            half_life_days=_HALF_LIFE_YEARS * DAYS_PER_YEAR,
            largest_team=_LARGEST_TEAM,
            shared=True,
        )
        return known.table(self.before).astype(np.float32)

    @cached_property
    def in_venue(self) -> sparse.csr_array:
        """Venue to its papers, shape ``(venues, papers)``."""
        papers = np.flatnonzero(self.snapshot.venue >= 0)
        rows = self.snapshot.venue[papers]
        shape = (len(self.snapshot.venue_id), self.snapshot.num_papers)
        ones = np.ones(len(papers), dtype=np.float32)
        return sparse.coo_array((ones, (rows, papers)), shape=shape).tocsr()

    @cached_property
    def _step(self) -> sparse.csr_array:
        young = sparse.diags_array(self.fade(_HALF_LIFE_YEARS)[:, 0])
        weighted = sparse.csr_array(young @ self.cites)
        both = sparse.csr_array(weighted + weighted.T)
        # The table is its own transpose: columns are scaled where rows would be.
        return sparse.csr_array(both @ sparse.diags_array(_inverted(both.sum(axis=0))))

    @cached_property
    def _by_authors(self) -> tuple[sparse.csr_array, sparse.csr_array]:
        young = sparse.csr_array(
            sparse.diags_array(self.fade(_HALF_LIFE_YEARS)[:, 0]) @ self.authored
        )
        leave = self.wrote @ sparse.diags_array(_inverted(self.authored.sum(axis=1)))
        arrive = young @ sparse.diags_array(_inverted(young.sum(axis=0)))
        return sparse.csr_array(leave), sparse.csr_array(arrive)


def restarting(hops: Sequence[Columns], restart: float) -> Columns:
    """Share of time of walks that restart with a probability before each step, to their last hop.

    Args:
        hops: Where walks without a restart are after each number of steps.
        restart: The probability.

    Returns:
        Shape ``(papers, columns)``.
    """
    total = np.zeros_like(hops[0])
    for steps, share in enumerate(hops):
        total += np.float32(restart * (1 - restart) ** steps) * share
    return total


def shares(weight: Columns) -> Columns:
    """Columns divided by their sums; those without anything stay 0."""
    # Each column by itself: the order in which numpy adds follows from the shape of the table.
    return weight * _inverted(np.array([column.copy().sum() for column in weight.T]))


def _inverted(total: NDArray[Any]) -> Columns:
    flat = np.asarray(total, dtype=np.float32).ravel()
    result = np.zeros_like(flat)
    np.divide(1.0, flat, out=result, where=flat > 0)
    return result
