"""The largest h-index in the team, taken for a number of citations."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.graph.indicators.authors import standing
from scinet.models.base.system import Context
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Floats, Record
from scinet.models.prior_work.team import teams_of


@dataclass(frozen=True)
class LargestHIndex(Forecaster):
    """Ranks papers well; the numbers themselves are not citations."""

    name = "impact-h-index"
    version = "1"
    summary = "the largest h-index in the team"
    needs = frozenset({"months", "author_ids"})

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """As of the day, from all citations until then."""
        del record
        h_index = standing(context.snapshot).h_index
        teams = teams_of(queries, context.snapshot)
        return np.array([h_index[team].max() if team else np.nan for team in teams], dtype=float)
