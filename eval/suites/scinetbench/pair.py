"""What the pair tasks share: one paper X is named, and others are asked for."""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.eval.list_task import Ids, ListTask, is_unresolved
from scinet.eval.metrics.retrieval import ndcg_at, precision_at, recall_at
from scinet.eval.suites.scinetbench.sampling import stratified
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    Marking,
    Material,
    ScoredQuery,
    Scoring,
    unmistakable,
)
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.validation import OPTIONS, Natural, Positive

BATCH = 1000  # pairs, or papers asked about, per round trip
_SHORT = 10


@checked(frozen=True, slots=True, config=OPTIONS)
class PairOptions:
    """Options of all pair tasks.

    Attributes:
        k: Longest list that is looked at.
        queries: Papers X drawn.
        min_truth: Fewest true papers of a query.
        denominators: Papers that a share is taken of: ``returned``, where an unresolved title is
            a wrong paper, or ``lenient``, where it is dropped. In precision, recall and nDCG it
            is wrong and keeps its place either way.
    """

    k: Positive = 50
    queries: Natural = 100
    min_truth: Natural = 5
    denominators: Literal["returned", "lenient"] = "returned"


class PairScored(ListTask):
    """How lists of papers are compared with what holds between each and X.

    Attributes:
        checks: What is checked of each returned paper; shares are reported by these names.
    """

    suite = "scinetbench"
    needs_graph = True
    checks: ClassVar[tuple[str, ...]]

    @abstractmethod
    def check(
        self, pairs: Sequence[tuple[str, str]], task: Task, before: date, database: Database
    ) -> dict[tuple[str, str], tuple[bool, ...]]:
        """For sorted pairs (X, returned), which of ``checks`` held before a day; absent: none."""

    def flags(
        self, one: ScoredQuery[Ids], paper: str, held: Mapping[tuple[str, str], tuple[bool, ...]]
    ) -> tuple[bool, ...]:
        """Which of ``checks`` a returned paper passes, by what :meth:`check` found."""
        return held.get((one.query.inputs["paper_id"], paper), (False,) * len(self.checks))

    def score(self, asked: Sequence[ScoredQuery[Ids]], marking: Marking) -> list[dict[str, float]]:
        """Shares of the returned papers; strict also ranks them; see :class:`TaskType`."""
        pairs = {
            (one.query.inputs["paper_id"], paper) for one in asked for paper in one.answer or ()
        }
        held = self.check(sorted(pairs), marking.task, marking.before, marking.graph)
        lenient = marking.task.options["denominators"] == "lenient"
        return [self._scores(one, held, marking.scoring, lenient=lenient) for one in asked]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """The true papers, best first."""
        del scoring
        ranked = sorted(truth["items"], key=lambda item: (-gain(item), item["id"]))
        return [item["id"] for item in ranked][: query.k]

    def wrong(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """Papers that are not true."""
        del scoring
        true = {item["id"] for item in truth["items"]}
        shuffled = [pool[i] for i in rng.permutation(len(pool))]
        return self.guess(query, [paper for paper in shuffled if paper not in true])

    def _scores(
        self,
        one: ScoredQuery[Ids],
        held: Mapping[tuple[str, str], tuple[bool, ...]],
        scoring: Scoring,
        *,
        lenient: bool,
    ) -> dict[str, float]:
        strict = scoring == "strict"
        nothing = 0.0 if strict else math.nan
        papers = one.answer or ()
        kept = [p for p in papers if not (lenient and is_unresolved(p))]
        flags = np.array([self.flags(one, paper, held) for paper in kept], dtype=np.float64)
        scores: dict[str, float] = {}
        for k in sorted({one.query.k, min(_SHORT, one.query.k)}, reverse=True):
            # Official lists are as long as they were given.
            part = flags if k == one.query.k else flags[:k]
            means = part.mean(axis=0) if kept else np.full(len(self.checks), nothing)
            names = self.checks if k == one.query.k else [f"{name}@{k}" for name in self.checks]
            scores |= dict(zip(names, map(float, means), strict=True))
        if strict:
            gains = {item["id"]: gain(item) for item in one.truth["items"]}
            for k in sorted({_SHORT, one.query.k}):
                scores[f"precision@{k}"] = precision_at(papers, gains, k)
                scores[f"recall@{k}"] = recall_at(papers, gains, k)
                scores[f"nDCG@{k}"] = ndcg_at(papers, gains, k)
        return scores


class PairTask(PairScored):
    """Queries about one paper, drawn evenly over in-degree."""

    @abstractmethod
    def text(self, title: str) -> str:
        """The question about a paper."""

    @abstractmethod
    def sizes(self, snapshot: Snapshot) -> Int64:
        """Number of true papers by position, to draw from."""

    @abstractmethod
    def true_papers(
        self, material: Material, paper_ids: Sequence[str], options: Any
    ) -> dict[str, list[Row]]:
        """True items by paper, each list sorted, asked of the graph in batches."""

    def build(self, material: Material, options: Any) -> TaskDraft:
        """Draw papers and ask for their truth; see :class:`TaskType`."""
        snapshot = material.snapshot
        sizes = self.sizes(snapshot)
        enough = sizes >= options.min_truth
        named = unmistakable(snapshot)
        degree = snapshot.cited_by.lengths()
        drawn = stratified(np.flatnonzero(enough & named), degree, options.queries, material.seed)
        ids = [str(snapshot.paper_id[i]) for i in drawn]
        items = self.true_papers(material, ids, options)
        queries: list[Query] = []
        truth: list[Row] = []
        for position, paper in zip(drawn, ids, strict=True):
            # The draw counts on arrays; an option may ask the graph for more.
            if len(items.get(paper, ())) < options.min_truth:
                continue
            title = str(snapshot.title[position])
            query_id = f"q{len(queries) + 1:04d}"
            inputs = {"paper_id": paper, "title": title}
            queries.append(Query(query_id, self.text(title), inputs, material.before, options.k))
            truth.append({"query_id": query_id, "items": items[paper]})
        return self.draft(
            material,
            options,
            Split(material.before, queries, truth),
            left_out={
                "papers_with_few_true_ones": int(np.count_nonzero(~enough)),
                "papers_without_a_title_of_their_own": int(np.count_nonzero(enough & ~named)),
                "drawn_with_few_true_ones": len(drawn) - len(queries),
            },
        )


def gain(item: Row) -> float:
    """Gain of a true item: the number of papers behind it where that is known, else 1."""
    return float(item.get("n_papers", 1))


def batches(items: Sequence[Any], size: int = BATCH) -> list[Sequence[Any]]:
    """Cut a sequence into parts of at most ``size``."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def from_groups(groups: NDArray[np.integer], members: NDArray[np.integer], size: int) -> Int64:
    """Number of distinct members per group, shape ``(size,)``."""
    pairs = np.unique(np.stack([groups, members], axis=1).astype(np.int64), axis=0)
    return np.bincount(pairs[:, 0], minlength=size).astype(np.int64)
