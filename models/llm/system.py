"""What systems that ask a language model share, and the one that asks with a closed book."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

from scinet.errors import DataError
from scinet.eval.answer import Answer, ChoiceAnswer, NumberAnswer
from scinet.eval.ranked_list import AuthorList
from scinet.eval.task import Query
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply
from scinet.models.base.system import Context, System
from scinet.models.llm.replies import TaskPrompt


class Answerer(Protocol):
    """A language model, behind an endpoint or on this machine."""

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order."""


@dataclass(frozen=True)
class LanguageSystem(System):
    """A system that asks a language model, for answers of several types.

    Attributes:
        listed: Most candidates that are shown; of a query with more of them none are.
    """

    also: ClassVar[tuple[type[Answer], ...]] = (AuthorList, NumberAnswer, ChoiceAnswer)
    asks_model: ClassVar[bool] = True

    most: int = 50
    listed: int = 300

    def prompt(self, context: Context) -> TaskPrompt:
        """Questions and answers of the task's type."""
        return TaskPrompt(context, most=self.most, listed=self.listed)


@dataclass(frozen=True)
class LanguageModel(LanguageSystem):
    """A language model that sees the query and nothing else.

    Attributes:
        published: A clone of SciImpact's repository, whose prompts ask which of two had more
            impact, and whose rules read the replies for official scoring; empty for our own.
    """

    name = "llm"
    track = "text"
    summary = "a language model with a closed book: it sees the query alone"

    published: str = ""

    def prompt(self, context: Context) -> TaskPrompt:
        """Questions and answers of the task's type."""
        clone = Path(self.published) if self.published else None
        return TaskPrompt(context, most=self.most, listed=self.listed, clone=clone)

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """All queries at once; lists are given by title, or by name."""
        prompt = self.prompt(context)
        replies = require_client(context).ask([prompt.question(query, []) for query in queries])
        for query, reply in zip(queries, replies, strict=True):
            yield prompt.answer(query, reply)


def require_client(context: Context) -> LLMSession:
    """The language model of a context."""
    if context.asker is None:
        raise DataError("the system asks a language model", hint="Name one with --model.")
    return context.asker
