"""Neighbourhoods hold nothing of the future, and are what a plain reading of the edges gives."""

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.models.temporal_graph.dated_graph import CITED_BY, CITES, DatedGraph, Relation
from scinet.models.temporal_graph.sampling import Strategy, fan_out_widths, sample_neighbourhood

if TYPE_CHECKING:
    from scinet.models.temporal_graph.pyg import sampler as pyg
    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

LINK: Relation = ("node", "to", "node")
Edge = tuple[int, int, int]  # sender, receiver, day


@st.composite
def dated_edges(draw: st.DrawFn) -> list[Edge]:
    """Edges among few nodes on few days, so that ties are common."""
    node = st.integers(0, 5)
    return draw(st.lists(st.tuples(node, node, st.integers(0, 4)), max_size=30))


def graph_of(edges: list[Edge]) -> DatedGraph:
    sender, receiver, day = np.array(edges, dtype=np.int64).reshape(-1, 3).T
    return DatedGraph.from_edges({"node": 6}, {LINK: (sender, receiver)}, {LINK: day})


def sampler_of(graph: DatedGraph, sizes: list[int], **how: Any) -> "DatedSampler":
    # Its packages take seconds to import, which a worker that only collects this file is spared.
    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

    return DatedSampler(graph, sizes, **how)


def sampled(
    sampler: "DatedSampler", nodes: list[int], days: list[int], items: list[int] | None = None
) -> "pyg.SamplerOutput":
    from scinet.models.temporal_graph.pyg import sampler as pyg

    given = torch.tensor(items if items is not None else range(len(nodes)))
    return sampler.sample_from_nodes(
        pyg.NodeSamplerInput(given, torch.tensor(nodes), torch.tensor(days))
    )


def trees(out: "pyg.SamplerOutput") -> list[list[tuple[int, int, int]]]:
    """The edges of each tree: sender, receiver, number of the edge."""
    results: list[list[tuple[int, int, int]]] = [[] for _ in range(int(out.batch.max()) + 1)]
    for row, col, edge in zip(out.row, out.col, out.edge, strict=True):
        assert out.batch[row] == out.batch[col]
        sides = (int(out.node[row]), int(out.node[col]), int(edge))
        results[int(out.batch[row])].append(sides)
    return results


@settings(max_examples=50)
@given(edges=dated_edges(), before=st.integers(0, 5), hops=st.integers(1, 3))
def test_everything_earlier_is_reached(edges: list[Edge], before: int, hops: int) -> None:
    sampler = sampler_of(graph_of(edges), [-1] * hops)
    (tree,) = trees(sampled(sampler, [0], [before])) if edges else ([],)
    reached, last = {0}, {0}
    expected: list[tuple[int, int]] = []
    for _ in range(hops):
        step = [(first, second) for first, second, day in edges if second in last and day < before]
        expected += step
        last = {first for first, _ in step} - reached
        reached |= last
    assert sorted((first, second) for first, second, _ in tree) == sorted(expected)


@settings(max_examples=50)
@given(
    edges=dated_edges(),
    seeds=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=6),
    strategy=st.sampled_from(["recent", "uniform"]),
)
def test_no_edge_is_as_late_as_its_seed_and_none_is_taken_twice(
    edges: list[Edge], seeds: list[tuple[int, int]], strategy: Strategy
) -> None:
    graph = graph_of(edges)
    sampler = sampler_of(graph, [2, 1], strategy=strategy)
    out = sampled(sampler, [node for node, _ in seeds], [day for _, day in seeds])
    assert out.node[: len(seeds)].tolist() == [node for node, _ in seeds]
    assert out.num_sampled_nodes is not None
    assert sum(out.num_sampled_nodes) == len(out.node)
    permutation = sampler.edge_permutation
    assert isinstance(permutation, torch.Tensor)
    for number, tree in enumerate(trees(out)):
        node, before = seeds[number]
        originals = [int(permutation[edge]) for _, _, edge in tree]
        assert len(set(originals)) == len(originals)
        for (first, other, _), original in zip(tree, originals, strict=True):
            assert edges[original][:2] == (first, other)
            assert edges[original][2] < before
        into = sorted(day for _, other, day in edges if other == node and day < before)
        taken = sorted(edges[original][2] for original in originals if edges[original][1] == node)
        assert len(taken) == min(2, len(into))
        if strategy == "recent":
            assert taken == into[-2:]


@settings(max_examples=50)
@given(papers=networks(), data=st.data())
def test_no_node_is_as_late_as_its_seed(papers: list[Paper], data: st.DataObject) -> None:
    snapshot = snapshot_of(papers, data.draw(bylines(papers)))
    graph = DatedGraph.from_snapshot(snapshot)
    before = np.array([data.draw(st.sampled_from(snapshot.day.tolist()))])
    kind, node = np.array([0]), np.array([snapshot.num_papers - 1])
    first, all_taken = np.array([0]), fan_out_widths(graph, [-1, -1, -1])
    result = sample_neighbourhood(
        graph, all_taken, kind, node, first, before, strategy="recent", key=(0,), item=first
    )
    assert (snapshot.day[result.node["paper"][1:]] < before[0]).all()
    # Each citation runs both ways, whatever its order in time.
    both = [graph.edge_slice(name) for name in (CITES, CITED_BY)]
    assert [len(graph.day[part]) for part in both] == [len(snapshot.cites.indices)] * 2


