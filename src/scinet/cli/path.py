"""How one paper led to another."""

import sys
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


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
    before: output.Before = None,
    engine: shared.Engine = None,
    as_json: output.AsJson = False,
) -> None:
    """The most cited path of references between two papers, from the earlier to the later.

    Each step goes to a paper dated strictly later. The path with the most citations in total wins.

    Example: scinet path P02-1040 D15-1166 --max-hops 6
    """
    from dataclasses import asdict

    from scinet.graph import paths
    from scinet.graph.paths.best import Bound

    bound: Bound = "shortest+2"
    if max_hops is not None:
        bound = None if max_hops == "none" else shared.number(max_hops, "--max-hops", least=0)
    day = output.cut_off(before)
    with output.database() as db:
        one, other = shared.identified(db, [a, b]) or (a, b)
        if shared.choose_engine(engine, None) == "database":
            found = paths.in_database(
                db, one, other, max_hops=bound, shortest_only=shortest, before=day
            )
            whole = None if as_json else shared.read_arrays(db, day)
        else:
            whole = shared.read_arrays(db, day)
            found = paths.most_cited(whole, one, other, max_hops=bound, shortest_only=shortest)
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
        f"{found.hops} steps, {found.total:,} citations in all; paths with that total: "
        f"{found.optimal_paths}; citations without order in time, left out: "
        f"{found.left_out_edges:,}\n"
    )
