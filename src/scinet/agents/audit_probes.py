"""The tools for agents, asked by an audit with arguments that are drawn from the network."""

import random
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from scinet.agents import pages
from scinet.agents.tool_server import ToolServer
from scinet.errors import NotFoundError, ScinetError, extra_needed
from scinet.experiments.leak_audit import questions
from scinet.experiments.leak_audit.findings import WORLDS, LeakFinding, run_probes, sum_findings
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.questions import (
    Choose,
    QuestionSample,
    draw_questions,
    make_plant_queries,
    make_statement_probes,
    sample_days,
)
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.query import public_names
from scinet.graph.snapshot import read_snapshot
from scinet.session.base import Count, Seed
from scinet.session.graph import Graph, local_graph
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.explorer.audit_probes import Graphs

# They name the whole graph, which is another one.
_OF_THE_GRAPH: Final = frozenset({"graph_fingerprint", "next_cursor", "receipt"})
_END_KINDS: Final = ("paper", "author", "venue", "field")
_QUESTIONS: Final[tuple[Choose, ...]] = (
    lambda rng, d: f"most cited papers on {questions.draw_word(rng, d)}",
    lambda rng, d: f"most disruptive papers in {questions.draw_group_name(rng, d)}",
    lambda rng, d: f"papers that cite {questions.draw_title(rng, d)}",
    lambda rng, d: f"who wrote with {questions.draw_author_name(rng, d)}",
    lambda rng, d: f"how {questions.draw_title(rng, d)} led to {questions.draw_title(rng, d)}",
    lambda rng, d: f"papers of {questions.draw_author_name(rng, d)}",
)
_STATEMENTS: Final = (
    "MATCH (n) RETURN count(n) AS nodes",
    "MATCH (a:Author) RETURN a ORDER BY a.id",
    "MATCH (p:Paper)<-[:CITES]-() RETURN p.id, count(*) AS citations ORDER BY p.id",
    "MATCH (p:Paper)-[:PUBLISHED_IN]->(v) RETURN v.id, v.name, count(p) AS n ORDER BY v.id",
    "MATCH (p:Paper) WHERE p.date < $before RETURN count(p) AS papers",
)


def _paper(rng: random.Random, drawn: QuestionSample) -> str:
    """By its id or its title, which a planted paper may have, too."""
    return rng.choice((questions.draw_paper, questions.draw_title))(rng, drawn)


def _author(rng: random.Random, drawn: QuestionSample) -> str:
    return rng.choice((questions.draw_author, questions.draw_author_name))(rng, drawn)


def _words(rng: random.Random, drawn: QuestionSample) -> str:
    return f"{questions.draw_word(rng, drawn)} {questions.draw_word(rng, drawn)}"


_TEXTS: Final[Mapping[str, Choose]] = {
    "search_authors": questions.draw_author_name,
    "search_groups": questions.draw_group_name,
}
_VALUES: Final[Mapping[str, Choose]] = {
    "paper": _paper,
    "other": _paper,
    "author": _author,
    "group": questions.draw_group_name,
    "text": _words,
    "sentiment": lambda rng, _: rng.choice(("positive", "negative", "neutral")),
    "question": lambda rng, d: rng.choice(_QUESTIONS)(rng, d),
    "statement": lambda rng, _: rng.choice(_STATEMENTS),
}
_ENDS: Final[Mapping[str, Choose]] = {
    "paper": _paper,
    "author": _author,
    "venue": lambda rng, d: rng.choice((*d.venues, questions.draw_group_name(rng, d))),
    "field": questions.draw_group_name,
}


