"""Graph Data Science on the citation network as of a day; the only module that makes its client.

GDS cannot project DATE values, so the integer ``day`` of papers and citations is projected and
filtered. A procedure that does not fit into memory ends the whole server, so each is estimated
first and refused when it would not fit.
"""

import uuid
from datetime import date
from typing import TYPE_CHECKING, Any

import pandas as pd

from scinet.errors import GraphUnavailableError, SchemaError
from scinet.graph.connection import Database, RolledBack
from scinet.graph.dates import day_of

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience

# Papers without a date get this day: later than any cut-off that a four-digit year can state.
UNDATED = 10_000_000


def page_rank(db: Database, before: date | None, *, damping: float = 0.85) -> pd.DataFrame:
    """PageRank of every paper on the citations dated before a day.

    Returns:
        Columns ``paper_id`` and ``page_rank``, best first, ties by id. Values follow GDS: the
        teleport share is ``1 - damping`` for each paper, so they do not sum to one.

    Source:
        Page et al. (1999), The PageRank Citation Ranking.
    """
    gds = client(db)
    day = {"day": {"defaultValue": UNDATED}}
    nodes = {"Paper": {"properties": day}}
    edges = {"CITES": {"type": "CITES", "orientation": "NATURAL", "properties": day}}
    needed = gds.graph.project.estimate(nodes, edges).bytes_max
    refuse_if_too_large(db, "the projection of the citations", needed)
    name = f"scinet-{uuid.uuid4().hex}"
    last = {"day": float(UNDATED if before is None else day_of(before))}
    call: dict[str, Any] = {"damping_factor": damping, "max_iterations": 100, "tolerance": 1e-9}
    try:
        whole, _ = gds.graph.project.native(f"{name}-all", nodes, edges)
        graph, _ = gds.graph.filter(whole, name, "n.day < $day", "r.day < $day", last)
        refuse_if_too_large(db, "PageRank", gds.page_rank.estimate(graph, **call).bytes_max)
        if graph.node_count() == 0:  # streaming from nothing is an error of the client
            return pd.DataFrame({"paper_id": [], "page_rank": []})
        gds.page_rank.mutate(graph, mutate_property="page_rank", **call)
        frame = gds.graph.node_property.stream(graph, "page_rank", db_node_properties=["id"])
    finally:
        gds.graph.drop(f"{name}-all", fail_if_missing=False)
        gds.graph.drop(name, fail_if_missing=False)
    scores = frame.rename(columns={"id": "paper_id", "propertyValue": "page_rank"})
    ranked = scores.sort_values(["page_rank", "paper_id"], ascending=[False, True])
    return ranked[["paper_id", "page_rank"]].reset_index(drop=True)


def client(db: Database) -> "GraphDataScience":
    """The GDS client of a database.

    Raises:
        SchemaError: If the server has no GDS, or the database is in a rolled-back transaction,
            which GDS cannot see.
    """
    if isinstance(db, RolledBack):
        raise SchemaError(
            "Graph Data Science does not see what is not committed",
            hint="Audit what needs it on a throw-away server, where the future can be loaded.",
        )
    if not db.rows("admin/has_gds")[0]["has_gds"]:
        raise SchemaError(
            "the server has no Graph Data Science library",
            hint="`scinet server start` brings it; elsewhere install the plug-in. "
            "Everything but communities and PageRank works without it.",
        )
    from graphdatascience import GraphDataScience  # slow to import, and few commands ask it

    # The open edition has no Arrow server; asking for one costs a warning.
    return GraphDataScience(db.driver, database=db.name, arrow=False, show_progress=False)


def refuse_if_too_large(db: Database, what: str, needed: int) -> None:
    """Refuse what needs more bytes than the server's heap has left."""
    free = int(db.rows("admin/free_heap")[0]["bytes"])
    if needed > free:
        raise GraphUnavailableError(
            f"{what} needs up to {needed / 2**20:,.0f} MiB, the server has {free / 2**20:,.0f}",
            hint="Restart it with a larger heap, such as `scinet server start --heap 4g`.",
        )
