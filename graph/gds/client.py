"""Client of Graph Data Science, created only here, with a check of the server's memory.

A procedure that exceeds the memory ends the whole server, so each is estimated first and refused
if it would not fit.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from scinet.errors import GraphUnavailableError, SchemaError
from scinet.graph.db.connection import Database, RolledBack
from scinet.graph.db.driver import START_HINT, translate_errors

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience


def client(db: Database) -> "GraphDataScience":
    """Return the GDS client of a database.

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
            "Everything but communities and embeddings of nodes works without it.",
        )
    from graphdatascience import GraphDataScience  # slow to import, and rarely needed
    from graphdatascience.query_runner.neo4j_query_runner import Neo4jQueryRunner

    # By default it waits ten minutes for a lost database, and blocks its callers.
    waits = Neo4jQueryRunner.ConnectivityRetriesConfig
    if not isinstance(waits, partial):
        at_once = partial(waits, max_retries=1, wait_time=0)
        setattr(Neo4jQueryRunner, "ConnectivityRetriesConfig", at_once)  # noqa: B010 - no setting
    # The open edition has no Arrow server; requesting one costs a warning.
    return GraphDataScience(db.driver, database=db.name, arrow=False, show_progress=False)


@contextmanager
def translate_client_errors() -> Iterator[None]:
    """Translate errors of the client's own queries, which bypass our connection.

    Raises:
        GraphUnavailableError: If the database does not answer, or stops to.
        QueryError: If it refuses a query.
    """
    from graphdatascience.error.unable_to_connect import UnableToConnectError

    try:
        with translate_errors("Graph Data Science"):
            yield
    except UnableToConnectError as error:
        raise GraphUnavailableError(
            "the database does not answer (Graph Data Science)", hint=START_HINT
        ) from error


def refuse_if_too_large(db: Database, what: str, needed: int) -> None:
    """Refuse what needs more bytes than the server's heap has left."""
    free = int(db.rows("admin/free_heap")[0]["bytes"])
    if needed > free:
        raise GraphUnavailableError(
            f"{what} needs up to {needed / 2**20:,.0f} MiB, the server has {free / 2**20:,.0f}",
            hint="Restart it with a larger heap, such as `scinet server start --heap 4g`.",
        )
