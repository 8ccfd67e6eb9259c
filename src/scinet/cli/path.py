"""How one paper led to another, and the main path of a literature."""

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.graph.connection import Database
    from scinet.graph.paths import Path
    from scinet.graph.paths.bound import Bound
    from scinet.graph.snapshot import Snapshot


class ObjectiveName(StrEnum):
    """What a path makes of the citations of its papers."""

    SUM = "sum"
    MEAN = "mean"


class EndpointsName(StrEnum):
    """Whether the two papers that were given count."""

    INCLUDE = "include"
    EXCLUDE = "exclude"


MaxHops = Annotated[
    str | None,
    typer.Option(help="Most steps, or none; two more than the shortest path by default."),
]
Shortest = Annotated[bool, typer.Option("--shortest", help="Only shortest paths.")]
Objective = Annotated[
    ObjectiveName, typer.Option(help="What is made as large as possible, of all citations.")
]
Endpoints = Annotated[EndpointsName, typer.Option(help="Whether the two end papers count.")]
WeightsBefore = Annotated[str | None, typer.Option(help="Count citations before this day only.")]


class MainPathKind(StrEnum):
    """How the main path is followed."""

    GLOBAL = "global"
    LOCAL = "local"
    KEY_ROUTE = "key-route"


@app.command()
def path(
    a: Annotated[str, typer.Argument(help="Id of a paper.")],
    b: Annotated[str, typer.Argument(help="Id of another; the two are put in time order.")],
    *,
    max_hops: MaxHops = None,
    shortest: Shortest = False,
    objective: Objective = ObjectiveName.SUM,
    endpoints: Endpoints = EndpointsName.INCLUDE,
    weights_before: WeightsBefore = None,
    every: Annotated[
        bool, typer.Option("--all", help="List all paths, shorter ones first, instead of the best.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="Most paths with --all.")] = 100,
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

    bound = read_bound(max_hops)
    day = output.cut_off(before)
    weighed = output.cut_off(weights_before)
    is_plain = objective == ObjectiveName.SUM and endpoints == EndpointsName.INCLUDE
    if every and (shortest or weighed or engine or not is_plain):
        raise DataError(
            "--all lists all paths, whatever they are worth, on arrays",
            hint="Give only --max-hops, --limit and --before with it.",
        )
    with output.database() as db:
        one, other = shared.identified(db, [a, b]) or (a, b)
        if every:
            arrays = shared.read_arrays(db, day)
            chains, truncated = paths.all_paths(arrays, one, other, max_hops=bound, limit=limit)
            rows = [{"hops": len(chain) - 1, "papers": chain} for chain in chains]
            output.emit(rows, as_json=as_json, columns=("hops", "papers"))
            more = ", and there are more" if truncated else ""
            sys.stderr.write(f"{len(chains):,} paths{more}\n")
            return
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
        within = "" if found.max_hops is None else f" within {found.max_hops} steps"
        sys.stderr.write(f"no chain of references joins {one} and {other}{within}\n")
        return
    tell(whole, found)


def read_bound(max_hops: str | None) -> "Bound":
    """Read the ``--max-hops`` option.

    Raises:
        DataError: If it is neither a number nor the word none.
    """
    if max_hops is None:
        return "shortest+2"
    return None if max_hops == "none" else shared.number(max_hops, "--max-hops", least=0)


def tell(whole: "Snapshot", found: "Path") -> None:
    """Print a path for people."""
    steps = [
        {"paper_id": paper, "citations": count}
        for paper, count in zip(found.papers, found.citations, strict=True)
    ]
    output.emit(shared.titled(whole, steps), as_json=False)
    sys.stderr.write(
        f"{found.hops} steps, {found.objective} of the citations {found.value}, ends "
        f"{found.endpoints}d; paths of that value: {found.optimal_paths}; citations "
        f"without order in time, left out: {found.left_out_edges:,}\n"
    )


@app.command("main-path")
def main_path(
    *,
    community: Annotated[
        str | None, typer.Option(help="Only papers of this stored community, by name or id.")
    ] = None,
    venue: Annotated[str | None, typer.Option(help="Only papers of this venue.")] = None,
    kind: Annotated[
        MainPathKind, typer.Option(help="Which way it is followed.")
    ] = MainPathKind.GLOBAL,
    before: output.Before = None,
    as_json: output.AsJson = False,
) -> None:
    """The main path of a literature: the citations that most chains of knowledge pass through.

    Example: scinet main-path --venue TACL --kind key-route
    """
    from dataclasses import asdict

    from scinet.graph import paths

    if community is not None and venue is not None:
        raise typer.BadParameter("give a community or a venue, not both")
    with output.database() as db:
        whole = shared.read_arrays(db, output.cut_off(before))
        papers = None
        if community is not None:
            papers = members(db, whole, "community", community)[1]
        elif venue is not None:
            papers = members(db, whole, "venue", venue)[1]
    found = paths.main_path(whole, papers=papers, kind=kind.value)
    if as_json:
        output.emit_one(asdict(found), as_json=True)
        return
    rows = [
        {"paper_id": paper, "spc": share}
        for paper, share in zip(found.papers, [None, *found.spc], strict=False)
    ]
    output.emit(shared.titled(whole, rows), as_json=False)
    sys.stderr.write(
        f"{found.papers_in:,} papers, {found.citations_in:,} citations; citations without order in "
        f"time, left out: {found.left_out_edges:,}\n"
    )


def members(db: "Database", whole: "Snapshot", by: str, name: str) -> tuple[str, Any]:
    """Id of the group of that name or id, and positions of its papers.

    Raises:
        NotFoundError: If there is no such group before the day.
    """
    import numpy as np

    from scinet.errors import NotFoundError
    from scinet.graph import grouping

    groups = grouping.of(whole, by, database=db)
    chosen = np.flatnonzero((groups.name == name) | (groups.id == name))
    if not len(chosen):
        raise NotFoundError(
            f"no {by} {name!r}", hint=f"Known are, for example: {'; '.join(groups.name[:3])}."
        )
    return str(groups.id[chosen[0]]), np.flatnonzero(groups.code == chosen[0])
