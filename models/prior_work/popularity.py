"""Papers by recent citations, anywhere or in the venues of a team."""

from collections.abc import Iterator, Sequence

import numpy as np
from pydantic import PositiveFloat
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.history import Past
from scinet.models.prior_work.team import TeamRanker, Teams, latest_papers, some
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class RecentPopularity(Ranker):
    """Papers by citations that fade with the age of the citing paper.

    Attributes:
        half_life_years: Years of 365.25 days after which a citation counts half.
    """

    name = "recent-popularity"
    version = "1"
    track = "graph"
    summary = "papers by recent citations, whatever the query"

    half_life_years: PositiveFloat = 1.0

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """The same for every query."""
        found = some(lately_cited(Past(context.snapshot), self.half_life_years))
        for _ in queries:
            yield found


@checked(frozen=True, config=OPTIONS)
class VenuePopularity(TeamRanker):
    """Papers by their recent citations from the venues where the team publishes.

    Attributes:
        half_life_years: Years of 365.25 days after which a citation counts half.
    """

    name = "prior-work-venue"
    summary = "papers by recent citations in the venues of the team"

    half_life_years: PositiveFloat = 1.0

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Faded citations, each times the team's papers in the venue of the citing paper."""
        snapshot, past = context.snapshot, Past(context.snapshot)
        stated = snapshot.venue >= 0
        fade = past.column(self.half_life_years)[:, 0]
        for team in teams:
            own = np.concatenate([latest_papers(snapshot, author, self.recent) for author in team])
            venues = snapshot.venue[own]
            count = np.bincount(venues[venues >= 0], minlength=len(snapshot.venue_id) + 1)
            weight = np.where(stated, count[snapshot.venue], 0)
            yield some(past.cited_by @ (weight * fade))


def lately_cited(past: Past, half_life_years: float) -> Floats:
    """Sum over citing papers of their weight by age, shape ``(papers,)``."""
    return past.cited_from(past.column(half_life_years))[:, 0].astype(np.float64)
