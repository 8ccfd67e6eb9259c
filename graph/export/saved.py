"""A network, or a list of papers, of any part of the graph as a file."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.graph import identify
from scinet.graph.choices import LEVELS, Exported
from scinet.graph.connection import Database
from scinet.graph.dates import day_of
from scinet.graph.export import formats
from scinet.graph.export.dataset import save_dataset
from scinet.graph.export.labelled import network_of
from scinet.graph.paths.finding import members
from scinet.graph.snapshot import Snapshot, read
from scinet.graph.snapshot.csr import Int64

_ROWS: Final = 5_000  # papers that are asked for at a time


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
    """See :meth:`scinet.Graph.export`."""
    if what == "papers":
        formats.refuse_unknown(out, formats.PAPERS, what)
    elif what != "dataset":
        formats.refuse_unknown(out, formats.NETWORKS, "a network")
    if what in {"papers", "dataset"} and minimum > 1:
        raise DataError(f"a {what} export has no weights", hint="Leave the minimum out.")
    past = read(database, before, cache=cache)
    groups = {"community": community, "venue": venue, "field": field}
    chosen = np.arange(past.num_papers)
    if papers:
        chosen = np.unique([_place(database, past, name) for name in papers])
    for by, name in groups.items():
        if name is not None:
            chosen = np.intersect1d(chosen, _group(database, past, by, name))
    if since is not None:
        chosen = chosen[past.day[chosen] >= day_of(since)]
    if not len(chosen):
        raise NotFoundError("no dated paper is left to export", hint="Ask for more papers.")
    about = {"graph_fingerprint": past.graph_fingerprint, "before": past.before}
    if what == "papers":
        rows = _rows(database, past, chosen)
        return {"papers": len(rows), "files": formats.save_papers(rows, out), **about}
    if what == "dataset":
        return {"papers": len(chosen), "files": save_dataset(past, chosen, out), **about}
    network = network_of(past, what, papers=chosen, minimum=minimum)
    size = {"nodes": len(network.nodes["id"]), "edges": len(network.edges["source"])}
    return {**size, "files": formats.save_network(network, out), **about}


def _place(database: Database, past: Snapshot, name: str) -> int:
    with suppress(NotFoundError):
        return past.index(name)
    return past.index(identify.identify(database, "paper", name, before=past.before))


def _group(database: Database, past: Snapshot, by: str, name: str) -> Int64:
    """Positions of the papers of a group; a field may be one of any level."""
    found: Int64
    for level in LEVELS if by == "field" else ():
        with suppress(DataError, NotFoundError):
            found = members(database, past, level, name)[1]
            return found
    found = members(database, past, by, name)[1]
    return found


def _rows(database: Database, past: Snapshot, chosen: Int64) -> list[dict[str, Any]]:
    """What bibliographies say of papers, in time order."""
    ids = past.paper_id[chosen].tolist()
    rows: dict[str, dict[str, Any]] = {}
    for start in range(0, len(ids), _ROWS):
        some = ids[start : start + _ROWS]
        found = database.rows("lookup/papers", paper_ids=some, before=past.before)
        rows |= {row["paper_id"]: dict(row) for row in found}
    return [rows[one] for one in ids]
