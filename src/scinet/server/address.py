"""Selection of the database: the configured one, else the local server."""

from typing import Any

from scinet.graph.db.connection import Database
from scinet.server.home import Home, local_connection
from scinet.server.restart import OwnServer
from scinet.settings import Neo4jSettings, ServerSettings


def open_database(**settings: Any) -> Database:
    """Connect to the configured database, else to the local server.

    Args:
        **settings: ``uri``, ``username``, ``password``, ``database``; others come from ``NEO4J_*``.
    """
    selected = database_settings(**settings)
    server = find_own_server(selected, Home(ServerSettings().home))
    if server is not None:
        server.has_restarted(server.known)
    return Database.connect(selected, server)


def find_own_server(database: Neo4jSettings, home: Home) -> OwnServer | None:
    """Return the server of a home, if it serves the given database."""
    started = home.started()
    return OwnServer(home) if started is not None and started.uri == database.place else None


def database_settings(**settings: Any) -> Neo4jSettings:
    """Return the settings with which :func:`open_database` connects."""
    selected = Neo4jSettings(**settings)
    return selected if selected.uri is not None else local_connection(ServerSettings()) or selected
