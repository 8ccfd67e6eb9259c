"""Communities of papers as of a day, found by GDS inside the database."""

import sys
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


@app.command()
def communities(
    *,
    before: output.Before = None,
    mix: Annotated[
        str,
        typer.Option(help="What joins papers: weights of citation, co-citation and coupling."),
    ] = "citation",
    follow: Annotated[
        str | None,
        typer.Option(help="Earlier day whose stored communities these go on from."),
    ] = None,
    resolution: Annotated[
        float, typer.Option(min=0.01, help="Larger values give more and smaller communities.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the method; it is stored.")] = 0,
    min_size: Annotated[int, typer.Option(min=1, help="Smaller groups are left out.")] = 10,
    as_json: output.AsJson = False,
) -> None:
    """Find communities of papers by Leiden, name them by telling words and store them.

    They become (:Paper)-[:IN_COMMUNITY]->(:Community {before, mix, resolution, seed}). With
    --follow a community keeps the lineage_id of the earlier one that it continues; what split,
    merged or ended is listed.

    Example: scinet communities --before 2016-01-01 --mix citation=1,coupling=0.5
    """
    from scinet.graph import communities as groups

    day, since = output.cut_off(before), output.cut_off(follow)
    with output.database() as db:
        found = groups.find_and_store(
            db,
            before=day,
            mix=mix,
            follow_from=since,
            resolution=resolution,
            seed=seed,
            min_size=min_size,
            cache=shared.cache(),
        )
    columns = ["community_id", "papers", "name"]
    if since is not None:
        columns[2:2] = ["change", "related_id", "overlap"]
    output.emit(found.rows(), as_json=as_json, columns=columns)
    if not as_json:
        sys.stderr.write(f"papers in none of them: {found.outside:,} of {found.papers:,}\n")
