"""Shares solved for against a dense system, to each tolerance, and one source against others."""

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import networks
from hypothesis import given
from hypothesis import strategies as st

from scinet.graph.links import network
from scinet.graph.links.conjugate import shares, solve
from scinet.graph.snapshot import Csr


def naive(adjacency: Csr, start: np.ndarray, restart: float) -> np.ndarray:
    """The same shares by a dense matrix of the walk, in which dead ends lead back to the start."""
    nodes = adjacency.num_rows
    step = np.zeros((nodes, nodes))
    for node in range(nodes):
        row = adjacency.row(node)
        if len(row):
            step[row, node] = 1 / len(row)
        else:
            step[:, node] = start
    share: np.ndarray = np.linalg.solve(np.eye(nodes) - (1 - restart) * step, restart * start)
    return share


@given(
    networks(),
    st.sampled_from([0.05, 0.15, 0.5, 1.0]),
    st.sampled_from([0.5, 1e-2, 1e-4, 1e-9, 1e-13]),
    st.data(),
)
def test_shares_are_off_by_at_most_the_tolerance(
    papers: list[Paper], restart: float, tolerance: float, data: st.DataObject
) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    nodes = st.integers(0, adjacency.num_rows - 1)
    sources = data.draw(st.lists(st.lists(nodes, min_size=1, max_size=3), max_size=20))
    ends = np.cumsum([0, *map(len, sources)])
    starts = Csr(ends, np.array([one for some in sources for one in some], dtype=np.int32))
    found = list(shares(adjacency, starts, restart=restart, tolerance=tolerance))
    assert [first for first, _ in found] == list(range(0, len(sources), 8))
    columns = [column for _, share in found for column in share.T]
    for column, some in zip(columns, sources, strict=True):
        start = np.bincount(some, minlength=adjacency.num_rows) / len(some)
        assert np.abs(column - naive(adjacency, start, restart)).sum() <= tolerance + 1e-12
        assert column.sum() == pytest.approx(1)
        assert (column >= 0).all()


def random(nodes: int) -> Csr:
    """A connected network, some of it dense."""
    rng = np.random.default_rng(3)
    one = np.concatenate((np.arange(1, nodes), rng.integers(nodes, size=4 * nodes)))
    other = np.concatenate((np.arange(nodes - 1), rng.integers(30, size=4 * nodes)))
    pairs = np.unique(np.stack((one, other), axis=1)[one != other], axis=0)
    pairs = np.unique(np.concatenate((pairs, pairs[:, ::-1])), axis=0)
    return Csr.from_pairs(pairs[:, 0], pairs[:, 1], nodes)


def test_sources_are_the_same_to_the_bit_beside_others_and_take_steps_of_their_own() -> None:
    adjacency = random(3_000)
    given = {"restart": 0.15, "tolerance": 1e-9}
    start = np.zeros((3_000, 4))
    start[[5, 1_000, 2_000, 2_999], range(4)] = 1.0
    start[:, 3] = 1 / 3_000
    together, steps = solve(adjacency, start, **given)
    for place in range(4):
        alone, own = solve(adjacency, start[:, place : place + 1], **given)
        np.testing.assert_array_equal(alone[:, 0], together[:, place])
        assert own == steps[place]
    assert len(set(steps.tolist())) > 1
    assert steps.max() < 60  # walking would take 132


def test_wrong_arguments_are_refused() -> None:
    empty = Csr(np.zeros(3, dtype=np.int64), np.empty(0, dtype=np.int32))
    one = Csr(np.array([0, 1]), np.array([1], dtype=np.int32))
    none = Csr(np.zeros(2, dtype=np.int64), np.empty(0, dtype=np.int32))
    with pytest.raises(ValueError, match="restart"):
        next(shares(empty, one, restart=0, tolerance=1e-9))
    with pytest.raises(ValueError, match="needs a source"):
        next(shares(empty, none, restart=0.5, tolerance=1e-9))
    [(_, share)] = shares(empty, one, restart=0.5, tolerance=1e-9)
    assert share.tolist() == [[0.0], [1.0]]
