"""Papers two citations away: co-cited, coupled, or references of references."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats
from scinet.models.history import Past
from scinet.models.prior_work.team import TeamRanker, cited_by, some


@dataclass(frozen=True)
class CoCited(TeamRanker):
    """Papers cited together with what the team cites, the cited ones themselves included.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all.
        half_life_years: Years of 365.25 days after which a citing paper counts half.
    """

    name = "prior-work-co-cited"
    version = "1"
    summary = "papers cited together with what the team cites, lately counting more"

    recent: int = 10
    half_life_years: float = 3.0

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Faded sum over papers that cite both."""
        past = Past(snapshot)
        days = day_of(past.before) - snapshot.day
        faded = 0.5 ** (days / (self.half_life_years * DAYS_PER_YEAR))
        for team in teams:
            start = cited_by(snapshot, team, self.recent)
            yield some(past.cited_by @ (faded * (past.cites @ start)))


@dataclass(frozen=True)
class ReferencesOfReferences(TeamRanker):
    """Papers by how many of the papers that the team has cited cite them.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all.
    """

    name = "prior-work-second"
    version = "1"
    summary = "references of what the team has cited"

    recent: int = 10

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Number of cited papers that cite it."""
        cites = Past(snapshot).cites
        for team in teams:
            yield some(cites.T @ (cited_by(snapshot, team, self.recent) > 0))


@dataclass(frozen=True)
class Coupled(TeamRanker):
    """Papers by the references that they share with the team's papers.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all.

    Source:
        Kessler (1963), doi:10.1002/asi.5090140103.
    """

    name = "prior-work-coupled"
    version = "1"
    summary = "papers with references in common with the team's"

    recent: int = 10

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Shared references, once for each author and paper of the team."""
        cites = Past(snapshot).cites
        for team in teams:
            yield some(cites @ cited_by(snapshot, team, self.recent))
