"""A line for whoever asks a graph while a load or a removal has not ended."""

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_LOG: Final = logging.getLogger(__name__)


def warn(database: "Database") -> None:
    """Log that what was answered is of a part of the graph, where it is."""
    for row in database.rows("load/snapshot_newest"):
        if not row["finished"]:
            what = "removal" if row["kind"] == "remove" else "load"
            _LOG.warning("the last %s has not ended: this is of a part of the graph", what)
