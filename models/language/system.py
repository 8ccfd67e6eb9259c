"""What systems that ask a language model share, and the one that asks with a closed book."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from scinet.errors import DataError
from scinet.eval.run import Answer, Answers
from scinet.eval.task import Query
from scinet.llm.asker import Asker
from scinet.llm.question import Question
from scinet.models.language.replies import answer, closing
from scinet.models.language.told import Material
from scinet.models.system import Context, System

CAUTION: Final = {"caution": "a language model may know papers dated after the cut-off day"}


@dataclass(frozen=True)
class LanguageSystem(System):
    """A system that asks a language model, for answers of several forms.

    Attributes:
        most: Longest list that is asked for.
        listed: Most candidates that are told; of a query with more of them none are.
    """

    version = "1"
    also: ClassVar[tuple[Answers, ...]] = ("author", "number", "choice")
    asks_model: ClassVar[bool] = True

    most: int = 50
    listed: int = 300

    @property
    def settings(self) -> dict[str, Any]:
        """Also what the model may know."""
        return {**super().settings, **CAUTION}

    def closing(self, query: Query, context: Context, material: Material) -> Question:
        """The question that asks for the answer itself; see :func:`replies.closing`."""
        return closing(query, context, material, most=self.most, listed=self.listed)


@dataclass(frozen=True)
class LanguageModel(LanguageSystem):
    """A language model that sees the query and nothing else."""

    name = "llm"
    track = "text"
    summary = "a language model with a closed book: it sees the query alone"

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """All queries at once; lists are given by title, or by name."""
        asked = [self.closing(query, context, []) for query in queries]
        replies = asker_of(context).ask(asked)
        for query, reply in zip(queries, replies, strict=True):
            yield answer(query, reply, context)


def asker_of(context: Context) -> Asker:
    """The language model of a context.

    Raises:
        DataError: If it has none.
    """
    if context.asker is None:
        raise DataError("the system asks a language model", hint="Name one with --model.")
    return context.asker
