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
    response = await client.call_tool(name, dict(arguments))
    assert not response.is_error, message(response)
    content: dict[str, Any] | None = response.structured_content
    assert content is not None
    return content


async def refused(client: Client, name: str, arguments: Mapping[str, Any]) -> str:
    """The error of a call: one line."""
    response = await client.call_tool(name, dict(arguments))
    assert response.is_error, message(response)
    assert "\n" not in message(response)
    assert "Traceback" not in message(response)
    return message(response)


def message(result: CallToolResult) -> str:
    [content] = result.content
    assert content.type == "text"
    return content.text
