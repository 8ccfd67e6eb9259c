"""Papers that the team has cited, by how often: PreScience's baseline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats
from scinet.models.prior_work.team import TeamRanker, cited_by

_YEARS = 3 * 365


@dataclass(frozen=True)
class PriorWorkFrequency(TeamRanker):
    """Papers by citations from the team.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all. The released
            baseline uses 10, the paper describes all.
        ties: What breaks ties: ``id``, that is earlier papers first, or
            ``popularity``, their citations within the last three years.
    """

    name = "prior-work-frequency"
    version = "1"
    summary = "papers by how often the team cited them"

    recent: int = 10
    ties: str = "id"

    def __post_init__(self) -> None:
        if self.recent < 0 or self.ties not in {"id", "popularity"}:
            raise ValueError("recent is at least 0, ties is id or popularity")

    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """Number of citations; a tie by popularity adds less than one."""
        popular = _lately_cited(snapshot)
        share = popular / (popular.max(initial=0.0) + 1.0)
        for team in teams:
            count = cited_by(snapshot, team, self.recent)
            count[count == 0] = np.nan
            yield count + share if self.ties == "popularity" else count


def _lately_cited(snapshot: Snapshot) -> Floats:
    if snapshot.before is None:
        raise ValueError("recent citations need a snapshot that ends at a day")
    since = np.searchsorted(snapshot.day, day_of(snapshot.before) - _YEARS)
    cited = snapshot.cites.indices[snapshot.cites.indptr[since] :]
    return np.bincount(cited, minlength=snapshot.num_papers).astype(np.float64)