def test_a_draw_depends_on_its_item_and_epoch_alone() -> None:
    edges = [(sender, receiver, sender % 3) for sender in range(6) for receiver in range(6)] * 2
    sampler = sampler_of(graph_of(edges), [3, 2], strategy="uniform", seed=7)
    nodes, days, items = [0, 1, 2, 3], [3, 3, 2, 3], [10, 11, 12, 13]
    together = trees(sampled(sampler, nodes, days, items))
    for number in (3, 1, 2, 0):
        alone = sampled(sampler, nodes[number:][:1], days[number:][:1], items[number:][:1])
        assert trees(alone) == [together[number]]
    sampler.epoch = 1
    assert trees(sampled(sampler, nodes, days, items)) != together


def test_uniform_draws_are_uniform() -> None:
    edges = [(sender, 0, 0) for sender in range(1, 6)] + [(1, 0, 1)]
    sampler = sampler_of(graph_of(edges), [2], strategy="uniform")
    times = 4000
    counts = Counter(
        tuple(sorted(item for item, _, _ in tree))
        for tree in trees(sampled(sampler, [0] * times, [1] * times))
    )
    pairs = list(combinations(range(1, 6), 2))
    assert sorted(counts) == pairs
    expected = times / len(pairs)
    spread = np.sqrt(expected * (1 - 1 / len(pairs)))
    assert all(abs(counts[pair] - expected) < 5 * spread for pair in pairs)


def test_the_latest_are_those_of_pygs_last_neighbours() -> None:
    from scinet.models.temporal_graph.pyg import nn as pyg

    generator = np.random.default_rng(1)
    pairs = generator.integers(0, 6, (40, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    both = [(int(a), int(b), day) for day, (a, b) in enumerate(pairs)]
    graph = graph_of([*both, *((b, a, day) for a, b, day in both)])
    before = 25
    theirs = pyg.models.tgn.LastNeighborLoader(6, size=3)
    for pair in torch.from_numpy(pairs[:before]):
        theirs.insert(*pair[:, None])  # of one batch it keeps any of a node's edges
    ours = trees(sampled(sampler_of(graph, [3]), list(range(6)), [before] * 6))
    for node in range(6):
        near, edges, _ = theirs(torch.tensor([node]))
        into = edges.T[near[edges[1]] == node]
        expected = sorted(int(near[sender]) for sender, _ in into)
        assert sorted(item for item, _, _ in ours[node]) == expected


def test_pygs_loaders_take_it() -> None:
    from scinet.models.temporal_graph import pyg

    snapshot = snapshot_of(
        [("p1", "2000", []), ("p2", "2001", ["p1"]), ("p3", "2002", ["p1", "p2"])],
        {"p1": ["ann"], "p2": ["ann", "bob"], "p3": ["bob"]},
    )
    graph = DatedGraph.from_snapshot(snapshot)
    data = pyg.HeteroData()
    for kind, size in graph.sizes.items():
        data[kind].x = torch.arange(size)[:, None].float()
    for name in graph.relations:
        part = graph.edge_slice(name)
        data[name].edge_index = torch.zeros((2, part.stop - part.start), dtype=torch.long)
        data[name].day = torch.from_numpy(graph.day[part])
    sampler = sampler_of(graph, [2, 2])
    from torch_geometric.loader import LinkLoader, NodeLoader

    days = torch.from_numpy(snapshot.day.astype(np.int64)) + 1
    nodes = NodeLoader(data, sampler, ("paper", torch.arange(3)), input_time=days, batch_size=2)
    batches = list(nodes)
    assert [batch["paper"].batch_size for batch in batches] == [2, 1]
    for batch in batches:
        for name in graph.relations:
            seed = batch[name[2]].batch[batch[name].edge_index[1]]
            assert (batch[name].day < batch["paper"].seed_time[seed]).all()
    link = ("paper", "cites", "paper")
    label = torch.tensor([[2, 1], [0, 0]])
    links = LinkLoader(
        data,
        sampler,
        (link, label),
        edge_label_time=torch.tensor([int(snapshot.day[-1]) + 1] * 2),
        batch_size=2,
    )
    (batch,) = links
    ends = batch[link].edge_label_index
    assert batch["paper"].n_id[ends].tolist() == label.tolist()
    with pytest.raises(ValueError, match="label 0"):
        sampler.sample_from_edges(
            pyg.sampler.EdgeSamplerInput(None, *label, input_type=link),
            pyg.sampler.NegativeSampling("binary"),
        )
