"""Pair task: the papers that cite X.

The publication contradicts itself on the direction: the query is about papers citing X, the metric
is defined for papers cited by X. Strict scoring follows the query, official scoring the definition.
"""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.scinetbench.pair import (
    Direction,
    Held,
    PairTask,
    PairTaskOptions,
    filter_cited,
    get_direction,
    read_in_batches,
)
from scinet.eval.task import Query, Row, TaskDraft
from scinet.eval.task_type import BuildContext, Scoring, ScoringContext
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class PairCitationOptions(PairTaskOptions):
    """Options of the task.

    Attributes:
        direction: A returned paper is right when it cites X (``in``), is cited by it (``out``), or
            either; ``auto`` is ``in``, in official scoring ``out``. Truth and ranking metrics are
            always about the papers that cite X.
    """

    direction: Direction = "auto"


class PairCitation(PairTask):
    """``scinetbench/pair-citation``."""

    name = "pair-citation"
    options = PairCitationOptions
    presets: ClassVar = {
        "paper": {"queries": "300", "direction": "out"},
        "scinet-v2": {"queries": "300", "direction": "in"},
    }
    headline = "Cite-Acc"
    checks = ("Cite-Acc",)

    def text(self, title: str) -> str:
        """Return the text of the query."""
        return f'papers that cite "{title}"'

    def sizes(self, snapshot: Snapshot) -> Int64:
        """Return the citations of each paper."""
        return snapshot.cited_by.lengths()

    def true_papers(
        self, context: BuildContext, paper_ids: Sequence[str], options: PairCitationOptions
    ) -> dict[str, list[Row]]:
        """Return citing papers with the paragraphs in which they cite."""
        items: dict[str, list[Row]] = {}
        for row in read_in_batches(
            context.graph, "task/citing_papers", context.before, paper_ids=paper_ids
        ):
            item = {"id": row["citing_id"], "paragraph_ids": row["paragraph_ids"]}
            items.setdefault(row["paper_id"], []).append(item)
        return items

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build as for all pair tasks, with the truth of official scoring."""
        draft = super().build(context, options)
        snapshot = context.snapshot
        for split in draft.splits.values():
            for query, row in zip(split.queries, split.truth, strict=True):
                place = snapshot.index(query.inputs["paper_id"])
                cited = [str(paper) for paper in snapshot.paper_id[snapshot.cites.row(place)]]
                citing = [str(item["id"]) for item in row["items"]]
                right = {"in": citing, "either": [*citing, *cited]}
                row["official"] = right.get(options.direction, cited)
        return draft

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the papers that cite X; in official scoring those in its direction."""
        if scoring == "strict":
            return super().ideal(query, truth, scoring)
        return list(dict.fromkeys(truth["official"]))[: query.k]

    def right_items(self, truth: Row) -> Collection[str]:
        """Return the papers that are right in either mode."""
        return {*super().right_items(truth), *truth["official"]}

    def check(self, pairs: Sequence[tuple[str, str]], context: ScoringContext) -> Held:
        """Check which pairs are citations in the wanted direction."""
        return dict.fromkeys(filter_cited(pairs, context, get_direction(context)), (True,))
