"""An agent: a language model that calls tools step by step until it knows enough or may no more.

All conversations take a step together, so that their questions are asked at once and their tools
are called one after another. Whatever stops one, its answer is asked for afterwards with what it
has found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
from pydantic import Field

from scinet.errors import DataError, NotFoundError, QueryError
from scinet.graph.tools import Tool, View
from scinet.llm.asker import Asker
from scinet.llm.messages import Message, ToolCall
from scinet.llm.messages import Tool as Offered
from scinet.llm.prompts import quoted
from scinet.llm.question import Question, Reply, Usage
from scinet.models.llm.prompts import Material
from scinet.validation import Natural, Positive


@dataclass(frozen=True)
class Limits:
    """When a conversation must come to its answer.

    Attributes:
        steps: Replies with calls of tools.
        calls: Calls that are answered in one step.
        characters: Length of all that tools return.
        tokens: Tokens read and written, 0 for no limit.
        cost: Money, 0 for no limit.
        seconds: Seconds that the model takes, 0 for no limit.
    """

    steps: Positive = 8
    calls: Positive = 5
    characters: Positive = 60_000
    tokens: Natural = 0
    cost: Annotated[float, Field(ge=0)] = 0.0
    seconds: Annotated[float, Field(ge=0)] = 0.0


class Conversation:
    """One query on its way to an answer: the question that it begins with, and tools on a view.

    Attributes:
        failed: The reply after which nothing more can be asked, None while there is none.
        trace: Each step: what the model said, its calls and what they returned.
        stopped: Which limit ended it, None for none.
    """

    def __init__(
        self, start: Question, tools: Mapping[str, Tool], view: View, limits: Limits
    ) -> None:
        self._start = start
        self._tools = tools
        self._view = view
        self._limits = limits
        self._offered = tuple(
            Offered(tool.name, tool.description, tool.parameters) for tool in tools.values()
        )
        self._history: tuple[Message, ...] = ()
        self._characters = 0
        self._is_open = True
        self.spent = Usage()
        self.failed: Reply | None = None
        self.trace: list[dict[str, Any]] = []
        self.stopped: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it takes a further step."""
        return self._is_open

    def question(self) -> Question:
        """The next step."""
        start = self._start
        return Question(
            start.item, start.prompt, start.inputs, start.before, self._history, self._offered
        )

    def take(self, reply: Reply) -> None:
        """Go on with a reply: call what it asks for, or come to an end."""
        self.spent += reply.usage
        if self._limits.cost and self.spent.cost is None:
            raise DataError(
                "cost cannot be limited, for the model has no price",
                hint="Name a table of prices in SCINET_LLM_PRICES, or limit tokens instead.",
            )
        step: dict[str, Any] = {"text": reply.text}
        self.trace.append(step)
        if reply.status != "ok":
            step |= {"status": reply.status, "reason": reply.reason}
            self._is_open = False
            # What was found is still good for an answer when one reply has no use.
            self.failed = None if reply.status == "invalid" else reply
            return
        if not reply.tool_calls:
            self._is_open = False
            return
        self._history += (Message("assistant", reply.text, reply.tool_calls),)
        step["calls"] = [
            self._call(call, number) for number, call in enumerate(reply.tool_calls, start=1)
        ]
        self.stopped = self._limit()
        self._is_open = self.stopped is None

    def material(self) -> Material:
        """What it found, for the question that asks for the answer."""
        found: Material = []
        for step in self.trace:
            for call in step.get("calls", ()):
                name = f"{call['tool']} {_json(call['arguments'])}"
                if "error" not in call["result"]:
                    found.append({"name": name, "text": _json(call["result"])})
            if step["text"] and "calls" not in step:
                found.append({"name": "What you made of it", "text": step["text"]})
        return found

    def _call(self, call: ToolCall, number: int) -> dict[str, Any]:
        most = self._limits.calls
        result: dict[str, Any] = {"error": f"only {most} calls are answered in one step"}
        if number <= most:
            result = self._result(call)
        text = _json(result)
        self._characters += len(text)
        self._history += (Message("tool", quoted(text), tool_call_id=call.id),)
        return {"tool": call.name, "arguments": dict(call.arguments), "result": result}

    def _result(self, call: ToolCall) -> dict[str, Any]:
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools)
            return {"error": f"there is no tool {call.name!r}. There are {known}."}
        try:
            return tool.call(self._view, call.arguments).as_dict()
        except (DataError, NotFoundError, QueryError) as error:
            return {"error": f"{error}. {error.hint}"}

    def _limit(self) -> str | None:
        limits, spent = self._limits, self.spent
        reached = {
            "steps": len(self.trace) >= limits.steps,
            "characters": self._characters >= limits.characters,
            "tokens": 0 < limits.tokens <= spent.prompt_tokens + spent.completion_tokens,
            "cost": 0 < limits.cost <= (spent.cost or 0.0),
            # As the ledger has it, so that a replay stops where the run did.
            "seconds": 0 < limits.seconds <= spent.seconds,
        }
        return next((name for name, is_reached in reached.items() if is_reached), None)


def gather(conversations: Sequence[Conversation], asker: Asker) -> None:
    """Let all conversations take steps until none goes on."""
    while going := [one for one in conversations if one.is_open]:
        replies = asker.ask([one.question() for one in going])
        for one, reply in zip(going, replies, strict=True):
            one.take(reply)


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()
