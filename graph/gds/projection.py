"""Graph Data Science on the citation network as of a day; the only module that makes its client.

GDS cannot project DATE values, so the integer ``day`` of papers and citations is projected and
filtered. A procedure that does not fit into memory ends the whole server, so each is estimated
first and refused when it would not fit.
"""

import uuid
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

import pandas as pd

from scinet.errors import GraphUnavailableError, SchemaError
from scinet.graph.connection import Database, RolledBack
from scinet.graph.dates import day_of

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience

# Papers without a date get this day: later than any cut-off that a four-digit year can state.
UNDATED = 10_000_000
_CALLED: Final = MappingProxyType(
    {"page_rank": "PageRank", "leiden": "Leiden", "fast_rp": "FastRP"}
)
EMBEDDINGS: Final = MappingProxyType({"fastrp": "fast_rp", "node2vec": "node2vec"})


def page_rank(db: Database, before: date | None, *, damping: float = 0.85) -> pd.DataFrame:
    """PageRank of every paper on the citations dated before a day.

    Returns:
        Columns ``paper_id`` and ``page_rank``, best first, ties by id. Values follow GDS: the
        teleport share is ``1 - damping`` for each paper, so they do not sum to one.

    Source:
        Page et al. (1999), The PageRank Citation Ranking.
    """
    call = {"damping_factor": damping, "max_iterations": 100, "tolerance": 1e-9}
    scores = _of_papers(db, before, "NATURAL", "page_rank", "page_rank", call)
    return scores.sort_values(["page_rank", "paper_id"], ascending=[False, True], ignore_index=True)


def leiden(db: Database, before: date | None, *, resolution: float, seed: int) -> pd.DataFrame:
    """Leiden communities on the undirected citations dated before a day.

    Args:
        seed: Of the random order of moves; one thread is used, so that it settles the result.

    Returns:
        Columns ``paper_id`` and ``community`` (a number without meaning).

    Source:
        Traag, Waltman and van Eck (2019), doi:10.1038/s41598-019-41695-z.
    """
    call = {"gamma": resolution, "random_seed": seed, "concurrency": 1}
    return _of_papers(db, before, "UNDIRECTED", "leiden", "community", call)


def embeddings(
    db: Database, before: date | None, method: str, *, dimensions: int, seed: int
) -> pd.DataFrame:
    """Embeddings of papers on the undirected citations dated before a day.

    Args:
        method: A name in :data:`EMBEDDINGS`.
        seed: Of the random numbers. Equal seeds give equal embeddings in one database; another
            copy of the graph numbers its nodes otherwise.

    Returns:
        Columns ``paper_id`` and ``embedding`` (a list of numbers).

    Source:
        FastRP: Chen et al. (2019), doi:10.1145/3357384.3357879, with GDS's weights 0, 1, 1 of the
        steps; node2vec: Grover and Leskovec (2016), doi:10.1145/2939672.2939754, with GDS's
        defaults: ten walks of 80 steps from each paper.
    """
    call = {"embedding_dimension": dimensions, "random_seed": seed, "concurrency": 1}
    return _of_papers(db, before, "UNDIRECTED", EMBEDDINGS[method], "embedding", call)


def _of_papers(
    db: Database,
    before: date | None,
    orientation: Literal["NATURAL", "UNDIRECTED"],
    algorithm: str,
    column: str,
    call: dict[str, Any],
) -> pd.DataFrame:
    """What an algorithm gives each dated paper on the citations before a day."""
    gds = client(db)
    day = {"day": {"defaultValue": UNDATED}}
    nodes = {"Paper": {"properties": day}}
    edges = {"CITES": {"type": "CITES", "orientation": orientation, "properties": day}}
    needed = gds.graph.project.estimate(nodes, edges).bytes_max
    refuse_if_too_large(db, "the projection of the citations", needed)
    name = f"scinet-{uuid.uuid4().hex}"
    last = {"day": float(UNDATED if before is None else day_of(before))}
    endpoint = getattr(gds, algorithm)
    try:
        whole, _ = gds.graph.project.native(f"{name}-all", nodes, edges)
        graph, _ = gds.graph.filter(whole, name, "n.day < $day", "r.day < $day", last)
        needed = endpoint.estimate(graph, **call).bytes_max
        refuse_if_too_large(db, _CALLED.get(algorithm, algorithm), needed)
        if graph.node_count() == 0:  # streaming from nothing is an error of the client
            return pd.DataFrame({"paper_id": [], column: []})
        endpoint.mutate(graph, mutate_property=column, **call)
        frame = gds.graph.node_property.stream(graph, column, db_node_properties=["id"])
    finally:
        gds.graph.drop(f"{name}-all", fail_if_missing=False)
        gds.graph.drop(name, fail_if_missing=False)
    renamed = frame.rename(columns={"id": "paper_id", "propertyValue": column})
    return renamed[["paper_id", column]]


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
