"""Systems whose answer is the record that a language model replies to one prompt."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.task import Query
from scinet.llm.prompts import load
from scinet.llm.question import Question
from scinet.models.base.system import Context, System
from scinet.models.llm.system import asker_of


@dataclass(frozen=True)
class OnePrompt(System):
    """A system that asks one question per query, all queries of a day at once.

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
        """The replies as records."""
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
