"""A language model with read tools on the graph as of the day."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import ClassVar, Final

from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.tools import TOOLS, Tool, View
from scinet.llm.asker import Asker
from scinet.llm.prompts import load
from scinet.llm.question import Question
from scinet.models.base.system import Context
from scinet.models.llm.agent import Conversation, Limits, gather
from scinet.models.llm.prompts import ids, shared
from scinet.models.llm.replies import TaskPrompt, failed
from scinet.models.llm.system import LanguageSystem, asker_of
from scinet.validation import OPTIONS

_AT_ONCE: Final = 64  # conversations that take their steps together


@checked(frozen=True, config=OPTIONS)
class GraphAgent(Limits, LanguageSystem):
    """A language model that looks things up with tools, then answers from what it found.

    Limits are those of one query.

    Source:
        Yao et al. (2023), arXiv:2210.03629, with calls of tools as the protocol has them.
    """

    name = "llm-graph"
    track = "indicators"
    summary = "a language model with read tools: lookup, search, ego, pair, path"
    asks_database = True
    has_indicators: ClassVar[bool] = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Some queries together; each answer is explained by all that was said and found."""
        view = View(context.graph, context.snapshot)
        prompt = self.prompt(context)
        for start in range(0, len(queries), _AT_ONCE):
            part = queries[start : start + _AT_ONCE]
            yield from self._answer(part, view, prompt, asker_of(context))

    def _answer(
        self, queries: Sequence[Query], view: View, prompt: TaskPrompt, asker: Asker
    ) -> Iterator[Answer]:
        about = [
            Conversation(self._begin(query, prompt), self._tools, view, self) for query in queries
        ]
        gather(about, asker)
        both = list(zip(queries, about, strict=True))
        asked = [prompt.question(q, one.material()) for q, one in both if one.failed is None]
        replies = iter(asker.ask(asked))
        for query, one in both:
            explanation = {"stopped": one.stopped, "steps": one.trace}
            if one.failed is not None:
                yield failed(query, one.failed, explanation, asdict(one.spent))
                continue
            reply = next(replies)
            yield prompt.answer(query, reply, explanation=explanation, spent=one.spent)

    def _begin(self, query: Query, prompt: TaskPrompt) -> Question:
        about = shared(query)
        inputs = {
            **about,
            "texts": [*about["texts"], *ids(query)],
            "candidates": prompt.candidates(query),
            "wanted": prompt.wanted,
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


@checked(frozen=True, config=OPTIONS)
class EdgeAgent(GraphAgent):
    """The same without tools for indicators and best-cited paths: only dated edges and texts."""

    name = "llm-graph-edges"
    track = "graph"
    summary = "the same without tools for indicators and best-cited paths"
    has_indicators: ClassVar[bool] = False
