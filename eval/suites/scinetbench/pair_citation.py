"""Pair task: which papers cite X?

The paper contradicts itself on the direction: the query asks who cites X, the definition of the
metric says that X cites the returned paper. The query decides here; the option shows the others.
"""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.scinetbench.pair import (
    Held,
    PairOptions,
    PairTask,
    citations,
    rows_in_batches,
)
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Material
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class PairCitationOptions(PairOptions):
    """Options of the task.

    Attributes:
        direction: A returned paper is right when it cites X (``in``), is cited by it (``out``),
            or either. Truth and ranking metrics are always of the papers that cite X.
    """

    direction: Literal["in", "out", "either"] = "in"


class PairCitation(PairTask):
    """``scinetbench/pair-citation``."""

    name = "pair-citation"
    options = PairCitationOptions
    headline = "Cite-Acc"
    checks = ("Cite-Acc",)

    def text(self, title: str) -> str:
        """See :class:`PairTask`."""
        return f'papers that cite "{title}"'

    def sizes(self, snapshot: Snapshot) -> Int64:
        """Citations of each paper."""
        return snapshot.cited_by.lengths()

    def true_papers(
        self, material: Material, paper_ids: Sequence[str], options: PairCitationOptions
    ) -> dict[str, list[Row]]:
        """Citing papers with the paragraphs in which they cite."""
        del options
        items: dict[str, list[Row]] = {}
        for row in rows_in_batches(
            material.graph, "task/citing_papers", material.before, paper_ids=paper_ids
        ):
            item = {"id": row["citing_id"], "paragraph_ids": row["paragraph_ids"]}
            items.setdefault(row["paper_id"], []).append(item)
        return items

    def check(
        self, pairs: Sequence[tuple[str, str]], task: Task, before: date, database: Database
    ) -> Held:
        """Which pairs are citations in the wanted direction."""
        direction = task.options["direction"]
        turned = [(paper, x) for x, paper in pairs]
        citing = citations(turned, before, database) if direction != "out" else set()
        cited = citations(pairs, before, database) if direction != "in" else set()
        return dict.fromkeys({*cited, *((x, paper) for paper, x in citing)}, (True,))
