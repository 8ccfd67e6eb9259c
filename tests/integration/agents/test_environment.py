"""As of a day agents are answered as if nothing came later, and judged in a folder of it."""

import asyncio
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest
from helpers.commands.served_command import environment as variables
from helpers.networks.audited_world import load_world
from helpers.networks.scored_network import BEFORE, load_field
from helpers.servers.agent_client import answered, refused
from mcp import Client, MCPError, StdioServerParameters

import scinet
from scinet.agents.protocol import create_server
from scinet.agents.tool_server import ToolServer
from scinet.experiments.leak_audit.compare import find_difference
from scinet.experiments.leak_audit.findings import LeakFinding
from scinet.experiments.leak_audit.probes import make_arrays_probe
from scinet.experiments.leak_audit.questions import STATEMENTS
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import read_snapshot
from scinet.session.graph import Graph, local_graph

_DAY = date(2010, 1, 1)


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Any:
    load_field(shared_database, later=True)
    return scinet.Graph(lambda: shared_database, cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def task(graph: scinet.Graph) -> scinet.Task:
    return graph.build("scinetbench/pair-citation", before=_DAY, queries=4, min_truth=3, k=3)


@pytest.fixture
def folder(graph: scinet.Graph, task: scinet.Task, tmp_path: Path) -> Path:
    graph.environment(task=task, before=_DAY, out=tmp_path / "environment")
    return tmp_path / "environment"


def test_each_stage_of_an_agent_is_scored(
    uri: str, task: scinet.Task, folder: Path, tmp_path: Path
) -> None:
    config = orjson.loads((folder / "mcp.json").read_bytes())["mcpServers"]["scinet"]
    server = StdioServerParameters(
        command=config["command"], args=config["args"], env=variables(uri, tmp_path)
    )
    first, second, third, fourth = task.queries()
    cited = first.inputs["paper_id"]
    true = sorted(row["id"] for row in task.truth()[first.query_id]["items"])

    async def work() -> None:
        async with Client(server) as client:
            listed = await answered(client, "questions", {})
            assert [row["query_id"] for row in listed["rows"]] == [
                q.query_id for q in task.queries()
            ]
            assert "items" not in str(listed)
            record = {"query_id": first.query_id}
            # A plan that names a true answer, a search that shows three, an answer with two.
            await answered(client, "lookup_paper", {**record, "paper": true[0]})
            shown = await answered(client, "pair_citing", {**record, "paper": cited, "limit": 3})
            seen = {row["paper_id"] for row in shown["rows"]}
            await answered(client, "answer", {**record, "answer": ["p89"]})
            best = [*sorted(seen)[:2], cited]
            await answered(client, "answer", {**record, "answer": best})
            other = {"query_id": second.query_id}
            said = await refused(client, "lookup_paper", {**other, "paper": "later3"})
            assert "no paper 'later3'" in said
            late = {"paper": true[0], "before": "2012-01-01"}
            assert "after the last day" in await refused(client, "lookup_paper", {**other, **late})
            assert "does not match the task" in await refused(
                client, "answer", {**other, "answer": 7}
            )
            assert "no question None" in await refused(client, "lookup_paper", {"paper": cited})
            await answered(client, "ego_references", {"query_id": third.query_id, "paper": cited})

    asyncio.run(work())
    steps = [orjson.loads(line) for line in (folder / "steps.jsonl").read_bytes().splitlines()]
    assert [(step["query_id"], step["tool"], step["rows"]) for step in steps] == [
        (first.query_id, "lookup_paper", 1),
        (first.query_id, "pair_citing", 3),
        (first.query_id, "answer", 1),
        (first.query_id, "answer", 1),
        (second.query_id, "lookup_paper", 0),
        (second.query_id, "lookup_paper", 0),
        (second.query_id, "answer", 0),
        (None, "lookup_paper", 0),
        (third.query_id, "ego_references", 0),
    ]
    asked = steps[1]
    assert asked["arguments"] == {"paper": cited, "limit": 3}
    assert (asked["before"], asked["error"]) == (str(_DAY), None)
    assert asked["at"] > "2026"
    assert asked["seconds"] >= 0
    receipt = asked["receipt"]
    assert (receipt["before"], receipt["rows"], len(receipt["sha256"])) == (str(_DAY), 3, 64)
    assert "later3" in steps[4]["error"]

    scores = scinet.evaluate_steps(task, folder)
    rows = {row["query_id"]: row for row in scores}
    assert rows[first.query_id] == {
        "query_id": first.query_id, "calls": 2, "failed": 0, "tools": 2, "true": len(true),
        "planned": 1, "found": len({true[0], *_ids(asked)} & set(true)), "answered": 3, "chosen": 2,
    }  # fmt: skip
    assert rows[second.query_id] | {"true": 0} == {
        "query_id": second.query_id, "calls": 2, "failed": 2, "tools": 1, "true": 0,
        "planned": 0, "found": 0, "answered": 0, "chosen": 0,
    }  # fmt: skip
    assert rows[fourth.query_id]["calls"] == 0
    assert [rows["all"][name] for name in ("calls", "failed", "planned", "chosen")] == [5, 2, 1, 2]
    assert [item.id for item in scores.attrs["run"].answers[first.query_id].items][-1] == cited


def _ids(step: dict[str, Any]) -> list[str]:
    return [identifier for identifier in step["ids"] if identifier.startswith("p")]


def test_the_network_loads_as_it_was_on_the_day(
    graph: scinet.Graph, folder: Path, tmp_path: Path
) -> None:
    look = make_arrays_probe(_DAY).look
    there = look(AuditWorld(read_snapshot(graph.database), None))
    assert all("later" not in file.read_text("utf-8") for file in folder.rglob("*.jsonl"))
    graph.database.rows("admin/wipe")
    loaded = scinet.Graph(lambda: graph.database, cache=tmp_path / "loaded")
    loaded.load(folder / "network")
    try:
        assert find_difference(there, look(AuditWorld(read_snapshot(graph.database), None))) is None
    finally:
        load_field(graph.database, later=True)


def test_what_cannot_be_made_is_one_line(
    graph: scinet.Graph, task: scinet.Task, folder: Path, tmp_path: Path
) -> None:
    def make(day: str, out: Path, of: scinet.Task = task) -> None:
        graph.environment(task=of, before=day, out=out)

    with pytest.raises(scinet.StorageError, match=r"environment exists, and may hold the steps"):
        make("2010-01-01", folder)
    for day, said in (
        (
            "2014-01-01",
            "2014-01-01 is later than the network, whose last paper is dated 2012-12-31",
        ),
        ("2011-01-01", "no query on or after 2011-01-01"),
        ("1990-01-01", "no paper is dated before 1990-01-01"),
    ):
        with pytest.raises((scinet.DataError, scinet.NotFoundError), match=said):
            make(day, tmp_path / "new")
    load_field(graph.database, seed=1)
    try:
        with pytest.raises(scinet.DataError, match="the task was built from graph"):
            make("2010-01-01", tmp_path / "new")
    finally:
        load_field(graph.database, later=True)
    assert not (tmp_path / "new").exists()
    with pytest.raises(scinet.NotFoundError, match="no environment in"):
        scinet.evaluate_steps(task, tmp_path)
    with pytest.raises(scinet.QueryError, match="the environment ends on 2010-01-01"):
        scinet.serve_mcp(graph, before="2009-01-01", environment=folder)


def test_the_future_moves_no_answer(database: Database, tmp_path: Path) -> None:
    load_world(database)
    table = scinet.audit_agents(Graph(lambda: database, cache=tmp_path), days=1, queries=3)
    found: list[LeakFinding] = table.attrs["findings"]
    assert [one for one in found if not one.equal or one.moved] == []
    asked = {"tools": 0, "statements": 0, "pages": 0}
    for one in found:
        asked[one.part] += one.compared
    numbers = Counter(one.part for one in found)
    assert numbers["tools"] == len(ToolServer(local_graph(), BEFORE).tools) + 1
    assert numbers["statements"] == len(STATEMENTS)
    assert numbers["pages"] > 40
    assert all(asked[part] >= 1.5 * number for part, number in numbers.items())
    # The same dated earlier is seen by nearly all of them, so that a leak would be.
    assert sum(one.is_seen is True for one in found) > 0.9 * len(found)


def test_no_call_passes_the_day_of_the_server(database: Database, tmp_path: Path) -> None:
    load_field(database, later=True)
    tool_server = ToolServer(Graph(lambda: database, cache=tmp_path), BEFORE, has_cypher=False)

    ends = {"source_ids": ["p3"], "target_ids": ["p80"], "max_hops": 3}
    later = {"name": "path/most_cited", "parameters": {**ends, "weights_before": "2013-01-01"}}

    async def ask() -> None:
        async with Client(create_server(tool_server)) as client:
            for name, arguments, said in (
                ("search_papers", {"text": "a", "before": "2012-01-02"}, "after the last day"),
                ("search_papers", {"text": "a", "before": "9999-12-31"}, "after the last day"),
                ("cypher", {"statement": "RETURN 1"}, "no tool named 'cypher'"),
                ("query", {"name": "quality/namesakes"}, "takes no cutoff"),
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
