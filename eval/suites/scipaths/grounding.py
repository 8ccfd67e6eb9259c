"""Task B: in which earlier papers are the contributions grounded that enabled a claim?

The corpus is the loaded graph as of the claim's day, frozen and dated, where the paper searched the
web of its own day. What is known beside the claim is the mode: nothing, the gold contributions, or
predicted ones from a run of Task A.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.list_task import Ids, ListTask
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import (
    Claim,
    ClaimOptions,
    Days,
    about,
    asked_as_of,
    in_time,
    told,
)
from scinet.eval.suites.scipaths.predicted import read_predicted
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import Marking, Material, ScoredQuery, Scoring
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class GroundingOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        mode: What is known: ``B1`` the claim only, ``B3`` the gold contributions, ``B4`` predicted
            ones, ``B4_MATCHED`` those of them that were matched to gold ones.
        predicted: For B4 a run file of Task A or an official file of its predictions; for
            B4_MATCHED an official judged file.
        k: Candidates that are looked at; the first 5 and 10 are the selection.
    """

    mode: Literal["B1", "B3", "B4", "B4_MATCHED"] = "B1"
    predicted: str = ""
    k: Annotated[int, Field(ge=metrics.CUTS[-1])] = 100

    @model_validator(mode="after")
    def _names_predictions(self) -> Self:
        if self.mode.startswith("B4") != bool(self.predicted):
            raise ValueError("option predicted names a file in modes B4 and B4_MATCHED, only there")
        return self


class Grounding(ListTask):
    """Papers ranked by how likely they provided what a claim needed."""

    suite = "scipaths"
    name = "grounding"
    options = GroundingOptions
    needs_graph = False
    headline = "coverage@5"

    def build(self, material: Material, options: Any) -> TaskDraft:
        """One query per contribution of which something is grounded in an earlier paper."""
        days = Days.of(material.snapshot)
        claims, late = in_time(material.graph, material.before)
        queries, truth, left_out = rows(claims, options, days)
        return self.draft(
            material,
            options,
            Split(material.before, queries, truth),
            left_out={**late, **left_out},
            settled={"predicted": Path(options.predicted).name},
        )

    def score(self, asked: Sequence[ScoredQuery[Ids]], marking: Marking) -> list[dict[str, float]]:
        """Coverage and the like at 5 and 10; officially against papers of any day."""
        which = "published" if marking.scoring == "official" else "groups"
        return [metrics.grounding(one.answer or (), one.truth[which]) for one in asked]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """One paper of each contribution first, then all others."""
        groups = truth["published" if scoring == "official" else "groups"]
        first = [group[0] for group in groups if group]
        every = dict.fromkeys([*first, *(paper for group in groups for paper in group)])
        return list(every)[: query.k]

    def right(self, truth: Row) -> Collection[str]:
        """Papers in which something is grounded."""
        return {paper for group in truth["published"] for paper in group}


def rows(
    claims: Sequence[Claim], options: GroundingOptions, days: Days
) -> tuple[list[Query], list[Row], Counter[str]]:
    """Queries and truth, in order of their day, and how many claims were left out, and why.

    Args:
        days: When papers appeared; where nothing is known of them, no paper is left out.
    """
    known = read_predicted(options.mode, options.predicted)
    left_out: Counter[str] = Counter(
        claims_without_earlier_grounding=0, groundings_not_before=0, groundings_unknown=0
    )
    found: list[tuple[Query, Row]] = []
    for one in claims:
        day = asked_as_of(one, options, days)
        groups = [[p for p in step.papers if days.last.get(p, day) < day] for step in one.steps]
        if not days.last:
            groups = [list(step.papers) for step in one.steps]
        left_out["groundings_unknown"] += sum(len(step.unknown) for step in one.steps)
        left_out["groundings_not_before"] += sum(
            len(step.papers) - len(group) for step, group in zip(one.steps, groups, strict=True)
        )
        published = [list(step.published) for step in one.steps if step.published]
        if not (any(groups) if days.last else published):
            left_out["claims_without_earlier_grounding"] += 1
            continue
        query = Query(
            one.id,
            f"papers that provided what this needed: {one.stated}",
            {**told(one), "mode": options.mode, "contributions": _known(one, options, known)},
            day,
            options.k,
        )
        row = {
            "query_id": one.id,
            **about(one),
            "groups": [group for group in groups if group],
            "published": published,
        }
        found.append((query, row))
    if known is not None and not any(known.get(query.query_id) for query, _ in found):
        raise DataError(
            f"no contribution is predicted for any claim ({options.predicted})",
            hint="Name a run, or a file of predictions, of the same claims.",
        )
    found.sort(key=lambda pair: (pair[0].before, pair[0].query_id))
    return [query for query, _ in found], [row for _, row in found], left_out


def _known(
    one: Claim, options: GroundingOptions, known: Mapping[str, list[str]] | None
) -> list[str]:
    if known is not None:
        return known.get(one.id, [])
    return [step.text for step in one.steps] if options.mode == "B3" else []
