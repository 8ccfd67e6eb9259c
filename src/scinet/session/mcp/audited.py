"""The tools for agents, asked by an audit with arguments that are drawn from the network."""

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from scinet.errors import NotFoundError, ScinetError, extra_needed
from scinet.experiments.leak_audit import questions
from scinet.experiments.leak_audit.findings import WORLDS, Finding, add_up, try_all
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.questions import (
    Choose,
    Drawn,
    days_within,
    draw,
    planted_around,
    statement_probes,
)
from scinet.experiments.leak_audit.worlds import World
from scinet.graph.connection import Database
from scinet.graph.query import listed
from scinet.session.mcp import pages
from scinet.session.mcp.calls import Desk
from scinet.session.rows import Rows

# They name the whole graph, which is another one.
_OF_THE_GRAPH: Final = frozenset({"graph_fingerprint", "next_cursor", "receipt"})
_BY: Final = ("paper", "author", "venue", "field")
_QUESTIONS: Final[tuple[Choose, ...]] = (
    lambda rng, d: f"most cited papers on {questions.word(rng, d)}",
    lambda rng, d: f"most disruptive papers in {questions.group(rng, d)}",
    lambda rng, d: f"papers that cite {questions.title(rng, d)}",
    lambda rng, d: f"who wrote with {questions.printed(rng, d)}",
    lambda rng, d: f"how {questions.title(rng, d)} led to {questions.title(rng, d)}",
    lambda rng, d: f"papers of {questions.printed(rng, d)}",
)
_STATEMENTS: Final = (
    "MATCH (n) RETURN count(n) AS nodes",
    "MATCH (a:Author) RETURN a ORDER BY a.id",
    "MATCH (p:Paper)<-[:CITES]-() RETURN p.id, count(*) AS citations ORDER BY p.id",
    "MATCH (p:Paper)-[:PUBLISHED_IN]->(v) RETURN v.id, v.name, count(p) AS n ORDER BY v.id",
    "MATCH (p:Paper) WHERE p.date < $before RETURN count(p) AS papers",
)


def _paper(rng: random.Random, drawn: Drawn) -> str:
    """By its id or its title, which a planted paper may have, too."""
    return rng.choice((questions.paper, questions.title))(rng, drawn)


def _author(rng: random.Random, drawn: Drawn) -> str:
    return rng.choice((questions.author, questions.printed))(rng, drawn)


def _words(rng: random.Random, drawn: Drawn) -> str:
    return f"{questions.word(rng, drawn)} {questions.word(rng, drawn)}"


_TEXTS: Final[Mapping[str, Choose]] = {
    "search_authors": questions.printed,
    "search_groups": questions.group,
}
_VALUES: Final[Mapping[str, Choose]] = {
    "paper": _paper,
    "other": _paper,
    "author": _author,
    "group": questions.group,
    "text": _words,
    "sentiment": lambda rng, _: rng.choice(("positive", "negative", "neutral")),
    "question": lambda rng, d: rng.choice(_QUESTIONS)(rng, d),
    "statement": lambda rng, _: rng.choice(_STATEMENTS),
}
_ENDS: Final[Mapping[str, Choose]] = {
    "paper": _paper,
    "author": _author,
    "venue": lambda rng, d: rng.choice((*d.venues, questions.group(rng, d))),
    "field": questions.group,
}


