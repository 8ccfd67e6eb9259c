"""Ego task: the most disruptive papers of a subfield.

Disruption here is (n_i - n_j) / (n_i + n_j), SciNetBench's form. Both readings of which papers
count are kept in one task: the paper's own (``official``) and one without the trivial values of
papers that cite nothing or are hardly cited (``strict``).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.eval.metrics.retrieval import recall_at
from scinet.eval.metrics.scinetbench import position_scores, sos, ties_at
from scinet.eval.task import Draft, Query, Row, Split, Task
from scinet.eval.tasks.kind import Asked, Kind, Material, Scoring, one_of
from scinet.eval.tasks.scinetbench import subfields
from scinet.graph.connection import Database
from scinet.graph.indicators import disruption
from scinet.graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the task.

    Attributes:
        k: Papers asked for, and size of the true set.
        min_papers: Least papers of a subfield that have a defined value.
        subfield_by: ``community``, ``venue``, or ``auto``: communities when there are any.
        resolution: Resolution of the communities.
        community_seed: Seed of the communities.
        window_years: Later citations count for so many years; 0 means for ever.
        official_min_references: Fewest references of a paper with a value, official scoring.
        official_min_citations: Fewest citations, official scoring.
        strict_min_references: Fewest references, strict scoring.
        strict_min_citations: Fewest citations, strict scoring.
    """

    k: int = 50
    min_papers: int = 200
    subfield_by: str = "auto"
    resolution: float = 1.0
    community_seed: int = 0
    window_years: int = 0
    official_min_references: int = 0
    official_min_citations: int = 1
    strict_min_references: int = 1
    strict_min_citations: int = 5

    def __post_init__(self) -> None:
        one_of("subfield_by", self.subfield_by, subfields.CHOICES)

    def counted(self, scoring: Scoring) -> tuple[int, int]:
        """Fewest references and citations of papers that count."""
        if scoring == "official":
            return self.official_min_references, self.official_min_citations
        return self.strict_min_references, self.strict_min_citations


