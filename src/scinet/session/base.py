"""What every verb of a graph goes by: the connection, the cache, days and tables."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from scinet.experiments.graph_access import GraphAccess
from scinet.graph.connection import Database
from scinet.graph.indicators.table import Table
from scinet.settings import CacheSettings


def listed(names: str | Sequence[str] | None) -> list[str] | None:
    """Names as a list; one name may come alone."""
    return [names] if isinstance(names, str) else None if names is None else list(names)


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> pd.DataFrame:
    """Rows as a table, with the columns even where there is no row."""
    return pd.DataFrame([dict(row) for row in rows], columns=list(columns) or None)


def table_frame(table: Table, limit: int | None) -> pd.DataFrame:
    """A table of indicators; what a reader has to know stands in ``attrs``."""
    data = {table.key: table.ids[:limit]}
    found = pd.DataFrame(data | {name: column[:limit] for name, column in table.columns.items()})
    found.attrs = {"left_out": dict(table.left_out), "notes": list(table.notes)}
    return found


class Connected:
    """A connection to a graph.

    Attributes:
        database: The connection, for what the methods do not offer.
        cache: Folder of what is computed once.
    """

    def __init__(self, database: Database, *, cache: Path | None = None) -> None:
        self.database = database
        self.cache = CacheSettings().cache if cache is None else cache
        self._graph: GraphAccess | None = None

    def _access(self) -> GraphAccess:
        """The graph for experiments, whose arrays are read again only once it has changed."""
        if self._graph is None or self._graph.is_stale:
            self._graph = GraphAccess.of(self.database, cache=self.cache)
        return self._graph
