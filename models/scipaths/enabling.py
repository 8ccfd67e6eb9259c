"""Task A: what had to be there, by a language model or by the nearest earlier claims."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scinet.eval.answer import Answer, Record
from scinet.eval.suites.scipaths.claims import Step, from_graph, stated
from scinet.eval.task import Query
from scinet.graph.records import Enabling, PathwayRecord
from scinet.graph.sources.scipaths_files import read_claims
from scinet.models.base.system import Context, System
from scinet.models.llm.one_prompt import OnePrompt
from scinet.models.text.dense import CAUTION, embedded, nearness


@dataclass(frozen=True)
class EnablingNearest(System):
    """What enabled the nearest claims that were known before: the floor of Task A."""

    name = "enabling-nearest"
    track = "text"
    summary = "what enabled the nearest earlier contributions"
    cautions = CAUTION
    asks_database = True
    answers = Record
    needs = frozenset({"claim"})

    claims: int = 1

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Contributions of the nearest claims; none where no claim is earlier."""
        earlier = [one for one in from_graph(context.graph, context.before) if one.steps]
        vectors = embedded([one.text for one in earlier], context.cache)
        asked = embedded([str(query.inputs["claim"]) for query in queries], context.cache)
        for query, vector in zip(queries, asked, strict=True):
            order = np.argsort(-nearness(vectors, vector), kind="stable")[: self.claims]
            near = [earlier[int(place)] for place in order]
            yield Record(
                query.query_id,
                {"contributions": [step for one in near for step in _rows(one.steps)]},
                explanation={"nearest": [one.id for one in near]},
            )


@dataclass(frozen=True)
class EnablingModel(OnePrompt):
    """A language model that sees the claim, what the task shows with it, and solved examples.

    Attributes:
        examples: A file of claims with their pathways, such as ``training.json``; none without one.
        shots: How many of them are shown: the latest of which the year ends before the query's day.
    """

    name = "enabling-llm"
    summary = "a language model names what a contribution needed"
    needs = frozenset({"claim"})
    prompt = "scipaths/enabling"

    examples: str = ""
    shots: int = 3

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """The claim with its kind, its paper's own words where they are shown, and examples."""
        known = read_claims([Path(self.examples)]) if self.examples else []
        solved = [record for record, _ in known if record.enabling]
        solved.sort(key=lambda one: (one.date, one.id), reverse=True)
        for query in queries:
            # Known before the query's day, and not of its own claim.
            claim, day = query.inputs["claim"], query.before
            allowed = [one for one in solved if one.date < day and one.text != claim]
            yield {
                "claim": stated(query.inputs),
                "examples": [solved_row(one) for one in allowed[: self.shots]],
                "references": query.inputs.get("references", []),
                "related_work": query.inputs.get("related_work", ""),
            }


def solved_row(one: PathwayRecord) -> dict[str, Any]:
    """A solved claim as prompts show it."""
    claim = stated({"claim": one.text, "kind": one.kind})
    return {"claim": claim, "contributions": _rows(one.enabling)}


def _rows(steps: Sequence[Step | Enabling]) -> list[dict[str, Any]]:
    return [
        {
            "description": step.text,
            "role": next(iter(step.roles), ""),
            "rationale": step.rationale or "",
        }
        for step in steps
    ]
