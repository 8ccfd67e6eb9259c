"""Base of the pair tasks: papers related to a given paper X."""

import math
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.eval.list_task import Ids, ListTask, is_unresolved
from scinet.eval.metrics.retrieval import ndcg_at, precision_at, recall_at
from scinet.eval.suites.scinetbench.subfields import DisciplineOptions, discipline_papers
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    ScoredQuery,
    Scoring,
    ScoringContext,
    unique_title_mask,
)
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.validation import OPTIONS, Natural, Positive

Direction: TypeAlias = Literal["auto", "in", "out", "either"]
Held: TypeAlias = dict[tuple[str, str], tuple[bool, ...]]
"""Passed checks by pair (X, returned)."""

_BATCH_SIZE = 1000  # papers, or paragraphs' pairs, per round trip
_PAIRS_PER_BATCH = 5000
_SHORT_CUTOFF = 10


@checked(frozen=True, slots=True, config=OPTIONS)
class PairTaskOptions(DisciplineOptions):
    """Options of all pair tasks.

    Attributes:
        k: Longest list that is scored.
        queries: Papers X sampled.
        min_truth: Fewest true papers of a query.
        denominators: Papers in the denominator of a share: ``returned``, where an unresolved title
            is a wrong paper, or ``lenient``, where it is left out. In precision, recall and nDCG it
            is wrong and keeps its position either way.
    """

    k: Positive = 50
    queries: Natural = 100
    min_truth: Positive = 5
    denominators: Literal["returned", "lenient"] = "returned"


