"""How likely a candidate is the one: its walks, corrected by what a network makes of the pair."""

import torch
from torch import Tensor, nn

from scinet.models.gnn.encoders import Encoder


class PairScorer(nn.Module):
    """Logits of pairs of an asker and a candidate.

    The logarithm of the first walk's share, the first of the features, times a learned number that
    is 1 at first, plus a network of the features and the embeddings of both, which is 0 at first:
    so training starts at the order of the walk.
    """

    def __init__(self, encoder: Encoder, *, hidden: int, features: int, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.walk = nn.Parameter(torch.ones(()))
        self.asker = nn.Linear(hidden, hidden)
        self.candidate = nn.Linear(hidden, hidden)
        self.first = nn.Linear(features + 2 * hidden, hidden)
        self.dropout = nn.Dropout(dropout)
        self.last = nn.Linear(hidden, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, asker: Tensor, candidate: Tensor, features: Tensor) -> Tensor:
        """Score pairs: embeddings and features of shape ``(pairs, …)``; shape ``(pairs,)``."""
        together = self.asker(asker) * self.candidate(candidate)
        known = torch.cat((features, together, self.candidate(candidate)), dim=1)
        correction = self.last(self.dropout(self.first(known).relu()))
        logits: Tensor = self.walk * features[:, 0] + correction[:, 0]
        return logits
