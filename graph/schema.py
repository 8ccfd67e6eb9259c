"""Constraints and indexes: made and awaited before anything is written.

Each stands in a statement under ``cypher/schema/`` and carries the name of its file. Without the
uniqueness constraints MERGE does not make keys unique, and loading is a thousand times slower.
"""

from typing import TYPE_CHECKING, Final

from scinet.errors import SchemaError
from scinet.graph.query import names

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_FOLDER: Final = "schema/"
_WAIT_S: Final = 600


def expected() -> frozenset[str]:
    """Names of all constraints and indexes that the graph must have."""
    return frozenset(name.removeprefix(_FOLDER) for name in names() if name.startswith(_FOLDER))


def ensure(db: "Database") -> None:
    """Create what is missing, and wait until all of it answers."""
    if not _missing(db):
        return
    for name in sorted(expected()):
        db.rows(_FOLDER + name)
    db.rows("admin/indexes_await", seconds=_WAIT_S)
    check(db)


def check(db: "Database") -> None:
    """Make sure that every constraint and index is there and answers."""
    if missing := _missing(db):
        raise SchemaError(
            f"the database lacks {', '.join(sorted(missing))}",
            hint="Load something with `scinet load`, which creates them.",
        )


def _missing(db: "Database") -> frozenset[str]:
    online = {row["name"] for row in db.rows("admin/indexes") if row["state"] == "ONLINE"}
    return expected() - online
