"""Which database is meant: the one that is set, else the local server."""

from typing import Any

from scinet.graph.connection import Database
from scinet.server.home import local_connection
from scinet.settings import Neo4jSettings, ServerSettings


def open_database(**settings: Any) -> Database:
    """Connect to the database that is set, else to the local server.

    Args:
        **settings: ``uri``, ``username``, ``password``, ``database``; those not given come from
            ``NEO4J_*``.
    """
    return Database.connect(database_settings(**settings))


def database_settings(**settings: Any) -> Neo4jSettings:
    """How :func:`open_database` reaches its database."""
    chosen = Neo4jSettings(**settings)
    return chosen if chosen.uri is not None else local_connection(ServerSettings()) or chosen
