"""Matrix factorisation of who wrote with whom, and of who cites what."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from pydantic import PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked
from scipy import sparse

from scinet.eval.task import Query
from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.models.base.ranking import Ranker
from scinet.models.base.system import Context
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.factorisation.decompose import implicit_als
from scinet.models.factorisation.period import Arrays, Periodic, joint_papers, places, rows_of_now
from scinet.models.history import Past
from scinet.models.prior_work.team import teams_of
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class Factored(Periodic):
    """A system that ranks by implicit alternating least squares.

    Attributes:
        half_life_years: Years of 365.25 days after which a paper counts half.
    """

    version = "2"

    dimensions: PositiveInt = 64
    half_life_years: PositiveFloat = 3.0

    def make(self, past: Past, context: Context) -> Arrays:
        """``left`` and ``right`` factors."""
        del context
        left, right = implicit_als(self.table(past), dimensions=self.dimensions, seed=self.seed)
        return {"left": left, "right": right}

    @abstractmethod
    def table(self, past: Past) -> sparse.csr_array:
        """The large table."""


@checked(frozen=True, config=OPTIONS)
class CollaboratorsFactors(Factored, AuthorRanker):
    """Authors by the dot product of their factors with the author's."""

    name = "collaborators-factors"
    summary = "matrix factorisation of fading joint papers, made once a year"

    def table(self, past: Past) -> sparse.csr_array:
        """Fading joint papers of authors."""
        return joint_papers(past, self.half_life_years).table(past.before)

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Products; without one above 0, or a paper by then, an author is not in the answer."""
        past, found = self.made(context)
        left = rows_of_now(found["left"], context, past)
        then = places(context.snapshot.author_id, past.snapshot.author_id)
        for author in authors:
            scores = np.zeros(context.snapshot.num_authors)
            scores[then] = found["right"] @ left[author]
            yield np.where(scores > 0, scores, np.nan)


@checked(frozen=True, config=OPTIONS)
class PriorWorkFactors(Factored, Ranker):
    """Papers by the dot product of their factors with the sum of the team's."""

    name = "prior-work-factors"
    summary = "matrix factorisation of who cites what, made once a year"
    needs = frozenset({"author_ids"})

    def table(self, past: Past) -> sparse.csr_array:
        """How often each author cited each paper, the citing papers fading."""
        snapshot = past.snapshot
        age = day_of(past.before) - snapshot.day
        faded = 0.5 ** (age / (self.half_life_years * DAYS_PER_YEAR))
        cites = snapshot.cites.to_scipy(snapshot.num_papers)
        wrote = snapshot.author_papers.to_scipy(snapshot.num_papers)
        return sparse.csr_array(wrote @ (sparse.diags_array(faded) @ cites))

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Products; without one above 0, or dated later in the period, a paper is left out."""
        past, found = self.made(context)
        left = rows_of_now(found["left"], context, past)
        for team in teams_of(queries, context.snapshot):
            scores = np.zeros(context.snapshot.num_papers)
            scores[: past.snapshot.num_papers] = found["right"] @ left[team].sum(axis=0)
            yield np.where(scores > 0, scores, np.nan)
