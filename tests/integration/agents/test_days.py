"""As of a day the server answers what it would answer if nothing had come later."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.scored_network import BEFORE, field, load_field
from helpers.servers.agent_client import message, refused
from mcp import Client, MCPError

from scinet.graph.connection import Database
from scinet.session.mcp.calls import Desk
from scinet.session.mcp.protocol import server
from scinet.session.rows import Rows

_TITLE = field()[0][3]["title"]  # a later paper has it too
_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("describe_graph", {}),
    ("statements", {}),
    ("ask", {"question": "most cited papers on speech"}),
    ("ask", {"question": f"papers that cite {_TITLE}"}),
    ("ask", {"question": "who wrote with Author later2"}),
    ("query", {"name": "ego/citations", "parameters": {"paper": _TITLE}}),
    ("query", {"name": "ego/references", "parameters": {"paper": "p50"}}),
    ("query", {"name": "ego/citations", "parameters": {"paper": "later3"}}),
    ("query", {"name": "ego/citations", "parameters": {"paper": "On later speech"}}),
    ("query", {"name": "lookup/author", "parameters": {"author": "a-later3"}}),
    ("query", {"name": "lookup/author", "parameters": {"author": "Author"}}),
    ("query", {"name": "ego/most_cited_of_venue", "parameters": {"venue": "Venue 0"}}),
    ("query", {"name": "lookup/title", "parameters": {"text": "later speech on grammar"}}),
    ("query", {"name": "lookup/title", "parameters": {"text": "speech to 7", "fuzzy": True}}),
    ("query", {"name": "lookup/text", "parameters": {"text": "speech grammar later"}}),
    ("query", {"name": "lookup/title_starting", "parameters": {"text": "on speech gr"}}),
    ("query", {"name": "lookup/author_by_name", "parameters": {"name": "author later2 p3"}}),
    ("query", {"name": "lookup/author_starting", "parameters": {"name": "author p"}}),
    ("query", {"name": "lookup/venue", "parameters": {"venue": "Venue"}}),
    ("path", {"a": _TITLE, "b": "p80"}),
    ("path", {"a": "p3", "b": "later1"}),
    ("path", {"a": "Venue 1", "b": "Venue 0", "by": "venue"}),
    ("path", {"a": "Author p3", "b": "Author p80", "by": "author"}),
    ("paths", {"a": "p3", "b": "p80"}),
    ("paths", {"a": "later1", "b": "p80"}),
    ("lookup_paper", {"paper": _TITLE}),
    ("lookup_paper", {"paper": "later1"}),
    ("lookup_author", {"author": "Author later1"}),
    ("search_papers", {"text": "later speech"}),
    ("search_authors", {"text": "author later"}),
    ("search_groups", {"text": "later"}),
    ("ego_disruption", {"paper": "p3"}),
    ("ego_novelty", {"paper": "p40"}),
    ("ego_most_disruptive", {"group": "Venue 0"}),
    ("ego_citations_by_year", {"paper": "p3"}),
    ("pair_citing", {"paper": "p3"}),
    ("pair_co_cited", {"paper": "p3"}),
    ("pair_mentioned_with", {"paper": "p3"}),
    ("pair_relation", {"paper": "p3", "other": "p50"}),
]
_OF_THE_WHOLE = ("graph_fingerprint", "next_cursor")


def _answers(database: Database, cache: Path) -> dict[str, Any]:
    desk = Desk(Rows(lambda: database, cache=cache), BEFORE, has_cypher=False)

    async def ask() -> dict[str, Any]:
        found: dict[str, Any] = {}
        async with Client(server(desk)) as client:
            for name, arguments in _CALLS:
                answer = await client.call_tool(name, arguments)
                told = answer.structured_content or {"error": message(answer)}
                receipt = told.pop("receipt", {"sha256": None})
                if name != "describe_graph":  # whose row has the fingerprint of the whole
                    told["sha256"] = receipt["sha256"]
                for row in [told, *told.get("rows", [])]:
                    for key in _OF_THE_WHOLE:
                        row.pop(key, None)
                found[f"{name} {arguments}"] = told
            for uri in ("scinet://catalogue", "scinet://paper/p3", "scinet://paper/later1"):
                try:
                    found[uri] = (await client.read_resource(uri)).contents[0].model_dump()["text"]
                except MCPError as error:
                    found[uri] = str(error)
        return found

    return asyncio.run(ask())


def test_the_future_moves_no_answer(database: Database, tmp_path: Path) -> None:
    load_field(database)
    alone = _answers(database, tmp_path)
    load_field(database, later=True)
    planted = _answers(database, tmp_path)
    assert planted == alone
    assert sum("error" not in one for one in alone.values()) > len(_CALLS) / 2


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
