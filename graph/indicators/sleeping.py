"""Sleeping beauties: papers hardly cited for years and then very much."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.normalised import publication_year
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64


@dataclass(frozen=True, slots=True)
class SleepingBeauty:
    """Delayed recognition of papers, one entry per paper, NaN for papers without citations.

    Shapes:
        coefficient: ``(papers,)``, B: larger means longer sleep and a steeper awakening; below 0
            where most citations came early; 0 when the peak is in the year of publication.
        awakening_years: ``(papers,)``, calendar years from publication to awakening.
        peak_years: ``(papers,)``, calendar years from publication to the year with most citations,
            the first of several.
    """

    coefficient: NDArray[np.float64]
    awakening_years: NDArray[np.float64]
    peak_years: NDArray[np.float64]


def compute_beauty(snapshot: Snapshot) -> SleepingBeauty:
    """Compute the beauty coefficient of all papers, from dated citations by calendar year.

    Only citations whose citing paper is dated strictly later count. The last year may be cut
    short by the end of the snapshot.

    Source:
        Ke et al. (2015), doi:10.1073/pnas.1424329112, equations 1 to 3.
    """
    year = publication_year(snapshot)
    cited_by = snapshot.ordered_by
    return SleepingBeauty(*_coefficients(cited_by.indptr, cited_by.indices, year))


@njit(cache=True)
def _coefficients(
    citing_indptr: Int64, citing: Int32, year: Int64
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    papers = len(year)
    coefficient = np.full(papers, np.nan)
    awakening = np.full(papers, np.nan)
    peak = np.full(papers, np.nan)
    for paper in range(papers):
        start, stop = citing_indptr[paper], citing_indptr[paper + 1]
        if start == stop:
            continue
        per_year = np.zeros(year[citing[stop - 1]] - year[paper] + 1, dtype=np.int64)
        for entry in range(start, stop):
            per_year[year[citing[entry]] - year[paper]] += 1
        best = int(np.argmax(per_year))
        first, most = per_year[0], per_year[best]
        total = 0.0
        farthest, awake = -1, 0
        for age in range(best):
            # Twice the area between the line to the peak and the citations, and their distance
            # from the line; at the peak itself both are 0.
            below = (most - first) / best * age + first - per_year[age]
            total += below / max(1, per_year[age])
            # The distance in whole numbers, so that equal distances tie.
            off = abs((most - first) * age + (first - per_year[age]) * best)
            if off > farthest:
                farthest, awake = off, age
        coefficient[paper] = total
        awakening[paper] = awake
        peak[paper] = best
    return coefficient, awakening, peak
