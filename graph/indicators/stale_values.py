"""Stored indicators of an earlier graph, and the statements that read them."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError, SchemaError

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_PAPER: Final = re.compile(r"\(\s*(\w+)\s*:[^)]*\bPaper\b")
_READ: Final = re.compile(r"\b(\w+)\.`?(\w+)")
# Properties that a command may store, with their meanings; group and window may be appended.
COMPUTED: Final[Mapping[str, str]] = {
    "n_i": "later papers that cite the paper and none of its references",
    "n_j": "later papers that cite both",
    "n_k": "later papers that cite its references only",
    "cd": "(n_i - n_j) / (n_i + n_j + n_k)",
    "mcd": "cd times (n_i + n_j)",
    "di": "(n_i - n_j) / (n_i + n_j)",
    "citations": "citing papers",
    "normalised_citations": "citations by the mean of the group and year",
    "citation_percentile": "share of the group and year with fewer citations, ties half",
    "top_share": "part of the paper in the most cited tenth of its group and year",
    "sleeping_beauty": "beauty coefficient",
    "awakening_years": "calendar years from publication to awakening",
    "novelty_p10": "tenth percentile of z over pairs of cited items",
    "novelty_median": "median of z over pairs of cited items",
    "window_open": "true where the window ends after the last day that the network covers",
}
HINT: Final = "Compute them again with `scinet indicators … --write`."


def marks(database: "Database") -> list[dict[str, Any]]:
    """Return each stored indicator, the graph that it was computed on, and whether it is stale.

    One stored without a mark is stale, since its graph is unknown. ``before`` is None: indicators
    as of a day are not stored.
    """
    from scinet.graph.db import fingerprint

    rows = database.rows("indicator/marks", stems=list(COMPUTED))
    try:
        now = fingerprint.stored_fingerprint(database) if rows else None
    except SchemaError:  # nothing is loaded, or a load is incomplete
        now = None
    return [
        {**row, "before": None, "stale": now is None or row["graph_fingerprint"] != now}
        for row in rows
    ]


def find_stale(
    database: "Database", text: str, rows: Iterable[Mapping[str, Any]] = ()
) -> list[str]:
    """Return names of the stale indicators that a statement reads, or returns with whole papers.

    The database is queried only if a property named like a stored indicator is read.
    """
    papers = set(_PAPER.findall(text))
    read = {name for variable, name in _READ.findall(text) if variable in papers}
    for row in rows:
        read |= _paper_properties(list(row.values()))
    if not any(name == stem or name.startswith(f"{stem}_") for name in read for stem in COMPUTED):
        return []
    return [mark["name"] for mark in marks(database) if mark["stale"] and mark["name"] in read]


def require_fresh(database: "Database", text: str, rows: Iterable[Mapping[str, Any]] = ()) -> None:
    """Refuse a statement that would return indicators of an earlier graph.

    Raises:
        DataError: If it reads stale indicators.
    """
    if stale := find_stale(database, text, rows):
        raise DataError(f"stored for an earlier graph: {', '.join(stale)}", hint=HINT)


def _paper_properties(values: Iterable[Any]) -> set[str]:
    """Return names of the properties of all papers in an answer, at any depth."""
    names: set[str] = set()
    for value in values:
        if isinstance(value, dict):
            names |= value.keys() if "record_hash" in value else _paper_properties(value.values())
        elif isinstance(value, list) and value and isinstance(value[0], dict | list):
            names |= _paper_properties(value)
    return names
