"""The graph as experiments need it: connected to, and read into arrays, only when asked for."""

from collections.abc import Callable
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Self

from scinet.errors import SchemaError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot, read_snapshot


class GraphAccess:
    """A graph that is opened at first need; whoever gave the connection closes it.

    ``connect`` is called at most once; ``cache`` is a folder for arrays and for whatever systems
    compute once.
    """

    def __init__(
        self,
        connect: Callable[[], Database],
        *,
        cache: Path | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        self.cache = cache
        self._connect = connect
        self._snapshot = snapshot

    @classmethod
    def of(
        cls, database: Database, *, cache: Path | None = None, snapshot: Snapshot | None = None
    ) -> Self:
        """A graph whose connection is open already."""
        return cls(lambda: database, cache=cache, snapshot=snapshot)

    @cached_property
    def database(self) -> Database:
        """The database."""
        return self._connect()

    @cached_property
    def snapshot(self) -> Snapshot:
        """The whole graph as arrays, or that part of it which was given."""
        if self._snapshot is not None:
            return self._snapshot
        return read_snapshot(self.database, None, cache=self.cache)

    @property
    def is_stale(self) -> bool:
        """Whether arrays were read of a graph that has changed since."""
        if "snapshot" not in vars(self):
            return False
        try:
            return self.snapshot.graph_fingerprint != fingerprint.stored_fingerprint(self.database)
        except SchemaError:
            return True

    def before(self, day: date | None) -> Snapshot:
        """The arrays of everything dated before a day, or of everything."""
        return self.snapshot if day is None else self.snapshot.until(day)
