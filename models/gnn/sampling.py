"""A sampled neighbourhood as tensors: what nodes were like on the day, how old edges were."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
import torch
from numba import njit
from numpy.typing import NDArray
from torch import Tensor

from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.sampling import Drawn
from scinet.models.temporal_graph.sampling_kernel import earlier
from scinet.models.text.tfidf import TitleSpace

Float32: TypeAlias = NDArray[np.float32]

_PER_RELATION: Final = 5


@dataclass(frozen=True)
class Sample:
    """Nodes and edges around some seeds.

    Shapes:
        x: By kind of node, ``(nodes, features)``.
        order: By kind, ``(nodes,)``, place of each node among all, in the order of reaching.
        edge_index: Sender and receiver of each edge among all nodes, ``(2, edges)``.
        relation: Number of each edge's relation, ``(edges,)``.
        age: Years of each edge on the day, ``(edges,)``, above 0.
        by_relation: Sender and receiver within their kinds, ``(2, edges)`` each.
        nodes_after: Nodes reached after each hop, from the seeds on, ``hops + 1`` numbers.
        edges_after: Edges sampled by then.
        edges_per_hop: The same for each relation, as differences.
        seed: Place of each seed among all nodes, ``(seeds,)``.
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

    def to(self, device: torch.device) -> "Sample":
        """The same on a device."""
        return replace(
            self,
            x={kind: value.to(device) for kind, value in self.x.items()},
            order={kind: value.to(device) for kind, value in self.order.items()},
            edge_index=self.edge_index.to(device),
            relation=self.relation.to(device),
            age=self.age.to(device),
            by_relation={name: value.to(device) for name, value in self.by_relation.items()},
            seed=self.seed.to(device),
        )


class Inputs:
    """Turns sampled neighbourhoods of one graph into tensors.

    What a node is like is counted on its lists up to the day of its group, so it is right as of
    any day. Titles are placed when they are first needed.

    Args:
        graph: The lists.
        titles: Titles of the papers.
        space: Main directions of titles.
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
        """Number of features by kind of node."""
        found = {
            kind: _PER_RELATION * sum(name[2] == kind for name in self._graph.relations)
            for kind in self._graph.kinds
        }
        found["paper"] += self._placed.shape[1]
        return found

    def sample(self, drawn: Drawn, kind: NDArray[np.integer]) -> Sample:
        """Turn a neighbourhood into tensors.

        Args:
            drawn: The neighbourhood.
            kind: Number of the kind of each seed.
        """
        graph = self._graph
        x = {name: self._features(name, node, drawn) for name, node in drawn.node.items()}
        day = graph.day[drawn.edges[3]]
        # An edge is in the group of its receiver.
        group = np.empty(int(drawn.nodes_after[-1]), dtype=np.int64)
        for name, order in drawn.order.items():
            group[order] = drawn.group[name]
        age = (drawn.before[group[drawn.edges[2]]] - day) / DAYS_PER_YEAR
        order_of = [drawn.order[name] for name in graph.kinds]
        seed = np.empty(len(kind), dtype=np.int64)
        for number in np.unique(kind):
            seed[kind == number] = order_of[number][drawn.seed[kind == number]]
        return Sample(
            x={name: torch.from_numpy(value) for name, value in x.items()},
            order={name: torch.from_numpy(value) for name, value in drawn.order.items()},
            edge_index=torch.from_numpy(drawn.edges[1:3].copy()),
            relation=torch.from_numpy(drawn.edges[0].copy()),
            age=torch.from_numpy(age.astype(np.float32)),
            by_relation={
                name: torch.from_numpy(np.stack((drawn.sender[name], drawn.receiver[name])))
                for name in graph.relations
            },
            nodes_after=drawn.nodes_after.tolist(),
            edges_after=drawn.edges_after.tolist(),
            edges_per_hop=drawn.edges_per_hop,
            seed=torch.from_numpy(seed),
        )

    def _features(self, kind: str, node: Int64, drawn: Drawn) -> Float32:
        graph = self._graph
        before = drawn.before[drawn.group[kind]]
        parts = [
            _history(graph.day, graph.pointer, graph.begin[number] + node, before)
            for number, name in enumerate(graph.relations)
            if name[2] == kind
        ]
        if kind == "paper":
            parts.append(self._placed_titles(node))
        return np.concatenate(parts, axis=1)

    def _placed_titles(self, paper: Int64) -> Float32:
        new = np.unique(paper[~self._is_placed[paper]])
        if len(new):
            self._placed[new] = self._space.place(self._titles[new])
            self._is_placed[new] = True
        return self._placed[paper]


@njit(cache=True, nogil=True)
def _history(day: Int32, pointer: Int64, rows: Int64, before: Int64) -> Float32:
    """What was in some lists on a day.

    Returns:
        Logarithms of 1 + the number of edges in all, of the last three years and of the last
        year, and of 1 + the years since the first and since the last; shape ``(rows, 5)``, zeros
        for an empty list.
    """
    found = np.zeros((len(rows), _PER_RELATION), dtype=np.float32)
    for place in range(len(rows)):
        low = pointer[rows[place]]
        high = earlier(day, low, pointer[rows[place] + 1], before[place])
        if high == low:
            continue
        since = earlier(day, low, high, before[place] - 1096)
        lately = earlier(day, since, high, before[place] - 366)
        found[place, 0] = np.log1p(high - low)
        found[place, 1] = np.log1p(high - since)
        found[place, 2] = np.log1p(high - lately)
        found[place, 3] = np.log1p((before[place] - day[low]) / DAYS_PER_YEAR)
        found[place, 4] = np.log1p((before[place] - day[high - 1]) / DAYS_PER_YEAR)
    return found
