"""How the server for agents begins, listens and ends."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from helpers.commands.command_line import run
from helpers.commands.served_command import environment
from helpers.networks.scored_network import load_field
from helpers.servers.agent_client import COMMAND, answered, over_http
from helpers.waiting import PATIENCE_S
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import scinet
from scinet.graph.db.connection import Database

_ANYWHERE = "0.0.0.0"  # noqa: S104 - only as long as a test
_TOKEN = "of no use elsewhere"  # noqa: S105
_HELLO: dict[str, Any] = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def network(shared_database: Database) -> None:
    load_field(shared_database)


def _call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


@pytest.fixture
def process(uri: str, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that speaks over standard input and output, at the first answer."""
    known, pipe = environment(uri, tmp_path), subprocess.PIPE
    with subprocess.Popen(
        COMMAND, env=known, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as result:
        assert result.stdin is not None
        assert result.stdout is not None
        result.stdin.write(json.dumps(_HELLO) + "\n")
        result.stdin.flush()
        assert json.loads(result.stdout.readline())["result"]["serverInfo"]["name"] == "scinet"
        yield result
        result.kill()


def test_standard_output_holds_the_protocol_alone(process: subprocess.Popen[str]) -> None:
    messages = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        _call(2, "search_papers", text="speech", limit=3),
        _call(3, "path", a="p3", b="p70"),
        _call(4, "cypher", statement="MATCH (p:Papre) RETURN p"),
    ]
    lines = ["this is not JSON", *map(json.dumps, messages)]
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()
    results: dict[int, Any] = {}
    while len(results) < 3:
        answer = json.loads(process.stdout.readline())
        assert answer["jsonrpc"] == "2.0"
        if answer.get("id") is not None:
            results[answer["id"]] = answer["result"]
    assert [item for item in results.values() if item.get("isError")] == []
    assert len(results[2]["structuredContent"]["rows"]) == 3
    assert results[3]["structuredContent"]["rows"][0]["paper_id"] == "p3"
    assert "Did you mean Paper?" in results[4]["structuredContent"]["note"]
    process.stdin.close()  # the end of its input is its end
    assert process.wait(PATIENCE_S) == 0
    assert process.stdout.read() == ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it(process: subprocess.Popen[str], number: int, code: int) -> None:
    process.send_signal(number)
    assert process.wait(PATIENCE_S) == code
    assert process.stderr is not None
    assert [line[:8] for line in process.stderr.read().splitlines()] == ["scinet: "]


def test_other_machines_need_a_name_and_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCINET_MCP_TOKEN", "short")
    nobody = scinet.Graph(lambda: pytest.fail("refused too late"), cache=tmp_path)
    for said, given in (
        ("reached from other machines", {"host": _ANYWHERE}),
        ("there is no token", {"host": _ANYWHERE, "allow_hosts": "here.example"}),
        ("there is no token", {"host": "::", "allow_hosts": ["a"]}),
    ):
        with pytest.raises(scinet.DataError, match=said):
            scinet.serve_mcp(nobody, http=True, **given)
    with pytest.raises(scinet.DataError, match="without HTTP"):
        scinet.serve_mcp(nobody, port=9000)


def test_who_may_call_over_http(uri: str, tmp_path: Path) -> None:
    words = ("--host", _ANYWHERE, "--allow-host", "here.example")
    with over_http(uri, tmp_path, *words, SCINET_MCP_TOKEN=_TOKEN) as address:
        address = address.replace(_ANYWHERE, "127.0.0.1")
        theirs = {"accept": "application/json, text/event-stream"}
        ours = {**theirs, "authorization": f"Bearer {_TOKEN}"}
        for headers, status in (
            (ours, 200),
            ({**ours, "host": "here.example"}, 200),
            ({**ours, "host": "evil.example"}, 421),
            ({**ours, "origin": "http://evil.example"}, 403),
            (theirs, 401),
            ({**theirs, "authorization": "Bearer another"}, 401),
        ):
            assert httpx2.post(address, json=_HELLO, headers=headers).status_code == status, headers

        async def carried() -> int:
            async with (
                httpx2.AsyncClient(headers=ours) as carrier,
                Client(streamable_http_client(address, http_client=carrier)) as client,
            ):
                return len((await answered(client, "lookup_paper", {"paper": "p3"}))["rows"])

        assert asyncio.run(carried()) == 1
        port = address.split(":")[2].partition("/")[0]
        taken = run(uri, tmp_path, "mcp", "--http", "--port", port)
    assert (taken.returncode, taken.stdout) == (1, "")
    assert f"cannot listen on 127.0.0.1, port {port}" in taken.stderr
