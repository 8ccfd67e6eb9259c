"""Base of the ego tasks: the papers of a subfield that are extreme by an indicator.

One task holds both readings of the eligible papers: the publication's (``official``), and one
without the trivial values of papers with few references or citations (``strict``). Where the lowest
value is the best, signs are flipped here; files hold the indicator as it is.
"""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator
from pydantic.dataclasses import dataclass as checked

from scinet.eval.list_task import Ids, ListTask
from scinet.eval.metrics.retrieval import recall_at
from scinet.eval.suites.scinetbench import judging, subfields
from scinet.eval.suites.scinetbench.metrics import count_ties, mean_position_score, position_scores
from scinet.eval.suites.scinetbench.subfields import SubfieldOptions
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    ScoredQuery,
    Scoring,
    ScoringContext,
)
from scinet.graph.snapshot.csr import Int64
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question
from scinet.validation import OPTIONS, Natural, Positive


@checked(frozen=True, slots=True, config=OPTIONS)
class EgoOptions(SubfieldOptions):
    """Options of all ego tasks.

    Attributes:
        k: Length of an answer, and size of the true set.
        min_papers: Least papers of a subfield that have a defined value.
        sos_best: SoS of the best list: ``10``, or ``0`` for the reversed scale.
        judge_scale: Range of a judge's scores.
        official_min_references: Fewest references of an eligible paper in official scoring.
        official_min_citations: Fewest citations in official scoring; ``strict_…`` likewise.
    """

    k: Positive = 50
    min_papers: Natural = 200
    sos_best: Annotated[Literal[10, 0], BeforeValidator(int)] = 10
    judge_scale: Literal["0-10", "1-10"] = "0-10"
    official_min_references: Natural = 0
    official_min_citations: Natural = 0
    strict_min_references: Natural = 0
    strict_min_citations: Natural = 0

    def counted(self, scoring: Scoring) -> tuple[int, int]:
        """Return the fewest references and citations of eligible papers."""
        if scoring == "official":
            return self.official_min_references, self.official_min_citations
        return self.strict_min_references, self.strict_min_citations


@dataclass(frozen=True, slots=True)
class IndicatorValues:
    """Indicator of all papers.

    Shapes:
        value: ``(papers,)``, NaN where undefined.
        references: ``(papers,)``, references that the indicator counts.
        citations: ``(papers,)``, citations; more citations break ties.
    """

    value: NDArray[np.float64]
    references: Int64
    citations: Int64
    left_out: Mapping[str, int] = field(default_factory=dict)

    def counted(
        self, papers: NDArray[np.integer], references: int, citations: int
    ) -> NDArray[np.integer]:
        """Select the papers with a value and at least so many references and citations."""
        selected: NDArray[np.integer] = papers[
            ~np.isnan(self.value[papers])
            & (self.references[papers] >= references)
            & (self.citations[papers] >= citations)
        ]
        return selected

    def rows(self, paper_id: NDArray[Any]) -> list[Row]:
        """Return rows of the papers with a value, in time order."""
        defined = np.flatnonzero(~np.isnan(self.value))
        columns = (self.value, self.references, self.citations)
        listed = zip(
            paper_id[defined], *(column[defined].tolist() for column in columns), strict=True
        )
        names = ("id", "value", "references", "citations")
        return [dict(zip(names, row, strict=True)) for row in listed]


