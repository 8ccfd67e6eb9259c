"""Many clients of pages and of the agents' server, and the database killed meanwhile."""

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from helpers.commands.served_command import Served, environment, serving
from helpers.proof import Proof
from helpers.servers.agent_client import message
from helpers.servers.explored import addresses, main_of
from helpers.servers.own_server import address, connected, kill, own_server
from helpers.waiting import PATIENCE_S
from mcp import Client

from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.synthetic.write import generate
from scinet.server.control import start
from scinet.settings import ServerSettings

CLIENTS = 50  # of the pages, and as many agents
SILENT_S = 5.0
AWAY = ("database does not answer", "connection was lost", "server crashed")
LIMITED = "the time limit was reached"  # of a guarded statement, on a machine that is too busy
GROWTH = 1.25
_MOST_CITED = (
    "MATCH (p:Paper)<-[:AUTHORED]-(a:Author) WITH p, min(a.id) AS author "
    "RETURN p.id AS paper, author, p.title AS title "
    "ORDER BY COUNT {(p)<-[:CITES]-()} DESC, paper LIMIT $papers"
)
_NEWER = (
    "MATCH (p:Paper {id: $id})<-[:CITES]-(q:Paper) WHERE q.date < $before "
    "RETURN q.id AS id ORDER BY id"
)
_OF_PAPER = (
    *("lookup_paper", "ego_references", "ego_disruption"),
    *("pair_citing", "pair_co_cited", "pair_coupled"),
)
_OF_AUTHOR = ("lookup_author", "lookup_papers_of_author", "ego_co_authors")


@dataclass
class Watch:
    """What all clients met.

    Attributes:
        gone: When the database was killed, and when it answered again.
        refusals: What was said while it was away.
        limited: Refusals of guarded statements that took longer than they may.
        wrong: Other answers, and refusals at other times or for other reasons.
    """

    until: float
    gone: tuple[float, float] = (float("inf"), float("inf"))
    answers: list[float] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    limited: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    def answered(self, what: str, begun: float, *, is_right: bool) -> None:
        if is_right:
            self.answers.append(time.monotonic() - begun)
        else:
            self.wrong.append(what)

    def refused(self, what: str, begun: float, said: str) -> None:
        """Count a refusal, which names the cause and overlaps the time without a database."""
        is_of_then = self.gone[0] <= time.monotonic() and begun <= self.gone[1]
        if is_of_then and any(words in said for words in AWAY):
            self.refusals.append(said)
        elif what == "cypher" and said.startswith(LIMITED):
            self.limited.append(said)
        else:
            self.wrong.append(f"{what}: {said}")


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[ServerSettings]:
    with own_server(tmp_path / "server", heap="1g", page_cache="128m") as result:
        yield result


@pytest.mark.long
def test_many_clients_and_a_killed_database(
    settings: ServerSettings, tmp_path: Path, proof: Proof
) -> None:
    """Each of many clients gets the right answer or reads that the database is away."""
    seconds = proof.trials(short=40, full=600)
    folder = tmp_path / "served"
    folder.mkdir()
    with connected(settings) as database:
        pages, calls = asked(database, tmp_path, papers=1 if seconds < 60 else 8)
    connection = address(settings)
    assert connection.uri is not None
    password = connection.password.get_secret_value()
    known = environment(connection.uri, folder, NEO4J_PASSWORD=password)
    with (
        serving("explore", folder=folder, environment=known) as explorer,
        serving("mcp", "--http", folder=folder, environment=known) as agents,
    ):
        work = all_at_once(settings, explorer, agents, pages, calls, seconds)
        watch, memory = asyncio.run(work)
    assert watch.wrong == []
    assert watch.refusals
    assert len(watch.limited) <= 0.001 * len(watch.answers) + 1, watch.limited
    third = len(memory) // 3
    growth = {}
    for name in ("explorer", "agents"):
        held = [row[name] for row in memory]
        growth[name] = statistics.median(held[-third:]) / statistics.median(held[third : 2 * third])
        assert growth[name] < GROWTH, held
    proof.count(
        clients=2 * CLIENTS,
        answers=len(watch.answers),
        refusals=len(watch.refusals),
        limited=len(watch.limited),
        wrong=len(watch.wrong),
        **{
            "median, ms": round(1000 * statistics.median(watch.answers)),
            "slowest, s": round(max(watch.answers), 1),
            "away, s": round(watch.gone[1] - watch.gone[0], 1),
            "memory of the pages, MiB": round(memory[-1]["explorer"]),
            "memory of the agents' server, MiB": round(memory[-1]["agents"]),
            "largest growth, %": round(100 * max(growth.values()) - 100, 1),
        },
    )


