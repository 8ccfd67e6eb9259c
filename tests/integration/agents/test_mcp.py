"""The server for agents over HTTP, as the official client of the protocol finds it."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.counted_database import CountedDatabase
from helpers.networks.scored_network import load_field
from helpers.servers.agent_client import answered, asking, over_http, refused
from helpers.servers.wire import Wire
from mcp import Client, MCPError

import scinet
from benchmarks.pages import calls, timed_calls
from scinet.agents import pages
from scinet.agents.tool_server import ToolServer
from scinet.graph.db.connection import Database


@pytest.fixture(scope="module")
def graph(shared_database: Database) -> scinet.Graph:
    load_field(shared_database)
    return scinet.Graph(lambda: shared_database)


@pytest.fixture(scope="module")
def wire(uri: str) -> Iterator[Wire]:
    with Wire(uri) as result:
        yield result


@pytest.fixture(scope="module")
def address(
    graph: scinet.Graph, wire: Wire, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A server that asks its database over a wire which can be cut."""
    del graph  # loaded
    with over_http(wire.uri, tmp_path_factory.mktemp("mcp")) as result:
        yield result


def test_what_is_offered_is_short_and_described(address: str) -> None:
    listed = asking(address, lambda client: client.list_tools()).tools
    names = {tool.name for tool in listed}
    assert {"ask", "query", "statements", "path", "cypher", "search_papers"} <= names
    assert len(names) == len(listed) < 30
    for tool in listed:
        assert 20 < len(tool.description or "") < 300, tool.name
        assert {"before", "cursor"} <= tool.input_schema["properties"].keys()
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
    text = json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in listed])
    assert len(text) < 22_000


def test_calls_that_are_timed_are_such_calls(address: str) -> None:
    tools = {tool.name: tool for tool in asking(address, lambda client: client.list_tools()).tools}
    for name, arguments in calls("P1", "P2", "ada", "parsing"):
        schema = tools[name].input_schema
        assert set(schema.get("required", ())) <= arguments.keys() <= schema["properties"].keys()
    asked = [("search_papers", {"text": "parsing"})]
    [(first, median, size)] = timed_calls(address, asked)
    assert min(first, median) > 0
    assert size > 0


def test_answers_are_those_of_the_verbs(address: str, graph: scinet.Graph) -> None:
    day = "2011-01-01"

    async def ask(client: Client) -> None:
        async def rows(tool: str, /, **arguments: Any) -> list[dict[str, Any]]:
            result = await answered(client, tool, {**arguments, "before": day})
            assert result["before"] == day
            return list(result["rows"])

        citing = graph.query("ego/citations", paper="p3", before=day)
        told = await rows("query", name="ego/citations", parameters={"paper": "p3"}, limit=100)
        assert [row["paper_id"] for row in told] == citing["paper_id"]
        assert [row["date"] for row in told] == [str(item) for item in citing["date"]]
        best = graph.path("p3", "p70", before=day)
        told = await rows("path", a="p3", b="p70")
        assert [row["paper_id"] for row in told] == best.papers
        every = graph.paths("p3", "p70", before=day, limit=3)
        told = await rows("paths", a="p3", b="p70", limit=3)
        assert [row["papers"] for row in told] == every["papers"]
        [counts] = await rows("ego_disruption", paper="p3")
        whole = graph.disruption(papers="p3", before=day, window_years=None)
        assert all(counts[name] == whole[name][0] for name in ("n_i", "n_j", "n_k"))
        question = "three most cited papers on parsing"
        told = await rows("ask", question=question)
        best_known = graph.ask(question, before=day)["paper_id"]
        assert [row["paper_id"] for row in told] == best_known
        counted = "MATCH (p:Paper) WHERE p.date < $before RETURN count(p) AS papers"
        assert await rows("cypher", statement=counted) == [{"papers": 83}]
        [held] = await rows("describe_graph")
        assert (held["papers"], held["first_day"]) == (83, "2000-01-31")

    asking(address, ask)


def test_a_call_asks_each_thing_once(graph: scinet.Graph) -> None:
    database = CountedDatabase(graph.database)
    server = ToolServer(scinet.Graph(lambda: database, makes_receipts=False))
    citations = {"name": "ego/citations", "parameters": {"paper": "p3"}}
    for name, arguments, ends in (("query", citations, 1), ("path", {"a": "p3", "b": "p70"}, 2)):
        server.call(name, {**arguments, "before": "2011-01-01"})  # arrays are read
        database.asked.clear()
        server.call(name, {**arguments, "before": "2011-01-01"})
        counts = Counter(database.asked)
        assert counts["identify/paper"] == ends, name
        assert counts["load/partial"] == 1, name
        assert counts["load/snapshot_newest"] <= 2, name  # the receipt is of the graph at its end


def test_pages_hold_every_row_once(address: str) -> None:
    async def pages_of(client: Client, name: str, arguments: dict[str, Any]) -> list[Any]:
        rows: list[Any] = []
        results: dict[str, Any] = {"next_cursor": None}
        while "next_cursor" in results:
            more = {**arguments, "cursor": results["next_cursor"]}
            results = await answered(client, name, more)
            assert results["truncated"] == ("next_cursor" in results)
            rows += results["rows"]
        return rows

    async def ask(client: Client) -> None:
        for name, arguments in (
            ("search_papers", {"text": "parsing"}),
            ("query", {"name": "ego/citations", "parameters": {"paper": "p3"}}),
            ("cypher", {"statement": "MATCH (p:Paper) RETURN p.id AS id ORDER BY id LIMIT 25"}),
        ):
            whole = (await answered(client, name, {**arguments, "limit": 100}))["rows"]
            assert len(whole) > 20
            assert await pages_of(client, name, {**arguments, "limit": 7}) == whole
        first = await answered(client, "search_papers", {"text": "parsing", "limit": 2})
        for other in (
            {"text": "speech", "cursor": first["next_cursor"]},
            {"text": "parsing", "limit": 2, "cursor": "9" + first["next_cursor"]},
            {"text": "parsing", "limit": 2, "cursor": 7},
        ):
            assert "cursor is not of this call" in await refused(client, "search_papers", other)

    asking(address, ask)


_WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "no tool named 'x'": ("x", {}),
    "Input should be less than or equal to 100": ("search_papers", {"text": "a", "limit": 101}),
    "It takes text, since, until, limit": ("search_papers", {"text": "a", "offset": 1}),
    "no paper 'nobody' before 2001-01-01": (
        "lookup_paper", {"paper": "nobody", "before": "2001-01-01"},
    ),
    "'01' is not a day": ("lookup_paper", {"paper": "p3", "before": "01"}),
    "no statement named 'admin/wipe'": ("query", {"name": "admin/wipe"}),
    "no statement named './x.cypher'": ("query", {"name": "./x.cypher"}),
    "parameter paper_id is missing": ("query", {"name": "ego/citations"}),
    "before is given among the parameters": (
        "query", {"name": "ego/citations", "parameters": {"before": "2001-01-01"}},
    ),
    "Give the day as the cutoff, beside them.": (
        "cypher", {"statement": "RETURN 1 < $before", "parameters": {"before": 2010}},
    ),
    "takes no cutoff": (
        "query", {"name": "quality/namesakes", "before": "2001-01-01"},
    ),
    "cd_5 as it is stored may know of later papers": (
        "cypher", {"statement": "MATCH (p:Paper) RETURN p.cd_5", "before": "2001-01-01"},
    ),
    "writes or reaches outside: CREATE": ("cypher", {"statement": "CREATE (n)"}),
    "the time limit was reached": (
        "cypher", {"statement": "UNWIND range(1, 1000000000) AS x RETURN sum(x)", "timeout_s": 0.1},
    ),
    "an answer of": ("cypher", {"statement": "RETURN range(1, 100000) AS x"}),
}  # fmt: skip


def test_what_is_wrong_is_one_line_with_a_remedy(address: str) -> None:
    async def ask(client: Client) -> None:
        for said, (name, arguments) in _WRONG.items():
            assert said in await refused(client, name, arguments), name
        with pytest.raises(MCPError, match="no resource scinet://x"):
            await client.read_resource("scinet://x")
        with pytest.raises(MCPError, match="It takes a, b and before"):
            await client.get_prompt("follow_an_idea", {"a": "p3"})

    asking(address, ask)


def test_prompts_and_resources(address: str, shared_database: Database) -> None:
    async def ask(client: Client) -> None:
        for prompt in (await client.list_prompts()).prompts:
            given = {item.name: "p3" for item in prompt.arguments or () if item.required}
            result = await client.get_prompt(prompt.name, {**given, "before": "2011-01-01"})
            [message] = result.messages
            assert message.content.type == "text"
            assert "The day is 2011-01-01: give it as `before`" in message.content.text
        assert len((await client.list_resource_templates()).resource_templates) == 1
        for uri, part in (
            ("scinet://schema", "(:Author)-[:AUTHORED"),
            ("scinet://catalogue", '"name": "ego/citations"'),
            ("scinet://paper/p3", '"paper_id": "p3"'),
            ("scinet://paper/On%20alignment%20lexicon%20corpus%20to%203", '"paper_id": "p3"'),
        ):
            [content] = (await client.read_resource(uri)).contents
            assert part in content.model_dump()["text"], uri

    asking(address, ask)
    named = pages.read_schema()
    for row in shared_database.rows("admin/node_counts"):
        assert row["label"] in named
    for row in shared_database.rows("admin/relationship_counts"):
        assert f"[:{row['type']}" in named


def test_a_database_that_is_away_is_said_and_found_again(address: str, wire: Wire) -> None:
    async def ask(client: Client) -> None:
        for name, arguments in (
            ("cypher", {"statement": "MATCH (p:Paper) RETURN count(p) AS papers"}),
            ("lookup_paper", {"paper": "p3"}),
            ("query", {"name": "ego/citations", "parameters": {"paper": "p3"}}),
        ):
            there = await answered(client, name, arguments)
            wire.is_gone = True
            for line in list(wire._lines):
                line.end()
            said = await refused(client, name, arguments)
            assert "`scinet server start`" in said, said
            wire.heal()
            assert await answered(client, name, arguments) == there

    try:
        asking(address, ask)
    finally:
        wire.heal()


def test_many_clients_at_once_are_answered_right(address: str) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("lookup_paper", {"paper": f"p{number}"}) for number in range(7)
    ]
    calls += [("search_papers", {"text": "speech", "before": f"20{n:02d}-01-01"}) for n in (5, 9)]
    calls += [
        ("query", {"name": "ego/citations", "parameters": {"paper": f"p{n}"}}) for n in range(11)
    ]

    async def in_turn(client: Client) -> list[dict[str, Any]]:
        return [await answered(client, *call) for call in calls]

    alone = asking(address, in_turn)

    async def call(number: int) -> list[dict[str, Any]]:
        async with Client(address) as client:
            mine = [calls[number], calls[(number + 7) % len(calls)]]
            return [await answered(client, *each) for each in mine]

    async def together() -> list[list[dict[str, Any]]]:
        return await asyncio.gather(*map(call, range(len(calls))))

    run = asyncio.run(together())
    assert len(calls) == 20
    assert run == [[alone[n], alone[(n + 7) % 20]] for n in range(20)]
