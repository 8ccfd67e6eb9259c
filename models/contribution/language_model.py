"""Contributions that a language model writes: predicted, or, as a control, the truth paraphrased.

Where PreScience shows three fixed examples, these are sampled from the graph: earlier papers and
what they built on, all of them dated before the day of the question.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.suites.prescience.contribution import built_upon, has_text
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.llm.prompts import load
from scinet.llm.question import Question
from scinet.models.base.system import SEES_TRUTH, Context, System
from scinet.models.llm.system import asker_of


@dataclass(frozen=True)
class OnePrompt(System):
    """A system whose answer is a model's reply to one prompt.

    Attributes:
        prompt: Name of the prompt.
    """

    version = "1"
    track = "text"
    answers = Record
    asks_model = True
    prompt: ClassVar[str]

    @abstractmethod
    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """What the prompt is filled with for each query."""

    @property
    def settings(self) -> dict[str, Any]:
        """Also the version of the prompt."""
        prompt = load(self.prompt)
        return {**super().settings, "prompt": f"{prompt.name} {prompt.version}"}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Ask about all queries of a day at once."""
        prompt = load(self.prompt)
        questions = [
            Question(query.query_id, prompt, inputs, None if self.sees_truth else query.before)
            for query, inputs in zip(queries, self.inputs(queries, context), strict=True)
        ]
        for query, reply in zip(queries, asker_of(context).ask(questions), strict=True):
            if reply.value is None:
                yield NoAnswer.to(query.query_id, reply)
            else:
                yield Record(query.query_id, reply.value, usage=asdict(reply.usage))


@dataclass(frozen=True)
class Foreseen(OnePrompt):
    """A language model that reads the key references and solved examples.

    Attributes:
        examples: How many examples it is shown; 0 for none.
        seed: Seed of their sample.
    """

    name = "contribution-llm"
    summary = "a language model that reads the key references and solved examples"
    needs = frozenset({"key_references"})
    prompt = "prescience/contribution"

    examples: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        if self.examples < 0:
            raise ValueError("setting examples is at least 0")

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """The key references, and examples that are the same for all queries of a day."""
        solved = examples(context.snapshot, self.examples, self.seed)
        for query in queries:
            yield {"papers": query.inputs["key_references"], "examples": solved}


@dataclass(frozen=True)
class Paraphrase(OnePrompt):
    """The true title and abstract in other words: a control that sees them."""

    name = "paraphrase"
    summary = "control: a language model rewrites the true title and abstract"
    needs = frozenset({"truth"})
    sees_truth = True
    prompt = "prescience/paraphrase"

    @property
    def settings(self) -> dict[str, Any]:
        """Also that it is a control."""
        return {**super().settings, **SEES_TRUTH}

    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """The truth."""
        del context
        return (query.inputs["truth"] for query in queries)


def examples(snapshot: Snapshot, count: int, seed: int) -> list[Mapping[str, Any]]:
    """Papers with an abstract, and the earlier papers that they built on.

    Papers are sampled in the order of a random number for each place in time, so that the examples
    of one day are mostly those of the day before it.

    Args:
        snapshot: Cut at the day of the question.
        count: How many; fewer where the snapshot has fewer.
        seed: Seed of the sample.
    """
    order = np.argsort(np.random.default_rng(seed).random(snapshot.num_papers), kind="stable")
    able = has_text(snapshot, "abstract")
    found: list[Mapping[str, Any]] = []
    for paper in map(int, order[able[order]]):
        if len(found) == count:
            break
        if cited := built_upon(snapshot, paper):
            found.append(
                {
                    "title": snapshot.title[paper],
                    "abstract": snapshot.abstract[paper],
                    "papers": [
                        {"title": snapshot.title[one], "abstract": snapshot.abstract[one]}
                        for one in cited
                    ],
                }
            )
    return found
