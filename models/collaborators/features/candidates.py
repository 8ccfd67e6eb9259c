"""Candidates for an author's next co-authors: those whom walks reach."""

from typing import Final

import numpy as np

from scinet.graph.snapshot.csr import Int32
from scinet.models.base.ranking import best_first, fused
from scinet.models.collaborators.features.lists import Lists
from scinet.models.collaborators.features.walks import CITING, NEAR, time_shares
from scinet.models.history import Past

AT_ONCE: Final = 64  # seeds: tables of authors by seeds take 0.25 KiB for each author


def candidates(past: Past, seeds: Int32, most: int) -> Lists:
    """Authors worth ordering for each seed, at most so many, best first and without the seed.

    The rankings by a walk over joint papers and by one over as many citations are fused. Seeds are
    author numbers, shape ``(lists,)``.
    """
    found: list[Int32] = []
    shares = [time_shares(past, walk, seeds) for walk in (NEAR, CITING)]
    for column, seed in enumerate(seeds):
        reached = (np.where(share[:, column] > 0, share[:, column], np.nan) for share in shares)
        orders = [best_first(one)[: 2 * most] for one in reached]
        total = fused(orders, past.snapshot.num_authors)
        total[seed] = np.nan
        found.append(best_first(total)[:most].astype(np.int32))
    first = np.concatenate(([0], np.cumsum([len(one) for one in found]))).astype(np.int64)
    return Lists(seeds, first, np.concatenate([seeds[:0], *found]))
