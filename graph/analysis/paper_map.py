"""Map of papers around some papers, on arrays."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.graph.communities.naming import characteristic_words
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import Edges, leiden
from scinet.graph.schema.dates import cutoff_suffix, date_of
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, read_snapshot
from scinet.graph.snapshot.csr import Int64

DEFAULT_GROWTH: Final = 20
_SMALLEST: Final = 3  # papers of a named community


@dataclass(frozen=True, slots=True)
class CitationMap:
    """Papers as rows, the citations among them, and names without a dated paper."""

    rows: list[dict[str, Any]]
    citations: list[tuple[str, str]]
    unknown: list[str]


def map_papers(
    database: Database,
    papers: Sequence[str],
    *,
    around: int = 40,
    grow: Sequence[str] = (),
    add: Sequence[str] = (),
    without: Sequence[str] = (),
    before: date | None = None,
    cache: Path | None = None,
) -> CitationMap:
    """Map papers around some papers; see :meth:`scinet.Graph.map`."""
    past = read_snapshot(database, before, cache=cache)
    positions, unknown = {}, []
    for kind, requested in (
        ("papers", papers),
        ("grow", grow),
        ("add", add),
        ("without", without),
    ):
        places = {name: _find_paper(database, past, name) for name in requested}
        positions[kind] = np.array([i for i in places.values() if i is not None], dtype=np.int64)
        unknown += [name for name, place in places.items() if place is None]
    if not papers:
        raise DataError("a map around no paper", hint="Name one by id, DOI or title.")
    if not len(positions["papers"]):
        raise NotFoundError(
            f"no dated paper is called {' or '.join(map(repr, papers))}{cutoff_suffix(before)}",
            hint="Name one by id, DOI or title, or take a later day.",
        )
    joins = _count_links(past, positions["papers"])
    near = _top_indices(
        joins["co_citations"] + joins["shared_references"] + joins["citations"], around
    )
    grown = [_top_neighbours(past, paper) for paper in positions["grow"]]
    named = (positions[kind] for kind in ("papers", "grow", "add"))
    shown = np.unique(np.concatenate((*named, near, *grown)))
    shown = np.setdiff1d(shown, positions["without"])
    citing, cited = _citations_among(past, shown)
    community, names = _communities(database, past, shown, citing, cited)
    centres = set(positions["papers"].tolist())
    rows = [
        {
            "paper_id": str(past.paper_id[paper]),
            "title": past.title[paper],
            "date": date_of(int(past.day[paper])),
            "first_date": date_of(int(past.first_day[paper])),
            "authors": byline(past, paper),
            "citations": int(past.citations[paper]),
            "co_citations": int(joins["co_citations"][paper]),
            "shared_references": int(joins["shared_references"][paper]),
            "given": paper in centres,
            "community": number,
            "community_name": names.get(number, ""),
        }
        for paper, number in zip(shown.tolist(), community.tolist(), strict=True)
    ]
    ids = past.paper_id[shown]
    pairs = list(zip(ids[citing].tolist(), ids[cited].tolist(), strict=True))
    return CitationMap(rows, pairs, list(dict.fromkeys(unknown)))


def co_cited(
    database: Database,
    papers: Sequence[str],
    *,
    before: date | None = None,
    limit: int = 20,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Rank papers by co-citation with some papers; see :meth:`scinet.Graph.co_cited`."""
    past = read_snapshot(database, before, cache=cache)
    places = (_find_paper(database, past, name) for name in papers)
    positions = np.array([place for place in places if place is not None], dtype=np.int64)
    count = _count_links(past, positions)["co_citations"]
    return [
        {
            "paper_id": str(past.paper_id[paper]),
            "title": past.title[paper],
            "date": date_of(int(past.day[paper])),
            "citations": int(past.citations[paper]),
            "co_citations": int(count[paper]),
        }
        for paper in _top_indices(count, limit).tolist()
    ]


def _find_paper(database: Database, past: Snapshot, name: str) -> int | None:
    try:
        return past.index(name)
    except NotFoundError:
        pass
    try:
        return past.index(identify.identify(database, "paper", name, before=past.before))
    except NotFoundError:
        return None


def _count_links(past: Snapshot, papers: Int64) -> dict[str, Int64]:
    """Count the links of each paper with any of the given ones, which themselves get 0.

    Source:
        Co-citation: Small (1973), doi:10.1002/asi.4630240406; coupling: Kessler (1963),
        doi:10.1002/asi.5090140103.
    """
    cites = past.cites.to_scipy(past.num_papers, dtype=np.int64)
    focal = np.bincount(papers, minlength=past.num_papers)
    citing, cited = cites @ focal, cites.T @ focal
    joins = {
        "co_citations": cites.T @ citing,
        "shared_references": cites @ cited,
        "citations": citing + cited,
    }
    for count in joins.values():
        count[papers] = 0
    return joins


def _top_indices(count: Int64, limit: int) -> Int64:
    """Return the indices of the largest counts above 0, ties by the earlier paper."""
    order = np.argsort(-count, kind="stable")[:limit]
    best: Int64 = order[count[order] > 0]
    return best


def _top_neighbours(past: Snapshot, paper: int) -> Int64:
    """Return the most cited papers among references and citing papers of a paper."""
    near = np.union1d(past.cites.row(paper), past.cited_by.row(paper)).astype(np.int64)
    order = np.argsort(-past.citations[near], kind="stable")
    best: Int64 = near[order][:DEFAULT_GROWTH]
    return best


def _citations_among(past: Snapshot, shown: Int64) -> tuple[Int64, Int64]:
    """Return citations among sorted papers, as indices into them: citing, cited."""
    lengths = past.cites.lengths()[shown]
    citing = np.repeat(np.arange(len(shown)), lengths)
    rows = [past.cites.row(paper) for paper in shown]
    cited = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    place = np.searchsorted(shown, cited)
    is_shown = np.append(shown, -1)[place] == cited
    apart = is_shown & (place != citing)
    return citing[apart], place[apart]


def _communities(
    database: Database, past: Snapshot, shown: Int64, citing: Int64, cited: Int64
) -> tuple[Int64, dict[int, str]]:
    """Return the community of each paper within this set, from 1 by size, and their names.

    Small ones are 0, and all are without Graph Data Science on the server.
    """
    edges = Edges(len(shown), citing, cited, np.ones(len(citing)))
    try:
        number = leiden(database, edges, resolution=1.0, seed=0)
    except SchemaError:
        return np.zeros(len(shown), dtype=np.int64), {}
    _, first, code, size = np.unique(
        number, return_index=True, return_inverse=True, return_counts=True
    )
    large = [group for group in np.lexsort((first, -size)).tolist() if size[group] >= _SMALLEST]
    rank = np.zeros(len(size), dtype=np.int64)
    rank[large] = np.arange(1, len(large) + 1)
    titles = [[str(past.title[i] or "") for i in shown[code == group]] for group in large]
    return rank[code], dict(enumerate(characteristic_words(titles), start=1))


def byline(past: Snapshot, paper: int) -> list[str]:
    """Return names as stated by the paper, else ids."""
    start, end = past.authored.indptr[paper : paper + 2]
    names: Collection[tuple[int, int]] = list(
        zip(past.authored_name[start:end], past.authored.indices[start:end], strict=True)
    )
    return [
        str(past.written_name[name] if name >= 0 else past.author_id[author])
        for name, author in names
    ]
