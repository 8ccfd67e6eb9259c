"""Base of PreScience's two ranking tasks: splits, candidates and scores."""

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
from scinet.eval.suites.prescience.targets import Period, build_periods, make_periods
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import BuildContext, ScoredQuery, Scoring, ScoringContext
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32

_CANDIDATE_METRICS: Final = ("MRR", "Recall@10", "Hits@10", "AP", "AUC")


class Forecast(ListTask):
    """Ranking task whose truth is in the ``items`` of each row."""

    suite = "prescience"
    needs_graph = False
    headline = "nDCG@1000"
    items: ClassVar[candidates.Items]

    @abstractmethod
    def build_queries(
        self, snapshot: Snapshot, period: Period, options: Any, seed: int
    ) -> tuple[Split, Mapping[str, int]]:
        """Build the queries of one period, with counts of omissions.

        The snapshot is cut at the end of the period. Queries come in order of their cutoffs; the
        table ``known`` has all possible items, see :class:`KnownRows`.
        """

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build a split for each period from the papers dated before its end."""

        def ask(period: Period) -> tuple[Split, Mapping[str, int]]:
            past = context.snapshot.until(period.end)
            split, left_out = self.build_queries(past, period, options, context.seed)
            if options.candidates == "none":
                return split, left_out
            limited, short = candidates.add_candidates(
                split, past, self.items, options, context.seed
            )
            return limited, {**left_out, **short}

        return build_periods(self, context, options, make_periods(context.before, options), ask)

    @abstractmethod
    def extra_scores(self, example: ScoredQuery[Ids]) -> dict[str, float]:
        """Compute the metrics that strict scoring adds to the published ones."""

    def score(
        self, examples: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute the published metrics, strictly with more; see :class:`TaskType`."""
        if context.scoring == "official":
            return [compute_scores(example, context.scoring) for example in examples]
        return [
            {**compute_scores(example, context.scoring), **self.extra_scores(example)}
            for example in examples
        ]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the true items."""
        return list(truth["items"])

    def pool(self, context: ScoringContext) -> list[str]:
        """Return the items that existed before the first query."""
        begin = min(query.before for query in context.task.queries(context.split))
        return [item for item, day in self.known_items(context).items() if day < begin]

    def known_items(self, context: ScoringContext) -> Mapping[str, date]:
        """Return all items, with the day since which each is known."""
        rows = context.task.rows("known", context.split)
        return {row["id"]: date.fromisoformat(row["day"]) for row in rows}


@dataclass(frozen=True, slots=True, eq=False)
class KnownRows(Sequence[Row]):
    """Table read by :meth:`Forecast.known_items`; rows are made on access."""

    ids: Sequence[object] | Objects
    days: Sequence[np.integer] | Int32

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, place: Any) -> Any:
        """Return the row of one item."""
        day = date_of(int(self.days[place])).isoformat()
        return {"id": str(self.ids[place]), "day": day}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownRows) and list(self) == list(other)


def share_new(true: Sequence[str], known_items: Mapping[str, int]) -> float:
    """Compute the share of the true items without an earlier relation to the seed, or the team.

    It is 0 where nothing is true, as in the published scripts.
    """
    return sum(item not in known_items for item in true) / len(true) if true else 0.0


def hit_rates(
    example: ScoredQuery[Ids], times: Mapping[str, int], least: Sequence[int], what: str
) -> dict[str, float]:
    """Compute hit rates of the true items by number of earlier encounters, at R-precision's cut.

    Args:
        times: Encounters of each item; 0 for others.
        least: The least number of each class, from 0 on.
        what: Noun for the encounters in the names of the rates.
    """
    counted = count_hits(example.answer or (), example.truth["items"], times, least)
    return {
        f"hit rate, {name} {what}": hit_count / members if members else math.nan
        for name, (hit_count, members) in counted.items()
    }


def count_hits(
    listed: Sequence[str], true: Sequence[str], times: Mapping[str, int], least: Sequence[int]
) -> dict[str, tuple[int, int]]:
    """Count the hits and the true items of each class."""
    returned = set(listed[: len(true)])
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
        counted[name] = (len(returned.intersection(members)), len(members))
    return counted


def compute_scores(example: ScoredQuery[Ids], scoring: Scoring) -> dict[str, float]:
    """Compute the published metrics; officially a query without an answer does not count.

    A query without true items has none strictly, and officially 0. Where the task limits the
    candidates, strict scoring adds the usual metrics of that setting.
    """
    true: list[str] = example.truth["items"]
    if scoring == "strict":
        listed = example.answer or ()
        if not true:
            names = metrics.NAMES + _CANDIDATE_METRICS * (example.query.candidates is not None)
            return dict.fromkeys(names, math.nan)
        values = metrics.strict_scores(listed, true)
        if example.query.candidates is not None:
            values["MRR"] = retrieval.reciprocal_rank(listed, true)
            values["Recall@10"] = retrieval.recall_at(listed, true, 10)
            values["Hits@10"] = retrieval.hits_at(listed, true, 10)
            values["AP"] = retrieval.average_precision(listed, true)
            values["AUC"] = retrieval.auc(listed, true, example.query.candidates)
        return values
    if example.answer is None:
        return dict.fromkeys(metrics.NAMES, math.nan)
    return metrics.published_scores(example.answer, true)
