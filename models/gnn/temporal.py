"""Temporal attention: which neighbours count depends on what they are and how long ago."""

import torch
from torch import Tensor, nn

from scinet.models.gnn.encoder import Joined, Shape
from scinet.models.gnn.sampling import Sample
from scinet.models.temporal_graph.pyg import TransformerConv

_WAVES = 8


class Ages(nn.Module):
    """Ages as waves of learned lengths, from weeks to decades at first.

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
        """Waves at some ages."""
        return torch.cos(age[:, None] * self.speed + self.phase)


class Temporal(Joined):
    """Attention over dated edges, each known by its age and its relation.

    Source:
        Xu et al. (2020), arXiv:2002.07962 (TGAT), with the attention of Shi et al. (2021),
        arXiv:2009.03509, and relations as a part of an edge.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.ages = Ages(_WAVES)
        self.relations = nn.Embedding(len(shape.relations), _WAVES)
        self.layers = nn.ModuleList(
            TransformerConv(
                shape.hidden, shape.hidden // shape.heads, shape.heads, edge_dim=2 * _WAVES
            )
            for _ in range(shape.layers)
        )

    def layer(self, number: int, h: Tensor, nodes: int, edges: int, sample: Sample) -> Tensor:
        """One step of messages."""
        known = (self.ages(sample.age[:edges]), self.relations(sample.relation[:edges]))
        result: Tensor = self.layers[number](
            (h, h[:nodes]), sample.edge_index[:, :edges], torch.cat(known, dim=1)
        )
        return result
