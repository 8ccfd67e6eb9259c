"""Sampled neighbourhoods as tensors: features of nodes on the day, and ages of edges."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numba import njit
from numpy.typing import NDArray
from torch import Tensor

from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.history import Float32
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.sampling import Neighbourhood
from scinet.models.temporal_graph.sampling_kernel import search_before
from scinet.models.text.tfidf import TitleSpace

_FEATURES_PER_RELATION: Final = 5


@dataclass(frozen=True)
class SubgraphSample:
    """Nodes and edges around some seeds.

    Shapes:
        x: By kind of node, ``(nodes, features)``.
        order: By kind, ``(nodes,)``, position of each node among all, in the order of reaching.
        edge_index: Sender and receiver of each edge among all nodes, ``(2, edges)``.
        relation: Number of each edge's relation, ``(edges,)``.
        age: Years of each edge on the day, ``(edges,)``, above 0.
        by_relation: Sender and receiver within their kinds, ``(2, edges)`` each.
        nodes_after: Nodes reached after each hop, from the seeds on, ``hops + 1`` numbers.
        edges_after: Edges sampled by then.
        edges_per_hop: The same for each relation, as differences.
        seed: Position of each seed among all nodes, ``(seeds,)``.
    """

    x: dict[str, Tensor]
    order: dict[str, Tensor]
    edge_index: Tensor
    relation: Tensor
    age: Tensor
    by_relation: dict[Relation, Tensor]
    nodes_after: list[int]
    edges_after: list[int]
    edges_per_hop: dict[Relation, list[int]]
    seed: Tensor


class Inputs:
    """Conversion of sampled neighbourhoods of one graph to tensors.

    Features of a node are counted on its lists up to the day of its group, so they are right as of
    any day. Titles are projected to their main directions on first use.
    """

    def __init__(self, graph: DatedGraph, titles: Objects, space: TitleSpace) -> None:
        self._graph = graph
        self._titles = titles
        self._space = space
        dimensions = space.axes.shape[1]
        # Pages that are never written take no memory.
        self._placed = np.zeros((graph.sizes["paper"], dimensions), dtype=np.float32)
        self._is_placed = np.zeros(graph.sizes["paper"], dtype=np.bool_)

    def features(self) -> dict[str, int]:
        """Return the number of features by kind of node."""
        counts = {
            kind: _FEATURES_PER_RELATION * sum(name[2] == kind for name in self._graph.relations)
            for kind in self._graph.kinds
        }
        counts["paper"] += self._placed.shape[1]
        return counts

    def sample(self, neighbourhood: Neighbourhood, device: torch.device) -> SubgraphSample:
        """Convert a neighbourhood to tensors on a device."""
        graph = self._graph

        def on_device(values: NDArray[Any]) -> Tensor:
            return torch.from_numpy(values).to(device)

        day = graph.day[neighbourhood.edges[3]]
        # An edge is in the group of its receiver.
        age = (
            neighbourhood.before[neighbourhood.groups[neighbourhood.edges[2]]] - day
        ) / DAYS_PER_YEAR
        return SubgraphSample(
            x={name: on_device(self._features(name, neighbourhood)) for name in neighbourhood.node},
            order={name: on_device(order) for name, order in neighbourhood.order.items()},
            edge_index=on_device(neighbourhood.edges[1:3].copy()),
            relation=on_device(neighbourhood.edges[0].copy()),
            age=on_device(age.astype(np.float32)),
            by_relation={
                name: on_device(
                    np.stack((neighbourhood.sender[name], neighbourhood.receiver[name]))
                )
                for name in graph.relations
            },
            nodes_after=neighbourhood.nodes_after.tolist(),
            edges_after=neighbourhood.edges_after.tolist(),
            edges_per_hop=neighbourhood.edges_per_hop,
            seed=on_device(neighbourhood.seed_order),
        )

    def _features(self, kind: str, neighbourhood: Neighbourhood) -> Float32:
        graph, node = self._graph, neighbourhood.node[kind]
        before = neighbourhood.before[neighbourhood.group[kind]]
        parts = [
            _edge_history(graph.day, graph.pointer, graph.begin[number] + node, before)
            for number, name in enumerate(graph.relations)
            if name[2] == kind
        ]
        if kind == "paper":
            new = np.unique(node[~self._is_placed[node]])
            if len(new):
                self._placed[new] = self._space.place(self._titles[new])
                self._is_placed[new] = True
            parts.append(self._placed[node])
        return np.concatenate(parts, axis=1)


@njit(cache=True, nogil=True)
def _edge_history(day: Int32, pointer: Int64, rows: Int64, before: Int64) -> Float32:
    """Count the edges of some lists on a day.

    Returns:
        Logarithms of 1 + the number of edges in all, of the last three years and of the last
        year, and of 1 + the years since the first and since the last; shape ``(rows, 5)``, zeros
        for an empty list.
    """
    features = np.zeros((len(rows), _FEATURES_PER_RELATION), dtype=np.float32)
    for place in range(len(rows)):
        low = pointer[rows[place]]
        high = search_before(day, low, pointer[rows[place] + 1], before[place])
        if high == low:
            continue
        since = search_before(day, low, high, before[place] - 1096)
        lately = search_before(day, since, high, before[place] - 366)
        features[place, 0] = np.log1p(high - low)
        features[place, 1] = np.log1p(high - since)
        features[place, 2] = np.log1p(high - lately)
        features[place, 3] = np.log1p((before[place] - day[low]) / DAYS_PER_YEAR)
        features[place, 4] = np.log1p((before[place] - day[high - 1]) / DAYS_PER_YEAR)
    return features
