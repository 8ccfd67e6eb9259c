"""A snapshot in the forms of other libraries: SciPy, NetworkX and igraph."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from scipy import sparse

from scinet.errors import DataError
from scinet.graph.dates import date_of

if TYPE_CHECKING:
    from scinet.graph.snapshot.arrays import Snapshot

Table: TypeAlias = Literal["cites", "authored", "in_field"]


def to_scipy(snapshot: "Snapshot", table: Table) -> sparse.csr_array:
    """See :meth:`scinet.graph.snapshot.Snapshot.to_scipy`."""
    columns = {
        "cites": snapshot.num_papers,
        "authored": snapshot.num_authors,
        "in_field": len(snapshot.field_id),
    }
    if table not in columns:
        raise DataError(f"no table {table!r}", hint=f"There are {', '.join(columns)}.")
    return getattr(snapshot, table).to_scipy(columns[table], dtype=np.int8)  # type: ignore[no-any-return]


def to_networkx(snapshot: "Snapshot") -> Any:
    """See :meth:`scinet.graph.snapshot.Snapshot.to_networkx`."""
    networkx = _imported("networkx")
    graph = networkx.DiGraph()
    for paper, about in zip(snapshot.paper_id.tolist(), _papers(snapshot), strict=True):
        graph.add_node(paper, **about)
    citing, cited = _ends(snapshot)
    names = snapshot.paper_id
    graph.add_edges_from(zip(names[citing].tolist(), names[cited].tolist(), strict=True))
    return graph


def to_igraph(snapshot: "Snapshot") -> Any:
    """See :meth:`scinet.graph.snapshot.Snapshot.to_igraph`."""
    igraph = _imported("igraph")
    papers = _papers(snapshot)
    attributes = {
        "name": snapshot.paper_id.tolist(),
        "title": [about["title"] for about in papers],
        "date": [about["date"] for about in papers],
    }
    citing, cited = _ends(snapshot)
    return igraph.Graph(
        n=snapshot.num_papers,
        edges=np.stack((citing, cited), axis=1).tolist(),
        directed=True,
        vertex_attrs=attributes,
    )


def _ends(snapshot: "Snapshot") -> tuple[Any, Any]:
    return snapshot.cites.row_numbers(), snapshot.cites.indices


def _papers(snapshot: "Snapshot") -> list[dict[str, Any]]:
    return [
        {"title": title, "date": date_of(int(day)).isoformat()}
        for title, day in zip(snapshot.title.tolist(), snapshot.day.tolist(), strict=True)
    ]


def _imported(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise DataError(f"{name} is not installed", hint=f"Run `pip install {name}`.") from error
