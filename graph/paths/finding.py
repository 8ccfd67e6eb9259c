"""Paths as people ask for them: between papers, authors or groups, by either engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path as Folder
from typing import Any, Final, Unpack

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.graph import engine as engines
from scinet.graph import grouping, identify
from scinet.graph.connection import Database
from scinet.graph.engine import Engine
from scinet.graph.paths.best import Path, most_cited
from scinet.graph.paths.between import between, papers_of_author
from scinet.graph.paths.database import (
    between_in_database,
    in_database,
    papers_of_author_in_database,
)
from scinet.graph.paths.objective import Options
from scinet.graph.snapshot import Snapshot, read

_NAMED: Final[Mapping[str, identify.NodeType]] = {"paper": "paper", "author": "author"}
ENDS: Final = ("paper", "author", *(by for by in grouping.CHOICES if by != "paper"))


@dataclass(frozen=True, slots=True)
class Found:
    """The best path and what it leads from and to."""

    path: Path
    source_id: str
    target_id: str


def find(
    database: Database,
    a: str,
    b: str,
    *,
    by: str = "paper",
    before: date | None = None,
    engine: Engine | None = None,
    cache: Folder | None = None,
    **how: Unpack[Options],
) -> Found:
    """The most cited path of references between two papers, or from one's work to another's."""
    if by not in ENDS:
        raise DataError(f"paths by {by!r}", hint=f"The two may be {', '.join(ENDS)}.")
    if engine == "database" and by not in {"paper", "author"}:
        raise DataError(f"paths by {by} on the database", hint="Only arrays know groups.")
    one, other = a, b
    if (kind := _NAMED.get(by)) is not None:
        one, other = (identify.identify(database, kind, end, before=before) for end in (a, b))
    if engines.choose(engine, items=None) == "database":
        if by == "paper":
            path: Path = in_database(database, one, other, before=before, **how)
        else:
            ends = (papers_of_author_in_database(database, each, before) for each in (one, other))
            path = between_in_database(database, *ends, before=before, **how)
        return Found(path, one, other)
    past = read(database, before, cache=cache)
    if by == "paper":
        return Found(most_cited(past, one, other, **how), one, other)
    if by == "author":
        sources, targets = papers_of_author(past, one), papers_of_author(past, other)
    else:
        one, sources = members(database, past, by, a)
        other, targets = members(database, past, by, b)
    return Found(between(past, sources, targets, **how), one, other)


def members(database: Database, past: Snapshot, by: str, name: str) -> tuple[str, Any]:
    """Id of the group of that name or id, in any case, and positions of its papers.

    A community is looked for among those with default options, and by its id among all.
    """
    options: dict[str, Any] = {}
    if by == "community":
        options = next(iter(database.rows("community/options", id=name)), options)
    groups = grouping.of(past, by, database=database, **options)
    try:
        chosen = groups.find(name)
    except NotFoundError:
        if by != "venue":
            raise
        venue = identify.identify(database, "venue", name, before=past.before)
        chosen = groups.find(venue)  # the end of an id will do
    return str(groups.id[chosen]), np.flatnonzero(groups.code == chosen)
