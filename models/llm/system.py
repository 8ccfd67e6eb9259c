"""Base of systems with a language model, and the one without retrieval."""

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
    """Language model, behind an endpoint or local."""

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order."""


@dataclass(frozen=True)
class LanguageSystem(System):
    """System based on a language model, for answers of several types.

    Attributes:
        listed: Most candidates that are shown; with more of them none are.
    """

    also: ClassVar[tuple[type[Answer], ...]] = (AuthorList, NumberAnswer, ChoiceAnswer)
    asks_model: ClassVar[bool] = True

    most: int = 50
    listed: int = 300

    def prompt(self, context: Context) -> TaskPrompt:
        """Return questions and answers of the task's type."""
        return TaskPrompt(context, most=self.most, listed=self.listed)


@dataclass(frozen=True)
class LanguageModel(LanguageSystem):
    """Language model that sees only the query.

    Attributes:
        published: A clone of SciImpact's repository, for its prompts and, in official scoring, its
            parsing rules of pairwise impact; empty for our own.
    """

    name = "llm"
    track = "text"
    summary = "a language model with a closed book: it sees the query alone"

    published: str = ""

    def prompt(self, context: Context) -> TaskPrompt:
        """Return questions and answers of the task's type."""
        clone = Path(self.published) if self.published else None
        return TaskPrompt(context, most=self.most, listed=self.listed, clone=clone)

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer all queries at once; lists are given by title, or by name."""
        prompt = self.prompt(context)
        replies = require_client(context).ask([prompt.question(query, []) for query in queries])
        for query, reply in zip(queries, replies, strict=True):
            yield prompt.answer(query, reply)


def require_client(context: Context) -> LLMSession:
    """Return the language model of a context, or refuse to go on without it."""
    if context.asker is None:
        raise DataError("the system needs a language model", hint="Name one with --model.")
    return context.asker
