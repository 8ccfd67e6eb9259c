"""Paths between papers, authors or groups by name, by either engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path as Folder
from typing import Any, Final, Unpack

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.graph.db import engine as engines
from scinet.graph.db.connection import Database
from scinet.graph.db.engine import Engine
from scinet.graph.paths.best import BestPath, most_cited_path
from scinet.graph.paths.database import (
    between_in_database,
    most_cited_in_database,
    papers_of_author_in_database,
)
from scinet.graph.paths.objective import ObjectiveOptions
from scinet.graph.paths.path_between import papers_of_author, path_between
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, grouping, read_snapshot

_NAMED: Final[Mapping[str, identify.NodeType]] = {"paper": "paper", "author": "author"}
ENDS: Final = ("paper", "author", *(by for by in grouping.CHOICES if by != "paper"))


@dataclass(frozen=True, slots=True)
class PathResult:
    """Best path, with the ids of its source and target."""

    path: BestPath
    source_id: str
    target_id: str


def find_path(
    database: Database,
    a: str,
    b: str,
    *,
    by: str = "paper",
    before: date | None = None,
    engine: Engine | None = None,
    cache: Folder | None = None,
    **how: Unpack[ObjectiveOptions],
) -> PathResult:
    """Find the most cited path between two papers, or between the papers of authors or groups."""
    if by not in ENDS:
        raise DataError(f"paths by {by!r}", hint=f"The two may be {', '.join(ENDS)}.")
    if engine == "database" and by not in {"paper", "author"}:
        raise DataError(f"paths by {by} on the database", hint="Only arrays know groups.")
    source_id, target_id = a, b
    if (kind := _NAMED.get(by)) is not None:
        source_id, target_id = (
            identify.identify(database, kind, end, before=before) for end in (a, b)
        )
    if engines.choose_engine(engine, items=None) == "database":
        if by == "paper":
            path: BestPath = most_cited_in_database(
                database, source_id, target_id, before=before, **how
            )
        else:
            ends = (
                papers_of_author_in_database(database, each, before)
                for each in (source_id, target_id)
            )
            path = between_in_database(database, *ends, before=before, **how)
        return PathResult(path, source_id, target_id)
    past = read_snapshot(database, before, cache=cache)
    if by == "paper":
        return PathResult(most_cited_path(past, source_id, target_id, **how), source_id, target_id)
    if by == "author":
        sources, targets = papers_of_author(past, source_id), papers_of_author(past, target_id)
    else:
        source_id, sources = group_members(database, past, by, a)
        target_id, targets = group_members(database, past, by, b)
    return PathResult(path_between(past, sources, targets, **how), source_id, target_id)


def group_members(database: Database, past: Snapshot, by: str, name: str) -> tuple[str, Any]:
    """Return the id of the group of that name or id, in any case, and positions of its papers.

    A community is searched among those with default options, and by its id among all.
    """
    options: dict[str, Any] = {}
    if by == "community":
        options = next(iter(database.rows("community/options", id=name)), options)
    groups = grouping.group_papers(past, by, database=database, **options)
    try:
        group = groups.find(name)
    except NotFoundError:
        if by != "venue":
            raise
        venue = identify.identify(database, "venue", name, before=past.before)
        group = groups.find(venue)  # also by the end of an id
    return str(groups.id[group]), np.flatnonzero(groups.code == group)
