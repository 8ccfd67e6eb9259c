"""Base of citation forecasts: the record of earlier papers, and a fallback."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer, NumberAnswer
from scinet.eval.suites.prescience.impact import MONTH_DAYS
from scinet.eval.task import Query
from scinet.graph.indicators.citations import counts_within_days
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import Context, System
from scinet.models.history import Floats

_RECENT_YEARS: Final = 3.0
_FALLBACK_NOTE: Final = "nothing to go by: the median of recent papers"


@dataclass(frozen=True, slots=True)
class CitationRecord:
    """Papers of a snapshot and their citations within a window after publication.

    Shapes:
        citations: ``(papers,)``, NaN for papers whose window was not over on that day.
    """

    snapshot: Snapshot
    citations: Floats

    @classmethod
    def of(cls, snapshot: Snapshot, months: int) -> Self:
        """Compute the record as of the cutoff of a snapshot; a month has 30 days."""
        if snapshot.before is None:
            raise ValueError("the snapshot is not cut at a day")
        days = MONTH_DAYS * months
        is_over = snapshot.day + days <= day_of(snapshot.before)
        return cls(snapshot, np.where(is_over, counts_within_days(snapshot, days), np.nan))

    def recent(self, years: float) -> NDArray[np.bool_]:
        """Mark papers with a number, of the last ``years`` with any; 0 means all."""
        is_known = ~np.isnan(self.citations)
        if years and is_known.any():
            day = self.snapshot.day
            is_known &= day > day[is_known].max() - years * DAYS_PER_YEAR
        return is_known

    def usual(self) -> float:
        """Compute the median of recent papers, the default expectation; or 0."""
        citations = self.citations[self.recent(_RECENT_YEARS)]
        return float(np.median(citations)) if len(citations) else 0.0


class Forecaster(System):
    """System that predicts a paper's citations within ``months``."""

    answers = NumberAnswer
    track = "graph"
    needs = frozenset({"months"})

    @abstractmethod
    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Predict a number for each query, NaN without evidence; shape ``(queries,)``.

        All queries have one window, and the record has citations in windows of that length.
        """

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield the predictions; the median of recent papers, with a note, in place of NaN."""
        predicted = np.empty(len(queries))
        without: dict[int, float] = {}
        months = [int(query.inputs["months"]) for query in queries]
        for window in sorted(set(months)):
            record = CitationRecord.of(context.snapshot, window)
            places = [place for place, length in enumerate(months) if length == window]
            predicted[places] = self.values([queries[place] for place in places], record, context)
            without[window] = record.usual()
        for query, window, value in zip(queries, months, predicted, strict=True):
            if np.isnan(value):
                yield NumberAnswer(query.query_id, without[window], explanation=_FALLBACK_NOTE)
            else:
                yield NumberAnswer(query.query_id, float(value))
