"""Papers by citations: recent ones, by the team, by its venues, and at two steps."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.history import HalfLife, History, Latest
from scinet.models.prior_work.team import (
    TeamRanker,
    Teams,
    count_team_citations,
    latest_papers,
    zeros_to_nan,
)
from scinet.validation import OPTIONS

_YEARS = 3 * 365 / DAYS_PER_YEAR


@checked(frozen=True, config=OPTIONS)
class PriorWorkFrequency(TeamRanker):
    """Papers by citations from the team.

    Attributes:
        recent: Papers counted: the released baseline uses 10, the paper describes all.
        ties: Tie-breaker: ``id``, earlier papers first, or citations within the last three years.
    """

    name = "prior-work-frequency"
    summary = "papers by how often the team cited them"

    recent: Latest = 10
    ties: Literal["id", "popularity"] = "id"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the number of citations; a tie by popularity adds less than one."""
        snapshot = context.snapshot
        popular = History(snapshot).citations_by_age(-1.0, _YEARS)
        share = popular / (popular.max(initial=0.0) + 1.0)
        for team in teams:
            count = count_team_citations(snapshot, team, self.recent)
            count[count == 0] = np.nan
            yield count + share if self.ties == "popularity" else count


@checked(frozen=True, config=OPTIONS)
class RecentPopularity(Ranker):
    """Papers by citations, decayed by the age of the citing paper."""

    name = "recent-popularity"
    track = "graph"
    summary = "papers by recent citations, whatever the query"

    half_life_years: HalfLife = 1.0

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the same scores for every query."""
        past = History(context.snapshot)
        scores = zeros_to_nan(past.sum_over_citing(past.column(self.half_life_years))[:, 0])
        yield from [scores] * len(queries)


@checked(frozen=True, config=OPTIONS)
class VenuePopularity(TeamRanker):
    """Papers by their recent citations from the team's venues."""

    name = "prior-work-venue"
    summary = "papers by recent citations in the venues of the team"

    half_life_years: HalfLife = 1.0

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield decayed citations, weighted by the team's papers in the citing paper's venue."""
        snapshot, past = context.snapshot, History(context.snapshot)
        stated = snapshot.venue >= 0
        fade = past.column(self.half_life_years)[:, 0]
        for team in teams:
            own = np.concatenate([latest_papers(snapshot, author, self.recent) for author in team])
            venues = snapshot.venue[own]
            count = np.bincount(venues[venues >= 0], minlength=len(snapshot.venue_id) + 1)
            weight = np.where(stated, count[snapshot.venue], 0)
            yield zeros_to_nan(past.cited_by @ (weight * fade))


@checked(frozen=True, config=OPTIONS)
class CoCited(TeamRanker):
    """Papers co-cited with the team's references, these themselves included."""

    name = "prior-work-co-cited"
    summary = "papers cited together with what the team cites, lately counting more"

    half_life_years: HalfLife = 3.0

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the decayed sum over papers that cite both."""
        past = History(context.snapshot)
        days = day_of(past.before) - past.snapshot.day
        faded = 0.5 ** (days / (self.half_life_years * DAYS_PER_YEAR))
        for team in teams:
            start = count_team_citations(past.snapshot, team, self.recent)
            yield zeros_to_nan(past.cited_by @ (faded * (past.cites @ start)))


class ReferencesOfReferences(TeamRanker):
    """Papers by the number of the team's references that cite them."""

    name = "prior-work-second"
    summary = "references of what the team has cited"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the number of cited papers that cite it."""
        cites = History(context.snapshot).cites
        for team in teams:
            yield zeros_to_nan(
                cites.T @ (count_team_citations(context.snapshot, team, self.recent) > 0)
            )


class Coupled(TeamRanker):
    """Papers by the references that they share with the team's papers.

    Source:
        Kessler (1963), doi:10.1002/asi.5090140103.
    """

    name = "prior-work-coupled"
    summary = "papers with references in common with the team's"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield shared references, once for each author and paper of the team."""
        cites = History(context.snapshot).cites
        for team in teams:
            yield zeros_to_nan(cites @ count_team_citations(context.snapshot, team, self.recent))
