"""What PreScience's two ranking tasks share: how a ranked list is scored."""

import math
from collections.abc import Sequence

import numpy as np

from scinet.eval.metrics import prescience
from scinet.eval.task import Query, Row
from scinet.eval.tasks.kind import Asked, Kind, Scoring


class Forecast(Kind):
    """A ranking whose truth stands in the ``items`` of each row."""

    suite = "prescience"
    needs_graph = False
    headline = "nDCG@1000"

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """The true items."""
        del query, scoring
        return list(truth["items"])

    def wrong(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """Items that are not true."""
        del scoring
        true = set(truth["items"])
        shuffled = [pool[i] for i in rng.permutation(len(pool))]
        return self.guess(query, [item for item in shuffled if item not in true])


def scores(one: Asked, scoring: Scoring) -> dict[str, float]:
    """The published numbers; officially a query without an answer does not count at all."""
    true: list[str] = one.truth["items"]
    if scoring == "strict":
        return prescience.strict(one.papers or (), true)
    if one.papers is None:
        return dict.fromkeys(prescience.NAMES, math.nan)
    return prescience.published(one.papers, true)
