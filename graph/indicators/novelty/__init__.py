"""Atypical combinations of references: Uzzi's novelty with its null model in closed form."""

from scinet.graph.indicators.novelty.atypicality import Novelty, on_arrays
from scinet.graph.indicators.novelty.explain import Pairs, pairs_of

__all__ = ["Novelty", "Pairs", "on_arrays", "pairs_of"]
