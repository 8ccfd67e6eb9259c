"""The server for agents under attack, over both transports, as the official client calls it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.commands.untouched import untouched
from helpers.faulty import hostile_statements, payloads
from helpers.faulty.hostile_statements import honest
from helpers.networks.build import load_kinds
from helpers.networks.scored_network import load_field
from helpers.proof import Proof
from helpers.servers.agent_client import asking, message, over_http, over_stdio
from mcp import Client

from scinet.agents.tools import READ_TOOLS, VERB_TOOLS
from scinet.graph.db.connection import Database


@pytest.fixture(scope="module")
def field(shared_database: Database) -> Iterator[Database]:
    load_field(shared_database)
    records = [
        {"id": f"title{number}", "title": text, "date": "2001-02-03", "references": []}
        for number, text in enumerate(payloads.texts())
    ]
    load_kinds(shared_database, {"records": records})
    yield shared_database
    shared_database.rows("admin/wipe")


@pytest.fixture(scope="module", params=["stdio", "http"])
def server(
    request: pytest.FixtureRequest,
    uri: str,
    field: Database,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Any, Path]]:
    """What a client connects to, and the folder where it runs."""
    del field  # loaded
    folder = tmp_path_factory.mktemp("served")
    if request.param == "stdio":
        yield over_stdio(uri, folder), folder
    else:
        with over_http(uri, folder) as address:
            yield address, folder


def _calls(texts: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """Each text in each argument of each tool, and as the name of one."""
    results: list[tuple[str, dict[str, Any]]] = []
    for name, tool in {**VERB_TOOLS, **READ_TOOLS}.items():
        taken = tool.parameters["properties"].keys() | {"before", "cursor"}
        needed = tool.parameters["required"]
        for text in texts:
            base = dict.fromkeys(needed, text)
            results += [(name, {**base, argument: text}) for argument in sorted(taken)]
            results.append((name, {**base, text: text}))
        results += [(text, {}) for text in texts]
    return results


def test_agents_change_and_reach_nothing(
    server: tuple[Any, Path], field: Database, proof: Proof
) -> None:
    """Nothing that an agent sends writes, calls an address, makes a file or ends the server."""
    random = Random(proof.seed)
    hostile = hostile_statements.statements()
    statements = random.sample(hostile, proof.trials(short=20, full=len(hostile)))
    every = _calls(payloads.texts())
    calls = random.sample(every, proof.trials(short=20, full=3_000))
    fine = random.sample(honest(), proof.trials(short=5, full=len(honest())))

    async def ask(client: Client) -> int:
        refused = 0
        for text in statements:
            given = {"statement": text.replace("CANARY", address)}
            response = await client.call_tool("cypher", given)
            assert response.is_error, text
            refused += 1
        for name, arguments in calls:
            words = {k: _said(v, address) for k, v in arguments.items()}
            response = await client.call_tool(name, words)
            assert "fault of the server" not in message(response), (name, words)
            refused += response.is_error
        for text in fine:
            asked: dict[str, Any] = {"statement": text, "parameters": {"ids": ["P1"]}, "limit": 100}
            response = await client.call_tool("cypher", asked)
            # A profile of all rows, say, may take longer than there is time for.
            is_slow = "the time limit was reached" in message(response)
            assert not response.is_error or is_slow, (text, message(response))
        return refused

    client_of, folder = server
    with untouched(field, folder) as address:
        refused = asking(client_of, ask)
    asked = {"statements": len(statements), "values": len(calls)}
    proof.count(**asked, refused=refused, answered=len(fine), writes=0, calls=0, files=0)


def _said(value: Any, address: str) -> Any:
    return value.replace("CANARY", address) if isinstance(value, str) else value


def test_titles_stay_fields(server: tuple[Any, Path], proof: Proof) -> None:
    """A title that gives orders reaches an agent as a field of JSON, letter for letter."""
    texts = payloads.texts()
    chosen = Random(proof.seed).sample(range(len(texts)), proof.trials(short=10, full=len(texts)))

    async def ask(client: Client) -> int:
        told = 0
        for number in chosen:
            response = await client.call_tool("lookup_paper", {"paper": f"title{number}"})
            if not response.is_error:  # some titles are refused when they are loaded
                assert response.structured_content is not None
                [row] = response.structured_content["rows"]
                assert row["title"] in {texts[number].strip(), texts[number]} or (
                    texts[number].strip().startswith(row["title"][:-1])
                )
                assert json.loads(message(response)) == response.structured_content
                told += 1
        return told

    told = asking(server[0], ask)
    assert told > len(chosen) // 2
    proof.count(titles=told)
