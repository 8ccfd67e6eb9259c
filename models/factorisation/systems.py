"""Matrix factorisation of who wrote with whom, and of who cites what."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from scipy import sparse

from scinet.eval.task import Query
from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.links.decay import coauthorship
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Ranker
from scinet.models.base.system import Context, System
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.factorisation.decompose import implicit_als
from scinet.models.factorisation.period import Arrays, begin, cached, check_refresh, places
from scinet.models.prior_work.team import teams_of


@dataclass(frozen=True)
class Factored(System):
    """A system that ranks by implicit alternating least squares.

    Attributes:
        dimensions: Latent factors.
        half_life_years: Years of 365.25 days after which a paper counts half.
        refresh: The tables are of the beginning of the query's ``year`` or ``month``.
        seed: Of the initial factors.
    """

    version = "2"
    track = "graph"

    dimensions: int = 64
    half_life_years: float = 3.0
    refresh: str = "year"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.dimensions < 1 or self.half_life_years <= 0:
            raise ValueError("dimensions is at least 1, half_life_years above 0")
        check_refresh(self.refresh)

    def factors(self, past: Snapshot, context: Context) -> Arrays:
        """``left`` and ``right`` factors, from the cache where they are there."""

        def make() -> Arrays:
            left, right = implicit_als(self.table(past), dimensions=self.dimensions, seed=self.seed)
            return {"left": left, "right": right}

        about = {"system": self.name, "version": self.version, **self.settings}
        return cached(context.cache, past, about, make)

    @abstractmethod
    def table(self, past: Snapshot) -> sparse.csr_array:
        """The large table."""


@dataclass(frozen=True)
class CollaboratorsFactors(Factored, AuthorRanker):
    """Authors by the dot product of their factors with the author's."""

    name = "collaborators-factors"
    summary = "matrix factorisation of fading joint papers, made once a year"

    def table(self, past: Snapshot) -> sparse.csr_array:
        """Fading joint papers of authors, a paper of k authors as 1 / (k - 1) for a pair."""
        days = self.half_life_years * DAYS_PER_YEAR
        return coauthorship(past, half_life_days=days, shared=True).table(_end(past))

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Products; without one above 0, or a paper by then, an author is not in the answer."""
        past = context.snapshot.until(begin(context.before, self.refresh))
        found = self.factors(past, context)
        then = places(context.snapshot.author_id, past.author_id)
        left = np.zeros((context.snapshot.num_authors, found["left"].shape[1]))
        left[then] = found["left"]
        for author in authors:
            scores = np.zeros(context.snapshot.num_authors)
            scores[then] = found["right"] @ left[author]
            yield np.where(scores > 0, scores, np.nan)


@dataclass(frozen=True)
class PriorWorkFactors(Factored, Ranker):
    """Papers by the dot product of their factors with the sum of the team's."""

    name = "prior-work-factors"
    summary = "matrix factorisation of who cites what, made once a year"
    needs = frozenset({"author_ids"})

    def table(self, past: Snapshot) -> sparse.csr_array:
        """How often each author cited each paper, the citing papers fading."""
        age = day_of(_end(past)) - past.day
        faded = 0.5 ** (age / (self.half_life_years * DAYS_PER_YEAR))
        cites = past.cites.to_scipy(past.num_papers)
        wrote = past.author_papers.to_scipy(past.num_papers)
        return sparse.csr_array(wrote @ (sparse.diags_array(faded) @ cites))

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Products; without one above 0, or dated later in the period, a paper is left out."""
        past = context.snapshot.until(begin(context.before, self.refresh))
        found = self.factors(past, context)
        then = places(context.snapshot.author_id, past.author_id)
        left = np.zeros((context.snapshot.num_authors, found["left"].shape[1]))
        left[then] = found["left"]
        for team in teams_of(queries, context.snapshot):
            scores = np.zeros(context.snapshot.num_papers)
            scores[: past.num_papers] = found["right"] @ left[team].sum(axis=0)
            yield np.where(scores > 0, scores, np.nan)


def _end(past: Snapshot) -> date:
    if past.before is None:
        raise ValueError("papers fade up to a day")
    return past.before
