"""Constraints and indexes: made and awaited before anything is written.

Each stands in a statement under ``cypher/schema/`` and carries the name of its file. Without the
uniqueness constraints MERGE does not make keys unique, and loading is a thousand times slower.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scinet.errors import SchemaError
from scinet.graph.query import names

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Row

_FOLDER: Final = "schema/"
_LONGEST_PAUSE_S: Final = 2.0


def expected() -> frozenset[str]:
    """Names of all constraints and indexes that the graph must have."""
    return frozenset(name.removeprefix(_FOLDER) for name in names() if name.startswith(_FOLDER))


def ensure(db: "Database", told: Callable[[str, float], None] | None = None) -> None:
    """Create what is missing, and wait until all of it answers.

    Args:
        told: Called while the database makes an index, with its name and how much is made, 0 to 1;
            the words of ten million abstracts take it a quarter of an hour.
    """
    if not _missing(db):
        return
    for name in sorted(expected()):
        db.rows(_FOLDER + name)
    pause = 0.05
    while making := [row for row in _there(db) if row["state"] == "POPULATING"]:
        if told is not None:
            slowest = min(making, key=lambda row: float(row["percent"]))
            told(slowest["name"], slowest["percent"] / 100)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_S)
    check(db)


def check(db: "Database") -> None:
    """Make sure that every constraint and index is there and answers."""
    if missing := _missing(db):
        raise SchemaError(
            f"the database lacks {', '.join(sorted(missing))}",
            hint="Load something with `scinet load`, which creates them.",
        )


def _missing(db: "Database") -> frozenset[str]:
    found = _there(db)
    for row in found:
        if row["state"] == "FAILED":
            raise SchemaError(
                f"the database could not make the index {row['name']}",
                hint=f"Its log says why. Then `DROP INDEX {row['name']}`, and load again.",
            )
    return expected() - {row["name"] for row in found if row["state"] == "ONLINE"}


def _there(db: "Database") -> "list[Row]":
    """The indexes of the graph; others in the database are nobody's concern."""
    wanted = expected()
    return [row for row in db.rows("admin/indexes") if row["name"] in wanted]
