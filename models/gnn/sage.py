"""GraphSAGE: every node takes the mean of its neighbours, whatever relation they stand in."""

from torch import Tensor, nn

from scinet.models.gnn.encoder import Joined, Shape
from scinet.models.gnn.sampling import Sample
from scinet.models.temporal_graph.pyg import SAGEConv


class Sage(Joined):
    """GraphSAGE on nodes of one kind.

    Source:
        Hamilton, Ying and Leskovec (2017), arXiv:1706.02216, algorithm 1 with mean aggregation;
        layers joined as in Xu et al. (2018), arXiv:1806.03536.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.layers = nn.ModuleList(
            SAGEConv(shape.hidden, shape.hidden) for _ in range(shape.layers)
        )

    def layer(self, number: int, h: Tensor, nodes: int, edges: int, sample: Sample) -> Tensor:
        """One step of messages."""
        result: Tensor = self.layers[number]((h, h[:nodes]), sample.edge_index[:, :edges])
        return result
