"""A language model with read tools on the graph as of the day."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar, Final

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.tools import TOOLS, Tool, View
from scinet.llm.asker import Asker
from scinet.llm.prompts import load
from scinet.llm.question import Question
from scinet.models.base.system import Context
from scinet.models.llm.agent import Conversation, Limits, gather
from scinet.models.llm.prompts import ids, told
from scinet.models.llm.replies import Forms, failed
from scinet.models.llm.system import LanguageSystem, asker_of

_AT_ONCE: Final = 64  # conversations that take their steps together


@dataclass(frozen=True)
class GraphAgent(LanguageSystem):
    """A language model that looks things up with tools, then answers from what it found.

    Attributes:
        steps: Replies with calls of tools, at most.
        calls: Calls that are answered in one step.
        characters: Length of all that tools return, for one query.
        tokens: Tokens read and written for one query, 0 for no limit.
        cost: Money for one query, 0 for no limit.
        seconds: Seconds that the model takes for one query, 0 for no limit.

    Source:
        Yao et al. (2023), arXiv:2210.03629, with calls of tools as the protocol has them.
    """

    name = "llm-graph"
    track = "indicators"
    summary = "a language model with read tools: lookup, search, ego, pair, path"
    asks_database = True
    has_indicators: ClassVar[bool] = True

    steps: int = 8
    calls: int = 5
    characters: int = 60_000
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if min(self.steps, self.calls, self.characters) < 1:
            raise ValueError("steps, calls and characters are at least 1")
        if min(self.tokens, self.cost, self.seconds) < 0:
            raise ValueError("a limit is negative")

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Some queries together; each answer is explained by all that was said and found."""
        view = View(context.graph, context.snapshot)
        forms = self.forms(context)
        for start in range(0, len(queries), _AT_ONCE):
            part = queries[start : start + _AT_ONCE]
            yield from self._answer(part, view, forms, asker_of(context))

    def _answer(
        self, queries: Sequence[Query], view: View, forms: Forms, asker: Asker
    ) -> Iterator[Answer]:
        about = [
            Conversation(self._begin(query, forms), self._tools, view, self._limits)
            for query in queries
        ]
        gather(about, asker)
        both = list(zip(queries, about, strict=True))
        asked = [forms.question(q, one.material()) for q, one in both if one.failed is None]
        replies = iter(asker.ask(asked))
        for query, one in both:
            explanation = {"stopped": one.stopped, "steps": one.trace}
            if one.failed is not None:
                yield failed(query, one.failed, explanation, asdict(one.spent))
                continue
            reply = next(replies)
            yield forms.answer(query, reply, explanation=explanation, spent=one.spent)

    def _begin(self, query: Query, forms: Forms) -> Question:
        about = told(query)
        inputs = {
            **about,
            "texts": [*about["texts"], *ids(query)],
            "candidates": forms.candidates(query),
            "wanted": forms.wanted,
            "steps": self.steps,
        }
        return Question(query.query_id, load("systems/tools"), inputs, query.before)

    @property
    def _tools(self) -> dict[str, Tool]:
        return {
            name: tool
            for name, tool in TOOLS.items()
            if self.has_indicators or not tool.is_indicator
        }

    @property
    def _limits(self) -> Limits:
        return Limits(
            steps=self.steps,
            calls=self.calls,
            characters=self.characters,
            tokens=self.tokens,
            cost=self.cost,
            seconds=self.seconds,
        )


@dataclass(frozen=True)
class EdgeAgent(GraphAgent):
    """The same without tools for indicators and best-cited paths: only dated edges and texts."""

    name = "llm-graph-edges"
    track = "graph"
    summary = "the same without tools for indicators and best-cited paths"
    has_indicators: ClassVar[bool] = False
