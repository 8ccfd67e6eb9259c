"""Papers that the team has cited, by how often: PreScience's baseline."""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.graph.dates import day_of
from scinet.models.base.ranking import Floats
from scinet.models.base.system import Context
from scinet.models.prior_work.team import TeamRanker, Teams, cited_by
from scinet.validation import OPTIONS, Natural

_YEARS = 3 * 365


@checked(frozen=True, config=OPTIONS)
class PriorWorkFrequency(TeamRanker):
    """Papers by citations from the team.

    Attributes:
        recent: The released baseline uses 10, the paper describes all.
        ties: What breaks ties: ``id``, that is earlier papers first, or
            ``popularity``, their citations within the last three years.
    """

    name = "prior-work-frequency"
    summary = "papers by how often the team cited them"

    recent: Natural = 10
    ties: Literal["id", "popularity"] = "id"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Number of citations; a tie by popularity adds less than one."""
        snapshot = context.snapshot
        popular = _lately_cited(context)
        share = popular / (popular.max(initial=0.0) + 1.0)
        for team in teams:
            count = cited_by(snapshot, team, self.recent)
            count[count == 0] = np.nan
            yield count + share if self.ties == "popularity" else count


def _lately_cited(context: Context) -> Floats:
    snapshot = context.snapshot
    since = np.searchsorted(snapshot.day, day_of(context.before) - _YEARS)
    cited = snapshot.cites.indices[snapshot.cites.indptr[since] :]
    return np.bincount(cited, minlength=snapshot.num_papers).astype(np.float64)
