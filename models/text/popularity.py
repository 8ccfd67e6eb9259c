"""The same most cited papers for every query: what any system must beat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.indicators import citations
from scinet.models.base.system import Context, System, ranked


@dataclass(frozen=True)
class Popularity(System):
    """Papers by citations as of the cut-off day; ties to the earlier one."""

    name = "popularity"
    version = "1"
    track = "graph"
    summary = "the most cited papers before the cut-off day, whatever is asked"

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Give every query the same list."""
        counts = citations.counts(context.snapshot)
        order = np.lexsort((np.arange(len(counts)), -counts))
        for query in queries:
            yield ranked(query, order, context, counts)
