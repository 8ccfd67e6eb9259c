"""PageRank and CiteRank: visits of papers by random walks along references.

A walk goes from a paper to one of its references with equal probability, and may end at every
step. PageRank starts anywhere; CiteRank starts at recent papers, as readers do, so that old papers
are not rewarded for their age alone.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_TOLERANCE = 1e-12


def page_rank(snapshot: Snapshot, *, damping: float = 0.85) -> NDArray[np.float64]:
    """Return the share of visits of each paper, sum 1, when walks start uniformly.

    A walk also ends at a paper without references. Restarting it at random instead would change all
    values by one factor, so the shares are the same.

    Args:
        snapshot: The network; citations count whatever their order in time.
        damping: Probability of following a reference, in [0, 1).

    Source:
        Page et al. (1999), The PageRank Citation Ranking.
    """
    return _visits(snapshot, np.ones(snapshot.num_papers), damping)


def cite_rank(
    snapshot: Snapshot, *, tau_years: float = 2.6, alpha: float = 0.5
) -> NDArray[np.float64]:
    """Return the share of visits of each paper, sum 1, when walks start at recent papers.

    Args:
        tau_years: Time constant of the starting probability, which decays by e in this many years
            of 365.25 days of a paper's age.
        alpha: Probability that a walk ends at a paper, in (0, 1].

    Source:
        Walker et al. (2007), doi:10.1088/1742-5468/2007/06/P06010; the defaults are those found
        there for all journals of Physical Review.
    """
    if not tau_years > 0:
        raise ValueError(f"a decay of {tau_years} years is not positive")
    if not snapshot.num_papers:
        return np.zeros(0)
    # Ages count from the newest paper; another day would change all starts by one factor.
    age = (snapshot.day[-1] - snapshot.day.astype(np.int64)) / DAYS_PER_YEAR
    return _visits(snapshot, np.exp(-age / tau_years), 1 - alpha)


def _visits(snapshot: Snapshot, start: NDArray[np.float64], follow: float) -> NDArray[np.float64]:
    if not 0 <= follow < 1:
        raise ValueError(f"a probability of {follow} to follow a reference is not in [0, 1)")
    if not snapshot.num_papers:
        return np.zeros(0)
    cites = snapshot.cites
    visits = _walk(cites.indptr, cites.indices, start / start.sum(), follow)
    result: NDArray[np.float64] = visits / visits.sum()
    return result


@njit(cache=True, nogil=True)
def _walk(
    indptr: Int64,
    indices: Int32,
    start: NDArray[np.float64],
    follow: float,
) -> NDArray[np.float64]:
    """Return the visits of each paper by walks with these starting probabilities.

    Papers are in order of time, and most references lead back in it: from the newest paper to the
    oldest, each passes on all that it received, once. Only walks along the other references need
    another round.
    """
    moving, visits = start.copy(), np.zeros_like(start)
    remaining = 1.0
    # Each round keeps at most `follow` of the walks going.
    while remaining > _TOLERANCE * (1 - follow):
        remaining = 0.0
        for paper in range(len(start) - 1, -1, -1):
            here, moving[paper] = moving[paper], 0.0
            visits[paper] += here
            first, stop = indptr[paper], indptr[paper + 1]
            if here == 0 or first == stop:
                continue
            share = here * follow / (stop - first)
            for entry in range(first, stop):
                cited = indices[entry]
                moving[cited] += share
                if cited >= paper:
                    remaining += share
    return visits
