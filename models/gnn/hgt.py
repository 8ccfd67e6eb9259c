"""Heterogeneous attention: every kind of node and every relation has weights of its own."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from scinet.models.gnn.encoder import Encoder, Shape
from scinet.models.gnn.sampling import Sample
from scinet.models.temporal_graph.pyg import HGTConv


class Heterogeneous(Encoder):
    """The heterogeneous graph transformer.

    Source:
        Hu et al. (2020), doi:10.1145/3366423.3380027, without its encoding of time; layers
        joined as in Xu et al. (2018), arXiv:1806.03536.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        described = (list(shape.features), list(shape.relations))
        self.layers = nn.ModuleList(
            HGTConv(shape.hidden, shape.hidden, described, shape.heads) for _ in range(shape.layers)
        )

    def forward(self, sample: Sample) -> Tensor:
        """Embed the seeds from every layer's view of them."""
        h = {kind: self.enter[kind](x).relu() for kind, x in sample.x.items()}
        views = [_in_order(h, sample)]
        for number, layer in enumerate(self.layers):
            # Edges are hop by hop: the last ones say nothing to the seeds any more.
            edges = {
                name: index[:, : sum(sample.edges_per_hop[name][: len(self.layers) - number])]
                for name, index in sample.by_relation.items()
            }
            received = layer(h, edges)
            h = {
                kind: self.dropout(received[kind].relu()) if kind in received else x
                for kind, x in h.items()
            }
            views.append(_in_order(h, sample))
        embedded: Tensor = self.leave(torch.cat(views, dim=1))
        return embedded


def _in_order(h: Mapping[str, Tensor], sample: Sample) -> Tensor:
    """The seeds, whatever their kind."""
    kinds = [kind for kind, x in h.items() if len(x)]
    back = torch.argsort(torch.cat([sample.order[kind] for kind in kinds]))
    return torch.cat([h[kind] for kind in kinds])[back][sample.seed]
