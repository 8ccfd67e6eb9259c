"""Citations of earlier papers within a window that was over on a day."""

from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.suites.prescience.impact import MONTH_DAYS
from scinet.graph.dates import DAYS_PER_YEAR, day_of
from scinet.graph.indicators.citations import within
from scinet.graph.snapshot import Snapshot

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Record:
    """Papers of a snapshot and their citations within a window after publication.

    Attributes:
        snapshot: What existed before the day.

    Shapes:
        citations: ``(papers,)``, NaN for papers whose window was not over on that day.
    """

    snapshot: Snapshot
    citations: Floats

    @classmethod
    def of(cls, snapshot: Snapshot, months: int) -> Self:
        """The record as of the day that ends a snapshot; a month has 30 days."""
        if snapshot.before is None:
            raise ValueError("the snapshot is not cut at a day")
        days = MONTH_DAYS * months
        is_over = snapshot.day + days <= day_of(snapshot.before)
        return cls(snapshot, np.where(is_over, within(snapshot, days), np.nan))

    def recent(self, years: float) -> NDArray[np.bool_]:
        """Papers with a number, of the last so many years that have any; 0 means all."""
        known = ~np.isnan(self.citations)
        if years and known.any():
            day = self.snapshot.day
            known &= day > day[known].max() - years * DAYS_PER_YEAR
        return known

    def usual(self, years: float = 3.0) -> float:
        """Median of recent papers, what to expect of a paper of which nothing is known; or 0."""
        found = self.citations[self.recent(years)]
        return float(np.median(found)) if len(found) else 0.0
