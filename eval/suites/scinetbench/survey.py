"""Survey task: write how a line of well-cited papers led from a classical to an emerging one.

Queries are those of the path task with abstracts; the answer is Markdown that cites papers as
``[paper id]``. Without a language model it is scored whether the true path is cited, whether what
is cited exists, and whether it comes in the order of time; a judge scores the text itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from datetime import date
from typing import Any, ClassVar, Final

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Text
from scinet.eval.metrics import survey as metrics
from scinet.eval.suites.scinetbench import judging, path
from scinet.eval.suites.scinetbench.judging import Paper
from scinet.eval.suites.scinetbench.metrics import consistencies
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    Judged,
    JudgedTask,
    Marking,
    Material,
    OracleTask,
    ScoredQuery,
    Scoring,
    SingleTask,
)
from scinet.graph.connection import Database
from scinet.graph.dates import day_of
from scinet.llm.asker import Asker
from scinet.llm.question import Reply
from scinet.validation import OPTIONS, Natural, Positive

SCALES: Final[Mapping[str, str]] = {
    "relevance": "Relevance",
    "completeness": "Completeness",
    "depth": "Depth",
    "consistency": "Logical consistency",
    "usefulness": "Usefulness",
}
_MEAN: Final = "Survey-LLM"


@checked(frozen=True, slots=True, config=OPTIONS)
class SurveyOptions(path.PathOptions):
    """Options of the task; those of the path task, and how many of its queries are sampled.

    Attributes:
        queries: Path queries sampled.
        pairs_per_subfield: Pairs of each subfield that they are sampled from.
    """

    queries: Positive = 20
    pairs_per_subfield: Natural = 5


class Survey(SingleTask[str], JudgedTask[str], OracleTask[str]):
    """``scinetbench/survey``."""

    suite = "scinetbench"
    name = "survey"
    options = SurveyOptions
    answers = Text
    needs_graph = True
    headline = "Truth cited"
    presets: ClassVar = {
        "paper": {"subfields": "paper", "max_hops": "none"},
        "scinet-v2": {"subfield_by": "topic", "max_hops": "none"},
    }

    def build(self, material: Material, options: SurveyOptions) -> TaskDraft:
        """Sample path queries and give them their abstracts; see :class:`TaskType`."""
        of_path = {field.name for field in fields(path.PathOptions)}
        shared = {name: value for name, value in asdict(options).items() if name in of_path}
        draft = path.Path().build(material, path.PathOptions(**{**shared, "queries": 0}))
        split = draft.splits["test"]
        rng = np.random.default_rng(material.seed)
        sample = sorted(rng.permutation(len(split.queries))[: options.queries])
        queries = [_query(split.queries[i], number, material) for number, i in enumerate(sample, 1)]
        truth = [
            {"query_id": query.query_id, "path": row["paths"][0], "n_optimal": row["n_optimal"]}
            for query, row in zip(queries, (split.truth[i] for i in sample), strict=True)
        ]
        settled = {name: draft.options[name] for name in shared if name != "queries"}
        return self.draft(
            material,
            options,
            Split(material.before, queries, truth, split.tables),
            left_out={**draft.left_out, "queries_not_drawn": len(split.queries) - len(sample)},
            settled=settled,
        )

    def queries_with_truth(self, task: Task, *, split: str) -> list[Query]:
        """Queries whose ``context`` holds the true path, for the control that writes from it."""
        truth = task.truth(split)
        return [
            replace(query, inputs={**query.inputs, "context": truth[query.query_id]["path"]})
            for query in task.queries(split)
        ]

    def score(self, asked: Sequence[ScoredQuery[str]], marking: Marking) -> list[dict[str, float]]:
        """Whom the texts cite; see :class:`TaskType`."""
        known = _known(asked, marking.graph)
        return [_scores(one, known[one.query.before], marking.scoring) for one in asked]

    def judge(
        self, asked: Sequence[ScoredQuery[str]], asker: Asker, marking: Marking
    ) -> list[Judged]:
        """Five scales of each text, and their mean; see :class:`TaskType`."""
        known = _known(asked, marking.graph)

        def inputs(one: ScoredQuery[str]) -> dict[str, Any]:
            papers, text = known[one.query.before], one.answer or ""
            listed = [asdict(papers[p]) for p in metrics.cited(text, papers) if p in papers]
            return {"query": one.query.text, "survey": text, "references": listed}

        replies = judging.replies(asked, asker, "survey-score", inputs)
        return [_judged(one, reply, marking.scoring) for one, reply in replies]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> str:
        """The true path as a list of citations."""
        return "".join(f"- [{paper}]\n" for paper in truth["path"])

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """Length of the true paths, and how many are as good."""
        rows = task.truth(split).values()
        return path.notes(rows, [row["path"] for row in rows])


def _query(of_path: Query, number: int, material: Material) -> Query:
    snapshot = material.snapshot
    inputs = of_path.inputs
    ends = {
        f"{end}_abstract": snapshot.abstract[snapshot.index(inputs[f"{end}_id"])]
        for end in ("source", "target")
    }
    return replace(
        of_path,
        query_id=f"q{number:04d}",
        text=f'the development from "{inputs["source_title"]}" to "{inputs["target_title"]}"',
        inputs={**inputs, "domain": inputs["subfield"], **ends, "context": []},
    )


def _known(asked: Sequence[ScoredQuery[str]], database: Database) -> dict[date, dict[str, Paper]]:
    named = [metrics.names(one.answer or "") for one in asked]
    return judging.papers_by_day(asked, named, database)


def _scores(
    one: ScoredQuery[str], papers: Mapping[str, Paper], scoring: Scoring
) -> dict[str, float]:
    strict = scoring == "strict"
    text, truth = one.answer or "", one.truth["path"]
    cited = metrics.cited(text, papers)
    found = [papers[paper] for paper in cited if paper in papers]
    # Strictly, a survey that cites nothing has nothing that holds.
    without = 0.0 if strict else math.nan
    scores = {
        **consistencies(
            "Truth cited", cited[: one.query.k] if strict else cited, truth, strict=strict
        ),
        "Citations that hold": len(found) / len(cited) if cited else without,
        "Time order": metrics.time_order([day_of(paper.date) for paper in found]),
        "Papers cited": float(len(found)),
        "Words": float(len(text.split())),
    }
    if one.answer is None and not strict:
        return dict.fromkeys(scores, math.nan)
    return scores


def _judged(one: ScoredQuery[str], reply: Reply | None, scoring: Scoring) -> Judged:
    said = [judging.outcome(reply, scale) for scale in SCALES] if one.answer else []
    by_scale = {metric: said[place : place + 1] for place, metric in enumerate(SCALES.values())}
    statuses = [each.status for each in said[:1]]
    return judging.judged({_MEAN: said, **by_scale}, statuses, scoring, one.answer)
