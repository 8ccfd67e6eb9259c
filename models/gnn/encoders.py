"""Encoders: embeddings of the seeds of a graph sample.

The seeds are embedded from every layer's view of them, as in Xu et al. (2018), arXiv:1806.03536.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import torch
from torch import Tensor, nn

from scinet.models.gnn.sampling import SubgraphSample
from scinet.models.temporal_graph import pyg
from scinet.models.temporal_graph.dated_graph import Relation

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork

_NUM_FREQUENCIES: Final = 8
Parts: TypeAlias = tuple[list[str], list[Relation]]
"""Kinds of nodes and relations of a graph."""


class Encoder(nn.Module):
    """Encoder of the seeds of a sample.

    Args:
        features: Number of features by kind of node.

    Shapes:
        Output: ``(seeds, hidden)``.
    """

    def __init__(
        self, features: Mapping[str, int], relations: Sequence[Relation], settings: "GraphNetwork"
    ) -> None:
        super().__init__()
        self.enter = nn.ModuleDict(
            {kind: nn.Linear(size, settings.hidden) for kind, size in features.items()}
        )
        self.leave = nn.Linear(settings.hidden * (settings.hops + 1), settings.hidden)
        self.dropout = nn.Dropout(settings.dropout)
        layers = self._layers((list(features), list(relations)), settings)
        self.layers = nn.ModuleList(layers)

    def forward(self, sample: SubgraphSample) -> Tensor:
        """Embed the seeds."""
        embedded: Tensor = self.leave(torch.cat(list(self.views(sample)), dim=1))
        return embedded

    @abstractmethod
    def views(self, sample: SubgraphSample) -> Iterable[Tensor]:
        """Yield the seeds at the input, and after each layer."""

    @abstractmethod
    def _layers(self, parts: Parts, settings: "GraphNetwork") -> Iterable[nn.Module]:
        """Make a layer for each hop of a sample."""


class JoinedEncoder(Encoder):
    """Encoder of a single kind of node, after input weights for each kind.

    Nodes are in order of reaching: those no longer needed by a layer are the end of the arrays.
    """

    def views(self, sample: SubgraphSample) -> Iterable[Tensor]:
        """Yield the seeds at the input, and after each layer."""
        entered = {kind: self.enter[kind](x) for kind, x in sample.x.items() if len(x)}
        h = _restore_order(entered, sample).relu()
        yield h[sample.seed]
        for number in range(len(self.layers)):
            remaining = len(self.layers) - number
            nodes, edges = sample.nodes_after[remaining - 1], sample.edges_after[remaining]
            h = self.dropout(self.layer(number, h, nodes, edges, sample).relu())
            yield h[sample.seed]

    @abstractmethod
    def layer(
        self, number: int, h: Tensor, nodes: int, edges: int, sample: SubgraphSample
    ) -> Tensor:
        """Apply one layer: the first ``nodes`` receive along the first ``edges``."""


class Sage(JoinedEncoder):
    """GraphSAGE: every node takes the mean of its neighbours, whatever their relation.

    Source:
        Hamilton, Ying and Leskovec (2017), arXiv:1706.02216, algorithm 1 with mean aggregation.
    """

    def _layers(self, parts: Parts, settings: "GraphNetwork") -> Iterable[nn.Module]:
        return (pyg.nn.SAGEConv(settings.hidden, settings.hidden) for _ in range(settings.hops))

    def layer(
        self, number: int, h: Tensor, nodes: int, edges: int, sample: SubgraphSample
    ) -> Tensor:
        """Pass messages once."""
        received: Tensor = self.layers[number]((h, h[:nodes]), sample.edge_index[:, :edges])
        return received


class AgeEncoding(nn.Module):
    """Encoding of ages as waves of learned lengths, initially from weeks to decades.

    Shapes:
        Input: ``(edges,)``, years. Output: ``(edges, waves)``.

    Source:
        Xu et al. (2020), arXiv:2002.07962, equation 6, cosines with phases.
    """

    def __init__(self, waves: int) -> None:
        super().__init__()
        self.speed = nn.Parameter(torch.logspace(1, -2, waves))
        self.phase = nn.Parameter(torch.zeros(waves))

    def forward(self, age: Tensor) -> Tensor:
        """Encode ages."""
        return torch.cos(age[:, None] * self.speed + self.phase)


class Temporal(JoinedEncoder):
    """Attention over dated edges, each encoded by its age and its relation.

    Source:
        Xu et al. (2020), arXiv:2002.07962 (TGAT), with the attention of Shi et al. (2021),
        arXiv:2009.03509, and relations as a part of an edge.
    """

    def _layers(self, parts: Parts, settings: "GraphNetwork") -> Iterable[nn.Module]:
        hidden, heads = settings.hidden, settings.heads
        self.ages = AgeEncoding(_NUM_FREQUENCIES)
        self.relations = nn.Embedding(len(parts[1]), _NUM_FREQUENCIES)
        for _ in range(settings.hops):
            yield pyg.nn.TransformerConv(
                hidden, hidden // heads, heads, edge_dim=2 * _NUM_FREQUENCIES
            )

    def layer(
        self, number: int, h: Tensor, nodes: int, edges: int, sample: SubgraphSample
    ) -> Tensor:
        """Pass messages once."""
        edge_features = (self.ages(sample.age[:edges]), self.relations(sample.relation[:edges]))
        ends, edge = sample.edge_index[:, :edges], torch.cat(edge_features, dim=1)
        received: Tensor = self.layers[number]((h, h[:nodes]), ends, edge)
        return received


class Heterogeneous(Encoder):
    """Heterogeneous graph transformer: each kind and relation has its own weights.

    Source:
        Hu et al. (2020), doi:10.1145/3366423.3380027, without its encoding of time.
    """

    def _layers(self, parts: Parts, settings: "GraphNetwork") -> Iterable[nn.Module]:
        hidden, heads = settings.hidden, settings.heads
        return (pyg.nn.HGTConv(hidden, hidden, parts, heads) for _ in range(settings.hops))

    def views(self, sample: SubgraphSample) -> Iterable[Tensor]:
        """Yield the seeds at the input, and after each layer."""
        h = {kind: self.enter[kind](x).relu() for kind, x in sample.x.items()}
        yield _restore_order(h, sample)[sample.seed]
        for number, layer in enumerate(self.layers):
            # Edges are hop by hop: the last ones no longer affect the seeds.
            edges = {
                name: index[:, : sum(sample.edges_per_hop[name][: len(self.layers) - number])]
                for name, index in sample.by_relation.items()
            }
            received = layer(h, edges)
            h = {
                kind: self.dropout(received[kind].relu()) if kind in received else x
                for kind, x in h.items()
            }
            yield _restore_order(h, sample)[sample.seed]


ENCODERS: Final[Mapping[str, type[Encoder]]] = {
    "sage": Sage,
    "hgt": Heterogeneous,
    "temporal": Temporal,
}


def _restore_order(h: Mapping[str, Tensor], sample: SubgraphSample) -> Tensor:
    """Return all nodes in the order in which they were reached."""
    kinds = [kind for kind, x in h.items() if len(x)]
    back = torch.argsort(torch.cat([sample.order[kind] for kind in kinds]))
    return torch.cat([h[kind] for kind in kinds])[back]
