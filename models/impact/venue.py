"""Citations of recent papers of the same venue."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.models.base.system import Context
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Floats, Record


@dataclass(frozen=True)
class VenueMean(Forecaster):
    """Mean citations of the venue's recent papers whose window is over.

    Attributes:
        years: How far back papers count, from the last one whose window is over; 0 means all.
    """

    name = "impact-venue"
    version = "1"
    summary = "mean citations of recent papers of the venue"
    needs = frozenset({"months", "venue_id"})

    years: float = 3.0

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """NaN for a venue without such a paper."""
        snapshot = context.snapshot
        recent = record.recent(self.years) & (snapshot.venue >= 0)
        venues = len(snapshot.venue_id)
        count = np.bincount(snapshot.venue[recent], minlength=venues)
        total = np.bincount(
            snapshot.venue[recent], weights=record.citations[recent], minlength=venues
        )
        means = np.full(venues + 1, np.nan)  # the last one for unknown venues
        np.divide(total, count, out=means[:-1], where=count > 0)
        number = snapshot.venue_number
        return means[[number.get(query.inputs["venue_id"], venues) for query in queries]]
