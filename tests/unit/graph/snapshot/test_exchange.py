"""Snapshots in the forms of other libraries, against arrays worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest
from helpers.networks.build import snapshot_of

from scinet.errors import DataError
from scinet.graph.schema.dates import day_of, parse_date
from scinet.graph.snapshot import Csr, Snapshot
from scinet.session.snapshot import Snapshot as PublicSnapshot

# In time order a, b, c: b cites a, c cites a and b; x wrote a and c, y wrote b and c.
PAPERS = [("a", "2000", []), ("b", "2001", ["a"]), ("c", "2002", ["a", "b"])]
DAYS = [day_of(parse_date(year)[0]) for year in ("2000", "2001", "2002")]


@pytest.fixture
def snapshot() -> PublicSnapshot:
    return PublicSnapshot.of(
        replace(
            snapshot_of(PAPERS),
            author_id=np.array(["x", "y"], dtype=object),
            author_name=np.array(["X", "Y"], dtype=object),
            authored=Csr(np.array([0, 1, 2, 4]), np.array([0, 1, 1, 0], dtype=np.int32)),
            venue_id=np.array(["v"], dtype=object),
            venue=np.array([-1, 0, 0], dtype=np.int32),
        )
    )


def test_scipy(snapshot: Snapshot) -> None:
    assert snapshot.to_scipy().toarray().tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    assert snapshot.to_scipy("authored").toarray().tolist() == [[1, 0], [0, 1], [1, 1]]
    assert snapshot.to_scipy("in_field").shape == (3, 0)
    with pytest.raises(DataError, match="no table 'fields'"):
        snapshot.to_scipy("fields")  # type: ignore[arg-type]
    table = snapshot.to_scipy("authored")
    assert table.indices.dtype == table.indptr.dtype == np.int32
    table.sort_indices()
    assert snapshot.authored.row(2).tolist() == [1, 0]


def test_pytorch_geometric(snapshot: PublicSnapshot) -> None:
    pytest.importorskip("torch_geometric")
    data = snapshot.to_pyg()
    assert data.node_types == ["paper", "author", "venue"]
    assert data.edge_types == [
        ("paper", "cites", "paper"),
        ("author", "writes", "paper"),
        ("paper", "in", "venue"),
    ]
    assert data["paper"].paper_id == ["a", "b", "c"]
    assert data["paper"].day.tolist() == DAYS
    # The citing paper first, and the edge is as old as it.
    assert data["paper", "cites", "paper"].edge_index.tolist() == [[1, 2, 2], [0, 0, 1]]
    assert data["paper", "cites", "paper"].time.tolist() == [DAYS[1], DAYS[2], DAYS[2]]
    assert data["author", "writes", "paper"].edge_index.tolist() == [[0, 1, 1, 0], [0, 1, 2, 2]]
    assert data["author", "writes", "paper"].time.tolist() == [*DAYS, DAYS[2]]
    assert data["paper", "in", "venue"].edge_index.tolist() == [[1, 2], [0, 0]]
    assert data.validate()
    past = snapshot.until("2002-01-01").to_pyg()
    assert past["paper"].num_nodes == 2
    assert past["author", "writes", "paper"].edge_index.tolist() == [[0, 1], [0, 1]]


def test_a_stream_of_events(snapshot: PublicSnapshot) -> None:
    pytest.importorskip("torch_geometric")
    data = snapshot.to_temporal()
    assert (data.src.tolist(), data.dst.tolist()) == ([1, 2, 2], [0, 0, 1])
    assert data.t.tolist() == [DAYS[1], DAYS[2], DAYS[2]]
    assert sum(part.num_events for part in data.train_val_test_split()) == 3
    together = snapshot.to_temporal("coauthor")
    assert (together.src.tolist(), together.dst.tolist(), together.t.tolist()) == (
        [0], [1], [DAYS[2]],
    )  # fmt: skip


def test_texts_of_pytorch_geometric(snapshot: PublicSnapshot) -> None:
    pytest.importorskip("torch_geometric")
    pytest.importorskip("sentence_transformers")
    x = snapshot.to_pyg(texts=True)["paper"].x
    assert x.shape == (3, 384)
    np.testing.assert_allclose(x.norm(dim=1).numpy(), 1, atol=1e-5)


@pytest.mark.filterwarnings("ignore:Using 'NeighborSampler' without")
def test_temporal_loaders_take_what_a_seed_could_know() -> None:
    pytest.importorskip("torch_geometric")
    import torch
    from torch_geometric.loader import LinkNeighborLoader, NeighborLoader, NodeLoader
    from torch_geometric.transforms import ToUndirected
    from torch_geometric.typing import WITH_PYG_LIB

    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

    # x cites y, which is dated later: their edge exists from the day of y.
    inverted = snapshot_of([("w", "2000", []), ("x", "2001", ["w", "y"]), ("y", "2002", [])])
    data = ToUndirected(merge=False)(PublicSnapshot.of(inverted).to_pyg())
    cites, cited = ("paper", "cites", "paper"), ("paper", "rev_cites", "paper")
    days = data["paper"].day
    pairs = dict(zip(map(tuple, data[cites].edge_index.T.tolist()), range(2), strict=True))
    assert [data[cites].time[pairs[1, item]].item() for item in (0, 2)] == [days[1], days[2]]
    seeds = ("paper", torch.arange(3))
    loader = NodeLoader(data, DatedSampler.of(data, [5]), seeds, input_time=days, batch_size=3)
    (batch,) = loader
    # On its own day nobody knows more than what was there before: x does not know w nor y.
    assert (batch[cites].num_edges, batch[cited].num_edges) == (0, 0)
    loader = NodeLoader(data, DatedSampler.of(data, [5]), seeds, input_time=days + 1, batch_size=3)
    (batch,) = loader
    results = {
        name: sorted(tuple(batch["paper"].n_id[pair].tolist()) for pair in batch[name].edge_index.T)
        for name in (cites, cited)
    }
    # w is not yet cited on the day after its own; x knows w, and y knows who cites it.
    assert results == {cites: [(1, 2)], cited: [(0, 1)]}
    link = (cites, torch.tensor([[1], [0]]))
    for time in (days - 1, days):
        theirs = NeighborLoader(data, [5], seeds, time_attr="day", input_time=time, batch_size=3)
        of_links = LinkNeighborLoader(data, [5], link, time_attr="day", edge_label_time=time[:1])
        if WITH_PYG_LIB:
            assert [batch[cites].num_edges for batch in (*theirs, *of_links)]
        else:
            with pytest.raises(ImportError, match="pyg-lib"):
                next(iter(theirs))
