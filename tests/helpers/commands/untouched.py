"""That nothing happened: what a server holds, an address that remembers who called, a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.servers.on_loopback import answering

from scinet.graph.connection import Database

_HELD = (
    "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY elementId(n)",
    "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS t, properties(r) AS p, b.id AS b "
    "ORDER BY elementId(r)",
    "SHOW INDEXES YIELD name, state RETURN name, state ORDER BY name",
    "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
    "SHOW DATABASES YIELD name, currentStatus RETURN name, currentStatus ORDER BY name",
    "SHOW USERS YIELD user, passwordChangeRequired AS p RETURN user, p ORDER BY user",
    "SHOW SETTINGS YIELD name, value RETURN name, value ORDER BY name",
    "CALL db.labels() YIELD label RETURN label ORDER BY label",
    "CALL db.relationshipTypes() YIELD relationshipType AS t RETURN t ORDER BY t",
    "CALL db.propertyKeys() YIELD propertyKey AS k RETURN k ORDER BY k",
    "CALL gds.graph.list() YIELD graphName AS g RETURN g ORDER BY g",
    "CALL gds.model.list() YIELD modelName AS m RETURN m ORDER BY m",
)


def state(database: Database) -> list[list[dict[str, Any]]]:
    """Everything that a server holds: graph, tokens, schema, users, settings, projections."""
    return [
        [dict(record) for record in database.driver.execute_query(text, database_="neo4j").records]
        for text in _HELD
    ]


@contextmanager
def untouched(database: Database, folder: Path) -> Iterator[str]:
    """Whatever is done inside writes nothing, calls nobody and leaves no file in a folder.

    Yields the address that nobody may call.
    """
    held, files = state(database), sorted(folder.rglob("*"))
    with answering() as (place, calls):
        yield f"http://{place}/canary.csv"
        assert calls == []
    assert state(database) == held
    assert sorted(folder.rglob("*")) == files
