"""Through which papers one paper led to another."""

from typing import Annotated, Final, TypeAlias

from pydantic import Field

from scinet.graph import paths
from scinet.graph.tools.tool import Found, Paper, Tool
from scinet.graph.tools.view import View

Hops: TypeAlias = Annotated[
    int | None,
    Field(ge=1, le=50, description="Most steps; null is two more than the shortest path has."),
]


def shortest(view: View, a: Paper, b: Paper) -> Found:
    """A shortest chain of references between two papers, from the earlier to the later one."""
    ends = {"source_id": view.paper_id(a), "target_id": view.paper_id(b)}
    [*found] = view.rows("path/shortest", **ends)
    if not found:
        return Found([], note="no chain of references joins them")
    rows = [view.told_paper(view.snapshot.index(paper)) for paper in found[0]["papers"]]
    return Found(rows, note=f"{found[0]['hops']} steps; shortest paths: {found[0]['paths']}")


def best_cited(view: View, a: Paper, b: Paper, max_hops: Hops = None) -> Found:
    """The chain of references between two papers whose papers have most citations in total."""
    best = paths.most_cited(
        view.snapshot,
        view.paper_id(a),
        view.paper_id(b),
        max_hops="shortest+2" if max_hops is None else max_hops,
    )
    if not best.papers:
        return Found([], note="no chain of references joins them")
    rows = [
        {**view.told_paper(view.snapshot.index(paper)), "citations": count}
        for paper, count in zip(best.papers, best.citations, strict=True)
    ]
    return Found(rows, note=f"{best.hops} steps; paths of that worth: {best.optimal_paths}")


TOOLS: Final = (
    Tool("path_shortest", shortest),
    Tool("path_best_cited", best_cited, is_indicator=True),
)
