"""Papers near what the team has cited: cited together with it, or reached by a walk from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.links import network
from scinet.graph.links.walks import uniform
from scinet.graph.snapshot import Csr, Snapshot
from scinet.models.base.ranking import Floats, visited
from scinet.models.prior_work.team import TeamRanker, cited_by, latest_papers


@dataclass(frozen=True)
class CoCited(TeamRanker):
    """Papers cited together with what the team cites, the cited ones themselves included.

    Attributes:
        recent: Papers of each author that are looked at, the latest first; 0 means all.
        half_life_years: Years of 365.25 days after which a citing paper counts half.
    """

    name = "prior-work-co-cited"
    version = "1"
    summary = "papers cited together with what the team cites, lately counting more"

    recent: int = 10
    half_life_years: float = 3.0

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Faded sum over papers that cite both."""
        if snapshot.before is None:
            raise ValueError("papers fade up to a day")
        cites = snapshot.cites.to_scipy(snapshot.num_papers)
        age = day_of(snapshot.before) - snapshot.day
        faded = 0.5 ** (age / (self.half_life_years * DAYS_PER_YEAR))
        cited = cites.T.tocsr()
        for team in teams:
            start = cited_by(snapshot, team, self.recent)
            scores = np.asarray(cited @ (faded * (cites @ start)))
            scores[scores == 0] = np.nan
            yield scores


@dataclass(frozen=True)
class PriorWorkWalk(TeamRanker):
    """A walk over citations, either way, that restarts at what the team has cited or written.

    Attributes:
        recent: Papers of each author that are looked at, the latest first; 0 means all.
        restart: Probability of a restart per step.
    """

    name = "prior-work-walk"
    version = "1"
    summary = "personalised PageRank over citations from what the team cited or wrote"

    recent: int = 10
    restart: float = 0.25

    def __post_init__(self) -> None:
        if not 0 < self.restart <= 1:
            raise ValueError("restart is in (0, 1]")

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Share of time at each paper; what is never reached is no answer."""
        rows: list[int] = []
        starts: list[int] = []
        for row, team in enumerate(teams):
            cited = np.flatnonzero(cited_by(snapshot, team, self.recent))
            if not len(cited):
                # A team that never cited anything known starts at its own papers.
                own = [latest_papers(snapshot, author, self.recent) for author in team]
                cited = np.unique(np.concatenate(own))
            rows += [row] * len(cited)
            starts += cited.tolist()
        table = Csr.from_pairs(np.array(rows), np.array(starts), len(teams))
        step = uniform(network(snapshot, "citation"))
        yield from visited(step, table, restart=self.restart)
