"""Through which papers one paper led to another."""

from typing import Annotated, Final

from pydantic import Field

from scinet.graph import paths
from scinet.graph.tools.tool import Arguments, Found, Paper, Tool
from scinet.graph.tools.view import View


class ShortestArguments(Arguments):
    """Of :func:`shortest`."""

    a: Paper
    b: Paper


class BestCitedArguments(ShortestArguments):
    """Of :func:`best_cited`."""

    max_hops: Annotated[
        int | None,
        Field(ge=1, le=50, description="Most steps; null is two more than the shortest path has."),
    ] = None


def shortest(view: View, given: ShortestArguments) -> Found:
    """A shortest chain of references between two papers, from the earlier to the later one."""
    ends = {"source_id": view.paper_id(given.a), "target_id": view.paper_id(given.b)}
    [*found] = view.rows("path/shortest", **ends)
    if not found:
        return Found([], note="no chain of references joins them")
    rows = [view.told_paper(view.snapshot.index(paper)) for paper in found[0]["papers"]]
    return Found(rows, note=f"{found[0]['hops']} steps; shortest paths: {found[0]['paths']}")


def best_cited(view: View, given: BestCitedArguments) -> Found:
    """The chain of references between two papers whose papers have most citations in total."""
    best = paths.most_cited(
        view.snapshot,
        view.paper_id(given.a),
        view.paper_id(given.b),
        max_hops="shortest+2" if given.max_hops is None else given.max_hops,
    )
    if not best.papers:
        return Found([], note="no chain of references joins them")
    rows = [
        {**view.told_paper(view.snapshot.index(paper)), "citations": count}
        for paper, count in zip(best.papers, best.citations, strict=True)
    ]
    return Found(rows, note=f"{best.hops} steps; paths of that worth: {best.optimal_paths}")


TOOLS: Final = (
    Tool("path_shortest", ShortestArguments, shortest),
    Tool("path_best_cited", BestCitedArguments, best_cited, is_indicator=True),
)
