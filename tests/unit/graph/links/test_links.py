"""Features of pairs, one by one and all at once: against sets and other libraries."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from math import log, nan, sqrt

import networkx as nx
import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.graph.links import (
    FEATURES,
    NETWORKS,
    Network,
    network,
    node_ids,
    pair_features,
    two_hop,
)
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.features import katz, neighbour_features
from scinet.graph.links.overlap import shared_counts
from scinet.graph.links.ranking import all_features, candidates, feature_names
from scinet.graph.links.walks import uniform_steps, visits
from scinet.graph.schema.dates import date_of, parse_date
from scinet.graph.snapshot import Csr, Snapshot

NOW = date(2004, 1, 1)
CUT_OFFS = [None, date(2001, 3, 1), NOW]


def all_pairs(snapshot: Snapshot, name: Network) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    size = len(node_ids(snapshot, name))
    return np.argwhere(np.ones((size, size))).astype(np.int64)


def neighbours(
    papers: list[Paper], authors: Mapping[str, list[str]], name: str, before: date | None
) -> dict[str, set[str]]:
    """The network as sets, straight from the definition."""
    seen = {paper for paper, when, _ in papers if before is None or parse_date(when)[0] < before}
    cites = {p: [r for r in references if r in seen] for p, _, references in papers if p in seen}
    results: dict[str, set[str]] = {paper: set() for paper in seen}
    if name == "citation":
        pairs = [(p, r) for p in seen for r in cites[p]]
    elif name == "co-citation":
        pairs = [(item, other) for p in seen for item in cites[p] for other in cites[p]]
    elif name == "coupling":
        pairs = [(p, q) for p in seen for q in seen if set(cites[p]) & set(cites[q])]
    else:
        pairs = [(item, other) for p in seen for item in authors[p] for other in authors[p]]
        results = {author: set() for paper in seen for author in authors[paper]}
    for item, other in pairs:
        if item != other:
            results[item].add(other)
            results[other].add(item)
    return results


def naive(result: dict[str, set[str]], a: str, b: str) -> dict[str, float]:
    common = [z for z in result[a] & result[b] if len(result[z]) > 1]
    if a == b:
        common = list(result[a])
    either = result[a] | result[b]
    return {
        "common_neighbours": len(common),
        "jaccard": len(common) / len(either) if either else nan,
        "adamic_adar": sum(1 / log(len(result[z])) for z in common if len(result[z]) > 1),
        "resource_allocation": sum(1 / len(result[z]) for z in common),
        "preferential_attachment": len(result[a]) * len(result[b]),
    }


@given(networks(), st.sampled_from(NETWORKS), st.sampled_from(CUT_OFFS), st.data())
def test_features_agree_with_sets(
    papers: list[Paper], name: Network, before: date | None, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    snapshot = snapshot if before is None else snapshot.until(before)
    ids = list(node_ids(snapshot, name))
    result = neighbours(papers, authors, name, before)
    assert sorted(ids) == sorted(result)
    pairs = data.draw(st.permutations(all_pairs(snapshot, name).tolist()))[:40]
    features = pair_features(snapshot, name, np.array(pairs, dtype=np.int32).reshape(-1, 2))
    assert tuple(features)[: len(FEATURES)] == FEATURES
    expected = [naive(result, ids[a], ids[b]) for a, b in pairs]
    for feature in FEATURES:
        np.testing.assert_allclose(
            features[feature], [row[feature] for row in expected], rtol=1e-12
        )
    adjacency = network(snapshot, name)
    for node, paper in enumerate(ids):
        others, shares = two_hop(adjacency, node)
        there = {other for z in result[paper] for other in result[z]} - {paper}
        assert {ids[c] for c in others} == there
        for candidate, share in zip(others, shares["adamic_adar"], strict=True):
            assert share == pytest.approx(naive(result, paper, ids[candidate])["adamic_adar"])


def test_pairs_together_and_alone_have_equal_features() -> None:
    """Many targets of a source are read of one walk, a single one is looked up: to the last bit."""
    graph = nx.barabasi_albert_graph(400, 4, seed=7)
    rows, columns = np.array([*graph.edges, *((b, a) for a, b in graph.edges)]).T
    adjacency = Csr.from_pairs(rows, columns, 400)
    pairs = np.array([(source, target) for source in (0, 50, 399) for target in range(400)])
    together = neighbour_features(adjacency, pairs)
    alone = [
        neighbour_features(adjacency, pairs[item : item + 1]) for item in range(0, len(pairs), 7)
    ]
    for name in FEATURES:
        np.testing.assert_array_equal(together[name][::7], [row[name][0] for row in alone])


@given(networks(), st.sampled_from(["coauthor", "co-citation", "coupling"]), st.data())
def test_what_is_shared_agrees_with_sets(
    papers: list[Paper], name: Network, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    cites = {paper: set(references) for paper, _, references in papers}
    has: Callable[[str], set[str]] = {
        "coauthor": lambda node: {paper for paper in cites if node in authors[paper]},
        "co-citation": lambda node: {paper for paper in cites if node in cites[paper]},
        "coupling": lambda node: cites[node],
    }[name]
    ids = list(node_ids(snapshot, name))
    pairs = all_pairs(snapshot, name)
    result = shared_counts(snapshot, name, pairs)
    adjacency = network(snapshot, name)
    for (a, b), strength, salton in zip(pairs, result["strength"], result["salton"], strict=True):
        first, second = has(ids[a]), has(ids[b])
        assert strength == len(first & second)
        assert a == b or (strength > 0) == (b in adjacency.row(a))
        expected = strength / sqrt(len(first) * len(second)) if first and second else nan
        np.testing.assert_allclose(salton, expected, rtol=1e-12)


def test_a_network_that_is_too_large_is_refused_before_it_is_made() -> None:
    papers: list[Paper] = [("a", "2000", []), ("b", "2000", []), ("z", "2005", ["a", "b"])]
    snapshot = snapshot_of(papers)
    assert len(network(snapshot, "co-citation", largest_work=4).indices) == 2
    with pytest.raises(DataError, match="4 entries, 3 are allowed"):
        network(snapshot, "co-citation", largest_work=3)
    with pytest.raises(ValueError, match="'friends'"):
        network(snapshot, "friends")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not above 0"):
        katz(network(snapshot, "citation"), np.array([[0, 0]]), beta=0)


@given(networks(), st.sampled_from([0.005, 0.5]))
def test_katz_agrees_with_powers_of_the_matrix(papers: list[Paper], beta: float) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    nodes = adjacency.num_rows
    dense = np.zeros((nodes, nodes))
    dense[adjacency.row_numbers(), adjacency.indices] = 1
    expected = beta * dense + beta**2 * dense @ dense + beta**3 * dense @ dense @ dense
    pairs = np.argwhere(np.ones((nodes, nodes)))[::-1]
    np.testing.assert_allclose(
        katz(adjacency, pairs, beta=beta), expected[pairs[:, 0], pairs[:, 1]], rtol=1e-12
    )


@given(networks(), st.sets(st.integers(0, 1), min_size=1), st.sampled_from([0.05, 0.15, 0.5]))
def test_pagerank_agrees_with_another_library(
    papers: list[Paper], sources: set[int], restart: float
) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    graph = nx.Graph()
    graph.add_nodes_from(range(adjacency.num_rows))
    graph.add_edges_from(
        zip(adjacency.row_numbers().tolist(), adjacency.indices.tolist(), strict=True)
    )
    expected = nx.pagerank(
        graph,
        alpha=1 - restart,
        personalization=dict.fromkeys(sources, 1.0),
        max_iter=1000,
        tol=1e-12,
    )
    starts = Csr(np.array([0, len(sources)]), np.array(sorted(sources), dtype=np.int32))
    ((_, share),) = visits(uniform_steps(adjacency), starts, restart=restart, tolerance=1e-9)
    ranks = share[:, 0]
    assert ranks.sum() == pytest.approx(1)
    np.testing.assert_allclose(ranks, [expected[node] for node in graph], atol=1e-6)


@settings(max_examples=40)
@given(networks(), st.sampled_from(NETWORKS), st.data())
def test_each_is_the_feature_of_its_name(
    papers: list[Paper], name: Network, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    pairs = data.draw(st.permutations(all_pairs(snapshot, name).tolist()))[:30]
    asked = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    found = all_features(snapshot, name, asked)
    assert tuple(found) == feature_names(name)
    adjacency = network(snapshot, name)
    for feature, values in pair_features(snapshot, name, asked).items():
        np.testing.assert_array_equal(found[feature], values)
    np.testing.assert_array_equal(found["katz"], katz(adjacency, asked, beta=0.05))
    everyone = Csr(np.arange(adjacency.num_rows + 1), np.arange(adjacency.num_rows, dtype=np.int32))
    shares = [
        s for _, s in visits(uniform_steps(adjacency), everyone, restart=0.15, tolerance=1e-12)
    ]
    walks = np.hstack([np.zeros((adjacency.num_rows, 0)), *shares])[asked[:, 1], asked[:, 0]]
    np.testing.assert_allclose(found["personalised_pagerank"], walks, atol=1e-9)
    if name == "coauthor":
        now = date_of(int(snapshot.day[-1])) + timedelta(days=1)
        together = coauthorship(snapshot, half_life_days=3 * 365.25)
        np.testing.assert_allclose(found["faded_coauthorship"], together.at(asked, now))


def renamed(papers: list[Paper], new: dict[str, str]) -> list[Paper]:
    return [(new[paper], when, [new[r] for r in cited]) for paper, when, cited in papers]


@settings(max_examples=60)
@given(networks(), st.sampled_from(NETWORKS), st.data())
def test_other_numbers_of_the_nodes_change_no_value(
    papers: list[Paper], name: Network, data: st.DataObject
) -> None:
    """Ids settle the numbers within a day, and those of authors: new ids, other numbers."""
    authors = data.draw(bylines(papers))
    ids = [paper for paper, _, _ in papers]
    paper_name = dict(zip(ids, data.draw(st.permutations(ids)), strict=True))
    people = list("abcdefg")
    author_name = dict(zip(people, data.draw(st.permutations(people)), strict=True))
    other_names = author_name if name == "coauthor" else paper_name
    first = snapshot_of(papers, authors).until(NOW)
    second = snapshot_of(
        data.draw(st.permutations(renamed(papers, paper_name))),
        {paper_name[p]: [author_name[a] for a in team] for p, team in authors.items()},
    ).until(NOW)
    number = {identifier: place for place, identifier in enumerate(node_ids(second, name))}
    moved = np.array([number[other_names[one]] for one in node_ids(first, name)], dtype=np.int64)
    pairs = all_pairs(first, name)
    values, others = (
        all_features(first, name, pairs),
        all_features(second, name, moved[pairs].reshape(-1, 2)),
    )
    for feature in feature_names(name):
        np.testing.assert_allclose(others[feature], values[feature], rtol=1e-9, atol=1e-9)
    if len(moved):
        one = candidates(first, name, 0, by="katz")
        two = candidates(second, name, int(moved[0]), by="katz")
        assert sorted(moved[one.node].tolist()) == sorted(two.node.tolist())
        linked = dict(zip(two.node.tolist(), two.linked.tolist(), strict=True))
        assert [linked[node] for node in moved[one.node].tolist()] == one.linked.tolist()


def test_candidates_come_nearest_first() -> None:
    papers: list[Paper] = [("p", "2000", []), ("q", "2001", []), ("r", "2003", [])]
    authors = {"p": ["x", "y"], "q": ["y", "z"], "r": ["x", "w"]}
    past = snapshot_of(papers, authors).until(NOW)
    found = candidates(past, "coauthor", 1, by="faded_coauthorship")
    assert found.node.tolist() == [0, 2]  # w wrote with x in 2003, y in 2000
    assert found.linked.tolist() == [True, True]
    near = candidates(past, "coauthor", 1, by="common_neighbours")
    assert (near.node.tolist(), near.linked.tolist()) == ([3], [False])
    assert len(candidates(past, "coauthor", 1, by="katz", top=1).node) == 1
    with pytest.raises(ValueError, match="'luck'"):
        candidates(past, "coauthor", 1, by="luck")
