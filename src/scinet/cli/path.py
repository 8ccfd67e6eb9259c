"""How one paper led to another."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


class ObjectiveName(StrEnum):
    """What a path makes of the citations of its papers."""

    SUM = "sum"
    MEAN = "mean"


class EndpointsName(StrEnum):
    """Whether the two papers that were given count."""

    INCLUDE = "include"
    EXCLUDE = "exclude"


@app.command()
def path(
    a: Annotated[str, typer.Argument(help="Id of a paper.")],
    b: Annotated[str, typer.Argument(help="Id of another; the two are put in time order.")],
    *,
    max_hops: Annotated[
        str | None,
        typer.Option(help="Most steps, or none; two more than the shortest path by default."),
    ] = None,
    shortest: Annotated[bool, typer.Option("--shortest", help="Only shortest paths.")] = False,
    objective: Annotated[
        ObjectiveName, typer.Option(help="What is made as large as possible, of all citations.")
    ] = ObjectiveName.SUM,
    endpoints: Annotated[
        EndpointsName, typer.Option(help="Whether the two papers themselves count.")
    ] = EndpointsName.INCLUDE,
    weights_before: Annotated[
        str | None, typer.Option(help="Count citations before this day only.")
    ] = None,
    before: output.Before = None,
    engine: shared.Engine = None,
    as_json: output.AsJson = False,
) -> None:
    """The most cited path of references between two papers, from the earlier to the later.

    Each step goes to a paper dated strictly later. The path with the most citations in total wins,
    or with the most per paper.

    Example: scinet path P02-1040 D15-1166 --max-hops 6
    """
    from dataclasses import asdict

    from scinet.graph import paths
    from scinet.graph.paths.best import Bound

    bound: Bound = "shortest+2"
    if max_hops is not None:
        bound = None if max_hops == "none" else shared.number(max_hops, "--max-hops", least=0)
    day = output.cut_off(before)
    weighed = output.cut_off(weights_before)
    with output.database() as db:
        one, other = shared.identified(db, [a, b]) or (a, b)
        if shared.choose_engine(engine, None) == "database":
            found = paths.in_database(
                db,
                one,
                other,
                max_hops=bound,
                shortest_only=shortest,
                objective=objective.value,
                endpoints=endpoints.value,
                before=day,
                weights_before=weighed,
            )
            whole = None if as_json else shared.read_arrays(db, day)
        else:
            whole = shared.read_arrays(db, day)
            found = paths.most_cited(
                whole,
                one,
                other,
                max_hops=bound,
                shortest_only=shortest,
                objective=objective.value,
                endpoints=endpoints.value,
                weights_before=weighed,
            )
    if as_json or whole is None:
        output.emit_one(asdict(found), as_json=True)
        return
    if not found.papers:
        steps = "" if found.max_hops is None else f" within {found.max_hops} steps"
        sys.stderr.write(f"no chain of references joins {one} and {other}{steps}\n")
        return
    rows = [
        {"paper_id": paper, "citations": count}
        for paper, count in zip(found.papers, found.citations, strict=True)
    ]
    output.emit(shared.titled(whole, rows), as_json=False)
    sys.stderr.write(
        f"{found.hops} steps, {found.objective} of the citations {found.value}, ends "
        f"{found.endpoints}d; paths of that value: {found.optimal_paths}; citations "
        f"without order in time, left out: {found.left_out_edges:,}\n"
    )