class EgoDisruption(Kind):
    """``scinetbench/ego-disruption``."""

    suite = "scinetbench"
    name = "ego-disruption"
    options = Options
    needs_graph = False
    headline = "SoS"

    def build(self, material: Material, options: Options) -> Draft:
        """One query per subfield; see :class:`Kind`."""
        snapshot = material.snapshot
        counts = disruption.on_arrays(snapshot, window_years=options.window_years or None)
        groups = subfields.find(
            material,
            options.subfield_by,
            resolution=options.resolution,
            seed=options.community_seed,
        )
        table = _Table(
            paper_id=snapshot.paper_id,
            value=counts.di,
            # Only what disruption itself counts: citations with an order in time.
            references=snapshot.ordered.lengths(),
            citations=counts.n_i + counts.n_j,
        )
        queries: list[Query] = []
        truth: list[Row] = []
        small = 0
        for name, papers in groups.papers.items():
            if len(table.counted(papers, *options.counted("official"))) < options.min_papers:
                small += 1
                continue
            query_id = f"q{len(queries) + 1:04d}"
            text = f"the {options.k} most disruptive papers on {name}"
            inputs = {"subfield": name, "indicator": "disruption"}
            queries.append(Query(query_id, text, inputs, material.before, options.k))
            official = table.truth(papers, options.k, *options.counted("official"))
            strict = table.truth(papers, options.k, *options.counted("strict"))
            truth.append({"query_id": query_id, **official, "strict": strict})
        return self.draft(
            material,
            options,
            Split(material.before, queries, truth, {"reference": table.rows()}),
            left_out={
                "small_subfields": small,
                "papers_without_subfield": groups.ungrouped,
                "papers_without_value": int(np.isnan(table.value).sum()),
                "unordered_citations": snapshot.unordered_citations,
            },
            settled={"subfield_by": groups.by},
        )

    def score(
        self,
        asked: Sequence[Asked],
        task: Task,
        scoring: Scoring,
        database: Database | None,
        *,
        split: str,
    ) -> list[dict[str, float]]:
        """SoS and recall; see :class:`Kind`."""
        del database  # everything needed stands in the task
        values = {row["id"]: row["value"] for row in _counted(task, scoring, split)}
        reference = np.array(list(values.values()), dtype=np.float64)
        return [_scores(one, values, reference, scoring) for one in asked]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """The true set, best first."""
        del query
        return [item["id"] for item in _side(truth, scoring)["items"]]

    def pool(
        self, task: Task, scoring: Scoring, snapshot: Snapshot | None, *, split: str
    ) -> list[str]:
        """Papers with a value, most disruptive first."""
        del snapshot
        rows = _counted(task, scoring, split)
        return [row["id"] for row in sorted(rows, key=lambda row: (-row["value"], row["id"]))]

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """How much of the true sets is settled by breaking ties."""
        sides = [_side(row, scoring) for row in task.truth(split).values()]
        names = ("n_reference", "n_candidates", "ties_at_k", "expected_recall_of_random_ties")
        return {
            name: float(np.mean([side[name] for side in sides if side["items"]] or [math.nan]))
            for name in names
        }

    def wrong(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """The least disruptive papers of all, which stand last in the pool."""
        del rng
        best = set(self.ideal(query, truth, scoring))
        return [paper for paper in reversed(pool) if paper not in best][: query.k]


@dataclass(frozen=True, slots=True)
class _Table:
    """Value, references and citations of each paper, in time order."""

    paper_id: NDArray[Any]
    value: NDArray[np.float64]
    references: NDArray[np.int64]
    citations: NDArray[np.int64]

    def counted(
        self, papers: NDArray[np.int64], references: int, citations: int
    ) -> NDArray[np.int64]:
        keep = (
            ~np.isnan(self.value[papers])
            & (self.references[papers] >= references)
            & (self.citations[papers] >= citations)
        )
        return papers[keep]

    def truth(self, papers: NDArray[np.int64], k: int, references: int, citations: int) -> Row:
        every = np.arange(len(self.paper_id))
        kept = self.counted(papers, references, citations)
        # Ties: more citations, then earlier, then smaller id; position is time and id.
        best = kept[np.lexsort((kept, -self.citations[kept], -self.value[kept]))][:k]
        tied, expected = ties_at(self.value[kept].tolist(), k)
        return {
            "items": [{"id": self.paper_id[i], "value": float(self.value[i])} for i in best],
            "n_reference": len(self.counted(every, references, citations)),
            "n_candidates": len(kept),
            "ties_at_k": tied,
            "expected_recall_of_random_ties": expected,
        }

    def rows(self) -> list[Row]:
        return [
            {
                "id": self.paper_id[i],
                "value": float(self.value[i]),
                "references": int(self.references[i]),
                "citations": int(self.citations[i]),
            }
            for i in np.flatnonzero(~np.isnan(self.value))
        ]


def _counted(task: Task, scoring: Scoring, split: str) -> list[Row]:
    references, citations = Options(**task.options).counted(scoring)
    return [
        row
        for row in task.table("reference", split)
        if row["references"] >= references and row["citations"] >= citations
    ]


def _side(truth: Row, scoring: Scoring) -> Row:
    side: Row = truth if scoring == "official" else truth["strict"]
    return side


def _scores(
    one: Asked, values: Mapping[str, float], reference: NDArray[np.float64], scoring: Scoring
) -> dict[str, float]:
    strict = scoring == "strict"
    recall = f"Recall@{one.query.k}"
    if one.papers is None and not strict:
        return {"SoS": math.nan, recall: math.nan}
    papers = one.papers or ()
    found = np.array([values.get(paper, math.nan) for paper in papers], dtype=np.float64)
    best = [item["id"] for item in _side(one.truth, scoring)["items"]]
    return {
        "SoS": sos(position_scores(found, reference), strict=strict)
        if len(reference)
        else math.nan,
        # All true papers fit into k places, so recall has the denominator min(k, best).
        recall: recall_at(papers, best, one.query.k) if best else math.nan,
    }
