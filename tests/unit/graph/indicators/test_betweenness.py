"""Betweenness: exact as networkx has it, and samples that are right on average."""

import networkx as nx
import numba
import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given
from hypothesis import strategies as st

from scinet.graph.indicators.betweenness import betweenness, choose_sources, rank_descending
from scinet.graph.links import network
from scinet.graph.snapshot import Csr


def as_networkx(adjacency: Csr, *, directed: bool) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(adjacency.num_rows))
    rows, columns = adjacency.row_numbers().tolist(), adjacency.indices.tolist()
    graph.add_edges_from(zip(rows, columns, strict=True))
    return graph


@st.composite
def written(draw: st.DrawFn) -> tuple[list[Paper], dict[str, list[str]]]:
    papers = draw(networks())
    return papers, draw(bylines(papers))


@given(written(), st.sampled_from(["citation", "coauthor", "directed"]))
def test_betweenness_agrees_with_another_library(
    both: tuple[list[Paper], dict[str, list[str]]], name: str
) -> None:
    snapshot, directed = snapshot_of(*both), name == "directed"
    adjacency = snapshot.cites if directed else network(snapshot, name)  # type: ignore[arg-type]
    result = betweenness(adjacency, directed=directed)
    graph = as_networkx(adjacency, directed=directed)
    expected = nx.betweenness_centrality(graph, normalized=False)
    assert result.is_exact
    np.testing.assert_allclose(result.value, list(expected.values()), rtol=1e-12, atol=1e-12)


def test_sources_at_random_give_the_exact_number_on_average() -> None:
    # A star with a tail: 0-1, 1-2, 1-3, 1-4, 4-5. Nine of ten pairs of others pass 1.
    papers: list[Paper] = [("a", "2000", []), ("b", "2001", ["a"])]
    papers += [("c", "2002", ["b"]), ("d", "2003", ["b"]), ("e", "2004", ["b"])]
    papers += [("f", "2005", ["e"])]
    adjacency = network(snapshot_of(papers), "citation")
    exact = betweenness(adjacency, directed=False)
    assert exact.value.tolist() == [0, 9, 0, 0, 4, 0]
    assert exact.sources == choose_sources(adjacency) == 6
    drawn = [betweenness(adjacency, directed=False, sources=2, seed=s) for s in range(200)]
    assert {item.sources for item in drawn} == {2}
    mean = np.mean([item.value for item in drawn], axis=0)
    np.testing.assert_allclose(mean, exact.value, atol=0.5)
    again = betweenness(adjacency, directed=False, sources=2, seed=3)
    np.testing.assert_array_equal(again.value, drawn[3].value)
    with pytest.raises(ValueError, match="fewer than one"):
        betweenness(adjacency, directed=False, sources=0)
    nobody = Csr(np.zeros(100_001, dtype=np.int64), np.zeros(0, dtype=np.int32))
    assert choose_sources(nobody) == 1_000


def of_networkx(graph: "nx.Graph[int]") -> Csr:
    pairs = np.array([*graph.edges, *((v, u) for u, v in graph.edges)], dtype=np.int64)
    return Csr.from_pairs(pairs[:, 0], pairs[:, 1], len(graph))


@pytest.mark.parametrize("sources", [None, 100, 1])
def test_the_number_of_threads_does_not_move_the_last_digit(sources: int | None) -> None:
    adjacency = of_networkx(nx.gnm_random_graph(400, 1200, seed=1))
    most = numba.get_num_threads()
    results = []
    try:
        for threads in range(1, most + 1):
            numba.set_num_threads(threads)
            results.append(betweenness(adjacency, directed=False, sources=sources).value.tolist())
    finally:
        numba.set_num_threads(most)
    assert results == [results[0]] * most


def test_nodes_of_equal_standing_come_by_id() -> None:
    # Each node of a circle of circles is as good as any other.
    graph = nx.circulant_graph(97, [1, 5, 13])
    result = betweenness(of_networkx(graph), directed=False).value
    ids = np.array([f"p{n:02}" for n in np.random.default_rng(0).permutation(97)], dtype=object)
    assert len(set(result.tolist())) > 1
    assert ids[rank_descending(result, ids)].tolist() == sorted(ids)


def test_the_order_is_by_value_where_values_differ() -> None:
    ids = np.array(["a", "b", "c", "d", "e"], dtype=object)
    value = np.array([0.0, 1.0, 1.0 + 1e-15, 1.00001, 0.0])
    assert ids[rank_descending(value, ids)].tolist() == ["d", "b", "c", "a", "e"]
    none = np.empty(0, dtype=object)
    assert rank_descending(np.empty(0), none).tolist() == []
