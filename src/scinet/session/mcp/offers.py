"""The tools that agents are offered: the read tools of the graph, and verbs made into tools."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from scinet.errors import QueryError
from scinet.graph import identify
from scinet.graph.outside.reading import unsearched, unseen
from scinet.graph.paper_names import named
from scinet.graph.query import Query, listed, load
from scinet.graph.tools import TOOLS, Found, Tool
from scinet.graph.tools.path import Hops
from scinet.graph.tools.tool import Limit, first
from scinet.session import statements as as_of
from scinet.session.mcp import pages

End: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=500, description="Id, DOI, or whole title or name.")
]
Ends: TypeAlias = Annotated[
    Literal["paper", "author", "venue", "community", "domain", "field", "subfield", "topic"],
    Field(description="What a and b are; the path leads from work of a to later work of b."),
]
Question: TypeAlias = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2000,
        description="Such as: five most disruptive papers on parsing since 2010; how A led to B.",
    ),
]
Parameters: TypeAlias = Annotated[
    dict[str, Any],
    Field(description="By name; papers, authors and venues by id, DOI, whole title or name."),
]
Statement: TypeAlias = Annotated[
    str,
    Field(
        description="One statement that only reads; with before it is answered as if nothing "
        "later were there, and $before is that day. Pages need ORDER BY."
    ),
]
Seconds: TypeAlias = Annotated[float, Field(ge=0.1, le=60, description="Time limit.")]


@dataclass(frozen=True)
class Asked:
    """What a call asks: the graph, and the cut-off day of the call."""

    graph: Any  # Rows, whose verbs answer with rows where those of Graph give data frames
    before: date | None

    def named(self, kind: identify.NodeType, text: str) -> str:
        """The stored id of what exists before the day."""
        return identify.identify(self.graph.database, kind, text, before=self.before)


def ask(asked: Asked, question: Question, limit: Limit = 20) -> Found:
    """Answer a question in plain English on papers or authors, and say how it was read."""
    found = asked.graph.ask(question, before=asked.before)
    read = zip(found.attrs["readings"], found.attrs["statements"], strict=True)
    note = "; ".join(
        f"read as {reading}, by query {statement} {json.dumps(params, default=str)}"
        for reading, (statement, params) in read
    )
    if any(load(statement).searches_text for statement, _ in found.attrs["statements"]):
        note = "; ".join(filter(None, (note, unsearched(asked.graph.database))))
    return first(list(found), limit, note)


def statements(
    asked: Asked,
    words: Annotated[str, Field(description="Only those that hold these words.")] = "",
    limit: Limit = 100,
) -> Found:
    """List the named statements that the tool query asks, with parameters and columns."""
    wanted = words.casefold().split()
    rows = catalogue(asked.before)
    chosen = [row for row in rows if all(word in str(row).casefold() for word in wanted)]
    return first(chosen, limit)


def query(
    asked: Asked,
    name: Annotated[str, Field(description="Such as ego/citations; statements lists them.")],
    parameters: Parameters = {},  # noqa: B006 - a default of the schema, never changed
    limit: Limit = 20,
) -> Found:
    """Ask a named statement: citations with dates, pairs, link features, pathways, data quality."""
    if name not in listed():
        raise QueryError(f"no statement named {name!r}", hint="List them with statements.")
    known = load(name)
    given = dict(parameters)
    if "before" in given:
        raise QueryError("before among the parameters", hint="Give the day next to them.")
    if "limit" in known.params:
        given.setdefault("limit", limit + 1)
    values = as_of.bound(asked.graph.database, known, given, asked.before)
    note = unsearched(asked.graph.database) if known.searches_text else ""
    return first(list(asked.graph.query(name, **values)), limit, note or None)


def path(
    asked: Asked,
    a: End,
    b: End,
    by: Ends = "paper",
    *,
    shortest: Annotated[bool, Field(description="Of the shortest paths only.")] = False,
    max_hops: Hops = None,
) -> Found:
    """Through which papers one paper, author or field led to another: the most cited path."""
    ends = [a, b]
    if asked.before is not None and by in {"paper", "author", "venue"}:
        ends = [asked.named(by, end) for end in ends]
    found: Any = asked.graph.path(
        *ends,
        by=by,
        shortest=shortest,
        max_hops="shortest+2" if max_hops is None else max_hops,
        before=asked.before,
    )
    best = found.path
    if not best.papers:
        return Found([], note="no chain of references joins them")
    rows = [
        {"paper_id": paper, "citations": count}
        for paper, count in zip(best.papers, best.citations, strict=True)
    ]
    note = f"{best.hops} hops, citations in total {best.value}; such paths: {best.optimal_paths}"
    return Found(named(asked.graph.database, rows), note=note)


def paths(asked: Asked, a: End, b: End, max_hops: Hops = None, limit: Limit = 20) -> Found:
    """All paths of references between two papers, shorter ones first."""
    ends = [asked.named("paper", one) for one in (a, b)]
    found = asked.graph.paths(
        *ends,
        max_hops="shortest+2" if max_hops is None else max_hops,
        limit=limit,
        before=asked.before,
    )
    rows = [{"paper_id": paper} for chain in found for paper in chain["papers"]]
    titles = {row["paper_id"]: row["title"] for row in named(asked.graph.database, rows)}
    told = [{**chain, "titles": [titles[paper] for paper in chain["papers"]]} for chain in found]
    return Found(told, found.attrs["truncated"])


def describe_graph(asked: Asked) -> Found:
    """What the graph holds before the day, and its labels, relationships and properties."""
    past = asked.graph.snapshot(asked.before)
    days = past.day[[0, -1]].astype("datetime64[D]").tolist() if past.num_papers else [None, None]
    row = {
        "papers": past.num_papers,
        "authors": past.num_authors,
        "venues": len(past.venue_id),
        "citations": len(past.cites.indices),
        "first_day": days[0],
        "last_day": days[1],
        "graph_fingerprint": past.graph_fingerprint,
    }
    return Found([row], note=pages.schema())


def cypher(
    asked: Asked,
    statement: Statement,
    parameters: Parameters = {},  # noqa: B006 - as above
    limit: Limit = 50,
    timeout_s: Seconds = 10,
) -> Found:
    """Ask a statement of your own in Cypher that only reads; describe_graph has the schema."""
    given = as_of.dated(parameters, asked.before)
    found = asked.graph.cypher(
        statement, given, before=asked.before, timeout_s=timeout_s, limit=limit
    )
    notes = list(found.attrs["unknown"])
    if stale := found.attrs["stale"]:
        notes.append(f"Stored for an earlier graph: {', '.join(stale)}.")
    if said := unseen(asked.graph.database, statement):
        notes.append(f"{said}.")
    return Found(list(found), found.attrs["truncated"], " ".join(notes) or None)


def catalogue(before: date | None) -> list[dict[str, Any]]:
    """The named statements, without those that know no day where there is one."""
    return [_described(one) for one in map(load, listed()) if before is None or _dated(one)]


def _described(statement: Query) -> dict[str, Any]:
    """A statement of the catalogue: what it takes and gives; the day is left to the tool."""
    taken = dict.fromkeys(sorted(statement.params - statement.defaults.keys()), "needed")
    return {
        "name": statement.name,
        "summary": statement.summary,
        "parameters": {k: v for k, v in {**taken, **statement.defaults}.items() if k != "before"},
        **({"values": dict(statement.allowed)} if statement.allowed else {}),
        "columns": list(statement.returns),
        "takes_before": _dated(statement),
    }


def _dated(statement: Query) -> bool:
    return "before" in statement.params


OWN: Final = {
    tool.name: tool
    for tool in (
        Tool("ask", ask),
        Tool("statements", statements),
        Tool("query", query),
        Tool("path", path),
        Tool("paths", paths),
        Tool("describe_graph", describe_graph),
        Tool("cypher", cypher),
    )
}
# Those of paths are asked by the verbs, which know authors, venues and fields too.
READ: Final = {name: tool for name, tool in TOOLS.items() if not name.startswith("path_")}
