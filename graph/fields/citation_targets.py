"""Citations of papers, of authors or of a field, by the year of the citing papers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scinet.graph.db.connection import Database
from scinet.graph.fields.groups import Field
from scinet.graph.indicators import citations
from scinet.graph.paths.path_between import papers_of_author
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64


class CitedPapers(NamedTuple):
    """Cited paper, author or field: positions of its papers in a snapshot."""

    id: str
    name: str
    papers: Int64


def paper_targets(database: Database, past: Snapshot, names: Sequence[str]) -> list[CitedPapers]:
    """Resolve papers, each as a target of its own."""
    targets = []
    for name in names:
        place = past.index(identify.identify(database, "paper", name, before=past.before))
        paper_id = str(past.paper_id[place])
        targets.append(CitedPapers(paper_id, str(past.title[place] or paper_id), np.array([place])))
    return targets


def author_targets(database: Database, past: Snapshot, names: Sequence[str]) -> list[CitedPapers]:
    """Resolve authors, each with all papers."""
    targets = []
    for name in names:
        author_id = identify.identify(database, "author", name, before=past.before)
        theirs = papers_of_author(past, author_id).astype(np.int64)
        called = past.author_name[past.author_number[author_id]]
        targets.append(CitedPapers(author_id, str(called or author_id), theirs))
    return targets


def field_target(group: Field) -> list[CitedPapers]:
    """Return a field as a target."""
    return [CitedPapers(group.id, group.name, group.papers)]


def citations_over_time(past: Snapshot, cited: Sequence[CitedPapers]) -> list[Mapping[str, Any]]:
    """Count citations by year; see :meth:`scinet.Graph.citations_over_time`."""
    return [
        {"id": target.id, "name": target.name, "year": year, "citations": times}
        for target in cited
        for year, times in citations.counts_by_year(past, target.papers).items()
    ]
