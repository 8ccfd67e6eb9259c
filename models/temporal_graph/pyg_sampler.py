"""Sampler for the loaders of PyTorch Geometric that excludes edges of the future.

PyTorch Geometric's own takes edges dated at or before a seed, and needs compiled packages; this one
takes edges dated strictly before, and needs numba.
"""

from typing import Any, Final, Self, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from scinet.graph.snapshot.csr import Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.pyg import HeteroData
from scinet.models.temporal_graph.pyg import sampler as pyg
from scinet.models.temporal_graph.sampling import (
    FanOut,
    Neighbourhood,
    Strategy,
    fan_out_widths,
    sample_neighbourhood,
)

Output: TypeAlias = pyg.SamplerOutput | pyg.HeteroSamplerOutput

_MAX_TIME: Final = int(np.iinfo(np.int32).max)


class DatedSampler(pyg.BaseSampler):  # type: ignore[misc]  # the base class states no types
    """Sampler of a tree for each seed, of edges strictly before the seed's day.

    Pass it to ``NodeLoader`` or ``LinkLoader`` together with ``input_time`` or ``edge_label_time``
    in days; a seed without a day sees everything. A node is once in a tree. A graph with one kind
    and one relation is homogeneous.

    Args:
        graph: The dated edges.
        fan_out: Edges to take at each hop, -1 for all; one list for all relations or one each.
        strategy: ``recent`` takes the latest edges, ``uniform`` any, without replacement.
        seed: Seed of ``uniform`` samples.

    Attributes:
        epoch: Increase it before each pass over the data, so that ``uniform`` samples anew.
    """

    def __init__(
        self, graph: DatedGraph, fan_out: FanOut, *, strategy: Strategy = "recent", seed: int = 0
    ) -> None:
        super().__init__()
        self.graph = graph
        self.strategy = strategy
        self.seed = seed
        self.epoch = 0
        self._widths = fan_out_widths(graph, fan_out)

    @classmethod
    def of(cls, data: HeteroData, fan_out: FanOut, **options: Any) -> Self:
        """Make a sampler of the edges of a graph from :meth:`scinet.Snapshot.to_pyg`.

        Messages run along edges, so that the neighbours of a paper are its citing papers; apply
        ``torch_geometric.transforms.ToUndirected(merge=False)`` first for both directions.

        Args:
            data: A graph whose edges have ``time``.
            fan_out: As above.
            **options: ``strategy`` and ``seed``.
        """
        sizes = {str(kind): int(data[kind].num_nodes) for kind in data.node_types}
        edges = {name: tuple(data[name].edge_index.numpy()) for name in data.edge_types}
        days = {name: data[name].time.numpy() for name in data.edge_types}
        return cls(DatedGraph.from_edges(sizes, edges, days), fan_out, **options)

    def sample_from_nodes(self, index: pyg.NodeSamplerInput, **_: Any) -> Output:
        """Sample trees of nodes; ``input_id`` fixes the random numbers of each."""
        kind = self._kind(index.input_type)
        item = index.input_id if index.input_id is not None else index.node
        neighbourhood = self._sample(
            np.full(len(index.node), kind), index.node.numpy(), item.numpy(), index.time
        )
        return self._output(neighbourhood, (index.input_id, index.time), len(index.node))

    def sample_from_edges(
        self, index: pyg.EdgeSamplerInput, neg_sampling: pyg.NegativeSampling | None = None
    ) -> Output:
        """Sample trees of both ends of links, first those of the sources.

        Raises:
            ValueError: If negatives are requested: a node that did not exist on the day of a link,
            or is linked itself, is none; give them as links with the label 0.
        """
        if neg_sampling is not None:
            raise ValueError("negatives have to be given as links with the label 0")
        relation = index.input_type or self.graph.relations[0]
        links = len(index.row)
        ends = [self._kind(relation[0]), self._kind(relation[2])]
        item = index.input_id if index.input_id is not None else torch.arange(links)
        neighbourhood = self._sample(
            np.repeat(ends, links),
            torch.cat((index.row, index.col)).numpy(),
            # The two ends of a link have random numbers of their own.
            np.concatenate((2 * item.numpy(), 2 * item.numpy() + 1)),
            None if index.time is None else index.time.repeat(2),
        )
        label_index = torch.from_numpy(neighbourhood.seed).view(2, -1)
        return self._output(
            neighbourhood, (index.input_id, label_index, index.label, index.time), links
        )

    @property
    def edge_permutation(self) -> Tensor | dict[Relation, Tensor] | None:
        """Original position of each edge; None when the graph was built from a snapshot."""
        origin = {name: torch.from_numpy(order) for name, order in self.graph.origin.items()}
        if not origin:
            return None
        return next(iter(origin.values())) if self._is_homogeneous else origin

    @property
    def _is_homogeneous(self) -> bool:
        return len(self.graph.kinds) == 1 and len(self.graph.relations) == 1

    def _kind(self, name: str | None) -> int:
        return 0 if name is None else self.graph.kinds.index(name)

    def _sample(
        self,
        kind: NDArray[np.integer],
        seeds: Int64,
        item: NDArray[np.integer],
        time: Tensor | None,
    ) -> Neighbourhood:
        before = np.full(len(seeds), _MAX_TIME) if time is None else time.numpy()
        return sample_neighbourhood(
            self.graph,
            self._widths,
            kind,
            seeds,
            np.arange(len(seeds)),
            before,
            strategy=self.strategy,
            key=(self.seed, self.epoch),
            item=item,
        )

    def _output(
        self, neighbourhood: Neighbourhood, metadata: tuple[Any, ...], items: int
    ) -> Output:
        first = {name: self.graph.edge_slice(name).start for name in self.graph.relations}
        tensors: dict[str, dict[Any, Any]] = {
            "node": {kind: torch.from_numpy(v) for kind, v in neighbourhood.node.items()},
            "batch": {kind: torch.from_numpy(v % items) for kind, v in neighbourhood.group.items()},
            "row": {name: torch.from_numpy(v) for name, v in neighbourhood.sender.items()},
            "col": {name: torch.from_numpy(v) for name, v in neighbourhood.receiver.items()},
            "edge": {
                name: torch.from_numpy(v - first[name]) for name, v in neighbourhood.entry.items()
            },
        }
        counts: dict[str, dict[Any, Any]] = {
            "num_sampled_nodes": neighbourhood.nodes_per_hop,
            "num_sampled_edges": neighbourhood.edges_per_hop,
        }
        if not self._is_homogeneous:
            return pyg.HeteroSamplerOutput(**tensors, **counts, metadata=metadata)
        alone = {name: next(iter(values.values())) for name, values in tensors.items()}
        alone |= {name: next(iter(values.values())) for name, values in counts.items()}
        return pyg.SamplerOutput(**alone, metadata=metadata)
