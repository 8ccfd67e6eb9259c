"""A question to a language model, and the one status in which it ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from scinet.llm.messages import Message, ToolCall, ToolDefinition
from scinet.llm.prompts import Prompt

Status: TypeAlias = Literal["ok", "refused", "invalid", "endpoint_error", "budget"]
UNASKED: Final[frozenset[Status]] = frozenset({"endpoint_error", "budget"})
"""Those of questions that a later run asks again: no model has had its say."""
State: TypeAlias = Literal["sent", "done", "failed", "unknown"]
"""Of one request: without an end, answered, refused free of charge, or perhaps charged."""


@dataclass(frozen=True, slots=True)
class Question:
    """One item to be answered.

    Attributes:
        item: Names it for people, such as the id of a query; not part of the key.
        inputs: What its template is filled with.
        before: Cut-off day of what the inputs say, exclusive.
        history: Messages after those of the prompt: calls of tools and their answers.
        sample: Number of the draw where the same question is asked more than once.
    """

    item: str
    prompt: Prompt
    inputs: Mapping[str, Any]
    before: date | None = None
    history: tuple[Message, ...] = ()
    tools: tuple[ToolDefinition, ...] = ()
    sample: int = 0

    def messages(self) -> tuple[Message, ...]:
        """The whole conversation so far."""
        return self.prompt.messages(self.inputs) + self.history


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """What an answer took, all its attempts together.

    Attributes:
        cost: Money, in the unit of the price table; None without a price.
        is_estimated: Whether some of it is not what the endpoint said: it named no usage, or the
            outcome of a request is unknown and is charged at its worst case.
        seconds: Time that the requests took; two equal usages may differ in it.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    is_estimated: bool = False
    seconds: float = field(default=0.0, compare=False)

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        has_cost = self.cost is not None and other.cost is not None
        return TokenUsage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=(self.cost or 0.0) + (other.cost or 0.0) if has_cost else None,
            is_estimated=self.is_estimated or other.is_estimated,
            seconds=self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """How a question ended.

    Attributes:
        status: ``ok``; ``refused`` by the model or a filter; ``invalid``: an answer of no use;
            ``endpoint_error``: none; ``budget``: not asked, or not to its end, for lack of means.
        reason: Why the status is not ``ok``.
        text: What the model wrote, also where it is of no use.
        value: The same read by the prompt's form, None without a form or a status of ``ok``.
        usage: What it took; the same each time the answer is read from the ledger.
    """

    item: str
    status: Status
    reason: str | None = None
    text: str | None = None
    value: dict[str, Any] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)
