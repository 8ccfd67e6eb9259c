"""Forward push against power iteration: the error per neighbour, the order, the work."""

import numpy as np
import pytest
from helpers.build import Paper, snapshot_of
from helpers.networks import networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.links import network
from scinet.graph.links.pagerank import personalised
from scinet.graph.links.push import nearest
from scinet.graph.snapshot import Csr


@settings(deadline=None)  # the first example compiles the kernel
@given(
    networks(),
    st.sampled_from([0.05, 0.15, 0.5, 1.0]),
    st.sampled_from([1.0, 0.2, 1e-2, 1e-4]),
    st.integers(1, 3),
)
def test_the_error_of_a_node_is_at_most_epsilon_per_neighbour(
    papers: list[Paper], restart: float, epsilon: float, threads: int
) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    nodes = adjacency.num_rows
    # Every node twice: what one source leaves behind would show in the next.
    sources = np.concatenate((np.arange(nodes), np.arange(nodes)))
    found = nearest(
        adjacency, sources, top=nodes, restart=restart, epsilon=epsilon, threads=threads
    )
    degree = adjacency.lengths()
    for row, source in enumerate(sources):
        got = np.zeros(nodes)
        there = found.node[row] >= 0
        got[found.node[row, there]] = found.share[row, there]
        error = personalised(adjacency, [int(source)], restart=restart, tolerance=1e-13) - got
        assert (error >= -1e-9).all()
        assert (error <= epsilon * degree + 1e-9).all()
        assert found.steps[row] <= 1 / (restart * epsilon) + 1e-9
        assert np.isnan(found.share[row, ~there]).all()


@settings(deadline=None)
@given(networks(), st.integers(1, 5))
def test_the_best_nodes_are_those_of_a_full_sort(papers: list[Paper], top: int) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    nodes = adjacency.num_rows
    whole = nearest(adjacency, np.arange(nodes), top=nodes, epsilon=1e-3)
    best = nearest(adjacency, np.arange(nodes), top=top, epsilon=1e-3)
    for row in range(nodes):
        shares = [
            (-share, node)
            for node, share in zip(whole.node[row], whole.share[row], strict=True)
            if node >= 0
        ]
        assert shares == sorted(shares)
        expected = [node for _, node in shares[:top]]
        assert best.node[row].tolist() == expected + [-1] * (top - len(expected))


def test_ties_go_to_the_smaller_number() -> None:
    star = Csr.from_pairs(np.array([3, 3, 3, 0, 1, 2]), np.array([0, 1, 2, 3, 3, 3]), 4)
    found = nearest(star, np.array([3]), top=3, epsilon=1e-6)
    assert found.node.tolist() == [[3, 0, 1]]
    assert found.share[0, 1] == found.share[0, 2]


def test_a_node_without_neighbours_keeps_everything() -> None:
    empty = Csr(np.zeros(3, dtype=np.int64), np.empty(0, dtype=np.int32))
    found = nearest(empty, np.array([1]), top=2)
    assert found.node.tolist() == [[1, -1]]
    assert found.share[0, 0] == 1.0
    assert found.steps.tolist() == [0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"restart": 0.0}, "restart"),
        ({"epsilon": 0.0}, "epsilon"),
        ({"top": 0}, "top"),
        ({"sources": np.array([2])}, "source"),
    ],
)
def test_arguments_outside_their_range_are_refused(change: dict[str, object], message: str) -> None:
    empty = Csr(np.zeros(3, dtype=np.int64), np.empty(0, dtype=np.int32))
    with pytest.raises(ValueError, match=message):
        nearest(empty, **{"sources": np.array([0]), "top": 1, **change})  # type: ignore[arg-type]
