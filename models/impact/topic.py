"""Citations of earlier papers on the same topic: those whose words are nearest to the title."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.graph.text_search import Index
from scinet.models.base.ranking import best_first, texts
from scinet.models.base.system import Context
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Floats, Record


@dataclass(frozen=True)
class TopicMean(Forecaster):
    """Mean citations of the nearest papers by BM25 whose window is over.

    Attributes:
        near: How many papers count.
        years: How far back papers count, from the last one whose window is over; 0 means all.
    """

    name = "impact-topic"
    version = "1"
    track = "text"
    summary = "mean citations of the earlier papers with the nearest words"
    needs = frozenset({"months", "title"})

    near: int = 30
    years: float = 0.0

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """NaN for a title that shares no word with an earlier paper."""
        papers = np.flatnonzero(record.recent(self.years))
        found = np.full(len(queries), np.nan)
        if not len(papers):
            return found
        lines = texts(context.snapshot)
        index = Index([lines[paper] for paper in papers])
        for place, query in enumerate(queries):
            nearest = best_first(index.scores(query.inputs["title"] or ""))[: self.near]
            if len(nearest):
                found[place] = record.citations[papers[nearest]].mean()
        return found
