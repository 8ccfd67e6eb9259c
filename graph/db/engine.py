"""Choice of engine: the database, or arrays that are read from it once.

Cypher takes milliseconds per paper; reading the whole graph takes seconds once, and then a
paper takes microseconds.
"""

from typing import Literal, TypeAlias

Engine: TypeAlias = Literal["database", "arrays"]
_FEW = 200


def choose_engine(engine: Engine | None, *, items: int | None) -> Engine:
    """Return the requested engine, else the one for this number of items; None means all."""
    if engine is not None:
        return engine
    return "database" if items is not None and items <= _FEW else "arrays"
