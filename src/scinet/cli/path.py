"""How one paper led to another, or the work of one author, venue or field to another's."""

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.graph.connection import Database
    from scinet.graph.paths.bound import Bound
    from scinet.graph.paths.finding import Found


class Ends(StrEnum):
    """What the two ends are."""

    PAPER = "paper"
    AUTHOR = "author"
    VENUE = "venue"
    COMMUNITY = "community"
    DOMAIN = "domain"
    FIELD = "field"
    SUBFIELD = "subfield"
    TOPIC = "topic"


class ObjectiveName(StrEnum):
    """What a path makes of the citations of its papers."""

    SUM = "sum"
    MEAN = "mean"


class EndpointsName(StrEnum):
    """Whether the papers at the two ends count."""

    INCLUDE = "include"
    EXCLUDE = "exclude"


@app.command()
def path(
    a: Annotated[str, typer.Argument(help="A paper; with --by an author or group.")],
    b: Annotated[str, typer.Argument(help="Another; two papers are put in time order.")],
    *,
    by: Annotated[Ends, typer.Option(help="What A and B are.")] = Ends.PAPER,
    max_hops: Annotated[
        str | None,
        typer.Option(help="Most hops, or none; two more than the shortest path by default."),
    ] = None,
    shortest: Annotated[bool, typer.Option("--shortest", help="Only shortest paths.")] = False,
    objective: Annotated[
        ObjectiveName, typer.Option(help="Which citations of the papers decide: sum or mean.")
    ] = ObjectiveName.SUM,
    endpoints: Annotated[
        EndpointsName, typer.Option(help="Whether the papers at the two ends count.")
    ] = EndpointsName.INCLUDE,
    weights_before: Annotated[
        str | None, typer.Option(help="Count citations before this day only.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List all paths, shorter ones first, instead of the best.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="Most paths with --all.")] = 100,
    before: output.Before = None,
    engine: shared.Engine = None,
    as_json: output.AsJson = False,
) -> None:
    """The most cited path of references between two papers, from the earlier to the later.

    Each hop goes to a paper dated strictly later. The path with the most citations in total wins,
    or with the most per paper. With --by it leads from any paper of A to any later paper of B;
    papers that both share are counted, and make no path. The database answers for papers and
    authors.

    Example: scinet path P02-1040 D15-1166 --max-hops 6
    """
    from scinet.graph.paths.finding import find

    bound = read_bound(max_hops)
    day, weighed = output.cut_off(before), output.cut_off(weights_before)
    is_plain = (
        by == Ends.PAPER and objective == ObjectiveName.SUM and endpoints == EndpointsName.INCLUDE
    )
    if every and (shortest or weighed or engine or not is_plain):
        raise DataError(
            "--all lists all paths between two papers, whatever they are worth, on arrays",
            hint="Give only --max-hops, --limit and --before with it.",
        )
    with output.database() as db:
        if every:
            _list(db, a, b, bound, limit, day, as_json=as_json)
            return
        found = find(
            db,
            a,
            b,
            by=by.value,
            max_hops=bound,
            shortest_only=shortest,
            objective=objective.value,
            endpoints=endpoints.value,
            before=day,
            weights_before=weighed,
            engine=shared.choose_engine(engine),
            cache=shared.cache(),
        )
        _print(db, found, by, as_json=as_json)


def read_bound(max_hops: str | None) -> "Bound":
    """Read the ``--max-hops`` option.

    Raises:
        DataError: If it is neither a number nor the word none.
    """
    if max_hops is None:
        return "shortest+2"
    return None if max_hops == "none" else shared.number(max_hops, "--max-hops", least=0)


def _list(
    db: "Database", a: str, b: str, bound: "Bound", limit: int, day: Any, *, as_json: bool
) -> None:
    from scinet.graph import identify, paths

    ends = [identify.paper(db, one) for one in (a, b)]
    arrays = shared.read_arrays(db, day)
    chains, truncated = paths.all_paths(arrays, *ends, max_hops=bound, limit=limit)
    if as_json:
        output.emit(({"hops": len(chain) - 1, "papers": chain} for chain in chains), as_json=True)
    else:
        rows = [
            {"path": number, "paper_id": paper}
            for number, chain in enumerate(chains, start=1)
            for paper in chain
        ]
        output.emit(output.with_papers(db, rows), as_json=False)
    more = ", and there are more" if truncated else ""
    sys.stderr.write(f"{len(chains):,} paths{more}\n")


def _print(db: "Database", found: "Found", by: Ends, *, as_json: bool) -> None:
    from dataclasses import asdict

    from scinet.graph.paths import PathBetween

    path, one, other = found.path, found.source_id, found.target_id
    if as_json:
        ends = {} if by == Ends.PAPER else {"by": by.value, "source_id": one, "target_id": other}
        output.emit_one({**ends, **asdict(path)}, as_json=True)
        return
    if path.papers:
        rows = [
            {"paper_id": paper, "citations": count}
            for paper, count in zip(path.papers, path.citations, strict=True)
        ]
        output.emit(output.with_papers(db, rows), as_json=False)
        sys.stderr.write(
            f"{path.hops} hops, {path.objective} of the citations {path.value}, ends "
            f"{path.endpoints}d; paths of that value: {path.optimal_paths}; citations "
            f"without order in time, left out: {path.left_out_edges:,}\n"
        )
    else:
        within = "" if path.max_hops is None else f" within {path.max_hops} hops"
        joins = "joins {} and {}" if by == Ends.PAPER else "leads from {} to {}"
        sys.stderr.write(f"no chain of references {joins.format(one, other)}{within}\n")
    if isinstance(path, PathBetween):
        sys.stderr.write(
            f"papers of {one}: {path.source_papers:,}, of {other}: {path.target_papers:,}, "
            f"of both: {path.shared_papers:,}\n"
        )
