"""As of a day the server answers what it would answer if nothing had come later."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from helpers.networks.audited_world import load_world
from helpers.networks.scored_network import BEFORE, load_field
from helpers.servers.agent_client import refused
from mcp import Client, MCPError

from scinet.experiments.leak_audit.findings import Finding
from scinet.experiments.leak_audit.questions import STATEMENTS
from scinet.graph.connection import Database
from scinet.session.graph import Graph
from scinet.session.mcp.calls import Desk
from scinet.session.mcp.protocol import server
from scinet.session.rows import Rows


def test_the_future_moves_no_answer(database: Database, tmp_path: Path) -> None:
    load_world(database)
    table = Graph(lambda: database, cache=tmp_path).audit(agents=True, days=1, queries=3)
    found: list[Finding] = table.attrs["findings"]
    assert [one for one in found if not one.equal or one.moved] == []
    asked = {"tools": 0, "statements": 0, "pages": 0}
    for one in found:
        asked[one.part] += one.compared
    numbers = Counter(one.part for one in found)
    assert numbers["tools"] == len(Desk(Rows.local(), BEFORE).tools) + 1
    assert numbers["statements"] == len(STATEMENTS)
    assert numbers["pages"] > 40
    assert all(asked[part] >= 1.5 * number for part, number in numbers.items())
    # The same dated earlier is seen by most of them, so that a leak would be.
    assert sum(one.is_seen is True for one in found) > 0.7 * len(found)


def test_no_call_passes_the_day_of_the_server(database: Database, tmp_path: Path) -> None:
    load_field(database, later=True)
    desk = Desk(Rows(lambda: database, cache=tmp_path), BEFORE, has_cypher=False)

    ends = {"source_ids": ["p3"], "target_ids": ["p80"], "max_hops": 3}
    later = {"name": "path/most_cited", "parameters": {**ends, "weights_before": "2013-01-01"}}

    async def ask() -> None:
        async with Client(server(desk)) as client:
            for name, arguments, said in (
                ("search_papers", {"text": "a", "before": "2012-01-02"}, "after the last day"),
                ("search_papers", {"text": "a", "before": "9999-12-31"}, "after the last day"),
                ("cypher", {"statement": "RETURN 1"}, "no tool 'cypher'"),
                ("query", {"name": "quality/namesakes"}, "as of all days only"),
                ("query", later, "weights_before 2013-01-01"),
            ):
                assert said in await refused(client, name, arguments)
            with pytest.raises(MCPError, match="after the last day"):
                await client.get_prompt(
                    "literature_overview", {"topic": "x", "before": "2013-01-01"}
                )
            found = await client.call_tool("search_papers", {"text": "a", "before": "2012-01-01"})
            assert found.structured_content is not None
            assert found.structured_content["before"] == "2012-01-01"

    asyncio.run(ask())
