"""Snapshots in the forms of other libraries, against arrays worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest
from helpers.networks.build import snapshot_of

from scinet.errors import DataError
from scinet.graph.dates import day_of, parse_date
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
    assert data["paper", "cites", "paper"].day.tolist() == [DAYS[1], DAYS[2], DAYS[2]]
    assert data["author", "writes", "paper"].edge_index.tolist() == [[0, 1, 1, 0], [0, 1, 2, 2]]
    assert data["author", "writes", "paper"].day.tolist() == [*DAYS, DAYS[2]]
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
