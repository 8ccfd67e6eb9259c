"""Pair features against sets, personalised PageRank against another library."""

from collections.abc import Mapping
from datetime import date
from math import isnan, log, nan

import networkx as nx
import numpy as np
import pytest
from build import Paper, snapshot_of
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import bylines, networks

from scinet.graph.dates import parse_date
from scinet.graph.links import FEATURES, Network, network, pair_features, two_hop
from scinet.graph.links.pagerank import personalised
from scinet.graph.snapshot import Csr

CUT_OFFS = [None, date(2001, 3, 1), date(2004, 1, 1)]


def neighbours(
    papers: list[Paper], authors: Mapping[str, list[str]], name: str, before: date | None
) -> dict[str, set[str]]:
    """The network as sets, straight from the definition."""
    seen = {paper for paper, when, _ in papers if before is None or parse_date(when)[0] < before}
    if name == "citation":
        pairs = [(p, r) for p, _, references in papers for r in references if {p, r} <= seen]
        found: dict[str, set[str]] = {paper: set() for paper in seen}
    else:
        pairs = [(one, other) for p in seen for one in authors[p] for other in authors[p]]
        found = {author: set() for paper in seen for author in authors[paper]}
    for one, other in pairs:
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return found


def naive(found: dict[str, set[str]], a: str, b: str) -> dict[str, float]:
    common = [z for z in found[a] & found[b] if len(found[z]) > 1]
    if a == b:
        common = list(found[a])
    either = found[a] | found[b]
    return {
        "common_neighbours": len(common),
        "jaccard": len(common) / len(either) if either else nan,
        "adamic_adar": sum(1 / log(len(found[z])) for z in common if len(found[z]) > 1),
        "resource_allocation": sum(1 / len(found[z]) for z in common),
        "preferential_attachment": len(found[a]) * len(found[b]),
    }


@settings(deadline=None)  # the first example compiles the kernel
@given(networks(), st.sampled_from(["citation", "coauthor"]), st.sampled_from(CUT_OFFS), st.data())
def test_features_agree_with_sets(
    papers: list[Paper], name: Network, before: date | None, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    snapshot = snapshot if before is None else snapshot.until(before)
    ids = list(snapshot.paper_id if name == "citation" else snapshot.author_id)
    found = neighbours(papers, authors, name, before)
    assert sorted(ids) == sorted(found)
    every = [(a, b) for a in range(len(ids)) for b in range(len(ids))]
    pairs = data.draw(st.permutations(every))[:40]
    features = pair_features(snapshot, name, np.array(pairs, dtype=np.int32).reshape(-1, 2))
    assert tuple(features) == FEATURES
    expected = [naive(found, ids[a], ids[b]) for a, b in pairs]
    for feature, values in features.items():
        np.testing.assert_allclose(values, [row[feature] for row in expected], rtol=1e-12)
    adjacency = network(snapshot, name)
    for node, paper in enumerate(ids):
        candidates, shares = two_hop(adjacency, node)
        there = {other for z in found[paper] for other in found[z]} - {paper}
        assert {ids[c] for c in candidates} == there
        for candidate, share in zip(candidates, shares["adamic_adar"], strict=True):
            assert share == pytest.approx(naive(found, paper, ids[candidate])["adamic_adar"])


def test_two_nodes_without_neighbours_have_no_jaccard() -> None:
    snapshot = snapshot_of([("a", "2000", []), ("b", "2001", [])])
    features = pair_features(snapshot, "citation", np.array([[0, 1]]))
    assert isnan(features["jaccard"][0])
    assert features["adamic_adar"][0] == 0.0


def test_a_pair_counts_for_nothing_after_the_cut_off() -> None:
    papers: list[Paper] = [("a", "2000", []), ("b", "2000", []), ("z", "2005", ["a", "b"])]
    snapshot = snapshot_of(papers)
    pair = np.array([[0, 1]])
    assert pair_features(snapshot, "citation", pair)["common_neighbours"][0] == 1
    earlier = snapshot.until(date(2005, 12, 31))
    assert pair_features(earlier, "citation", pair)["common_neighbours"][0] == 0


@settings(deadline=None)  # the first example compiles the kernel
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
    ranks = personalised(adjacency, sorted(sources), restart=restart)
    assert ranks.sum() == pytest.approx(1)
    np.testing.assert_allclose(ranks, [expected[node] for node in graph], atol=1e-6)


def test_pagerank_wants_a_source() -> None:
    empty = Csr(np.zeros(3, dtype=np.int64), np.empty(0, dtype=np.int32))
    with pytest.raises(ValueError, match="needs a source"):
        personalised(empty, [])
    assert personalised(empty, [1]).tolist() == [0.0, 1.0]
