"""Which of the numbers stored on papers are of an earlier graph, and which statements read them."""

import re
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError, SchemaError

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_PAPER: Final = re.compile(r"\(\s*(\w+)\s*:[^)]*\bPaper\b")
_READ: Final = re.compile(r"\b(\w+)\.`?(\w+)")
HINT: Final = "Compute them again with `scinet indicators … --write`."


def marks(database: "Database") -> list[dict[str, Any]]:
    """Each stored number by name, the graph that it was computed on, and whether it is stale.

    ``before`` is None, for numbers of all days: those as of a day are not stored.
    """
    from scinet.graph.load import fingerprint

    rows = database.rows("indicator/marks")
    try:
        now = fingerprint.current(database) if rows else None
    except SchemaError:  # nothing is loaded, or a load has not ended
        now = None
    return [
        {**row, "before": None, "stale": now is None or row["graph_fingerprint"] != now}
        for row in rows
    ]


def stale_in(database: "Database", text: str) -> list[str]:
    """Names of the stale numbers that a statement reads of papers."""
    papers = set(_PAPER.findall(text))
    read = {name for variable, name in _READ.findall(text) if variable in papers}
    return [one["name"] for one in marks(database) if one["stale"] and one["name"] in read]


def must_be_fresh(database: "Database", text: str) -> None:
    """Refuse a statement that would answer with numbers of an earlier graph.

    Raises:
        DataError: If it reads stale numbers.
    """
    if stale := stale_in(database, text):
        raise DataError(f"stored for an earlier graph: {', '.join(stale)}", hint=HINT)