def audit_agents(
    graph: Graph,
    *,
    days: Count = 3,
    queries: Count = 20,
    seed: Seed = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Table:
    """Compare what agents and people are answered with and without a planted future.

    Each tool of ``scinet mcp``, each named statement and each page of the explorer is asked as of
    days that part the papers into equal shares, about what is drawn from the network. The future
    is planted as :meth:`scinet.Graph.audit` plants it.

    Args:
        graph: The graph.
        days: Cut-off days to try.
        queries: Questions of each day to each tool, statement and page.
        seed: Seed of what is planted and asked.
        progress: Called with the number of probes computed in a world and of all.

    Returns:
        One row per comparison, as of :meth:`scinet.Graph.audit`.

    Raises:
        NotFoundError: If there are too few dated papers to ask about.
        DataError: If the packages of the extra ``explore`` are missing.
    """
    with extra_needed("explore"):
        from scinet.explorer.audit_probes import Graphs, page_probes
    world = AuditWorld(read_snapshot(graph.database, None, cache=graph.cache), graph.database)
    days_drawn = sample_days(world.snapshot, days)
    if not days_drawn or not world.snapshot.until(days_drawn[0]).num_papers:
        raise NotFoundError(
            "too few dated papers to ask about", hint="Load a network with papers of several days."
        )
    findings: list[LeakFinding] = []
    tell: Callable[[], object] | None = None
    for day in days_drawn:
        drawn = draw_questions(world, day, queries, seed)
        settings = (drawn, queries, seed)
        # What a transaction does not see, as Graph Data Science, is not seen of any world.
        with world.in_transaction() as apart, TemporaryDirectory() as cache:
            graphs = Graphs(Path(cache))
            probes = [
                *tool_probes(graphs, *settings),
                *make_statement_probes(*settings),
                *page_probes(graphs, *settings),
            ]
            tell = tell or _counting(progress, len(days_drawn) * len(probes) * WORLDS)
            planted = make_plant_queries(drawn, queries)
            findings += run_probes(probes, apart, day, planted, seed=seed, tell=tell)
    results = sum_findings(findings)
    return Table((finding.row() for finding in results), findings=results)


def _counting(progress: Callable[[int, int], object] | None, total: int) -> Callable[[], object]:
    """Return a callback that reports one more finished probe."""
    done = count(1)
    return lambda: progress and progress(next(done), total)


def tool_probes(graphs: "Graphs", drawn: QuestionSample, count: int, seed: int) -> list[Probe]:
    """Each tool, asked so many questions as of the day, and the resources."""
    made = []
    for name, tool in ToolServer(local_graph(), drawn.day).tools.items():
        rng = random.Random(f"{seed} {name}")  # noqa: S311 - a seeded sample
        needed = tool.parameters["required"]
        samples = questions.iter_samples(drawn, count)
        calls = [_arguments(name, needed, rng, sample) for sample in samples]
        made.append(_probe(graphs, name, [*{str(item): item for item in calls}.values()], drawn))
    papers = [pages.PAPER + item for item in (*drawn.papers[:count], *drawn.later)]
    made.append(_resources(graphs, [pages.CATALOGUE, *papers], drawn))
    return made


def _arguments(
    name: str, needed: list[str], rng: random.Random, drawn: QuestionSample
) -> dict[str, Any]:
    if name == "query":
        dated = [key for key in questions.STATEMENTS if key in public_names()]
        statement = rng.choice(dated)
        params = questions.draw_parameters(statement, rng, drawn)
        return {"name": statement, "parameters": {k: params[k] for k in params if k != "before"}}
    if name == "path":
        by = rng.choice(_END_KINDS)
        return {"a": _ENDS[by](rng, drawn), "b": _ENDS[by](rng, drawn), "by": by}
    choose = {"a": _paper, "b": _paper, **_VALUES, "text": _TEXTS.get(name, _words)}
    values = {key: choose[key](rng, drawn) for key in needed}
    questions.relate_ends(values, rng, drawn)
    return values


def _probe(
    graphs: "Graphs", name: str, calls: list[dict[str, Any]], drawn: QuestionSample
) -> Probe:
    def look(world: AuditWorld) -> list[Any]:
        tool_server = ToolServer(graphs.of(world), drawn.day)
        return [_answer(tool_server, name, call) for call in calls]

    return Probe("tools", name, look)


def _answer(tool_server: ToolServer, name: str, arguments: dict[str, Any]) -> Any:
    """An answer with the hash of its rows, or the error; neither says which graph it is of."""
    try:
        answer = tool_server.call(name, arguments)
    except ScinetError as error:
        return f"{error}. {error.hint}"
    result = {key: value for key, value in answer.items() if key not in _OF_THE_GRAPH}
    result["rows"] = [
        {key: value for key, value in row.items() if key not in _OF_THE_GRAPH}
        for row in answer["rows"]
    ]
    if name != "describe_graph" and answer["receipt"]:  # whose row has the fingerprint
        result["sha256"] = answer["receipt"]["sha256"]
    return result


def _resources(graphs: "Graphs", addresses: list[str], drawn: QuestionSample) -> Probe:
    def look(world: AuditWorld) -> list[Any]:
        tool_server = ToolServer(graphs.of(world), drawn.day)
        return [_resource(tool_server, address) for address in addresses]

    return Probe("tools", "resources", look)


def _resource(tool_server: ToolServer, address: str) -> Any:
    try:
        return tool_server.resource(address)
    except ScinetError as error:
        return f"{error}. {error.hint}"
