"""The server for agents as clients start it, asked by the official client of the protocol."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from helpers.commands.served_command import SCINET, environment, serving
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

T = TypeVar("T")
COMMAND = (*SCINET, "mcp")


def over_stdio(uri: str, folder: Path, *words: str) -> StdioServerParameters:
    command, *rest = COMMAND
    return StdioServerParameters(
        command=command, args=[*rest, *words], env=environment(uri, folder), cwd=folder
    )


@contextmanager
def over_http(uri: str, folder: Path, *words: str, **more: str) -> Iterator[str]:
    known = environment(uri, folder, **more)
    with serving("mcp", "--http", *words, folder=folder, environment=known) as served:
        yield served.address


def asking(server: Any, work: Callable[[Client], Awaitable[T]]) -> T:
    async def inside() -> T:
        async with Client(server) as client:
            return await work(client)

    return asyncio.run(inside())


async def answered(client: Client, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    found = await client.call_tool(name, dict(arguments))
    assert not found.is_error, message(found)
    content: dict[str, Any] | None = found.structured_content
    assert content is not None
    return content


async def refused(client: Client, name: str, arguments: Mapping[str, Any]) -> str:
    """The error of a call: one line."""
    found = await client.call_tool(name, dict(arguments))
    assert found.is_error, message(found)
    assert "\n" not in message(found)
    assert "Traceback" not in message(found)
    return message(found)


def message(found: CallToolResult) -> str:
    [content] = found.content
    assert content.type == "text"
    return content.text
