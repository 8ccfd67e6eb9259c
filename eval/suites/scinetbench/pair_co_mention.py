"""Pair task: the papers co-mentioned with X in one paragraph."""

import itertools
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.scinetbench.pair import Held, PairTask, PairTaskOptions, read_in_batches
from scinet.eval.task import Row
from scinet.eval.task_type import BuildContext, ScoringContext
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, slots=True, config=OPTIONS)
class PairCoMentionOptions(PairTaskOptions):
    """Options of the task.

    Attributes:
        min_co_mentions: Fewest papers that mention both in one paragraph, for a true paper.
    """

    min_co_mentions: Natural = 1


class PairCoMention(PairTask):
    """``scinetbench/pair-co-mention``; truth is graded by the number of mentioning papers."""

    name = "pair-co-mention"
    options = PairCoMentionOptions
    presets: ClassVar = {"paper": {"queries": "300"}, "scinet-v2": {"queries": "300"}}
    headline = "CoMention-Paragraph"
    checks = ("CoMention-Acc", "CoMention-Paragraph")

    def text(self, title: str) -> str:
        """Return the text of the query."""
        return f'papers named most often beside "{title}" in the same paragraph'

    def sizes(self, snapshot: Snapshot) -> Int64:
        """Count the papers co-mentioned with each paper."""
        pairs = np.concatenate([snapshot.co_mention, snapshot.co_mention[:, ::-1]])
        distinct = np.unique(pairs.astype(np.int64), axis=0)
        return np.bincount(distinct[:, 0], minlength=snapshot.num_papers).astype(np.int64)

    def true_papers(
        self, context: BuildContext, paper_ids: Sequence[str], options: PairCoMentionOptions
    ) -> dict[str, list[Row]]:
        """Return co-mentioned papers with the number of mentioning papers and their paragraphs."""
        items: dict[str, list[Row]] = {}
        for row in read_in_batches(
            context.graph, "task/co_mentioned", context.before, paper_ids=paper_ids
        ):
            if row["papers"] >= options.min_co_mentions:
                item = {"id": row["other_id"], "n_papers": row["papers"]}
                item["paragraph_ids"] = row["paragraph_ids"]
                items.setdefault(row["paper_id"], []).append(item)
        return items

    def check(self, pairs: Sequence[tuple[str, str]], context: ScoringContext) -> Held:
        """Check which pairs one paper cites, and which it mentions in one paragraph."""
        held: Held = {}
        for x, group in itertools.groupby(pairs, key=lambda pair: pair[0]):
            others = [paper for _, paper in group]
            params = {"paper_id": x, "others": others, "before": context.before}
            for row in context.graph.rows("check/co_mentions", **params):
                held[x, row["paper_id"]] = row["papers"] > 0, row["is_in_one_paragraph"]
        return held
