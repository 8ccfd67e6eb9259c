"""A snapshot as PyTorch Geometric takes it: node types, edges and the day of each."""

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scinet.errors import extra_needed
from scinet.graph.snapshot import Csr, Snapshot

if TYPE_CHECKING:
    from torch_geometric.data import HeteroData


def hetero_data(snapshot: Snapshot, *, texts: bool = False) -> "HeteroData":
    """Papers, authors, venues and fields of a snapshot with dated edges.

    Args:
        snapshot: What exists.
        texts: Also embed titles and abstracts with MiniLM, as ``data["paper"].x``.

    Returns:
        Node types ``paper``, ``author``, ``venue`` and ``field``, those that the snapshot has, each
        with ``num_nodes`` and the list of ids ``paper_id`` and so on; ``data["paper"].day``, int64
        of shape ``(papers,)``, days since 1970-01-01. Edge types ``(paper, cites, paper)``,
        ``(author, writes, paper)``, ``(paper, in, venue)`` and ``(paper, in, field)``, each with
        ``edge_index``, int64 of shape ``(2, edges)``, and ``day``, int64 of shape ``(edges,)``, the
        day of the citing, written or published paper.

    Raises:
        DataError: If PyTorch Geometric, or with ``texts`` the embedding model, is not installed.
    """
    with extra_needed("models"):
        import torch

        with warnings.catch_warnings():  # one that is meant for its authors
            warnings.filterwarnings("ignore", message=".*torch.jit.script", category=FutureWarning)
            from torch_geometric.data import HeteroData
    data = HeteroData()
    day = snapshot.day.astype(np.int64)

    def join(kind: tuple[str, str, str], ends: NDArray[np.integer], dated_by: Csr) -> None:
        data[kind].edge_index = torch.from_numpy(np.ascontiguousarray(ends, dtype=np.int64))
        data[kind].day = torch.from_numpy(day[dated_by.row_numbers()])

    data["paper"].num_nodes = snapshot.num_papers
    data["paper"].paper_id = snapshot.paper_id.tolist()
    data["paper"].day = torch.from_numpy(day)
    cites = snapshot.cites
    join(("paper", "cites", "paper"), np.stack((cites.row_numbers(), cites.indices)), cites)
    if snapshot.num_authors:
        data["author"].num_nodes = snapshot.num_authors
        data["author"].author_id = snapshot.author_id.tolist()
        wrote = snapshot.authored
        ends = np.stack((wrote.indices, wrote.row_numbers()))
        join(("author", "writes", "paper"), ends, wrote)
    if len(snapshot.venue_id):
        data["venue"].num_nodes = len(snapshot.venue_id)
        data["venue"].venue_id = snapshot.venue_id.tolist()
        placed = np.flatnonzero(snapshot.venue >= 0)
        venues = Csr.from_pairs(placed, snapshot.venue[placed], snapshot.num_papers)
        join(("paper", "in", "venue"), np.stack((venues.row_numbers(), venues.indices)), venues)
    if len(snapshot.field_id):
        data["field"].num_nodes = len(snapshot.field_id)
        data["field"].field_id = snapshot.field_id.tolist()
        inside = snapshot.in_field
        join(("paper", "in", "field"), np.stack((inside.row_numbers(), inside.indices)), inside)
    if texts:
        from scinet.models.base.ranking import texts as texts_of
        from scinet.models.text.dense import embedded

        data["paper"].x = torch.from_numpy(embedded(texts_of(snapshot), None))
    return data
