"""Messages of the chat-completions protocol."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import orjson

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """Function that the model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    def wire(self) -> dict[str, Any]:
        """Return the tool as in a request."""
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": dict(self.parameters),
            },
        }


@dataclass(frozen=True, slots=True)
class ToolCall:
    """Call of a function by a model.

    Attributes:
        name: The function; not checked, it may not exist.
    """

    id: str
    name: str
    arguments: Mapping[str, Any]

    def wire(self) -> dict[str, Any]:
        """Return the call as in a message of the assistant."""
        written = orjson.dumps(dict(self.arguments), option=orjson.OPT_SORT_KEYS).decode()
        return {
            "id": self.id,
            "type": "function",
            "function": {"name": self.name, "arguments": written},
        }


@dataclass(frozen=True, slots=True)
class Message:
    """Message of a conversation.

    Attributes:
        content: The text; None for an assistant that only calls tools.
        tool_call_id: For the role ``tool``, the call that this answers.
    """

    role: Role
    content: str | None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    def wire(self) -> dict[str, Any]:
        """Return the message as in a request."""
        written: dict[str, Any] = {"role": self.role, "content": self.content}
        if self.tool_calls:
            written["tool_calls"] = [call.wire() for call in self.tool_calls]
        if self.tool_call_id is not None:
            written["tool_call_id"] = self.tool_call_id
        return written
