"""Which database is meant: the one that is set, else the local server."""

from typing import Any

from scinet.graph.connection import Database
from scinet.server.again import OwnServer
from scinet.server.home import Home, local_connection
from scinet.settings import Neo4jSettings, ServerSettings


def open_database(**settings: Any) -> Database:
    """Connect to the database that is set, else to the local server.

    Args:
        **settings: ``uri``, ``username``, ``password``, ``database``; those not given come from
            ``NEO4J_*``.
    """
    chosen = database_settings(**settings)
    server = own_server(chosen, Home(ServerSettings().home))
    if server is not None:
        server.has_returned(server.known)
    return Database.connect(chosen, server)


def own_server(chosen: Neo4jSettings, home: Home) -> OwnServer | None:
    """The server of a home, where it is the one that is meant."""
    started = home.started()
    return OwnServer(home) if started is not None and started.uri == chosen.place else None


def database_settings(**settings: Any) -> Neo4jSettings:
    """How :func:`open_database` reaches its database."""
    chosen = Neo4jSettings(**settings)
    return chosen if chosen.uri is not None else local_connection(ServerSettings()) or chosen
