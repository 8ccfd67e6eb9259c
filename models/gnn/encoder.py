"""What all encoders share: they take a sample and give an embedding of each of its seeds."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from scinet.models.gnn.sampling import Sample
from scinet.models.temporal_graph.dated_graph import Relation


@dataclass(frozen=True)
class Shape:
    """What an encoder is built for.

    Attributes:
        features: Number of features by kind of node.
        relations: The relations of the graph.
        hidden: Size of an embedding.
        layers: How many steps messages travel: the hops of a sample.
        heads: Parts of an embedding that attend by themselves, where there is attention.
        dropout: Share of activations that training sets to 0.
    """

    features: Mapping[str, int]
    relations: Sequence[Relation]
    hidden: int
    layers: int
    heads: int
    dropout: float


class Encoder(nn.Module):
    """Embeds the seeds of a sample.

    Shapes:
        Output: ``(seeds, hidden)``.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.enter = nn.ModuleDict(
            {kind: nn.Linear(size, shape.hidden) for kind, size in shape.features.items()}
        )
        self.leave = nn.Linear(shape.hidden * (shape.layers + 1), shape.hidden)
        self.dropout = nn.Dropout(shape.dropout)

    @abstractmethod
    def forward(self, sample: Sample) -> Tensor:
        """Embed the seeds."""

    def entered(self, sample: Sample) -> Tensor:
        """All nodes in the order in which they were reached, each kind by weights of its own."""
        kinds = [kind for kind, x in sample.x.items() if len(x)]
        parts = torch.cat([self.enter[kind](sample.x[kind]) for kind in kinds])
        back = torch.argsort(torch.cat([sample.order[kind] for kind in kinds]))
        entered: Tensor = parts[back]
        return entered


class Joined(Encoder):
    """An encoder that sees one kind of node, once each has entered by weights of its own.

    Nodes are in order of reaching: what a layer does not need any more is the end of the arrays.
    """

    def forward(self, sample: Sample) -> Tensor:
        """Embed the seeds from every layer's view of them."""
        h = self.entered(sample).relu()
        views = [h[sample.seed]]
        layers = len(sample.nodes_after) - 1
        for number in range(layers):
            nodes = sample.nodes_after[layers - number - 1]
            edges = sample.edges_after[layers - number]
            h = self.dropout(self.layer(number, h, nodes, edges, sample).relu())
            views.append(h[sample.seed])
        embedded: Tensor = self.leave(torch.cat(views, dim=1))
        return embedded

    @abstractmethod
    def layer(self, number: int, h: Tensor, nodes: int, edges: int, sample: Sample) -> Tensor:
        """One layer: the first so many nodes receive along the first so many edges."""