class EgoTask(ListTask, JudgedTask[Ids]):
    """Retrieval of the best papers of each subfield by an indicator."""

    suite = "scinetbench"
    needs_graph = False
    headline = "SoS"
    indicator: ClassVar[str]
    adjective: ClassVar[str]
    best: ClassVar[Literal["highest", "lowest"]]

    @abstractmethod
    def measure(self, context: BuildContext, options: Any) -> IndicatorValues:
        """Compute the indicator of all papers before the cutoff."""

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build one query per subfield; see :class:`TaskType`."""
        snapshot = context.snapshot
        groups = subfields.find_subfields(context, options)
        measured = self.measure(context, options)
        ids = snapshot.paper_id
        queries: list[Query] = []
        truth: list[Row] = []
        small = 0
        for name, papers in groups.papers.items():
            if len(measured.counted(papers, *options.counted("official"))) < options.min_papers:
                small += 1
                continue
            query_id = f"q{len(queries) + 1:04d}"
            text = f"the {options.k} most {self.adjective} papers on {name}"
            inputs = {"subfield": name, "indicator": self.indicator}
            queries.append(Query(query_id, text, inputs, context.before, options.k))
            official, strict = (
                self._truth(ids, measured, papers, options.k, options.counted(scoring))
                for scoring in ("official", "strict")
            )
            truth.append({"query_id": query_id, **official, "strict": strict})
        return self.draft(
            context,
            options,
            Split(
                context.before, queries, truth, {"reference": measured.rows(ids), **groups.tables}
            ),
            left_out={
                "small_subfields": small,
                "papers_without_subfield": groups.ungrouped,
                "papers_without_value": int(np.isnan(measured.value).sum()),
                "unordered_citations": snapshot.unordered_citations,
                **measured.left_out,
            },
            settled=groups.settled,
        )

    def score(
        self, examples: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute SoS and recall; see :class:`TaskType`."""
        values = {
            row["id"]: self._sign * row["value"]
            for row in self._eligible_rows(context.task, context.scoring, context.split)
        }
        reference = np.array(list(values.values()), dtype=np.float64)
        is_turned = context.task.options["sos_best"] == 0
        return [
            _score_answer(example, values, reference, context.scoring, is_turned=is_turned)
            for example in examples
        ]

    def judge(
        self, examples: Sequence[ScoredQuery[Ids]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Judge the novelty or disruption of each returned paper by its title and abstract."""
        lowest = int(self.get_options(context.task).judge_scale.partition("-")[0])
        item = judging.load_papers_by_day(
            examples, [example.answer or () for example in examples], context.graph
        )
        prompt = prompts.load_prompt(f"scinetbench/{self.indicator}")
        questions = {
            (day, name): Question(
                f"{self.indicator}/{name}",
                prompt,
                {"title": paper.title, "abstract": paper.abstract, "lowest": lowest},
                before=day,
            )
            for day, papers in item.items()
            for name, paper in papers.items()
        }
        replies = asker.ask_by_name(questions)
        metric = f"{self.indicator.capitalize()}-LLM"
        result: list[JudgedAnswer] = []
        for example in examples:
            paper_replies = [
                replies.get((example.query.before, paper)) for paper in example.answer or ()
            ]
            outcomes = [judging.parse_outcome(reply, lowest=lowest) for reply in paper_replies]
            statuses = [item.status for item in outcomes]
            result.append(
                judging.summarise_outcomes(
                    {metric: outcomes}, statuses, context.scoring, example.answer
                )
            )
        return result

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the true set, best first."""
        return [item["id"] for item in _scoring_truth(truth, scoring)["items"]]

    def pool(self, context: ScoringContext) -> list[str]:
        """Return papers with a value, best first."""
        rows = self._eligible_rows(context.task, context.scoring, context.split)
        ranked = sorted(rows, key=lambda row: (-self._sign * row["value"], row["id"]))
        return [row["id"] for row in ranked]

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """Compute how much of the true sets depends on breaking ties."""
        sides = [_scoring_truth(row, scoring) for row in task.truth(split).values()]
        names = ("n_reference", "n_candidates", "ties_at_k", "expected_recall_of_random_ties")
        return {
            name: float(np.mean([side[name] for side in sides if side["items"]] or [math.nan]))
            for name in names
        }

    def make_wrong_answer(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """Return the worst papers of all, which are last in the pool."""
        best = set(self.ideal(query, truth, scoring))
        return [paper for paper in reversed(pool) if paper not in best][: query.k]

    def _truth(
        self,
        ids: NDArray[Any],
        measured: IndicatorValues,
        papers: NDArray[np.integer],
        k: int,
        fewest: tuple[int, int],
    ) -> Row:
        able = measured.counted(papers, *fewest)
        goodness = self._sign * measured.value[able]
        # Ties: more citations, then earlier, then smaller id; positions follow time and id.
        best = able[np.lexsort((able, -measured.citations[able], -goodness))][:k]
        tied, expected = count_ties(goodness.tolist(), k)
        return {
            "items": [{"id": ids[i], "value": float(measured.value[i])} for i in best],
            "n_reference": len(measured.counted(np.arange(len(ids)), *fewest)),
            "n_candidates": len(able),
            "ties_at_k": tied,
            "expected_recall_of_random_ties": expected,
        }

    @property
    def _sign(self) -> int:
        return 1 if self.best == "highest" else -1

    def _eligible_rows(self, task: Task, scoring: Scoring, split: str) -> list[Row]:
        references, citations = self.get_options(task).counted(scoring)
        return [
            row
            for row in task.table("reference", split)
            if row["references"] >= references and row["citations"] >= citations
        ]


def _scoring_truth(truth: Row, scoring: Scoring) -> Row:
    side: Row = truth if scoring == "official" else truth["strict"]
    return side


def _score_answer(
    example: ScoredQuery[Ids],
    values: Mapping[str, float],
    reference: NDArray[np.float64],
    scoring: Scoring,
    *,
    is_turned: bool,
) -> dict[str, float]:
    strict = scoring == "strict"
    recall = f"Recall@{example.query.k}"
    if example.answer is None and not strict:
        return {"SoS": math.nan, recall: math.nan}
    papers = example.answer or ()
    paper_values = np.array([values.get(paper, math.nan) for paper in papers], dtype=np.float64)
    best = [item["id"] for item in _scoring_truth(example.truth, scoring)["items"]]
    place = (
        mean_position_score(position_scores(paper_values, reference), strict=strict)
        if len(reference)
        else math.nan
    )
    return {
        "SoS": 10.0 - place if is_turned else place,
        # All true papers fit into k places, so recall has the denominator min(k, best).
        recall: recall_at(papers, best, example.query.k) if best else math.nan,
    }
