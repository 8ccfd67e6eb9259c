"""Agent: a language model with read tools on the graph as of the day.

It calls tools step by step until it answers or reaches a limit. All conversations take a step
together, so that their requests are sent at once and their tools are called one after another. A
stopped conversation is asked to answer from its results so far.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, ClassVar, Final

import orjson
from pydantic import Field
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError, NotFoundError, QueryError
from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.graph.tools import TOOLS, DatedView, Tool
from scinet.llm.batch_client import LLMSession
from scinet.llm.messages import Message, ToolCall
from scinet.llm.messages import ToolDefinition as Offered
from scinet.llm.prompts import load_prompt, quote_data
from scinet.llm.question import Question, Reply, TokenUsage
from scinet.models.base.system import Context
from scinet.models.llm.prompts import Material, id_material, shared_inputs
from scinet.models.llm.replies import TaskPrompt, make_failure
from scinet.models.llm.system import LanguageSystem, require_client
from scinet.validation import OPTIONS, Natural, Positive


@dataclass(frozen=True)
class ConversationLimits:
    """Limits of a conversation.

    Attributes:
        steps: Replies with calls of tools.
        calls: Answered calls per step.
        characters: Length of all results of tools.
        tokens: Tokens read and written, 0 for no limit.
        cost: Money, 0 for no limit.
        seconds: Seconds used by the model, 0 for no limit.
    """

    steps: Positive = 8
    calls: Positive = 5
    characters: Positive = 60_000
    tokens: Natural = 0
    cost: Annotated[float, Field(ge=0)] = 0.0
    seconds: Annotated[float, Field(ge=0)] = 0.0


@dataclass
class Conversation:
    """Conversation about one query: its first question, and tools on a dated view.

    Attributes:
        failed: The reply that ended the conversation, None while there is none.
        trace: Each step: the model's text, its calls and their results.
        stopped: Limit that ended it, None for none.
    """

    start: Question
    tools: Mapping[str, Tool]
    view: DatedView
    limits: ConversationLimits
    is_open: bool = True
    spent: TokenUsage = field(default_factory=TokenUsage)
    failed: Reply | None = None
    trace: list[dict[str, Any]] = field(default_factory=list)
    stopped: str | None = None
    _history: tuple[Message, ...] = ()
    _characters: int = 0

    def question(self) -> Question:
        """Return the question of the next step."""
        listed = self.tools.values()
        tools = tuple(Offered(tool.name, tool.description, tool.parameters) for tool in listed)
        return replace(self.start, history=self._history, tools=tools)

    def take(self, reply: Reply) -> None:
        """Process a reply: run its calls, or end."""
        self.spent += reply.usage
        if self.limits.cost and self.spent.cost is None:
            raise DataError(
                "cost cannot be limited, for the model has no price",
                hint="Name a table of prices in SCINET_LLM_PRICES, or limit tokens instead.",
            )
        step: dict[str, Any] = {"text": reply.text}
        self.trace.append(step)
        if reply.status != "ok":
            step |= {"status": reply.status, "reason": reply.reason}
            self.is_open = False
            # Results so far still support an answer when one reply is unusable.
            self.failed = None if reply.status == "invalid" else reply
            return
        if not reply.tool_calls:
            self.is_open = False
            return
        self._history += (Message("assistant", reply.text, reply.tool_calls),)
        step["calls"] = [
            self._call(call, number) for number, call in enumerate(reply.tool_calls, start=1)
        ]
        self.stopped = self._limit()
        self.is_open = self.stopped is None

    def material(self) -> Material:
        """Collect the results, as material for the question that requires the answer."""
        entries: Material = []
        for step in self.trace:
            for call in step.get("calls", ()):
                name = f"{call['tool']} {_to_json(call['arguments'])}"
                if "error" not in call["result"]:
                    entries.append({"name": name, "text": _to_json(call["result"])})
            if step["text"] and "calls" not in step:
                entries.append({"name": "What you made of it", "text": step["text"]})
        return entries

    def _call(self, call: ToolCall, number: int) -> dict[str, Any]:
        most = self.limits.calls
        result: dict[str, Any] = {"error": f"only {most} calls are answered in one step"}
        if number <= most:
            result = self._result(call)
        text = _to_json(result)
        self._characters += len(text)
        self._history += (Message("tool", quote_data(text), tool_call_id=call.id),)
        return {"tool": call.name, "arguments": dict(call.arguments), "result": result}

    def _result(self, call: ToolCall) -> dict[str, Any]:
        tool = self.tools.get(call.name)
        if tool is None:
            names = ", ".join(self.tools)
            return {"error": f"there is no tool {call.name!r}. There are {names}."}
        try:
            return tool.call(self.view, call.arguments).as_dict()
        except (DataError, NotFoundError, QueryError) as error:
            return {"error": f"{error}. {error.hint}"}

    def _limit(self) -> str | None:
        limits, spent = self.limits, self.spent
        reached = {
            "steps": len(self.trace) >= limits.steps,
            "characters": self._characters >= limits.characters,
            "tokens": 0 < limits.tokens <= spent.prompt_tokens + spent.completion_tokens,
            "cost": 0 < limits.cost <= (spent.cost or 0.0),
            # As in the ledger, so that a replay stops where the run did.
            "seconds": 0 < limits.seconds <= spent.seconds,
        }
        return next((name for name, is_reached in reached.items() if is_reached), None)


def run_conversations(conversations: Sequence[Conversation], asker: LLMSession) -> None:
    """Advance all conversations until none is open."""
    while going := [conversation for conversation in conversations if conversation.is_open]:
        replies = asker.ask([conversation.question() for conversation in going])
        for conversation, reply in zip(going, replies, strict=True):
            conversation.take(reply)


def _to_json(value: Any) -> str:
    return orjson.dumps(value).decode()


_BATCH_SIZE: Final = 64  # conversations that take their steps together


@checked(frozen=True, config=OPTIONS)
class GraphAgent(ConversationLimits, LanguageSystem):
    """Language model that looks up facts with tools, then answers from their results.

    Limits apply to one query.

    Source:
        Yao et al. (2023), arXiv:2210.03629, with tool calls of the protocol.
    """

    name = "llm-graph"
    track = "indicators"
    summary = "a language model with read tools: lookup, search, ego, pair, path"
    asks_database = True
    has_indicators: ClassVar[bool] = True

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer queries in batches; each answer is explained by its whole conversation."""
        view, prompt = DatedView(context.graph, context.snapshot), self.prompt(context)
        asker, indicators = require_client(context), self.has_indicators
        tools = {name: item for name, item in TOOLS.items() if indicators or not item.is_indicator}
        for start in range(0, len(queries), _BATCH_SIZE):
            part = queries[start : start + _BATCH_SIZE]
            conversations = [
                Conversation(self._begin(item, prompt), tools, view, self) for item in part
            ]
            run_conversations(conversations, asker)
            both = list(zip(part, conversations, strict=True))
            prompts = [
                prompt.question(q, item.material()) for q, item in both if item.failed is None
            ]
            replies = iter(asker.ask(prompts))
            for query, item in both:
                explanation = {"stopped": item.stopped, "steps": item.trace}
                if item.failed is not None:
                    yield make_failure(query, item.failed, explanation, asdict(item.spent))
                    continue
                reply = next(replies)
                yield prompt.answer(query, reply, explanation=explanation, spent=item.spent)

    def _begin(self, query: Query, prompt: TaskPrompt) -> Question:
        common = shared_inputs(query)
        inputs = {
            **common,
            "texts": [*common["texts"], *id_material(query)],
            "candidates": prompt.candidates(query),
            "wanted": prompt.wanted,
            "steps": self.steps,
        }
        return Question(query.query_id, load_prompt("systems/tools"), inputs, query.before)


@checked(frozen=True, config=OPTIONS)
class EdgeAgent(GraphAgent):
    """Agent without tools for indicators and best-cited paths: only dated edges and texts."""

    name = "llm-graph-edges"
    track = "graph"
    summary = "the same without tools for indicators and best-cited paths"
    has_indicators: ClassVar[bool] = False
