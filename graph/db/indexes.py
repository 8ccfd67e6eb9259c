"""Constraints and indexes: created and awaited before anything is written.

Each is a statement under ``cypher/schema/`` with the name of its file. Without the uniqueness
constraints MERGE does not keep keys unique, and loading is a thousand times slower. The indexes
may follow when a first load is done, which is faster: until then searches of texts are refused.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from scinet.errors import SchemaError
from scinet.graph.db.query import load_query, query_names

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row

_FOLDER: Final = "schema/"
_LONGEST_PAUSE_S: Final = 2.0


def expected_names() -> frozenset[str]:
    """Return names of all required constraints and indexes."""
    return frozenset(
        name.removeprefix(_FOLDER) for name in query_names() if name.startswith(_FOLDER)
    )


@cache
def constraint_names() -> frozenset[str]:
    """Return names of the constraints among these."""
    return frozenset(
        name
        for name in expected_names()
        if "\nCREATE CONSTRAINT " in load_query(_FOLDER + name).text
    )


def ensure_constraints(db: "Database") -> None:
    """Create missing constraints; their indexes are online at once."""
    for name in sorted(_missing_names(db) & constraint_names()):
        db.rows(_FOLDER + name)


def ensure_schema(db: "Database", report: Callable[[str, float], None] | None = None) -> None:
    """Create missing constraints and indexes, and wait until all are online.

    Args:
        report: Called while an index is built, with its name and progress, 0 to 1; the words of ten
            million abstracts take a quarter of an hour.
    """
    missing = _missing_names(db)
    if not missing:
        return
    # Not all indexes first, nor in one transaction: more are then built at once, which saves no
    # time and takes a third more memory.
    for name in sorted(missing):
        db.rows(_FOLDER + name)
    pause = 0.05
    while making := [row for row in _existing_indexes(db) if row["state"] == "POPULATING"]:
        if report is not None:
            slowest = min(making, key=lambda row: float(row["percent"]))
            report(slowest["name"], slowest["percent"] / 100)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_S)
    check_schema(db)


def check_schema(db: "Database") -> None:
    """Refuse a database that lacks constraints or indexes."""
    if missing := _missing_names(db):
        raise SchemaError(
            f"the database lacks {', '.join(sorted(missing))}",
            hint="Load something with `scinet load`, which creates them.",
        )


def _missing_names(db: "Database") -> frozenset[str]:
    indexes = _existing_indexes(db)
    for row in indexes:
        if row["state"] == "FAILED":
            raise SchemaError(
                f"the database could not make the index {row['name']}",
                hint=f"Its log says why. Then `DROP INDEX {row['name']}`, and load again.",
            )
    return expected_names() - {row["name"] for row in indexes if row["state"] == "ONLINE"}


def _existing_indexes(db: "Database") -> "list[Row]":
    """Return the required indexes that exist; others in the database are ignored."""
    wanted = expected_names()
    return [row for row in db.rows("admin/indexes") if row["name"] in wanted]
