"""Task B: the earlier papers that provided the contributions behind a claim.

The corpus is the loaded graph as of the claim's day, frozen and dated, where the publication
searched the web of its own day. The mode determines the inputs beside the claim: none, the gold
contributions, or predicted ones from a run of Task A.
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
    claims_before,
    describe_claim,
    query_day,
    query_inputs,
)
from scinet.eval.suites.scipaths.predicted_texts import read_predicted
from scinet.eval.task import Query, Row, Split, TaskDraft
from scinet.eval.task_type import BuildContext, ScoredQuery, Scoring, ScoringContext
from scinet.validation import OPTIONS


@checked(frozen=True, slots=True, config=OPTIONS)
class GroundingOptions(ClaimOptions):
    """Options of the task.

    Attributes:
        mode: Inputs: ``B1`` the claim only, ``B3`` the gold contributions, ``B4`` predicted ones,
            ``B4_MATCHED`` those of them that were matched to gold ones.
        predicted: For B4 a run file of Task A or an official file of its predictions; for
            B4_MATCHED an official judged file.
        k: Number of candidates scored; the first 5 and 10 are the selection.
    """

    mode: Literal["B1", "B3", "B4", "B4_MATCHED"] = "B1"
    predicted: str = ""
    k: Annotated[int, Field(ge=metrics.CUTS[-1])] = 100

    @model_validator(mode="after")
    def _names_predictions(self) -> Self:
        if self.mode.startswith("B4") != bool(self.predicted):
            raise ValueError("option predicted names a file in modes B4 and B4_MATCHED, only there")
        return self


class GroundingTask(ListTask):
    """Ranking of papers by how likely they provided what a claim needed."""

    suite = "scipaths"
    name = "grounding"
    options = GroundingOptions
    needs_graph = False
    headline = "coverage@5"

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build one query per claim with a contribution grounded in an earlier paper."""
        days = Days.of(context.snapshot)
        claims, late = claims_before(context.graph, context.before)
        queries, truth, left_out = make_rows(claims, options, days)
        return self.draft(
            context,
            options,
            Split(context.before, queries, truth),
            left_out={**late, **left_out},
            settled={"predicted": Path(options.predicted).name},
        )

    def score(
        self, examples: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute coverage and the like at 5 and 10; officially against papers of any day."""
        which = "published" if context.scoring == "official" else "groups"
        return [
            metrics.grounding_scores(example.answer or (), example.truth[which])
            for example in examples
        ]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return one paper of each contribution first, then all others."""
        groups = truth["published" if scoring == "official" else "groups"]
        first = [group[0] for group in groups if group]
        every = dict.fromkeys([*first, *(paper for group in groups for paper in group)])
        return list(every)[: query.k]

    def right_items(self, truth: Row) -> Collection[str]:
        """Return the papers in which a contribution is grounded."""
        return {paper for group in truth["published"] for paper in group}


def make_rows(
    claims: Sequence[Claim], options: GroundingOptions, days: Days
) -> tuple[list[Query], list[Row], Counter[str]]:
    """Make queries and truth, in order of their day, with counts of omitted claims by reason.

    Args:
        days: Dates of papers; papers without a date are kept.
    """
    predicted = read_predicted(options.mode, options.predicted)
    left_out: Counter[str] = Counter(
        claims_without_earlier_grounding=0, groundings_not_before=0, groundings_unknown=0
    )
    pairs: list[tuple[Query, Row]] = []
    for claim in claims:
        day = query_day(claim, options, days)
        groups = [[p for p in step.papers if days.last.get(p, day) < day] for step in claim.steps]
        if not days.last:
            groups = [list(step.papers) for step in claim.steps]
        left_out["groundings_unknown"] += sum(len(step.unknown) for step in claim.steps)
        left_out["groundings_not_before"] += sum(
            len(step.papers) - len(group) for step, group in zip(claim.steps, groups, strict=True)
        )
        published = [list(step.published) for step in claim.steps if step.published]
        if not (any(groups) if days.last else published):
            left_out["claims_without_earlier_grounding"] += 1
            continue
        query = Query(
            claim.id,
            f"papers that provided what this needed: {claim.stated}",
            {
                **query_inputs(claim),
                "mode": options.mode,
                "contributions": _shown_texts(claim, options, predicted),
            },
            day,
            options.k,
        )
        row = {
            "query_id": claim.id,
            **describe_claim(claim),
            "groups": [group for group in groups if group],
            "published": published,
        }
        pairs.append((query, row))
    if predicted is not None and not any(predicted.get(query.query_id) for query, _ in pairs):
        raise DataError(
            f"no contribution is predicted for any claim ({options.predicted})",
            hint="Name a run, or a file of predictions, of the same claims.",
        )
    pairs.sort(key=lambda pair: (pair[0].before, pair[0].query_id))
    return [query for query, _ in pairs], [row for _, row in pairs], left_out


def _shown_texts(
    claim: Claim, options: GroundingOptions, predicted: Mapping[str, list[str]] | None
) -> list[str]:
    if predicted is not None:
        return predicted.get(claim.id, [])
    return [step.text for step in claim.steps] if options.mode == "B3" else []