def asked(
    database: Database, folder: Path, papers: int
) -> tuple[list[str], list[tuple[str, dict[str, Any]]]]:
    """Pages and calls about the most cited papers of a simulated network, and their authors."""
    generate(2_000, 0, folder / "network")
    load(database, folder / "network", source="simulated")
    chosen = list(database.read_text(_MOST_CITED, params={"papers": papers}))
    pages: list[str] = []
    calls: list[tuple[str, dict[str, Any]]] = [("describe_graph", {})]
    for paper, author, title in (row.values() for row in chosen):
        pages += addresses(paper, author, " ".join(title.split()[:2]))
        calls += [
            ("search_papers", {"text": title, "limit": 5}),
            ("ask", {"question": f"most cited papers of {author}"}),
            ("query", {"name": "ego/citations", "parameters": {"paper": paper}}),
            ("cypher", {"statement": _NEWER, "parameters": {"id": paper}, "before": "2015-01-01"}),
            *((name, {"paper": paper}) for name in _OF_PAPER),
            *((name, {"author": author}) for name in _OF_AUTHOR),
        ]
    return list(dict.fromkeys(pages)), calls


async def all_at_once(
    settings: ServerSettings,
    explorer: Served,
    agents: Served,
    pages: list[str],
    calls: list[tuple[str, dict[str, Any]]],
    seconds: int,
) -> tuple[Watch, list[dict[str, float]]]:
    """Ask all alone, then by all clients at once, and kill the database meanwhile."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
    async with httpx2.AsyncClient(
        base_url=explorer.address, timeout=PATIENCE_S, limits=limits
    ) as browser:
        alone = {page: await browser.get(page) for page in pages}
        shown = {page: got.content for page, got in alone.items() if got.status_code == 200}
        assert len(shown) > 0.9 * len(pages)
        async with Client(agents.address) as client:
            answers = [await client.call_tool(name, given) for name, given in calls]
        assert not any(answer.is_error for answer in answers), answers
        watch = Watch(until=time.monotonic() + seconds)

        async def browses(number: int) -> None:
            rng = random.Random(number)
            while watch.goes_on():
                page = rng.choice(list(shown))
                begun = time.monotonic()
                try:
                    result = await browser.get(page)
                except httpx2.TimeoutException:
                    watch.wrong.append(f"{page}: no answer within {PATIENCE_S} s")
                    continue
                if result.status_code == 200:
                    watch.answered(page, begun, is_right=result.content == shown[page])
                else:
                    watch.refused(page, begun, main_of(result.text))

        async def calls_tools(number: int) -> None:
            rng = random.Random(number)
            async with Client(agents.address) as client:
                while watch.goes_on():
                    chosen = rng.randrange(len(calls))
                    begun, name = time.monotonic(), calls[chosen][0]
                    result = await client.call_tool(*calls[chosen])
                    if result.is_error:
                        watch.refused(name, begun, message(result))
                    else:
                        watch.answered(name, begun, is_right=result == answers[chosen])

        memory: list[dict[str, float]] = []

        async def weighs() -> None:
            while watch.goes_on():
                held = {"explorer": explorer.resident_mib(), "agents": agents.resident_mib()}
                memory.append(held)
                await asyncio.sleep(1)

        async def kills() -> None:
            await asyncio.sleep(0.4 * seconds)
            watch.gone = (time.monotonic(), float("inf"))
            await asyncio.to_thread(kill, settings)
            await asyncio.sleep(SILENT_S)
            await asyncio.to_thread(start, settings)
            watch.gone = (watch.gone[0], time.monotonic())

        async with asyncio.TaskGroup() as group:
            for number in range(CLIENTS):
                group.create_task(browses(number))
                group.create_task(calls_tools(number))
            group.create_task(weighs())
            group.create_task(kills())
        return watch, memory
