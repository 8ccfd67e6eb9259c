"""Export of a network, or a list of papers, of any part of the graph."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.graph.db.connection import Database
from scinet.graph.export import formats
from scinet.graph.export.dataset import save_dataset
from scinet.graph.export.labelled import network_from_snapshot
from scinet.graph.paths.lookup import group_members
from scinet.graph.schema.choices import LEVELS, Exported
from scinet.graph.schema.dates import day_of
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, read_snapshot
from scinet.graph.snapshot.csr import Int64

_ROWS: Final = 5_000  # papers per query


def export(
    database: Database,
    what: Exported,
    out: Path,
    *,
    papers: Sequence[str] = (),
    community: str | None = None,
    venue: str | None = None,
    field: str | None = None,
    since: date | None = None,
    before: date | None = None,
    minimum: int = 1,
    cache: Path | None = None,
) -> dict[str, Any]:
    """Export a part of the graph; see :meth:`scinet.Graph.export`."""
    if what == "papers":
        formats.refuse_unknown(out, formats.PAPERS, what)
    elif what != "dataset":
        formats.refuse_unknown(out, formats.NETWORKS, "a network")
    if what in {"papers", "dataset"} and minimum > 1:
        raise DataError(f"a {what} export has no weights", hint="Leave the minimum out.")
    past = read_snapshot(database, before, cache=cache)
    undated: set[str] = set()
    if what == "papers" and not (community or venue or field or since or before):
        undated = _undated_papers(database, past)
    groups = {"community": community, "venue": venue, "field": field}
    selected = np.arange(past.num_papers)
    if papers:
        ids = {_find_paper(database, past, undated, name) for name in papers}
        undated &= ids
        selected = np.unique([past.index(paper) for paper in ids - undated]).astype(np.int64)
    for by, name in groups.items():
        if name is not None:
            selected = np.intersect1d(selected, _group_papers(database, past, by, name))
    if since is not None:
        selected = selected[past.day[selected] >= day_of(since)]
    if not len(selected) and not undated:
        raise NotFoundError("no dated paper is left to export", hint="Ask for more papers.")
    metadata: dict[str, Any] = {"graph_fingerprint": past.graph_fingerprint, "before": past.before}
    if not papers and (missing := past.left_out["undated_papers"] - len(undated)):
        metadata["undated_papers_left_out"] = missing
    if what == "papers":
        rows = _rows(database, [*past.paper_id[selected].tolist(), *sorted(undated)], past.before)
        return {"papers": len(rows), "files": formats.save_papers(rows, out), **metadata}
    if what == "dataset":
        return {"papers": len(selected), "files": save_dataset(past, selected, out), **metadata}
    network = network_from_snapshot(past, what, papers=selected, minimum=minimum)
    size = {"nodes": len(network.nodes["id"]), "edges": len(network.edges["source"])}
    return {**size, "files": formats.save_network(network, out), **metadata}


def _undated_papers(database: Database, past: Snapshot) -> set[str]:
    if not (count := past.left_out["undated_papers"]):
        return set()
    [row] = database.rows("quality/undated_papers", examples=count)
    return set(row["examples"])


def _find_paper(database: Database, past: Snapshot, undated: Collection[str], name: str) -> str:
    """Return the id of a paper that the export may have."""
    if name not in undated:
        with suppress(NotFoundError):
            past.index(name)
            return name
        name = identify.identify(database, "paper", name, before=past.before)
    if name not in undated:
        past.index(name)
    return name


def _group_papers(database: Database, past: Snapshot, by: str, name: str) -> Int64:
    """Return positions of the papers of a group; a field may be of any level."""
    papers: Int64
    for level in LEVELS if by == "field" else ():
        with suppress(DataError, NotFoundError):
            papers = group_members(database, past, level, name)[1]
            return papers
    papers = group_members(database, past, by, name)[1]
    return papers


def _rows(database: Database, ids: list[str], before: date | None) -> list[dict[str, Any]]:
    """Return the papers in this order; references are ids."""
    rows: dict[str, dict[str, Any]] = {}
    for start in range(0, len(ids), _ROWS):
        some = ids[start : start + _ROWS]
        for row in database.rows("lookup/papers", paper_ids=some, before=before):
            rows[row["paper_id"]] = dict(row)
        for row in database.rows("lookup/references", paper_ids=some, before=before):
            rows[row["paper_id"]]["references"] = row["cited_ids"]
    return [rows[paper_id] for paper_id in ids]
