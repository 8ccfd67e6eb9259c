"""The tools that agents are offered: the read tools of the graph, and verbs made into tools."""

import json
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from scinet.agents import pages
from scinet.errors import QueryError
from scinet.graph.db.query import NamedStatement, load_query, public_names
from scinet.graph.db.text_references import unsearched_note, unseen_note
from scinet.graph.search import identify
from scinet.graph.search.paper_names import add_names
from scinet.graph.tools import TOOLS, Tool, ToolResult
from scinet.graph.tools.path import Hops
from scinet.graph.tools.tool import Limit, first_rows
from scinet.session import statements as as_of

if TYPE_CHECKING:
    from scinet.session.graph import Graph

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
class ToolContext:
    """Context of a call: the graph and the cutoff day."""

    graph: "Graph"
    before: date | None

    def named(self, kind: identify.NodeType, text: str) -> str:
        """The stored id of what exists before the day."""
        return identify.identify(self.graph.database, kind, text, before=self.before)


def ask(context: ToolContext, question: Question, limit: Limit = 20) -> ToolResult:
    """Answer a question in plain English on papers or authors, and say how it was read."""
    answers = context.graph.ask(question, before=context.before)
    read = zip(answers.attrs["readings"], answers.attrs["statements"], strict=True)
    note = "; ".join(
        f"read as {reading}, by query {statement} {json.dumps(params, default=str)}"
        for reading, (statement, params) in read
    )
    if any(load_query(statement).searches_text for statement, _ in answers.attrs["statements"]):
        note = "; ".join(filter(None, (note, unsearched_note(context.graph.database))))
    return first_rows(answers.rows(), limit, note)


def statements(
    context: ToolContext,
    words: Annotated[str, Field(description="Only those that hold these words.")] = "",
    limit: Limit = 100,
) -> ToolResult:
    """List the named statements that the tool query asks, with parameters and columns."""
    wanted = words.casefold().split()
    rows = catalogue(context.before)
    selected = [row for row in rows if all(word in str(row).casefold() for word in wanted)]
    return first_rows(selected, limit)


def query(
    context: ToolContext,
    name: Annotated[str, Field(description="Such as ego/citations; statements lists them.")],
    parameters: Parameters = {},  # noqa: B006 - a default of the schema, never changed
    limit: Limit = 20,
) -> ToolResult:
    """Ask a named statement: citations with dates, pairs, link features, pathways, data quality."""
    if name not in public_names():
        raise QueryError(f"no statement named {name!r}", hint="List them with statements.")
    statement = load_query(name)
    arguments = dict(parameters)
    if "before" in arguments:
        raise QueryError(
            "before is given among the parameters", hint="Give the day as the cutoff, beside them."
        )
    if "limit" in statement.params:
        arguments.setdefault("limit", limit + 1)
    database, before = context.graph.database, context.before
    rows, _ = as_of.run_statement(database, statement, arguments, before=before)
    note = unsearched_note(database) if statement.searches_text else ""
    return first_rows(rows, limit, note or None)


def path(
    context: ToolContext,
    a: End,
    b: End,
    by: Ends = "paper",
    *,
    shortest: Annotated[bool, Field(description="Of the shortest paths only.")] = False,
    max_hops: Hops = None,
) -> ToolResult:
    """Through which papers one paper, author or field led to another: the most cited path."""
    ends = [a, b]
    if context.before is not None and by in {"paper", "author", "venue"}:
        ends = [context.named(by, end) for end in ends]
    path = context.graph.path(
        *ends,
        by=by,
        shortest=shortest,
        max_hops="shortest+2" if max_hops is None else max_hops,
        before=context.before,
    )
    best = path.details
    if not best.papers:
        return ToolResult([], note="no chain of references joins them")
    rows = [
        {"paper_id": paper, "citations": count}
        for paper, count in zip(best.papers, best.citations, strict=True)
    ]
    note = f"{best.hops} hops, citations in total {best.value}; such paths: {best.optimal_paths}"
    return ToolResult(add_names(context.graph.database, rows), note=note)


def paths(
    context: ToolContext, a: End, b: End, max_hops: Hops = None, limit: Limit = 20
) -> ToolResult:
    """All paths of references between two papers, shorter ones first."""
    ends = [context.named("paper", end) for end in (a, b)]
    table = context.graph.paths(
        *ends,
        max_hops="shortest+2" if max_hops is None else max_hops,
        limit=limit,
        before=context.before,
    )
    rows = [{"paper_id": paper} for chain in table for paper in chain["papers"]]
    titles = {row["paper_id"]: row["title"] for row in add_names(context.graph.database, rows)}
    chains = [{**chain, "titles": [titles[paper] for paper in chain["papers"]]} for chain in table]
    return ToolResult(chains, table.attrs["truncated"])


def describe_graph(context: ToolContext) -> ToolResult:
    """Describe the graph before the day: counts, labels, relationships and properties."""
    past = context.graph.snapshot(context.before)
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
    return ToolResult([row], note=pages.read_schema())


def cypher(
    context: ToolContext,
    statement: Statement,
    parameters: Parameters = {},  # noqa: B006 - as above
    limit: Limit = 50,
    timeout_s: Seconds = 10,
) -> ToolResult:
    """Ask a statement of your own in Cypher that only reads; describe_graph has the schema."""
    values = as_of.add_before(parameters, context.before)
    table = context.graph.cypher(
        statement, values, before=context.before, timeout_s=timeout_s, limit=limit
    )
    notes = list(table.attrs["unknown"])
    if stale := table.attrs["stale"]:
        notes.append(f"Stored for an earlier graph: {', '.join(stale)}.")
    if warning := unseen_note(context.graph.database, statement):
        notes.append(f"{warning}.")
    return ToolResult(table.rows(), table.attrs["truncated"], " ".join(notes) or None)


def catalogue(before: date | None) -> list[dict[str, Any]]:
    """The named statements, without those that know no day where there is one."""
    return [
        _describe_statement(statement)
        for statement in map(load_query, public_names())
        if before is None or _takes_before(statement)
    ]


def _describe_statement(statement: NamedStatement) -> dict[str, Any]:
    """A statement of the catalogue: what it takes and gives; the day is left to the tool."""
    taken = dict.fromkeys(sorted(statement.params - statement.defaults.keys()), "needed")
    return {
        "name": statement.name,
        "summary": statement.summary,
        "parameters": {k: v for k, v in {**taken, **statement.defaults}.items() if k != "before"},
        **({"values": dict(statement.allowed)} if statement.allowed else {}),
        "columns": list(statement.returns),
        "takes_before": _takes_before(statement),
    }


def _takes_before(statement: NamedStatement) -> bool:
    return "before" in statement.params


VERB_TOOLS: Final = {
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
READ_TOOLS: Final = {name: tool for name, tool in TOOLS.items() if not name.startswith("path_")}
