"""Papers two citations away: co-cited, coupled, or references of references."""

from collections.abc import Iterator

from pydantic import PositiveFloat
from pydantic.dataclasses import dataclass as checked

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.models.base.ranking import Floats
from scinet.models.base.system import Context
from scinet.models.history import Past
from scinet.models.prior_work.team import TeamRanker, Teams, cited_by, some
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class CoCited(TeamRanker):
    """Papers cited together with what the team cites, the cited ones themselves included.

    Attributes:
        half_life_years: Years of 365.25 days after which a citing paper counts half.
    """

    name = "prior-work-co-cited"
    summary = "papers cited together with what the team cites, lately counting more"

    half_life_years: PositiveFloat = 3.0

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Faded sum over papers that cite both."""
        past = Past(context.snapshot)
        days = day_of(past.before) - past.snapshot.day
        faded = 0.5 ** (days / (self.half_life_years * DAYS_PER_YEAR))
        for team in teams:
            start = cited_by(past.snapshot, team, self.recent)
            yield some(past.cited_by @ (faded * (past.cites @ start)))


class ReferencesOfReferences(TeamRanker):
    """Papers by how many of the papers that the team has cited cite them."""

    name = "prior-work-second"
    summary = "references of what the team has cited"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Number of cited papers that cite it."""
        cites = Past(context.snapshot).cites
        for team in teams:
            yield some(cites.T @ (cited_by(context.snapshot, team, self.recent) > 0))


class Coupled(TeamRanker):
    """Papers by the references that they share with the team's papers.

    Source:
        Kessler (1963), doi:10.1002/asi.5090140103.
    """

    name = "prior-work-coupled"
    summary = "papers with references in common with the team's"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Shared references, once for each author and paper of the team."""
        cites = Past(context.snapshot).cites
        for team in teams:
            yield some(cites @ cited_by(context.snapshot, team, self.recent))
