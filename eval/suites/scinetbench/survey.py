"""Survey task: writing about the line of papers from a classical to an emerging one.

Queries are those of the path task with abstracts; the answer is Markdown that cites papers as
``[paper id]``. Without a language model, coverage of the true path, existence of the cited papers
and their order in time are scored; a judge scores the text itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from datetime import date
from typing import Any, ClassVar, Final

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import TextAnswer
from scinet.eval.metrics import survey as metrics
from scinet.eval.suites.scinetbench import judging, path
from scinet.eval.suites.scinetbench.judging import JudgedPaper
from scinet.eval.suites.scinetbench.metrics import path_consistencies
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    OracleTask,
    ScoredQuery,
    Scoring,
    ScoringContext,
    SingleTask,
)
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import day_of
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Reply
from scinet.validation import OPTIONS, Natural, Positive

SCALES: Final[Mapping[str, str]] = {
    "relevance": "Relevance",
    "completeness": "Completeness",
    "depth": "Depth",
    "consistency": "Logical consistency",
    "usefulness": "Usefulness",
}
_MEAN_METRIC: Final = "Survey-LLM"


@checked(frozen=True, slots=True, config=OPTIONS)
class SurveyOptions(path.PathOptions):
    """Options of the path task, with the number of sampled queries.

    Attributes:
        queries: Path queries sampled.
        pairs_per_subfield: Pairs of each subfield that they are sampled from.
    """

    queries: Positive = 20
    pairs_per_subfield: Natural = 5


class SurveyTask(SingleTask[str], JudgedTask[str], OracleTask[str]):
    """``scinetbench/survey``."""

    suite = "scinetbench"
    name = "survey"
    options = SurveyOptions
    answers = TextAnswer
    needs_graph = True
    headline = "Truth cited"
    presets: ClassVar = {
        "paper": {"subfields": "paper", "max_hops": "none"},
        "scinet-v2": {"subfield_by": "topic", "max_hops": "none"},
    }

    def build(self, context: BuildContext, options: SurveyOptions) -> TaskDraft:
        """Sample path queries and add their abstracts; see :class:`TaskType`."""
        of_path = {field.name for field in fields(path.PathOptions)}
        shared = {name: value for name, value in asdict(options).items() if name in of_path}
        draft = path.PathTask().build(context, path.PathOptions(**{**shared, "queries": 0}))
        split = draft.splits["test"]
        rng = np.random.default_rng(context.seed)
        sample = sorted(rng.permutation(len(split.queries))[: options.queries])
        queries = [
            _make_query(split.queries[i], number, context) for number, i in enumerate(sample, 1)
        ]
        truth = [
            {"query_id": query.query_id, "path": row["paths"][0], "n_optimal": row["n_optimal"]}
            for query, row in zip(queries, (split.truth[i] for i in sample), strict=True)
        ]
        settled = {name: draft.options[name] for name in shared if name != "queries"}
        return self.draft(
            context,
            options,
            Split(context.before, queries, truth, split.tables),
            left_out={**draft.left_out, "queries_not_drawn": len(split.queries) - len(sample)},
            settled=settled,
        )

    def add_truth(self, task: Task, *, split: str) -> list[Query]:
        """Return the queries with the true path as ``context``, for the writing control."""
        truth = task.truth(split)
        return [
            replace(query, inputs={**query.inputs, "context": truth[query.query_id]["path"]})
            for query in task.queries(split)
        ]

    def score(
        self, examples: Sequence[ScoredQuery[str]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Score the citations of the texts; see :class:`TaskType`."""
        papers_by_day = _load_papers(examples, context.graph)
        return [
            _score_survey(example, papers_by_day[example.query.before], context.scoring)
            for example in examples
        ]

    def judge(
        self, examples: Sequence[ScoredQuery[str]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Judge each text on five scales, with their mean; see :class:`TaskType`."""
        papers_by_day = _load_papers(examples, context.graph)

        def inputs(example: ScoredQuery[str]) -> dict[str, Any]:
            papers, text = papers_by_day[example.query.before], example.answer or ""
            listed = [
                asdict(papers[p]) for p in metrics.find_cited_ids(text, papers) if p in papers
            ]
            return {"query": example.query.text, "survey": text, "references": listed}

        replies = judging.request_replies(examples, asker, "survey-score", inputs)
        return [_judge_survey(example, reply, context.scoring) for example, reply in replies]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> str:
        """Return the true path as a list of citations."""
        return "".join(f"- [{paper}]\n" for paper in truth["path"])

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """Return the mean length of the true paths, and the number of equally good ones."""
        rows = task.truth(split).values()
        return path.describe_paths(rows, [row["path"] for row in rows])


def _make_query(of_path: Query, number: int, context: BuildContext) -> Query:
    snapshot = context.snapshot
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


def _load_papers(
    examples: Sequence[ScoredQuery[str]], database: Database
) -> dict[date, dict[str, JudgedPaper]]:
    named = [metrics.find_candidate_ids(example.answer or "") for example in examples]
    return judging.load_papers_by_day(examples, named, database)


def _score_survey(
    example: ScoredQuery[str], papers: Mapping[str, JudgedPaper], scoring: Scoring
) -> dict[str, float]:
    strict = scoring == "strict"
    text, truth = example.answer or "", example.truth["path"]
    cited = metrics.find_cited_ids(text, papers)
    cited_papers = [papers[paper] for paper in cited if paper in papers]
    # Strictly, a survey without citations scores 0.
    without = 0.0 if strict else math.nan
    scores = {
        **path_consistencies(
            "Truth cited", cited[: example.query.k] if strict else cited, truth, strict=strict
        ),
        "Citations that hold": len(cited_papers) / len(cited) if cited else without,
        "Time order": metrics.time_order([day_of(paper.date) for paper in cited_papers]),
        "Papers cited": float(len(cited_papers)),
        "Words": float(len(text.split())),
    }
    if example.answer is None and not strict:
        return dict.fromkeys(scores, math.nan)
    return scores


def _judge_survey(example: ScoredQuery[str], reply: Reply | None, scoring: Scoring) -> JudgedAnswer:
    outcomes = [judging.parse_outcome(reply, scale) for scale in SCALES] if example.answer else []
    by_scale = {metric: outcomes[place : place + 1] for place, metric in enumerate(SCALES.values())}
    statuses = [each.status for each in outcomes[:1]]
    return judging.summarise_outcomes(
        {_MEAN_METRIC: outcomes, **by_scale}, statuses, scoring, example.answer
    )
