"""Citations of papers, of authors or of a field, by the year of the citing papers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scinet.graph import identify
from scinet.graph.connection import Database
from scinet.graph.fields.groups import Field
from scinet.graph.indicators import citations
from scinet.graph.paths.between import papers_of_author
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64


class Cited(NamedTuple):
    """What is cited: the positions of its papers in a snapshot."""

    id: str
    name: str
    papers: Int64


def papers(database: Database, past: Snapshot, names: Sequence[str]) -> list[Cited]:
    """Papers, each for itself."""
    found = []
    for name in names:
        place = past.index(identify.identify(database, "paper", name, before=past.before))
        one = str(past.paper_id[place])
        found.append(Cited(one, str(past.title[place] or one), np.array([place])))
    return found


def authors(database: Database, past: Snapshot, names: Sequence[str]) -> list[Cited]:
    """Authors, each with all papers."""
    found = []
    for name in names:
        one = identify.identify(database, "author", name, before=past.before)
        theirs = papers_of_author(past, one).astype(np.int64)
        called = past.author_name[past.author_number[one]]
        found.append(Cited(one, str(called or one), theirs))
    return found


def field(found: Field) -> list[Cited]:
    """A field as a whole."""
    return [Cited(found.id, found.name, found.papers)]


def over_time(past: Snapshot, cited: Sequence[Cited]) -> list[Mapping[str, Any]]:
    """See :meth:`scinet.Graph.citations_over_time`."""
    return [
        {"id": one.id, "name": one.name, "year": year, "citations": times}
        for one in cited
        for year, times in citations.by_year(past, one.papers).items()
    ]
