"""Citations normalised by group and year, so that fields and ages compare."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Normalised:
    """Citation impact of each paper relative to its group and year of publication (cell).

    Shapes:
        score: ``(papers,)``, citations by the mean of the cell; 1 is the mean.
        percentile: ``(papers,)``, share of the cell with fewer citations plus half of those with
            as many, the paper itself among them, in (0, 1).
        top_share: ``(papers,)``, part of the paper that belongs to the most cited of the cell, in
            [0, 1]; its sum over a cell is exactly the given share of the cell.

    All are NaN without a group; ``score`` also where no paper of the cell is cited.
    """

    score: NDArray[np.float64]
    percentile: NDArray[np.float64]
    top_share: NDArray[np.float64]


def publication_year(snapshot: Snapshot) -> NDArray[np.int64]:
    """Return the calendar year of each paper, shape ``(papers,)``."""
    year: NDArray[np.int64] = (
        snapshot.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64)
    )
    return year + 1970


def normalise(
    citations: NDArray[np.integer],
    year: NDArray[np.integer],
    group: NDArray[np.integer],
    *,
    top: float = 0.1,
) -> Normalised:
    """Compare the citations of each paper with those of its group and year.

    Args:
        group: Code of a venue, field or community, or -1, shape ``(papers,)``.
        top: Share of a cell that counts as most cited, in (0, 1).

    Source:
        ``score``: Radicchi et al. (2008), doi:10.1073/pnas.0806977105, whose mean over papers is
        Waltman et al. (2011), doi:10.1007/s11192-011-0354-5, MNCS. ``top_share``: Waltman and
        Schreiber (2013), doi:10.1002/asi.22775, ties at the threshold in parts.
    """
    if not 0 < top < 1:
        raise ValueError(f"a share of {top} is not in (0, 1)")
    score, percentile, top_share = (np.full(len(citations), np.nan) for _ in range(3))
    grouped = np.flatnonzero(group >= 0)
    keys = np.stack([group[grouped], year[grouped], citations[grouped]], axis=1).astype(np.int64)
    # Ties are the papers of one cell with one number of citations, in ascending order in a cell.
    ties, tie, tied = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    tie = tie.reshape(-1)
    starts = np.ones(len(ties), dtype=np.bool_)
    starts[1:] = (ties[1:, :2] != ties[:-1, :2]).any(axis=1)
    cell = np.cumsum(starts) - 1
    papers = np.bincount(cell, weights=tied)[cell]
    total = np.bincount(cell, weights=tied * ties[:, 2])[cell]
    before_tie = np.cumsum(tied) - tied
    fewer = before_tie - before_tie[starts][cell]
    mean = total / papers
    relative = np.full(len(ties), np.nan)
    np.divide(ties[:, 2], mean, out=relative, where=mean > 0)
    # Tied papers share the rank interval of the cell that they fill together.
    reaching = fewer + tied - papers * (1 - top)
    score[grouped] = relative[tie]
    percentile[grouped] = ((fewer + tied / 2) / papers)[tie]
    top_share[grouped] = np.clip(reaching / tied, 0, 1)[tie]
    return Normalised(score, percentile, top_share)
