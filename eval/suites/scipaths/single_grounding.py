"""Grounding of one contribution: the papers that provided it, or none at all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.suites.scipaths.claims import (
    ClaimOptions,
    Days,
    claims_before,
    query_day,
    query_inputs,
)
from scinet.eval.suites.scipaths.predicted_texts import read_matched
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    Floats,
    RecordQuery,
    Scoring,
    ScoringContext,
    SingleTask,
    Statistic,
)
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class SingleOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        recall: Over acceptable ``papers``, all queries together, or over ``contributions``, each
            with its share; the publication leaves it open.
        predicted: A judged file of Task A, whose matched predictions replace the gold contributions
            in the queries; other contributions are left out.
    """

    recall: Literal["papers", "contributions"] = "papers"
    predicted: str = ""


class GroundedAnswer(BaseModel):
    """Answer of the task.

    Attributes:
        papers: Ids of the papers that provided the contribution; empty if no paper did.
        pool: Ids of all papers considered.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    papers: list[str]
    pool: list[str] = []


def _ratio_statistic(part: str, whole: str) -> Statistic:
    def statistic(columns: Mapping[str, Floats]) -> Floats:
        total = columns[whole].sum(axis=-1)
        # Without an acceptable or a selected paper the share is undefined.
        share: Floats = np.divide(
            columns[part].sum(axis=-1), total, out=np.full_like(total, np.nan), where=total > 0
        )
        return share

    return statistic


_PRECISION: Final = _ratio_statistic("hits", "selected")
_EPSILON: Final = np.finfo(float).tiny
_RECALL: Final = _ratio_statistic("recalled", "acceptable")


def _f1_statistic(columns: Mapping[str, Floats]) -> Floats:
    """Compute the harmonic mean of both; an empty selection has precision 0."""
    precision, recall = np.nan_to_num(_PRECISION(columns)), _RECALL(columns)
    share: Floats = 2.0 * precision * recall / np.maximum(precision + recall, _EPSILON)
    return share


class Attribution(RecordAnswer):
    """Answer of the task."""

    schema = GroundedAnswer


class GroundingSingle(SingleTask[Mapping[str, Any]]):
    """Papers that provided one contribution, or the answer that none did."""

    suite = "scipaths"
    name = "grounding-single"
    options = SingleOptions
    answers = Attribution
    needs_graph = False
    headline = "F1"
    columns = (
        "hits",
        "selected",
        "recalled",
        "acceptable",
        "recalled of retrieved",
        "acceptable retrieved",
    )
    statistics: ClassVar[Mapping[str, Statistic]] = {
        "F1": _f1_statistic,
        "precision": _PRECISION,
        "recall": _RECALL,
        "recall of retrieved": _ratio_statistic("recalled of retrieved", "acceptable retrieved"),
    }

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build one query per enabling contribution with a known grounding: its papers, or none."""
        days = Days.of(context.snapshot)
        left_out = Counter(contributions_of_unknown_papers=0, contributions_of_later_papers=0)
        matched = read_matched(options.predicted)
        pairs: list[tuple[Query, Row]] = []
        claims, late = claims_before(context.graph, context.before)
        for claim in claims:
            day = query_day(claim, options, days)
            for number, step in enumerate(claim.steps):
                papers = [p for p in step.papers if days.last.get(p, day) < day]
                if not papers and (step.papers or step.unknown):
                    is_late = any(p in days.last for p in step.papers)
                    left_out[f"contributions_of_{'later' if is_late else 'unknown'}_papers"] += 1
                    continue
                query_id = f"{claim.id}#{number}"
                inputs = {
                    **query_inputs(claim),
                    "contribution": step.text,
                    "roles": list(step.roles),
                }
                if matched is not None:
                    if number not in matched.get(claim.id, {}):
                        left_out["contributions_not_predicted"] += 1
                        continue
                    # Its role is gold as well.
                    inputs = {**query_inputs(claim), "contribution": matched[claim.id][number]}
                text = f"papers that provided {inputs['contribution']}"
                row = {"query_id": query_id, "items": papers}
                pairs.append((Query(query_id, text, inputs, day, 1), row))
        if matched is not None and not pairs:
            raise DataError(
                f"no contribution of a loaded claim is predicted ({options.predicted})",
                hint="Name a judged file of the same claims.",
            )
        pairs.sort(key=lambda pair: (pair[0].before, pair[0].query_id))
        return self.draft(
            context,
            options,
            Split(context.before, [query for query, _ in pairs], [row for _, row in pairs]),
            left_out={**late, **left_out},
            settled={"predicted": Path(options.predicted).name},
        )

    def score(
        self, examples: Sequence[RecordQuery], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute accuracy of mapped and unmapped contributions, and counts for overall shares."""
        by_papers = context.task.options.get("recall", "papers") == "papers"
        return [_score_answer(example, by_papers=by_papers) for example in examples]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """Return all acceptable papers."""
        return {"papers": truth["items"], "pool": truth["items"]}


def _score_answer(example: RecordQuery, *, by_papers: bool) -> dict[str, float]:
    gold = set(example.truth["items"])
    own = example.query.inputs.get("paper_id")
    selected = {paper for paper in (example.answer or {}).get("papers", ()) if paper != own}
    pool = {*(example.answer or {}).get("pool", ()), *selected}
    hits, acceptable = float(len(gold & selected)), float(len(gold))
    if not by_papers and acceptable:
        recalled, whole = hits / acceptable, 1.0
    else:
        recalled, whole = hits, acceptable
    is_retrieved = bool(gold & pool)
    return {
        "mapped accuracy": float(hits > 0) if gold else np.nan,
        # A query without an answer did not claim that there is no paper.
        "unmapped accuracy": np.nan if gold else float(example.answer is not None and not selected),
        "hits": hits,
        "selected": float(len(selected)),
        "recalled": recalled,
        "acceptable": whole,
        "recalled of retrieved": recalled if is_retrieved else 0.0,
        "acceptable retrieved": whole if is_retrieved else 0.0,
    }
