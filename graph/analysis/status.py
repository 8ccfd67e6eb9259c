"""Status of the graph: counts, fingerprint, versions and loads."""

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from scinet.errors import QueryError, SchemaError
from scinet.graph.db import fingerprint
from scinet.graph.db.incomplete_loads import later_complete
from scinet.graph.db.text_references import folder_of
from scinet.graph.indicators.stale_values import marks
from scinet.graph.load import journal, simulated

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database


def graph_status(db: "Database") -> dict[str, Any]:
    """Describe the graph without reading it.

    Returns:
        ``nodes`` and ``relationships`` (counts), ``graph_fingerprint`` (None when nothing is
        loaded or a load is incomplete), ``loading`` (start of a running load or removal, else
        None), ``text_folder`` (of texts outside the graph, else None),
        ``versions`` (neo4j, gds, scinet; None when missing) and
        ``loads``, the latest start first, each with its ``fault``, why it brought only a part of
        its files, and ``whole_in``, a later load that brought all of them; ``indicators`` stored on
        papers, each with the graph that it was computed on, and whether that is another one
        (``stale``); and ``simulations``, whose papers are stored beside the real ones and are not
        counted above.
    """
    try:
        current = fingerprint.stored_fingerprint(db)
    except SchemaError:
        current = None
    folder, loads = folder_of(db), db.rows("admin/loads")
    whole_in = later_complete(loads)
    return {
        "nodes": {row["label"]: row["count"] for row in db.rows("admin/node_counts")},
        "relationships": {
            row["type"]: row["count"] for row in db.rows("admin/relationship_counts")
        },
        "graph_fingerprint": current,
        "loading": journal.running_since(db),
        "text_folder": None if folder is None else str(folder),
        "versions": _versions(db),
        "loads": [_load_row(row) | {"whole_in": whole_in.get(row["run"])} for row in loads],
        "indicators": marks(db),
        "simulations": simulated.list_simulations(db),
    }


def is_simulated(db: "Database") -> bool:
    """Whether the newest load is marked as generated."""
    return any(newest["simulated"] for newest in fingerprint.newest_load(db))


def _versions(db: "Database") -> dict[str, str | None]:
    versions: dict[str, str | None] = {"scinet": version("scinet")}
    for row in db.rows("admin/versions"):
        if row["name"] == "Neo4j Kernel":
            versions["neo4j"] = f"{row['version']} {row['edition']}"
    try:
        [row] = db.rows("admin/gds_version")
        versions["gds"] = row["version"]
    except QueryError:  # the plug-in is not installed
        versions["gds"] = None
    return versions


def _load_row(row: dict[str, Any]) -> dict[str, Any]:
    stamps = {
        key: None if row[key] is None else row[key].isoformat(timespec="seconds")
        for key in ("started_at", "finished_at")
    }
    parsed = {
        key: None if row[key] is None else json.loads(row[key])
        for key in ("files", "counts", "options")
    }
    return row | stamps | parsed
