"""Tools for chains of references between two papers."""

from typing import Annotated, Final, TypeAlias

from pydantic import Field

from scinet.graph import paths
from scinet.graph.tools.tool import Paper, Tool, ToolResult
from scinet.graph.tools.view import DatedView

Hops: TypeAlias = Annotated[
    int | None,
    Field(ge=1, le=50, description="Most steps; null is two more than the shortest path has."),
]


def shortest(view: DatedView, a: Paper, b: Paper) -> ToolResult:
    """Find a shortest chain of references between two papers, from the earlier to the later one."""
    ends = {"source_id": view.paper_id(a), "target_id": view.paper_id(b)}
    [*answer] = view.rows("path/shortest", **ends)
    if not answer:
        return ToolResult([], note="no chain of references joins them")
    rows = [view.paper_row(view.snapshot.index(paper)) for paper in answer[0]["papers"]]
    return ToolResult(rows, note=f"{answer[0]['hops']} steps; shortest paths: {answer[0]['paths']}")


def best_cited(view: DatedView, a: Paper, b: Paper, max_hops: Hops = None) -> ToolResult:
    """Find the chain of references between two papers with most citations in total."""
    best = paths.most_cited_path(
        view.snapshot,
        view.paper_id(a),
        view.paper_id(b),
        max_hops="shortest+2" if max_hops is None else max_hops,
    )
    if not best.papers:
        return ToolResult([], note="no chain of references joins them")
    rows = [
        {**view.paper_row(view.snapshot.index(paper)), "citations": count}
        for paper, count in zip(best.papers, best.citations, strict=True)
    ]
    return ToolResult(rows, note=f"{best.hops} steps; paths of that worth: {best.optimal_paths}")


TOOLS: Final = (
    Tool("path_shortest", shortest),
    Tool("path_best_cited", best_cited, is_indicator=True),
)
