"""What PreScience's two ranking tasks share: what may be returned, and how it is scored."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import numpy as np

from scinet.eval.metrics import prescience
from scinet.eval.task import Query, Row, Task
from scinet.eval.tasks.kind import Asked, Kind, Scoring
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot


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

    def pool(
        self, task: Task, scoring: Scoring, snapshot: Snapshot | None, *, split: str
    ) -> list[str]:
        """Items that existed before the first query was asked."""
        del scoring
        begin = min(query.before for query in task.queries(split))
        known = self.known(task, snapshot, split=split)
        return [item for item, day in known.items() if day < begin]

    def known(self, task: Task, snapshot: Snapshot | None, *, split: str) -> Mapping[str, date]:
        """All items, with the day since which each is known."""
        del snapshot
        rows = task.table("known", split)
        return {row["id"]: date.fromisoformat(row["day"]) for row in rows}


def known_rows(ids: Iterable[object], days: Iterable[np.integer]) -> list[Row]:
    """The table that :meth:`Forecast.known` reads."""
    return [
        {"id": str(item), "day": date_of(int(day)).isoformat()}
        for item, day in zip(ids, days, strict=True)
    ]


def scores(one: Asked, scoring: Scoring) -> dict[str, float]:
    """The published numbers; officially a query without an answer does not count at all."""
    true: list[str] = one.truth["items"]
    if scoring == "strict":
        return prescience.strict(one.papers or (), true)
    if one.papers is None:
        return dict.fromkeys(prescience.NAMES, math.nan)
    return prescience.published(one.papers, true)
