"""Papers and citations of a field, its authors or its venues by year."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.fields.groups import Field
from scinet.graph.indicators.normalised import publication_year
from scinet.graph.schema.choices import Members
from scinet.graph.snapshot import Snapshot, grouping
from scinet.graph.snapshot.csr import Int64


def count_by_year(
    database: Database, past: Snapshot, field: Field, *, of: Members = "author", limit: int = 10
) -> list[dict[str, Any]]:
    """Count papers and citations by year; see :meth:`scinet.Graph.count_by_year`."""
    papers = field.papers
    if of == "field":
        who, ids, names = np.zeros_like(papers), np.array([field.id]), np.array([field.name])
    else:
        who, papers, ids, names = field_members(database, past, papers, of)
    year, cited = publication_year(past)[papers], past.citations[papers]
    rows = []
    for member in most_common(who, limit):
        mine = who == member
        for when in np.unique(year[mine]).tolist():
            then = mine & (year == when)
            count = {"papers": int(then.sum()), "citations": int(cited[then].sum())}
            rows.append({"id": str(ids[member]), "name": str(names[member]), "year": when, **count})
    return rows


def field_members(
    database: Database, past: Snapshot, papers: Int64, of: Members
) -> tuple[Int64, Int64, NDArray[Any], NDArray[Any]]:
    """Return the authors or venues of some papers.

    Returns:
        Number of the member and position of the paper for each pair, and ids and names by number.
    """
    if of == "author":
        lengths = past.authored.lengths()[papers]
        rows = [past.authored.row(paper) for paper in papers]
        who = np.concatenate(rows) if rows else np.zeros(0)
        names = np.where(past.author_name == None, past.author_id, past.author_name)  # noqa: E711
        return who.astype(np.int64), np.repeat(papers, lengths), past.author_id, names
    if of != "venue":
        raise DataError(f"a field over time by {of!r}", hint="Known: field, author, venue.")
    try:
        venues = grouping.group_papers(past, "venue", database=database)
    except DataError:  # no paper has one
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing, nothing
    with_venue = papers[venues.code[papers] >= 0]
    return venues.code[with_venue].astype(np.int64), with_venue, venues.id, venues.name


def most_common(numbers: Int64, limit: int) -> list[int]:
    """Return the most frequent numbers, ties by the smaller number."""
    values, times = np.unique(numbers, return_counts=True)
    best: list[int] = values[np.argsort(-times, kind="stable")][:limit].tolist()
    return best
