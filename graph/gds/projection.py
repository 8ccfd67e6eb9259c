"""Graph Data Science on the citation network as of a day; the only module that makes its client.

GDS cannot project DATE values, so the integer ``day`` of papers and citations is projected and
filtered. A procedure that does not fit into memory ends the whole server, so each is estimated
first and refused when it would not fit.
"""

import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

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
    with _citations(db, before, "NATURAL") as (gds, graph):
        call: dict[str, Any] = {"damping_factor": damping, "max_iterations": 100, "tolerance": 1e-9}
        refuse_if_too_large(db, "PageRank", gds.page_rank.estimate(graph, **call).bytes_max)
        scores = _by_paper(gds, graph, gds.page_rank.mutate, "page_rank", call)
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
    with _citations(db, before, "UNDIRECTED") as (gds, graph):
        call: dict[str, Any] = {"gamma": resolution, "random_seed": seed, "concurrency": 1}
        refuse_if_too_large(db, "Leiden", gds.leiden.estimate(graph, **call).bytes_max)
        return _by_paper(gds, graph, gds.leiden.mutate, "community", call)


def fast_rp(db: Database, before: date | None, *, dimensions: int, seed: int) -> pd.DataFrame:
    """FastRP embeddings of papers on the undirected citations dated before a day.

    Args:
        seed: Of the random projection. Equal seeds give equal embeddings in one database; another
            copy of the graph numbers its nodes otherwise.

    Returns:
        Columns ``paper_id`` and ``embedding`` (a list of numbers).

    Source:
        Chen et al. (2019), doi:10.1145/3357384.3357879, with GDS's weights 0, 1, 1 of the steps.
    """
    with _citations(db, before, "UNDIRECTED") as (gds, graph):
        call: dict[str, Any] = {
            "embedding_dimension": dimensions,
            "random_seed": seed,
            "concurrency": 1,
        }
        refuse_if_too_large(db, "FastRP", gds.fast_rp.estimate(graph, **call).bytes_max)
        return _by_paper(gds, graph, gds.fast_rp.mutate, "embedding", call)


def node2vec(db: Database, before: date | None, *, dimensions: int, seed: int) -> pd.DataFrame:
    """Node2vec embeddings of papers; arguments and result as for :func:`fast_rp`.

    Source:
        Grover and Leskovec (2016), doi:10.1145/2939672.2939754, with GDS's defaults: ten walks of
        80 steps from each paper.
    """
    with _citations(db, before, "UNDIRECTED") as (gds, graph):
        call: dict[str, Any] = {
            "embedding_dimension": dimensions,
            "random_seed": seed,
            "concurrency": 1,
        }
        refuse_if_too_large(db, "node2vec", gds.node2vec.estimate(graph, **call).bytes_max)
        return _by_paper(gds, graph, gds.node2vec.mutate, "embedding", call)


@contextmanager
def _citations(
    db: Database, before: date | None, orientation: Literal["NATURAL", "UNDIRECTED"]
) -> "Iterator[tuple[GraphDataScience, Any]]":
    """Project dated papers and their citations before a day; drop the projection afterwards."""
    # The client logs a deprecation of the server for every look-up of a node by its number.
    logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)
    gds = client(db)
    day = {"day": {"defaultValue": UNDATED}}
    nodes = {"Paper": {"properties": day}}
    edges = {"CITES": {"type": "CITES", "orientation": orientation, "properties": day}}
    needed = gds.graph.project.estimate(nodes, edges).bytes_max
    refuse_if_too_large(db, "the projection of the citations", needed)
    name = f"scinet-{uuid.uuid4().hex}"
    last = float(UNDATED if before is None else day_of(before))
    try:
        whole, _ = gds.graph.project.native(f"{name}-all", nodes, edges)
        cut, _ = gds.graph.filter(whole, name, "n.day < $day", "r.day < $day", {"day": last})
        yield gds, cut
    finally:
        gds.graph.drop(f"{name}-all", fail_if_missing=False)
        gds.graph.drop(name, fail_if_missing=False)


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


def _by_paper(
    gds: "GraphDataScience",
    graph: Any,
    mutate: Callable[..., Any],
    column: str,
    call: dict[str, Any],
) -> pd.DataFrame:
    if graph.node_count() == 0:  # streaming from nothing is an error of the client
        return pd.DataFrame({"paper_id": [], column: []})
    mutate(graph, mutate_property=column, **call)
    frame = gds.graph.node_property.stream(graph, column, db_node_properties=["id"])
    renamed = frame.rename(columns={"id": "paper_id", "propertyValue": column})
    return renamed[["paper_id", column]]


def refuse_if_too_large(db: Database, what: str, needed: int) -> None:
    """Refuse what needs more bytes than the server's heap has left."""
    free = int(db.rows("admin/free_heap")[0]["bytes"])
    if needed > free:
        raise GraphUnavailableError(
            f"{what} needs up to {needed / 2**20:,.0f} MiB, the server has {free / 2**20:,.0f}",
            hint="Restart it with a larger heap, such as `scinet server start --heap 4g`.",
        )
