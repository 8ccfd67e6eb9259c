"""Atypical combinations of references: Uzzi's novelty with its null model in closed form."""

from scinet.graph.indicators.novelty.atypicality import (
    AtypicalPairs,
    Novelty,
    compute_novelty,
    explain_pairs,
)

__all__ = ["AtypicalPairs", "Novelty", "compute_novelty", "explain_pairs"]
