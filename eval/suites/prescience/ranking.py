"""What PreScience's two ranking tasks share: splits, what may be returned, and the scores."""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any, ClassVar, Final

import numpy as np

from scinet.eval.list_task import Ids, ListTask
from scinet.eval.metrics import retrieval
from scinet.eval.suites.prescience import candidates, metrics
from scinet.eval.suites.prescience.targets import Period, of_periods, periods
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import Marking, Material, ScoredQuery, Scoring
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32

_LIMITED: Final = ("MRR", "Recall@10", "Hits@10", "AP", "AUC")


class Forecast(ListTask):
    """A ranking whose truth stands in the ``items`` of each row."""

    suite = "prescience"
    needs_graph = False
    headline = "nDCG@1000"
    items: ClassVar[candidates.Items]

    @abstractmethod
    def ask(
        self, snapshot: Snapshot, period: Period, options: Any, seed: int
    ) -> tuple[Split, Mapping[str, int]]:
        """The questions of one period, at whose end the snapshot is cut, and what was left out.

        They come in order of the day they are asked as of; the table ``known`` has all items that
        may be returned, as :class:`KnownRows` gives them.
        """

    def build(self, material: Material, options: Any) -> TaskDraft:
        """A split for each period asked for, made of what was dated before its end."""

        def ask(period: Period) -> tuple[Split, Mapping[str, int]]:
            past = material.snapshot.until(period.end)
            split, left_out = self.ask(past, period, options, material.seed)
            if options.candidates == "none":
                return split, left_out
            limited, short = candidates.limited(split, past, self.items, options, material.seed)
            return limited, {**left_out, **short}

        return of_periods(self, material, options, periods(material.before, options), ask)

    @abstractmethod
    def more(self, one: ScoredQuery[Ids]) -> dict[str, float]:
        """What strict scoring tells besides the published numbers."""

    def score(self, asked: Sequence[ScoredQuery[Ids]], marking: Marking) -> list[dict[str, float]]:
        """The published numbers, and strictly more; see :class:`TaskType`."""
        if marking.scoring == "official":
            return [scores(one, marking.scoring) for one in asked]
        return [{**scores(one, marking.scoring), **self.more(one)} for one in asked]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """The true items."""
        return list(truth["items"])

    def pool(self, marking: Marking) -> list[str]:
        """Items that existed before the first query was asked."""
        begin = min(query.before for query in marking.task.queries(marking.split))
        return [item for item, day in self.known(marking).items() if day < begin]

    def known(self, marking: Marking) -> Mapping[str, date]:
        """All items, with the day since which each is known."""
        rows = marking.task.rows("known", marking.split)
        return {row["id"]: date.fromisoformat(row["day"]) for row in rows}


@dataclass(frozen=True, slots=True, eq=False)
class KnownRows(Sequence[Row]):
    """The table that :meth:`Forecast.known` reads: a row is made when it is looked at."""

    ids: Sequence[object] | Objects
    days: Sequence[np.integer] | Int32

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, place: Any) -> Any:
        """The row of one item."""
        day = date_of(int(self.days[place])).isoformat()
        return {"id": str(self.ids[place]), "day": day}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownRows) and list(self) == list(other)


def new_share(true: Sequence[str], known: Mapping[str, int]) -> float:
    """Share of the true items that the seed, or the team, had nothing to do with before.

    It is 0 where nothing is true, as in the published scripts.
    """
    return sum(item not in known for item in true) / len(true) if true else 0.0


def hit_rates(
    one: ScoredQuery[Ids], times: Mapping[str, int], least: Sequence[int], what: str
) -> dict[str, float]:
    """Share found of the true items that were met so many times before, at R-precision's cut.

    Args:
        times: How often each item was met; others never were.
        least: The least number of each class, from 0 on.
        what: The word for it in the names of the rates.
    """
    counted = hits(one.answer or (), one.truth["items"], times, least)
    return {
        f"hit rate, {name} {what}": found / members if members else math.nan
        for name, (found, members) in counted.items()
    }


def hits(
    listed: Sequence[str], true: Sequence[str], times: Mapping[str, int], least: Sequence[int]
) -> dict[str, tuple[int, int]]:
    """How many of the true items of each class are found, and how many there are."""
    found = set(listed[: len(true)])
    counted: dict[str, tuple[int, int]] = {}
    for low, above in pairwise((*least, math.inf)):
        members = [item for item in true if low <= times.get(item, 0) < above]
        name = (
            f"{low}+"
            if above == math.inf
            else f"{low}"
            if above == low + 1
            else f"{low}-{above - 1}"
        )
        counted[name] = (len(found.intersection(members)), len(members))
    return counted


def scores(one: ScoredQuery[Ids], scoring: Scoring) -> dict[str, float]:
    """The published numbers; officially a query without an answer does not count at all.

    A query of which nothing is true has none strictly, and officially 0. Where the task limits what
    may be listed, strict scoring adds what is usual there.
    """
    true: list[str] = one.truth["items"]
    if scoring == "strict":
        listed = one.answer or ()
        if not true:
            names = metrics.NAMES + _LIMITED * (one.query.candidates is not None)
            return dict.fromkeys(names, math.nan)
        found = metrics.strict(listed, true)
        if one.query.candidates is not None:
            found["MRR"] = retrieval.reciprocal_rank(listed, true)
            found["Recall@10"] = retrieval.recall_at(listed, true, 10)
            found["Hits@10"] = retrieval.hits_at(listed, true, 10)
            found["AP"] = retrieval.average_precision(listed, true)
            found["AUC"] = retrieval.auc(listed, true, one.query.candidates)
        return found
    if one.answer is None:
        return dict.fromkeys(metrics.NAMES, math.nan)
    return metrics.published(one.answer, true)
