"""The same number for all papers of a day: the median or mean of recent papers. A baseline."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.models.base.system import Context
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Floats, Record


@dataclass(frozen=True)
class Constant(Forecaster):
    """The median or the mean of recent papers whose window is over.

    Attributes:
        of: ``median``, which no other number beats in mean error, or ``mean``.
        years: How far back papers count, from the last one whose window is over; 0 means all.
    """

    name = "impact-constant"
    version = "1"
    summary = "the median of recent papers"

    of: str = "median"
    years: float = 3.0

    def __post_init__(self) -> None:
        if self.of not in {"median", "mean"}:
            raise ValueError(f"setting of is {self.of!r}, not median or mean")

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """One number for all."""
        del context
        found = record.citations[record.recent(self.years)]
        number = np.nan
        if len(found):
            number = float(np.mean(found) if self.of == "mean" else np.median(found))
        return np.full(len(queries), number)
