"""The Python entry point: one object to load, ask and take snapshots."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pandas as pd

from scinet.graph.connection import Database
from scinet.graph.dates import parse_before
from scinet.graph.load import LoadReport
from scinet.graph.load import load as load_files
from scinet.graph.query import load
from scinet.graph.snapshot import Snapshot, read
from scinet.server.address import open_database
from scinet.settings import CacheSettings


def connect(**settings: Any) -> "Graph":
    """Open the graph for Python.

    Args:
        **settings: As for :func:`open_database`.

    Raises:
        GraphUnavailableError: If the database does not answer.
    """
    return Graph(open_database(**settings))


class Graph:
    """A dated scientific network; close it, or use it in a ``with`` block.

    Attributes:
        database: The connection, for what this class does not offer.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    def query(self, name: str, /, **params: Any) -> pd.DataFrame:
        """Run a named statement.

        Args:
            name: Such as ``ranking/co_citation``; ``scinet query`` lists them.
            **params: As its header declares.

        Returns:
            One row per result, the columns of the statement's header even when there is none.

        Raises:
            QueryError: If the statement or a parameter is unknown.
        """
        return pd.DataFrame(self.database.rows(name, **params), columns=list(load(name).returns))

    def load(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        source: str | None = None,
        kind: str | None = None,
        **options: Any,
    ) -> LoadReport:
        """Load files.

        Args:
            paths: A file or several, or folders of files.
            source: Prefix of the ids, such as ``acl``.
            kind: Name of the only kind to load; seen from the files when None.
            **options: As in :func:`scinet.graph.load.load`.

        Returns:
            What was read, loaded, merged and rejected.

        Raises:
            DataError: If a file is broken or too many records are.
            SchemaError: If another load is running.
        """
        return load_files(self.database, paths, source=source, kind=kind, **options)

    def snapshot(self, before: date | str) -> Snapshot:
        """Everything dated before a day, as arrays; kept on disk for the next time.

        Args:
            before: Cut-off day, exclusive.

        Raises:
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        day = parse_before(before) if isinstance(before, str) else before
        return read(self.database, day, cache=CacheSettings().cache)

    def close(self) -> None:
        """Close the connection."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
