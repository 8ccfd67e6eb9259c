"""Who may write with an author next: those whom walks of short and long reach come to."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32
from scinet.models.collaborators.features.lists import Lists
from scinet.models.collaborators.features.walks import CITING, NEAR, time_shares
from scinet.models.history import Past

AT_ONCE: Final = 64  # seeds: tables of authors by seeds take 0.25 KiB for each author
_CONSTANT: Final = 60.0


def candidates(past: Past, seeds: Int32, most: int) -> Lists:
    """Authors worth ordering for each seed.

    A walk over joint papers and one over as many citations each give an author a place;
    ``1 / (60 + place)`` is added up, and the largest sums are taken.

    Args:
        past: The network.
        seeds: Author numbers, shape ``(lists,)``.
        most: Longest list, at least 1.

    Returns:
        Lists without their seeds, best first.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """
    found: list[Int32] = []
    shares = [time_shares(past, walk, seeds) for walk in (NEAR, CITING)]
    for column, seed in enumerate(seeds):
        total = np.zeros(past.snapshot.num_authors)
        for share in shares:
            _add_places(total, share[:, column], most)
        total[seed] = 0.0
        near = np.flatnonzero(total)
        found.append(near[np.argsort(-total[near], kind="stable")[:most]].astype(np.int32))
    first = np.concatenate(([0], np.cumsum([len(one) for one in found]))).astype(np.int64)
    return Lists(seeds, first, np.concatenate([seeds[:0], *found]))


def _add_places(total: NDArray[np.float64], share: NDArray[np.float32], most: int) -> None:
    reached = np.flatnonzero(share)
    best = reached[np.argsort(-share[reached], kind="stable")[: 2 * most]]
    total[best] += 1.0 / (_CONSTANT + 1 + np.arange(len(best)))
