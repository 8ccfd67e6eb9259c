"""Conversion of snapshots and networks to PyTorch Geometric, with the day of each edge."""

from collections import UserList
from typing import TYPE_CHECKING

import numpy as np

from scinet.errors import extra_needed
from scinet.graph.export.labelled import LabelledNetwork
from scinet.graph.search.text_search import searchable_texts as texts_of
from scinet.graph.snapshot import Csr, Snapshot
from scinet.models.text.dense import embed_cached

if TYPE_CHECKING:
    from torch_geometric.data import HeteroData, TemporalData


def build_hetero_data(snapshot: Snapshot, *, texts: bool = False) -> "HeteroData":
    """Build papers, authors, venues and fields of a snapshot with dated edges.

    Args:
        texts: Also embed titles and abstracts with MiniLM, as ``data["paper"].x``.

    Returns:
        Node types ``paper``, ``author``, ``venue`` and ``field``, those present in the snapshot,
        each with ``num_nodes`` and the list of ids ``paper_id`` and so on; ``data["paper"].day``,
        int64 of shape ``(papers,)``, days since 1970-01-01. Edge types ``(paper, cites, paper)``,
        ``(author, writes, paper)``, ``(paper, in, venue)`` and ``(paper, in, field)``, each with
        ``edge_index``, int64 of shape ``(2, edges)``, and ``time``, int64 of shape ``(edges,)``,
        the day from which both ends exist: that of the citing, written or published paper, or of
        the cited one where that is later. Loaders refuse a ``time_attr`` of both nodes and edges,
        hence the two names.
    """
    with extra_needed("models"):
        import torch

        from scinet.models.temporal_graph.pyg import HeteroData
    data = HeteroData()
    day = snapshot.day.astype(np.int64)

    def join(kind: tuple[str, str, str], rows: Csr) -> None:
        """Add edges from or to papers, as rows of these."""
        ends = (rows.indices, rows.row_numbers())
        ends = ends if kind[0] == "author" else ends[::-1]
        data[kind].edge_index = torch.from_numpy(np.stack(ends).astype(np.int64))
        # Papers are in order of day, so the later of two is the one with the larger position.
        later = np.maximum(*ends) if kind[0] == kind[2] else rows.row_numbers()
        data[kind].time = torch.from_numpy(day[later])

    # Loaders make tensors of any list as long as the nodes, which ids cannot be.
    data["paper"].num_nodes = snapshot.num_papers
    data["paper"].paper_id = UserList(snapshot.paper_id.tolist())
    data["paper"].day = torch.from_numpy(day)
    join(("paper", "cites", "paper"), snapshot.cites)
    if snapshot.num_authors:
        data["author"].num_nodes = snapshot.num_authors
        data["author"].author_id = UserList(snapshot.author_id.tolist())
        join(("author", "writes", "paper"), snapshot.authored)
    if len(snapshot.venue_id):
        data["venue"].num_nodes = len(snapshot.venue_id)
        data["venue"].venue_id = UserList(snapshot.venue_id.tolist())
        placed = np.flatnonzero(snapshot.venue >= 0)
        venues = Csr.from_pairs(placed, snapshot.venue[placed], snapshot.num_papers)
        join(("paper", "in", "venue"), venues)
    if len(snapshot.field_id):
        data["field"].num_nodes = len(snapshot.field_id)
        data["field"].field_id = UserList(snapshot.field_id.tolist())
        join(("paper", "in", "field"), snapshot.in_field)
    if texts:
        data["paper"].x = torch.from_numpy(embed_cached(texts_of(snapshot), None))
    return data


def build_temporal_data(network: LabelledNetwork) -> "TemporalData":
    """Order edges by the day of their creation; see ``Snapshot.to_temporal``."""
    with extra_needed("models"):
        import torch

        from scinet.models.temporal_graph.pyg import TemporalData
    began = network.edges["first" if "first" in network.edges else "date"]
    day = began.astype("datetime64[D]").astype(np.int64)
    order = np.argsort(day, kind="stable")
    events = {"src": network.edges["source"], "dst": network.edges["target"], "t": day}
    return TemporalData(
        **{
            name: torch.from_numpy(values[order].astype(np.int64))
            for name, values in events.items()
        }
    )
