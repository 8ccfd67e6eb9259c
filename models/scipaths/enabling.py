"""Task A: enabling contributions by a language model or from the nearest earlier claims."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scinet.eval.answer import Answer, RecordAnswer
from scinet.eval.suites.scipaths.claims import EnablingStep, format_claim, load_claims
from scinet.eval.task import Query
from scinet.graph.schema.records import EnablingContribution, PathwayRecord
from scinet.graph.sources.scipaths_files import read_claims
from scinet.models.base.system import Context, System
from scinet.models.llm.one_prompt import OnePrompt
from scinet.models.text.dense import CAUTION, embed_cached, inner_products


@dataclass(frozen=True)
class EnablingNearest(System):
    """Enabling contributions of the nearest earlier claims: the floor of Task A."""

    name = "enabling-nearest"
    track = "text"
    summary = "what enabled the nearest earlier contributions"
    cautions = CAUTION
    asks_database = True
    answers = RecordAnswer
    needs = frozenset({"claim"})

    claims: int = 1

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield contributions of the nearest claims; none where no claim is earlier."""
        earlier = [claim for claim in load_claims(context.graph, context.before) if claim.steps]
        vectors = embed_cached([claim.text for claim in earlier], context.cache)
        query_vectors = embed_cached(
            [str(query.inputs["claim"]) for query in queries], context.cache
        )
        for query, vector in zip(queries, query_vectors, strict=True):
            order = np.argsort(-inner_products(vectors, vector), kind="stable")[: self.claims]
            near = [earlier[int(place)] for place in order]
            yield RecordAnswer(
                query.query_id,
                {
                    "contributions": [
                        step for claim in near for step in _contribution_rows(claim.steps)
                    ]
                },
                explanation={"nearest": [claim.id for claim in near]},
            )


@dataclass(frozen=True)
class EnablingModel(OnePrompt):
    """Language model that sees the claim, the task's context, and solved examples.

    Attributes:
        examples: A file of claims with their pathways, such as ``training.json``; none without one.
        shots: Number of examples shown: the latest whose year ends before the query's day.
    """

    name = "enabling-llm"
    summary = "a language model names what a contribution needed"
    needs = frozenset({"claim"})
    prompt = "scipaths/enabling"

    examples: str = ""
    shots: int = 3

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """Yield the claim with its kind, its paper's context if shown, and examples."""
        records = read_claims([Path(self.examples)]) if self.examples else []
        solved = [record for record, _ in records if record.enabling]
        solved.sort(key=lambda example: (example.date, example.id), reverse=True)
        for query in queries:
            # Known before the query's day, and not of its own claim.
            claim, day = query.inputs["claim"], query.before
            allowed = [
                example for example in solved if example.date < day and example.text != claim
            ]
            yield {
                "claim": format_claim(query.inputs),
                "examples": [example_row(example) for example in allowed[: self.shots]],
                "references": query.inputs.get("references", []),
                "related_work": query.inputs.get("related_work", ""),
            }


def example_row(record: PathwayRecord) -> dict[str, Any]:
    """Format a solved claim for prompts."""
    claim = format_claim({"claim": record.text, "kind": record.kind})
    return {"claim": claim, "contributions": _contribution_rows(record.enabling)}


def _contribution_rows(
    steps: Sequence[EnablingStep | EnablingContribution],
) -> list[dict[str, Any]]:
    return [
        {
            "description": step.text,
            "role": next(iter(step.roles), ""),
            "rationale": step.rationale or "",
        }
        for step in steps
    ]
