"""Lazy access to the graph: connection and arrays are opened on first use."""

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
    """Graph that is opened on first use; the owner of the connection closes it.

    ``connect`` is called at most once; ``cache`` is a folder for arrays and for systems' cached
    computations.
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
        """Wrap an open connection."""
        return cls(lambda: database, cache=cache, snapshot=snapshot)

    @cached_property
    def database(self) -> Database:
        """The database."""
        return self._connect()

    @cached_property
    def snapshot(self) -> Snapshot:
        """The whole graph as arrays, or the given part of it."""
        if self._snapshot is not None:
            return self._snapshot
        return read_snapshot(self.database, None, cache=self.cache)

    @property
    def is_stale(self) -> bool:
        """Whether the arrays are of an earlier state of the graph."""
        if "snapshot" not in vars(self):
            return False
        try:
            return self.snapshot.graph_fingerprint != fingerprint.stored_fingerprint(self.database)
        except SchemaError:
            return True

    def before(self, day: date | None) -> Snapshot:
        """Return the arrays of everything dated before a day, or of everything."""
        return self.snapshot if day is None else self.snapshot.until(day)
