"""Drawing the papers that pair queries ask about."""

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int64


def stratified(candidates: NDArray[np.integer], degree: Int64, count: int, seed: int) -> list[int]:
    """Draw papers evenly from low to high in-degree.

    Strata are powers of two of the in-degree. Each in turn gives one paper until enough are
    drawn or none is left, so that the many papers of low degree do not crowd out the few others.

    Args:
        candidates: Positions that may be drawn, shape ``(n,)``.
        degree: In-degree by position.
        count: Papers wanted.
        seed: Seed of the draw.

    Returns:
        At most ``count`` distinct positions, ascending.
    """
    rng = np.random.default_rng(seed)
    stratum = np.log2(np.maximum(degree[candidates], 1)).astype(np.int64)
    shuffled = [rng.permutation(candidates[stratum == s]) for s in np.unique(stratum)]
    drawn: list[int] = []
    turn = 0
    while len(drawn) < count and any(turn < len(papers) for papers in shuffled):
        drawn += [int(papers[turn]) for papers in shuffled if turn < len(papers)]
        turn += 1
    return sorted(drawn[:count])
