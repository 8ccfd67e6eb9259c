"""Text search carried on over citations: a walk from the papers found first."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.links.walks import uniform, visits
from scinet.graph.snapshot import Csr
from scinet.models.base.ranking import Floats, Ranker, best_first
from scinet.models.base.system import Context
from scinet.models.text.bm25 import Bm25
from scinet.models.text.hybrid import Hybrid
from scinet.validation import OPTIONS, PositiveShare

_TOLERANCE = 1e-6  # far below the difference of two papers that a reader would distinguish


@checked(frozen=True, config=OPTIONS)
class GraphExpanded(Ranker):
    """Personalised PageRank over citations, either way, from what text search finds.

    Attributes:
        first: The text search: ``hybrid`` or ``bm25``.
        seeds: Papers of it that the walk restarts at, each as likely.
        restart: Probability of a restart per step.
    """

    name = "graph-expanded"
    version = "1"
    track = "graph"
    summary = "papers near, by citations, to what text search finds"

    first: Literal["hybrid", "bm25"] = "hybrid"
    seeds: PositiveInt = 10
    restart: PositiveShare = 0.25

    @property
    def settings(self) -> dict[str, Any]:
        """Those of the walk and of the search before it."""
        search = self._search.settings
        caution = {"caution": search["caution"]} if "caution" in search else {}
        return {**super().settings, "search": search, **caution}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Share of time at each paper; what no walk reaches is not in the answer."""
        papers = context.snapshot.num_papers
        citing, cited = context.snapshot.ordered.row_numbers(), context.snapshot.ordered.indices
        step = uniform(
            Csr.from_pairs(np.concatenate([citing, cited]), np.concatenate([cited, citing]), papers)
        )
        for found in self._search.scores(queries, context):
            seeds = best_first(found)[: self.seeds]
            if not len(seeds):
                yield found
                continue
            starts = Csr(np.array([0, len(seeds)]), seeds.astype(np.int32))
            ((_, share),) = visits(step, starts, restart=self.restart, tolerance=_TOLERANCE)
            yield np.where(share[:, 0] > 0, share[:, 0], np.nan)

    @property
    def _search(self) -> Ranker:
        return Hybrid() if self.first == "hybrid" else Bm25()
