"""The server for agents as clients start it, asked by the official client of the protocol."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

T = TypeVar("T")
COMMAND = (sys.executable, "-c", "from scinet.cli import main; main()", "mcp")


def environment(uri: str, folder: Path, **more: str) -> dict[str, str]:
    """What a server that runs in a folder knows: the database, and a cache next to the folder."""
    cache = folder.with_name(f"{folder.name}-cache")
    return {
        "NEO4J_URI": uri,
        "SCINET_CACHE": str(cache),
        "HOME": str(cache),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        **more,
    }


def over_stdio(uri: str, folder: Path, *words: str) -> StdioServerParameters:
    """How a client starts the server by itself."""
    command, *rest = COMMAND
    return StdioServerParameters(
        command=command, args=[*rest, *words], env=environment(uri, folder), cwd=folder
    )


@contextmanager
def over_http(uri: str, folder: Path, *words: str, **more: str) -> Iterator[str]:
    """The address of a server on a free port, which Ctrl-C ends without a word."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "--port", "0", *words],
        env=environment(uri, folder, **more),
        cwd=folder,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    try:
        assert "http://" in first, first + process.stderr.read()
        yield first.split()[-1]
    finally:
        process.send_signal(2)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert err.endswith("scinet: stopped. Run the same command again to go on.\n")


def asking(server: Any, work: Callable[[Client], Awaitable[T]]) -> T:
    """What a client does with a server that it connects to."""

    async def inside() -> T:
        async with Client(server) as client:
            return await work(client)

    return asyncio.run(inside())


def call(server: Any, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one call."""
    return asking(server, lambda client: answered(client, name, arguments))


async def answered(client: Client, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a call, which must not be an error."""
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
    """The text of an answer."""
    [content] = found.content
    assert content.type == "text"
    return content.text
