"""Features of pairs that may be linked, and candidates for a link."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.graph.snapshot import Snapshot

links = typer.Typer(no_args_is_help=True, help="Links that may come: features and candidates.")
app.add_typer(links, name="links")

Network = Annotated[
    shared.NetworkName, typer.Option(help="What joins papers, or coauthor for authors.")
]


@links.command()
def features(
    a: Annotated[str, typer.Argument(help="An id, or a file of pairs: two ids on a line.")],
    b: Annotated[str | None, typer.Argument(help="Another id; none after a file.")] = None,
    *,
    network: Network = shared.NetworkName.COAUTHOR,
    before: output.Before = None,
    engine: shared.ArraysFirst = shared.EngineName.ARRAYS,
    as_json: output.AsJson = False,
) -> None:
    """Every feature of pairs of authors or papers, in the order given.

    Ids in a file are parted by a tab, or else a comma. The database has no Katz and no walks.

    Example: scinet links features A00000000 A00000023 --before 2015-01-01
    """
    from scinet.graph.links.tables import feature_rows

    day = output.cut_off(before)
    asked = _pairs_of(Path(a)) if b is None else [(a, b)]
    with output.database() as db:
        rows = feature_rows(
            db,
            asked,
            network=network.value,
            before=day,
            engine=engine.value,
            cache=shared.cache(),
        )
        if engine == shared.EngineName.ARRAYS:
            _say_left_out(shared.read_arrays(db, day), network.value)
    if len(rows) == 1:
        output.emit_one(rows[0], as_json=as_json)
    else:
        output.emit(rows, as_json=as_json)


@links.command()
def candidates(
    source: Annotated[str, typer.Argument(help="Id of an author or a paper.")],
    *,
    network: Network = shared.NetworkName.COAUTHOR,
    by: Annotated[
        str, typer.Option(help="The feature that ranks, such as adamic_adar, katz or author_walk.")
    ] = "personalised_pagerank",
    unlinked: Annotated[
        bool, typer.Option("--unlinked", help="Leave out those who are linked already.")
    ] = False,
    before: output.Before = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Who or what may be linked to one next, with every feature, ranked by one of them.

    Example: scinet links candidates A00000000 --by author_walk --before 2015-01-01 --top 10
    """
    from scinet.graph.links.tables import candidate_rows

    day = output.cut_off(before)
    with output.database() as db:
        rows = candidate_rows(
            db,
            source,
            network=network.value,
            by=by,
            unlinked=unlinked,
            before=day,
            cache=shared.cache(),
        )
        arrays = shared.read_arrays(db, day)
        _say_left_out(arrays, network.value)
    sys.stderr.write(f"{len(rows):,} candidates with {by} above 0\n")
    rows = rows[: shared.most(limit, as_json=as_json)]
    output.emit(rows if as_json else shared.named(arrays, rows), as_json=as_json)


def _say_left_out(arrays: "Snapshot", network: str) -> None:
    from scinet.graph.links.every import LARGEST_TEAM
    from scinet.graph.links.tables import large_teams

    if network == "coauthor":
        sys.stderr.write(
            f"papers with over {LARGEST_TEAM} authors, left out of faded_coauthorship and "
            f"author_walk: {large_teams(arrays):,}\n"
        )


def _pairs_of(file: Path) -> list[tuple[str, str]]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"cannot read pairs from {file}", hint="Name two ids, or a text file of pairs."
        ) from error
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        parts = [part.strip() for part in line.split("\t" if "\t" in line else ",")]
        if not line.strip():
            continue
        if len(parts) != 2 or not all(parts):
            raise DataError(
                f"{file}, line {number}: {line[:60]!r} is no pair",
                hint="Write two ids, parted by a tab or a comma.",
            )
        pairs.append((parts[0], parts[1]))
    return pairs
