"""Communities and PageRank as of a day, computed by GDS inside the database."""

from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def communities(
    *,
    before: output.Before = None,
    resolution: Annotated[
        float, typer.Option(min=0.01, help="Larger values give more and smaller communities.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the method; it is stored.")] = 0,
    min_size: Annotated[int, typer.Option(min=1, help="Smaller groups are left out.")] = 10,
    as_json: output.AsJson = False,
) -> None:
    """Find communities of papers by Leiden, name them by telling words and store them.

    They become (:Paper)-[:IN_COMMUNITY]->(:Community {before, resolution, seed}).

    Example: scinet communities --before 2016-01-01
    """
    from scinet.graph.communities import detect, write
    from scinet.graph.snapshot import read
    from scinet.settings import CacheSettings

    day = output.cut_off(before)
    with output.database() as db:
        snapshot = read(db, day, cache=CacheSettings().cache)
        found = detect(db, snapshot, resolution=resolution, seed=seed, min_size=min_size)
        write(
            db,
            found,
            before=day,
            resolution=resolution,
            seed=seed,
            graph_fingerprint=snapshot.graph_fingerprint,
        )
    rows = [{"community_id": c.id, "papers": len(c.papers), "name": c.name} for c in found]
    output.emit(rows, as_json=as_json, columns=("community_id", "papers", "name"))


@app.command()
def pagerank(
    *,
    before: output.Before = None,
    damping: Annotated[
        float, typer.Option(min=0.0, max=0.999, help="Probability of following a reference.")
    ] = 0.85,
    limit: Annotated[int, typer.Option(min=1, help="Papers to list.")] = 20,
    as_json: output.AsJson = False,
) -> None:
    """Rank papers by PageRank on the citations before a day.

    Example: scinet pagerank --before 2010-01-01 --limit 10
    """
    from scinet.graph.projection import page_rank

    with output.database() as db:
        ranked = page_rank(db, output.cut_off(before), damping=damping).head(limit)
    rows = [
        {"paper_id": paper, "page_rank": float(value)}
        for paper, value in zip(ranked["paper_id"], ranked["page_rank"], strict=True)
    ]
    output.emit(rows, as_json=as_json, columns=("paper_id", "page_rank"))
