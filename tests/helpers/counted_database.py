"""A real database that lists what it is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import neo4j

from scinet.graph.db.connection import Database


class CountedDatabase(Database):
    """The same database; ``asked`` has the name of each statement, or that it had none."""

    def __init__(self, database: Database) -> None:
        super().__init__(database.driver, database.name, database.place)
        self.asked: list[str] = []

    @contextmanager
    def _session(self, what: str, **how: Any) -> Iterator[neo4j.Session]:
        self.asked.append(what)
        with super()._session(what, **how) as session:
            yield session
