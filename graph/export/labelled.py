"""Network with ids, labels and attributes, the input of all formats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.export.shared_pairs import shared_pairs
from scinet.graph.links.networks import shared_items
from scinet.graph.schema.choices import AnyNetwork
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

Columns: TypeAlias = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class LabelledNetwork:
    """Network as columns of nodes and edges.

    Attributes:
        kind: Label of the nodes: ``Paper`` or ``Author``.
        relation: Type of the edges, such as ``CITES``.
        nodes: ``id`` and ``label``, both str, then attributes; each of shape ``(nodes,)``.
        edges: ``source`` and ``target``, indices of nodes, then attributes; each ``(edges,)``.
    """

    kind: str
    relation: str
    is_directed: bool
    nodes: Columns
    edges: Columns

    def node_rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield id and attributes of each node, without missing ones."""
        names = [name for name in self.nodes if name != "id"]
        yield from zip(self.nodes["id"].tolist(), _rows(self.nodes, names), strict=True)

    def edge_rows(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Yield indices of the two nodes, and attributes, of each edge."""
        names = [name for name in self.edges if name not in {"source", "target"}]
        ends = (self.edges[end].tolist() for end in ("source", "target"))
        yield from zip(*ends, _rows(self.edges, names), strict=True)


def network_from_rows(
    papers: Sequence[Mapping[str, Any]],
    citations: Sequence[tuple[str, str] | tuple[str, str, int]],
) -> LabelledNetwork:
    """Make a network of rows with ``paper_id`` and ``title``, and ids of citing and cited papers.

    For groups of papers, the number of citations is the weight.
    """
    place = {paper["paper_id"]: number for number, paper in enumerate(papers)}
    columns: dict[str, list[Any]] = {
        "id": list(place),
        "label": [paper["title"] or paper["paper_id"] for paper in papers],
    }
    columns |= {
        name: [paper.get(name) for paper in papers] for name in dict.fromkeys(chain(*papers))
    }
    ends = np.array([(place[pair[0]], place[pair[1]]) for pair in citations], dtype=np.int64)
    source, target = ends.reshape(-1, 2).T
    nodes = {name: np.fromiter(values, object, len(papers)) for name, values in columns.items()}
    edges = {"source": source, "target": target}
    if times := [count for _, _, *count in citations if count]:
        edges["weight"] = np.array(times, dtype=np.int64)[:, 0]
    return LabelledNetwork("Paper", "CITES", is_directed=True, nodes=nodes, edges=edges)


def _rows(columns: Columns, names: list[str]) -> Iterator[dict[str, Any]]:
    if not names:
        size = len(next(iter(columns.values())))
        yield from ({} for _ in range(size))
    for values in zip(*(columns[name].tolist() for name in names), strict=True):
        yield {name: value for name, value in zip(names, values, strict=True) if value is not None}


def network_from_snapshot(
    past: Snapshot,
    name: AnyNetwork = "citation",
    *,
    papers: Int64 | None = None,
    minimum: int = 1,
) -> LabelledNetwork:
    """Make a network of a snapshot, or of some of its papers or their authors.

    Args:
        papers: Positions of the papers that are nodes, or whose authors are; None for all. Shared
            items may be other papers: those that cite or mention two of them, or that both cite.
        minimum: Edges of a smaller weight are left out, and then nodes without an edge too.

    Returns:
        Citations have the ``date`` of the citing paper. Other edges lead from the earlier paper or
        the smaller author id, have as ``weight`` the number of shared items, and as ``first`` and
        ``last`` the days of the first and last shared item.

    Source:
        Co-citation: Small (1973), doi:10.1002/asi.4630240406; coupling: Kessler (1963),
        doi:10.1002/asi.5090140103.
    """
    is_selected = np.zeros(past.num_papers, dtype=np.bool_)
    is_selected[slice(None) if papers is None else papers] = True
    if name == "citation":
        if minimum > 1:
            raise DataError("citations have no weight", hint="Leave the minimum out.")
        citing, cited = past.cites.row_numbers(), past.cites.indices
        among = is_selected[citing] & is_selected[cited]
        edges: dict[str, NDArray[Any]] = {"source": citing[among], "target": cited[among]}
        edges["date"] = _dates(past.day[edges["source"]])
    elif name == "co-mention":
        edges = _co_mention_pairs(past, is_selected, minimum)
    else:
        edges = _shared_pairs(past, name, is_selected, minimum)
    shown = np.flatnonzero(is_selected)
    if name == "coauthor":
        shown = np.unique(past.authored.indices[is_selected[past.authored.row_numbers()]])
    if minimum > 1:
        shown = np.unique(np.concatenate((edges["source"], edges["target"])))
    shown = shown.astype(np.int64)
    for end in ("source", "target"):
        edges[end] = np.searchsorted(shown, edges[end])
    if name == "coauthor":
        kind, nodes = "Author", _authors(past, shown, is_selected)
    else:
        kind, nodes = "Paper", _papers(past, shown)
    is_directed = name == "citation"
    return LabelledNetwork(kind, _RELATIONS[name], is_directed, nodes, edges)


_RELATIONS: dict[AnyNetwork, str] = {
    "citation": "CITES",
    "coauthor": "COAUTHOR",
    "co-citation": "CO_CITED",
    "coupling": "COUPLED",
    "co-mention": "CO_MENTIONED",
}


def _shared_pairs(
    past: Snapshot, name: AnyNetwork, is_selected: NDArray[np.bool_], minimum: int
) -> dict[str, NDArray[Any]]:
    if name == "coauthor":
        papers = past.authored.keep(is_selected[past.authored.row_numbers()])
        have = papers.transpose(past.num_authors)
    else:
        have = shared_items(past, name)  # type: ignore[arg-type]
        have = have.keep(is_selected[have.row_numbers()])
    source, target, weight, first, last = shared_pairs(
        have, past.num_papers, past.day, minimum=minimum
    )
    if name == "coupling":  # shared references are older: the pair exists once both papers do
        first = last = np.maximum(past.day[source], past.day[target])
    return {
        "source": source,
        "target": target,
        "weight": weight,
        "first": _dates(first),
        "last": _dates(last),
    }


def _co_mention_pairs(
    past: Snapshot, is_selected: NDArray[np.bool_], minimum: int
) -> dict[str, NDArray[Any]]:
    """Return pairs of papers mentioned in one paragraph, weighted by citing papers."""
    among = is_selected[past.co_mention].all(axis=1)
    ends = np.sort(past.co_mention[among].astype(np.int64), axis=1)
    # Citing papers are in time order: the first row of a pair has its first day.
    day = past.day[past.co_mention_citing[among]]
    size = max(past.num_papers, 1)
    pair = ends[:, 0] * size + ends[:, 1]
    key, first, weight = np.unique(pair, return_index=True, return_counts=True)
    _, back = np.unique(pair[::-1], return_index=True)
    last = len(day) - 1 - back
    often = weight >= minimum
    return {
        "source": (key // size)[often],
        "target": (key % size)[often],
        "weight": weight[often],
        "first": _dates(day[first[often]]),
        "last": _dates(day[last[often]]),
    }


def _papers(past: Snapshot, shown: Int64) -> Columns:
    venue = past.venue[shown]
    venues = np.full(len(shown), None, dtype=object)
    venues[venue >= 0] = past.venue_id[venue[venue >= 0]]
    date = _dates(past.day[shown])
    return {
        "id": past.paper_id[shown],
        "label": _labels(past.title[shown], past.paper_id[shown]),
        "date": date,
        "first_date": _dates(past.first_day[shown]),
        "year": date.astype("datetime64[Y]").astype(np.int64) + 1970,
        "venue": venues,
        "citations": past.citations[shown],
    }


def _authors(past: Snapshot, shown: Int64, is_selected: NDArray[np.bool_]) -> Columns:
    of = past.authored.keep(is_selected[past.authored.row_numbers()])
    written = of.transpose(past.num_authors)
    begins, ends = written.indptr[shown], written.indptr[shown + 1] - 1
    cited = past.citations[written.indices]
    total = np.concatenate(([0], np.cumsum(cited)))
    return {
        "id": past.author_id[shown],
        "label": _labels(past.author_name[shown], past.author_id[shown]),
        "papers": written.lengths()[shown],
        "citations": total[ends + 1] - total[begins],
        "first": _dates(past.day[written.indices[begins]]),
        "last": _dates(past.day[written.indices[ends]]),
    }


def _labels(names: NDArray[Any], ids: NDArray[Any]) -> NDArray[Any]:
    labels = [name or identifier for name, identifier in zip(names, ids, strict=True)]
    return np.array(labels, dtype=object)


def _dates(days: NDArray[np.integer]) -> NDArray[Any]:
    return days.astype("datetime64[D]")
