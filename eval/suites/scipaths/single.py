"""Grounding of one contribution: the papers that provided it, or none at all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Record
from scinet.eval.suites.scipaths.claims import ClaimOptions, Days, asked_as_of, in_time, told
from scinet.eval.suites.scipaths.predicted import read_matched
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import (
    Floats,
    Marking,
    Material,
    RecordQuery,
    Scoring,
    SingleTask,
    Statistic,
)
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class SingleOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        recall: Over acceptable ``papers``, all queries together, or over ``contributions``, each
            with its share; the paper does not say which.
        predicted: A judged file of Task A: what was predicted is asked about in place of the gold
            contributions that it matched, and only of these.
    """

    recall: Literal["papers", "contributions"] = "papers"
    predicted: str = ""


class Grounded(BaseModel):
    """An answer.

    Attributes:
        papers: Ids of the papers that provided the contribution; none says that no paper did.
        pool: Ids of all that were looked at.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    papers: list[str]
    pool: list[str] = []


def _quotient(part: str, whole: str) -> Statistic:
    def statistic(columns: Mapping[str, Floats]) -> Floats:
        total = columns[whole].sum(axis=-1)
        # No acceptable or no selected paper at all: the share has no value.
        share: Floats = np.divide(
            columns[part].sum(axis=-1), total, out=np.full_like(total, np.nan), where=total > 0
        )
        return share

    return statistic


_PRECISION: Final = _quotient("hits", "selected")
_TINY: Final = np.finfo(float).tiny
_RECALL: Final = _quotient("recalled", "acceptable")


def _f1(columns: Mapping[str, Floats]) -> Floats:
    """Harmonic mean of both; whoever selects nothing has found nothing."""
    precision, recall = np.nan_to_num(_PRECISION(columns)), _RECALL(columns)
    share: Floats = 2.0 * precision * recall / np.maximum(precision + recall, _TINY)
    return share


class Attribution(Record):
    """An answer."""

    schema = Grounded


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
        "F1": _f1,
        "precision": _PRECISION,
        "recall": _RECALL,
        "recall of retrieved": _quotient("recalled of retrieved", "acceptable retrieved"),
    }

    def build(self, material: Material, options: Any) -> TaskDraft:
        """One query per enabling contribution whose grounding is known: papers at hand, or none."""
        days = Days.of(material.snapshot)
        left_out = Counter(contributions_of_unknown_papers=0, contributions_of_later_papers=0)
        matched = read_matched(options.predicted)
        found: list[tuple[Query, Row]] = []
        claims, late = in_time(material.graph, material.before)
        for claim in claims:
            day = asked_as_of(claim, options, days)
            for number, step in enumerate(claim.steps):
                papers = [p for p in step.papers if days.last.get(p, day) < day]
                if not papers and (step.papers or step.unknown):
                    is_late = any(p in days.last for p in step.papers)
                    left_out[f"contributions_of_{'later' if is_late else 'unknown'}_papers"] += 1
                    continue
                query_id = f"{claim.id}#{number}"
                inputs = {**told(claim), "contribution": step.text, "roles": list(step.roles)}
                if matched is not None:
                    if number not in matched.get(claim.id, {}):
                        left_out["contributions_not_predicted"] += 1
                        continue
                    # Its role is gold as well.
                    inputs = {**told(claim), "contribution": matched[claim.id][number]}
                text = f"papers that provided {inputs['contribution']}"
                row = {"query_id": query_id, "items": papers}
                found.append((Query(query_id, text, inputs, day, 1), row))
        if matched is not None and not found:
            raise DataError(
                f"no contribution of a loaded claim is predicted ({options.predicted})",
                hint="Name a judged file of the same claims.",
            )
        found.sort(key=lambda pair: (pair[0].before, pair[0].query_id))
        return self.draft(
            material,
            options,
            Split(material.before, [query for query, _ in found], [row for _, row in found]),
            left_out={**late, **left_out},
            settled={"predicted": Path(options.predicted).name},
        )

    def score(self, asked: Sequence[RecordQuery], marking: Marking) -> list[dict[str, float]]:
        """Accuracy of mapped and unmapped contributions, and counts for shares over all of them."""
        by_papers = marking.task.options.get("recall", "papers") == "papers"
        return [_score(one, by_papers=by_papers) for one in asked]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> Mapping[str, Any]:
        """All acceptable papers."""
        return {"papers": truth["items"], "pool": truth["items"]}


def _score(one: RecordQuery, *, by_papers: bool) -> dict[str, float]:
    gold = set(one.truth["items"])
    own = one.query.inputs.get("paper_id")
    selected = {paper for paper in (one.answer or {}).get("papers", ()) if paper != own}
    pool = {*(one.answer or {}).get("pool", ()), *selected}
    hits, acceptable = float(len(gold & selected)), float(len(gold))
    if not by_papers and acceptable:
        recalled, whole = hits / acceptable, 1.0
    else:
        recalled, whole = hits, acceptable
    is_retrieved = bool(gold & pool)
    return {
        "mapped accuracy": float(hits > 0) if gold else np.nan,
        # A query without an answer did not say that there is no paper.
        "unmapped accuracy": np.nan if gold else float(one.answer is not None and not selected),
        "hits": hits,
        "selected": float(len(selected)),
        "recalled": recalled,
        "acceptable": whole,
        "recalled of retrieved": recalled if is_retrieved else 0.0,
        "acceptable retrieved": whole if is_retrieved else 0.0,
    }
