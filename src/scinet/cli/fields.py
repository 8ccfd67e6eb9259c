"""Communities and PageRank as of a day, computed by GDS inside the database."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.graph.communities import Change, Community


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
    from scinet.graph.snapshot import read
    from scinet.settings import CacheSettings

    day, weights = output.cut_off(before), groups.parse_mix(mix)
    since = output.cut_off(follow)
    if since is not None and day is not None and since >= day:
        raise DataError(
            f"{since} is not before {day} (--follow)", hint="Follow communities of an earlier day."
        )
    options: dict[str, Any] = {
        "mix": groups.mix_name(weights),
        "resolution": resolution,
        "seed": seed,
    }
    with output.database() as db:
        snapshot = read(db, day, cache=CacheSettings().cache)
        options["graph_fingerprint"] = snapshot.graph_fingerprint
        earlier = [] if since is None else groups.stored(db, before=since, **options)
        found = groups.detect(
            db, snapshot, mix=weights, resolution=resolution, seed=seed, min_size=min_size
        )
        changes: dict[str, Change] = {}
        if since is not None:
            followed = groups.follow(earlier, found, snapshot.until(since).paper_id.tolist())
            found = list(followed.communities)
            changes = {change.community_id: change for change in followed.changes}
        groups.write(db, found, before=day, **options)
    gone = [group for group in earlier if group.id in changes]
    rows = [_row(group, changes.get(group.id)) for group in (*found, *gone)]
    columns = ["community_id", "papers", "name"]
    if since is not None:
        columns[2:2] = ["change", "related_id", "overlap"]
    output.emit(rows, as_json=as_json, columns=columns)
    if not as_json:
        inside = sum(len(group.papers) for group in found)
        sys.stderr.write(
            f"papers in none of them: {snapshot.num_papers - inside:,} of {snapshot.num_papers:,}\n"
        )


def _row(group: "Community", change: "Change | None") -> dict[str, Any]:
    row = {
        "community_id": group.id,
        "papers": len(group.papers),
        "name": group.name,
        "mix": group.mix,
        "lineage_id": group.lineage_id,
    }
    if change is not None:
        row |= {"change": change.kind, "related_id": change.related_id, "overlap": change.overlap}
    return row
