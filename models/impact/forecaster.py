"""The base of systems that predict citations: one number per paper, with a fallback."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from scinet.eval.answer import Answer, Number
from scinet.eval.task import Query
from scinet.models.base.system import Context, System
from scinet.models.impact.record import Floats, Record

_NOTHING: Final = "nothing to go by: the median of recent papers"


class Forecaster(System):
    """A system that answers with a number of citations within ``months`` of a paper."""

    version = "1"
    answers = Number
    track = "graph"
    needs = frozenset({"months"})

    @abstractmethod
    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """A number for each query, NaN without evidence; shape ``(queries,)``.

        All queries have one window, and the record holds citations in windows of that length.
        """

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The numbers; the median of recent papers in place of NaN, which the answer says."""
        found = np.empty(len(queries))
        without: dict[int, float] = {}
        months = [int(query.inputs["months"]) for query in queries]
        for window in sorted(set(months)):
            record = Record.of(context.snapshot, window)
            chosen = [place for place, one in enumerate(months) if one == window]
            found[chosen] = self.values([queries[place] for place in chosen], record, context)
            without[window] = record.usual()
        for query, window, value in zip(queries, months, found, strict=True):
            if np.isnan(value):
                yield Number(query.query_id, without[window], explanation=_NOTHING)
            else:
                yield Number(query.query_id, float(value))