def audit_agents(
    world: World,
    *,
    days: int,
    queries: int,
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> list[Finding]:
    """Compare what agents and people are answered with and without a planted future.

    Tools, statements and pages are asked as of days that part the papers into equal shares.

    Args:
        progress: Called with the number of probes computed in a world and of all.

    Raises:
        NotFoundError: If there are too few dated papers to ask about.
        DataError: If the packages of the extra ``explore`` are missing.
    """
    with extra_needed("explore"):  # pages stand above the verbs, and are imported by name alone
        page_probes = import_module("scinet.explorer.audited").page_probes
    chosen = days_within(world.snapshot, days)
    if not chosen or not world.snapshot.until(chosen[0]).num_papers:
        raise NotFoundError(
            "too few dated papers to ask about", hint="Load a network with papers of several days."
        )
    found: list[Finding] = []
    tell: Callable[[], object] | None = None
    for day in chosen:
        drawn = draw(world, day, queries, seed)
        about = (drawn, queries, seed)
        # What a transaction does not see, as Graph Data Science, is not seen of any world.
        with world.asked_apart() as apart, TemporaryDirectory() as cache:
            graphs = Graphs(Path(cache))
            probes = [
                *tool_probes(graphs, *about),
                *statement_probes(*about),
                *page_probes(graphs, *about),
            ]
            tell = tell or _counting(progress, len(chosen) * len(probes) * WORLDS)
            planted = planted_around(drawn, queries)
            found += try_all(probes, apart, day, planted, seed=seed, tell=tell)
    return add_up(found)


def _counting(progress: Callable[[int, int], object] | None, total: int) -> Callable[[], object]:
    """What to call when one more of so many was done."""
    done = count(1)
    return lambda: progress and progress(next(done), total)


class Graphs:
    """The graph of each world, opened once, with a folder of its own for what it computes."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._opened: dict[Database, Rows] = {}

    def of(self, world: World) -> Rows:
        """The graph of a world."""
        if (database := world.database) is None:
            raise ValueError("a world of arrays alone")
        if database not in self._opened:
            folder = self._cache / str(len(self._opened))
            self._opened[database] = Rows(lambda: database, cache=folder)
        return self._opened[database]


def tool_probes(graphs: Graphs, drawn: Drawn, count: int, seed: int) -> list[Probe]:
    """Each tool, asked so many questions as of the day, and the resources."""
    made = []
    for name, tool in Desk(Rows.local(), drawn.day).tools.items():
        rng = random.Random(f"{seed} {name}")  # noqa: S311 - a seeded sample
        needed = tool.parameters["required"]
        calls = [_arguments(name, needed, rng, drawn) for _ in range(count)]
        made.append(_probe(graphs, name, [*{str(one): one for one in calls}.values()], drawn))
    papers = [pages.PAPER + one for one in (*drawn.papers[:count], *drawn.later)]
    made.append(_resources(graphs, [pages.CATALOGUE, *papers], drawn))
    return made


def _arguments(name: str, needed: list[str], rng: random.Random, drawn: Drawn) -> dict[str, Any]:
    if name == "query":
        dated = [one for one in questions.STATEMENTS if one in listed()]
        statement = rng.choice(dated)
        given = questions.parameters(statement, rng, drawn)
        return {"name": statement, "parameters": {k: given[k] for k in given if k != "before"}}
    if name == "path":
        by = rng.choice(_BY)
        return {"a": _ENDS[by](rng, drawn), "b": _ENDS[by](rng, drawn), "by": by}
    choose = {"a": _paper, "b": _paper, **_VALUES, "text": _TEXTS.get(name, _words)}
    return {one: choose[one](rng, drawn) for one in needed}


def _probe(graphs: Graphs, name: str, calls: list[dict[str, Any]], drawn: Drawn) -> Probe:
    def look(world: World) -> list[Any]:
        desk = Desk(graphs.of(world), drawn.day)
        return [_answer(desk, name, one) for one in calls]

    return Probe("tools", name, look)


def _answer(desk: Desk, name: str, arguments: dict[str, Any]) -> Any:
    """An answer with the hash of its rows, or the error; neither says which graph it is of."""
    try:
        answer = desk.call(name, arguments)
    except ScinetError as error:
        return f"{error}. {error.hint}"
    told = {key: value for key, value in answer.items() if key not in _OF_THE_GRAPH}
    told["rows"] = [
        {key: value for key, value in row.items() if key not in _OF_THE_GRAPH}
        for row in answer["rows"]
    ]
    if name != "describe_graph" and answer["receipt"]:  # whose row has the fingerprint
        told["sha256"] = answer["receipt"]["sha256"]
    return told


def _resources(graphs: Graphs, addresses: list[str], drawn: Drawn) -> Probe:
    def look(world: World) -> list[Any]:
        desk = Desk(graphs.of(world), drawn.day)
        return [_resource(desk, one) for one in addresses]

    return Probe("tools", "resources", look)


def _resource(desk: Desk, address: str) -> Any:
    try:
        return desk.resource(address)
    except ScinetError as error:
        return f"{error}. {error.hint}"
