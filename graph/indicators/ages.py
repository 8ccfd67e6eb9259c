"""Ages of a paper's references, and of the paper when it is cited."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.schema.dates import DAYS_PER_YEAR, add_years
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr, Int64

RECENT_YEARS: Final = 5  # of the Price index


@dataclass(frozen=True, slots=True)
class PaperAges:
    """Ages in years of 365.25 days, one entry per paper; NaN where nothing counts.

    Shapes:
        counted: ``(papers,)``, number of references, or citations, that count.
        mean_years: ``(papers,)``.
        median_years: ``(papers,)``; of references the citing half-life, of citations the cited one.
        recent_share: ``(papers,)``, share that is at most 5 calendar years old, in [0, 1]; of
            references it is the Price index.
    """

    counted: Int64
    mean_years: NDArray[np.float64]
    median_years: NDArray[np.float64]
    recent_share: NDArray[np.float64]


def reference_ages(snapshot: Snapshot) -> PaperAges:
    """Compute the ages of each paper's references when it cited them.

    Only references dated strictly before the paper count.

    Source:
        Price (1970), Citation measures of hard science, soft science, technology, and nonscience
        (the index); Burton and Kebler (1960), doi:10.1002/asi.5090110105 (half-life).
    """
    citing = snapshot.ordered.row_numbers()
    return _ages(snapshot, snapshot.ordered, citing, snapshot.ordered.indices)


def citation_ages(snapshot: Snapshot) -> PaperAges:
    """Compute the ages of each paper when it was cited, as in :func:`reference_ages`."""
    cited = snapshot.ordered_by.row_numbers()
    return _ages(snapshot, snapshot.ordered_by, snapshot.ordered_by.indices, cited)


def _ages(
    snapshot: Snapshot, rows: Csr, citing: NDArray[np.integer], cited: NDArray[np.integer]
) -> PaperAges:
    day = snapshot.day.astype(np.int64)
    age = day[citing] - day[cited]
    recent = day[citing] <= add_years(snapshot.day, RECENT_YEARS)[cited]
    counted = rows.lengths()
    some = np.flatnonzero(counted)
    mean, median, share = (np.full(rows.num_rows, np.nan) for _ in range(3))
    start, number = rows.indptr[some], counted[some]
    row = rows.row_numbers()
    mean[some] = np.bincount(row, weights=age, minlength=rows.num_rows)[some] / number
    share[some] = np.bincount(row, weights=recent, minlength=rows.num_rows)[some] / number
    # Rows are in time order, so their ages are sorted.
    median[some] = (age[start + (number - 1) // 2] + age[start + number // 2]) / 2
    return PaperAges(counted, mean / DAYS_PER_YEAR, median / DAYS_PER_YEAR, share)
