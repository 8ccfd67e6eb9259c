"""Questions to a language model, and the one status in which each ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from scinet.llm.messages import Message, ToolCall, ToolDefinition
from scinet.llm.prompts import Prompt

Status: TypeAlias = Literal["ok", "refused", "invalid", "endpoint_error", "budget"]
UNASKED: Final[frozenset[Status]] = frozenset({"endpoint_error", "budget"})
"""Statuses of questions that a later run sends again: no model has answered."""
State: TypeAlias = Literal["sent", "done", "failed", "unknown"]
"""State of one request: without an end, answered, refused free of charge, or perhaps charged."""


@dataclass(frozen=True, slots=True)
class Question:
    """Question to a language model.

    Attributes:
        item: Its name in messages, such as the id of a query; not part of the key.
        inputs: Inputs of its template.
        before: Cutoff of the inputs, exclusive.
        history: Messages after those of the prompt: tool calls and their results.
        sample: Number of the sample where the same question is sent more than once.
    """

    item: str
    prompt: Prompt
    inputs: Mapping[str, Any]
    before: date | None = None
    history: tuple[Message, ...] = ()
    tools: tuple[ToolDefinition, ...] = ()
    sample: int = 0

    def messages(self) -> tuple[Message, ...]:
        """Return the whole conversation so far."""
        return self.prompt.messages(self.inputs) + self.history


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Usage of an answer, over all its attempts.

    Attributes:
        cost: Money, in the unit of the price table; None without a price.
        is_estimated: Whether part of it is not reported by the endpoint: it gave no usage, or the
            outcome of a request is unknown and is charged at its worst case.
        seconds: Time of the requests; ignored in comparisons.
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
    """Outcome of a question.

    Attributes:
        status: ``ok``; ``refused`` by the model or a filter; ``invalid``: an unusable answer;
            ``endpoint_error``: none; ``budget``: not sent, or not to its end, because of limits.
        reason: Why the status is not ``ok``.
        text: Text of the model, also where it is unusable.
        value: The text parsed by the prompt's form, None without a form or a status of ``ok``.
        usage: Its usage; the same each time the answer is read from the ledger.
    """

    item: str
    status: Status
    reason: str | None = None
    text: str | None = None
    value: dict[str, Any] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)
