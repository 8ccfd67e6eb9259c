"""GraphSAGE on papers and authors, and a scorer of links between them.

One encoder serves both tasks. Messages run along citations (either way), authorship (either
way) and co-authorship, all before the cut-off. A new paper is encoded from its title and the
embeddings of its team, because it has no citations of its own yet.
"""

import warnings
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor, nn

with warnings.catch_warnings():
    # It still uses torch.jit.script, which tells every reader of the terminal to stop doing so.
    warnings.filterwarnings("ignore", message=".*torch.jit.script", category=FutureWarning)
    from torch_geometric.nn import SAGEConv

RELATIONS: Final = {
    "cites": ("paper", "paper"),
    "cited_by": ("paper", "paper"),
    "written_by": ("author", "paper"),
    "wrote": ("paper", "author"),
    "wrote_with": ("author", "author"),
}
_PULL: Final = 5.0  # weight of shared neighbours where both views count 1
_VIEW_STEP: Final = 10.0
_FIRST: Final = 0.3  # weight of a view before the first step; more drowns the embeddings


@dataclass(frozen=True)
class GraphTensors:
    """One past as tensors.

    Shapes:
        x: Features by kind of node, ``(nodes, features)``.
        adjacency: By relation, ``(receivers, senders)``, sparse CSR.
        views: Who the neighbours are, by kind of node, ``(nodes, views, bits)``.
    """

    x: dict[str, Tensor]
    views: dict[str, Tensor]
    adjacency: dict[str, Tensor]


class SageEncoder(nn.Module):
    """Embeddings of papers and authors; every layer's view is kept.

    Shapes:
        Input: :class:`GraphTensors`. Output: by kind of node, ``(nodes, hidden)``.

    Source:
        Hamilton, Ying and Leskovec (2017), arXiv:1706.02216, algorithm 1 with mean aggregation;
        layers joined as in Xu et al. (2018), arXiv:1806.03536.
    """

    def __init__(self, features: dict[str, int], hidden: int, layers: int, dropout: float) -> None:
        super().__init__()
        self.enter = nn.ModuleDict({kind: nn.Linear(n, hidden) for kind, n in features.items()})
        self.layers = nn.ModuleList(
            nn.ModuleDict({name: SAGEConv(hidden, hidden) for name in RELATIONS})
            for _ in range(layers)
        )
        self.leave = nn.ModuleDict(
            {kind: nn.Linear(hidden * (layers + 1), hidden) for kind in features}
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, graph: GraphTensors) -> dict[str, Tensor]:
        """Embed every node."""
        h = {kind: self.enter[kind](x) for kind, x in graph.x.items()}
        views = {kind: [x] for kind, x in h.items()}
        for layer in self.layers:
            total = dict.fromkeys(h, torch.zeros(()))
            for name, (sender, receiver) in RELATIONS.items():
                message = layer[name]((h[sender], h[receiver]), graph.adjacency[name])  # type: ignore[index]
                total[receiver] = total[receiver] + message
            h = {kind: self.dropout(x.relu()) for kind, x in total.items()}
            for kind, x in h.items():
                views[kind].append(x)
        return {kind: self.leave[kind](torch.cat(x, dim=1)) for kind, x in views.items()}


class SageLinkScorer(nn.Module):
    """Logits of sources against all targets, from GraphSAGE embeddings and shared neighbours.

    A source is the mean of its members and, where it has one, its title. The logit adds up the
    dot product of embeddings, what the target draws from everyone, and the dot product of
    identity views, each weighted by one learned number.

    Shapes:
        members: ``(sources, authors)``, sparse CSR, rows sum to 1.
        title: ``(sources, dimensions)``.
        Output: ``(sources, targets)``.
    """

    def __init__(
        self,
        features: dict[str, int],
        views: tuple[int, int],
        *,
        title: int,
        hidden: int,
        layers: int,
        dropout: float,
    ) -> None:
        super().__init__()
        self.encoder = SageEncoder(features, hidden, layers, dropout)
        self.team = nn.Linear(hidden, hidden)
        self.title = nn.Linear(title, hidden, bias=False)
        self.target = nn.Linear(hidden, hidden)
        self.draw = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.scale = hidden**-0.5
        self.source_views = nn.Parameter(torch.full((views[0],), _FIRST))
        self.target_views = nn.Parameter(torch.full((views[1],), _FIRST))

    def parameter_groups(self, learning_rate: float) -> list[dict[str, Any]]:
        """Parameters for an optimizer: the weights of views take longer steps."""
        views = [self.source_views, self.target_views]
        others = [weight for name, weight in self.named_parameters() if not name.endswith("views")]
        return [
            {"params": others, "lr": learning_rate},
            {"params": views, "lr": _VIEW_STEP * learning_rate},
        ]

    def forward(self, graph: GraphTensors, targets: str, members: Tensor, title: Tensor) -> Tensor:
        """Score every source against every target."""
        return self.logits(graph, self.encoder(graph), targets, members, title)

    def logits(
        self,
        graph: GraphTensors,
        embedded: dict[str, Tensor],
        targets: str,
        members: Tensor,
        title: Tensor,
    ) -> Tensor:
        """Score as :meth:`forward`, from embeddings that are there already."""
        source = self.team(members @ embedded["author"]) + self.title(title)
        known = members @ torch.einsum("nvb,v->nb", graph.views["author"], self.source_views)
        shared = torch.einsum("nvb,v->nb", graph.views[targets], self.target_views)
        left = torch.cat((source * self.scale, known * _PULL), dim=1)
        right = torch.cat((self.target(embedded[targets]), shared), dim=1)
        logits: Tensor = left @ right.T + self.draw(embedded[targets]).T
        return logits