class PairScored(ListTask):
    """Scoring of lists of papers by their relation to X.

    Attributes:
        checks: Checks of each returned paper; shares are reported by these names.
    """

    suite = "scinetbench"
    needs_graph = True
    checks: ClassVar[tuple[str, ...]]

    @abstractmethod
    def check(self, pairs: Sequence[tuple[str, str]], context: ScoringContext) -> Held:
        """Return the passed ``checks`` of sorted pairs (X, returned) before a day; absent: none."""

    def flags(self, example: ScoredQuery[Ids], paper: str, held: Held) -> tuple[bool, ...]:
        """Return which of ``checks`` a returned paper passes, by the result of :meth:`check`."""
        return held.get((example.query.inputs["paper_id"], paper), (False,) * len(self.checks))

    def score(
        self, examples: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute shares of the returned papers; strict also ranks them; see :class:`TaskType`."""
        pairs = {
            (example.query.inputs["paper_id"], paper)
            for example in examples
            for paper in example.answer or ()
        }
        held = self.check(sorted(pairs), context)
        lenient = context.task.options["denominators"] == "lenient"
        return [
            self._scores(example, held, context.scoring, lenient=lenient) for example in examples
        ]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the true papers, best first."""
        ranked = sorted(truth["items"], key=lambda item: (-item_gain(item), item["id"]))
        return [item["id"] for item in ranked][: query.k]

    def right_items(self, truth: Row) -> Collection[str]:
        """Return the true papers."""
        return {item["id"] for item in truth["items"]}

    def _scores(
        self, example: ScoredQuery[Ids], held: Held, scoring: Scoring, *, lenient: bool
    ) -> dict[str, float]:
        strict = scoring == "strict"
        nothing = 0.0 if strict else math.nan
        papers = example.answer or ()
        counted = [p for p in papers if not (lenient and is_unresolved(p))]
        flags = np.array([self.flags(example, paper, held) for paper in counted], dtype=np.float64)
        scores: dict[str, float] = {}
        for k in sorted({example.query.k, min(_SHORT_CUTOFF, example.query.k)}, reverse=True):
            # Official lists keep their given length.
            part = flags if k == example.query.k else flags[:k]
            means = part.mean(axis=0) if counted else np.full(len(self.checks), nothing)
            names = self.checks if k == example.query.k else [f"{name}@{k}" for name in self.checks]
            scores |= dict(zip(names, map(float, means), strict=True))
        if strict:
            gains = {item["id"]: item_gain(item) for item in example.truth["items"]}
            for k in sorted({_SHORT_CUTOFF, example.query.k}):
                scores[f"precision@{k}"] = precision_at(papers, gains, k)
                scores[f"recall@{k}"] = recall_at(papers, gains, k)
                scores[f"nDCG@{k}"] = ndcg_at(papers, gains, k)
        return scores


class PairTask(PairScored):
    """Queries about one paper, sampled evenly over in-degree."""

    @abstractmethod
    def text(self, title: str) -> str:
        """Return the text of the query about a paper."""

    @abstractmethod
    def sizes(self, snapshot: Snapshot) -> Int64:
        """Return the number of true papers by position, to sample from."""

    @abstractmethod
    def true_papers(
        self, context: BuildContext, paper_ids: Sequence[str], options: Any
    ) -> dict[str, list[Row]]:
        """Return the true items by paper, each list sorted."""

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Sample papers and look up their truth; see :class:`TaskType`."""
        snapshot = context.snapshot
        sizes = self.sizes(snapshot)
        inside = discipline_papers(snapshot, options.discipline)
        enough = inside & (sizes >= options.min_truth)
        named = unique_title_mask(snapshot)
        degree = snapshot.cited_by.lengths()
        able = np.flatnonzero(enough & named)
        sample = sample_stratified(able, degree, options.queries, context.seed)
        ids = [str(snapshot.paper_id[i]) for i in sample]
        items = self.true_papers(context, ids, options)
        queries: list[Query] = []
        truth: list[Row] = []
        for position, paper in zip(sample, ids, strict=True):
            # The sample counts on arrays; an option may require more of the graph.
            if len(items.get(paper, ())) < options.min_truth:
                continue
            title = str(snapshot.title[position])
            query_id = f"q{len(queries) + 1:04d}"
            inputs = {"paper_id": paper, "title": title}
            queries.append(Query(query_id, self.text(title), inputs, context.before, options.k))
            truth.append({"query_id": query_id, "items": items[paper]})
        return self.draft(
            context,
            options,
            Split(context.before, queries, truth),
            left_out={
                "papers_of_other_disciplines": int(np.count_nonzero(~inside)),
                "papers_with_few_true_ones": int(np.count_nonzero(inside & ~enough)),
                "papers_without_a_title_of_their_own": int(np.count_nonzero(enough & ~named)),
                "drawn_with_few_true_ones": len(sample) - len(queries),
            },
        )


def item_gain(item: Row) -> float:
    """Return the gain of a true item: the number of its supporting papers where known, else 1."""
    return float(item.get("n_papers", 1))


def sample_stratified(
    candidates: NDArray[np.integer], degree: Int64, count: int, seed: int
) -> list[int]:
    """Sample positions of papers evenly from low to high in-degree; at most ``count``, ascending.

    Strata are powers of two of the in-degree. Papers are taken from each in turn until there are
    enough or none is left, so that the many papers of low degree do not dominate.
    """
    rng = np.random.default_rng(seed)
    stratum = np.log2(np.maximum(degree[candidates], 1)).astype(np.int64)
    shuffled = [rng.permutation(candidates[stratum == s]) for s in np.unique(stratum)]
    rounds = zip_longest(*(papers.tolist() for papers in shuffled))
    sample = [paper for stratum_papers in rounds for paper in stratum_papers if paper is not None]
    return sorted(sample[:count])


def read_in_batches(
    database: Database,
    statement: str,
    before: date,
    *,
    size: int = _BATCH_SIZE,
    **params: Sequence[Any],
) -> Iterator[Row]:
    """Yield the rows of a statement about some items, in batches."""
    ((name, items),) = params.items()
    for start in range(0, len(items), size):
        part = {name: list(items[start : start + size])}
        yield from database.rows(statement, **part, before=before)


def get_direction(context: ScoringContext) -> Direction:
    """Return the direction of a correct citation; ``auto`` is that of the query.

    In official scoring it is then that of the paper's definition.
    """
    direction: Direction = context.task.options.get("direction", "auto")
    if direction == "auto":
        return "out" if context.scoring == "official" else "in"
    return direction


def filter_cited(
    pairs: Iterable[tuple[str, str]], context: ScoringContext, direction: Direction
) -> set[tuple[str, str]]:
    """Select the pairs (X, returned) whose returned paper cites X, or is cited by X."""
    before, graph = context.before, context.graph
    listed = list(pairs)
    citing = (
        filter_citations([(y, x) for x, y in listed], before, graph) if direction != "out" else ()
    )
    cited = filter_citations(listed, before, graph) if direction != "in" else ()
    return {*cited, *((x, y) for y, x in citing)}


def filter_citations(
    pairs: Iterable[tuple[str, str]], before: date, database: Database
) -> set[tuple[str, str]]:
    """Select the pairs (citing, cited) that are citations before a day."""
    pair_list = [list(pair) for pair in sorted(pairs)]
    rows = read_in_batches(
        database, "check/citations", before, size=_PAIRS_PER_BATCH, pairs=pair_list
    )
    return {(row["citing_id"], row["cited_id"]) for row in rows}
