"""Contributions written by a language model: predicted, or, as a control, paraphrased.

PreScience shows three fixed examples; here they are sampled from the graph: earlier papers and
their references, all dated before the day of the query.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.prescience.contribution import find_built_upon, has_text
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import SEES_TRUTH, Context
from scinet.models.llm.one_prompt import OnePrompt
from scinet.validation import OPTIONS, Natural, Seed

_REASONING: Final = "The papers leave something open together that one paper can take up."


@checked(frozen=True, config=OPTIONS)
class LLMContribution(OnePrompt):
    """Language model that reads the key references and solved examples."""

    name = "contribution-llm"
    summary = "a language model that reads the key references and solved examples"
    needs = frozenset({"key_references"})
    prompt = "prescience/contribution"

    examples: Natural = 3
    seed: Seed = 0

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """Yield the key references, and examples that are the same for all queries of a day."""
        solved = sample_examples(context.snapshot, self.examples, self.seed)
        for query in queries:
            yield {"papers": query.inputs["key_references"], "examples": solved}

    def format_target(self, ideal: Mapping[str, Any]) -> Mapping[str, Any]:
        """Add a constant reasoning, as in PreScience's training data: there is no other."""
        return {"reasoning": _REASONING, **ideal}


@dataclass(frozen=True)
class Paraphrase(OnePrompt):
    """Control that paraphrases the true title and abstract."""

    name = "paraphrase"
    summary = "control: a language model rewrites the true title and abstract"
    cautions = SEES_TRUTH
    needs = frozenset({"truth"})
    sees_truth = True
    prompt = "prescience/paraphrase"

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """Return the truth."""
        return (query.inputs["truth"] for query in queries)


def sample_examples(snapshot: Snapshot, count: int, seed: int) -> list[Mapping[str, Any]]:
    """Sample papers of a snapshot with an abstract, and the earlier papers that they built on.

    Papers are sampled in the order of a random number for each position in time, so that the
    examples of one day are mostly those of the day before it.
    """
    order = np.argsort(np.random.default_rng(seed).random(snapshot.num_papers), kind="stable")
    able = has_text(snapshot, "abstract")
    selected: list[Mapping[str, Any]] = []
    for paper in map(int, order[able[order]]):
        if len(selected) == count:
            break
        if cited := find_built_upon(snapshot, paper):
            selected.append(
                {
                    "title": snapshot.title[paper],
                    "abstract": snapshot.abstract[paper],
                    "papers": [
                        {
                            "title": snapshot.title[reference],
                            "abstract": snapshot.abstract[reference],
                        }
                        for reference in cited
                    ],
                }
            )
    return selected
