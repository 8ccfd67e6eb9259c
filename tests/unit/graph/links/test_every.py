"""Every feature at once: each from its own definition, whatever the numbers of the nodes."""

from datetime import date, timedelta

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.dates import date_of, parse_date
from scinet.graph.links import NETWORKS, Network, network, node_ids, pair_features
from scinet.graph.links.every import candidates, every, names
from scinet.graph.links.katz import katz
from scinet.graph.links.walks import uniform, visits
from scinet.graph.snapshot import Csr, Snapshot

NOW = date(2004, 1, 1)


def all_pairs(snapshot: Snapshot, name: Network) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    size = len(node_ids(snapshot, name))
    return np.argwhere(np.ones((size, size))).astype(np.int64)


@settings(max_examples=40)
@given(networks(), st.sampled_from(NETWORKS), st.data())
def test_each_is_the_feature_of_its_name(
    papers: list[Paper], name: Network, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    pairs = data.draw(st.permutations(all_pairs(snapshot, name).tolist()))[:30]
    asked = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    found = every(snapshot, name, asked)
    assert tuple(found) == names(name)
    adjacency = network(snapshot, name)
    for feature, values in pair_features(snapshot, name, asked).items():
        np.testing.assert_array_equal(found[feature], values)
    np.testing.assert_array_equal(found["katz"], katz(adjacency, asked, beta=0.05))
    everyone = Csr(np.arange(adjacency.num_rows + 1), np.arange(adjacency.num_rows, dtype=np.int32))
    shares = [s for _, s in visits(uniform(adjacency), everyone, restart=0.15, tolerance=1e-12)]
    walks = np.hstack([np.zeros((adjacency.num_rows, 0)), *shares])[asked[:, 1], asked[:, 0]]
    np.testing.assert_allclose(found["personalised_pagerank"], walks, atol=1e-9)
    if name == "coauthor":
        now = date_of(int(snapshot.day[-1])) + timedelta(days=1)
        for (one, other), value in zip(asked, found["faded_coauthorship"], strict=True):
            both = {snapshot.author_id[one], snapshot.author_id[other]}
            ages = [
                (now - parse_date(when)[0]).days
                for paper, when, _ in papers
                if one != other and both <= set(authors[paper])
            ]
            expected = sum(0.5 ** (age / (3 * 365.25)) for age in ages)
            assert value == pytest.approx(expected)


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
    values, others = every(first, name, pairs), every(second, name, moved[pairs].reshape(-1, 2))
    for feature in names(name):
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
