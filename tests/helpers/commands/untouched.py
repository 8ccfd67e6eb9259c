"""That nothing happened: what a server holds, an address that remembers who called, a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.faulty.hostile_statements import listed
from helpers.servers.on_loopback import answering

from scinet.graph.db.connection import Database


def state(database: Database) -> list[list[dict[str, Any]]]:
    """Everything that a server holds: graph, tokens, schema, users, settings, projections."""
    return [
        [dict(record) for record in database.driver.execute_query(text, database_="neo4j").records]
        for text in listed("held")
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
