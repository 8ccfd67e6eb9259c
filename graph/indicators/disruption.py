"""Disruption: do later papers cite a paper instead of what it builds on, or along with it?

Of the papers dated inside the window after a focal paper, n_i cite it and none of its
references, n_j cite it and at least one of them, n_k cite only references. Every variant of the
index is derived from these counts. Only citations whose citing paper is dated strictly after the
cited one count, on every hop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numba
import numpy as np
from numpy.typing import NDArray

from scinet.graph.connection import Database
from scinet.graph.dates import add_years
from scinet.graph.indicators.blocks import ask
from scinet.graph.indicators.union import count_citing
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_BATCH = 200  # papers per round trip; one paper takes some milliseconds


@dataclass(frozen=True, slots=True)
class Counts:
    """What disruption is derived from, one entry per focal paper.

    Shapes:
        n_i: ``(n,)``, later papers that cite the focal paper and none of its references.
        n_j: ``(n,)``, later papers that cite both.
        n_k: ``(n,)``, later papers that cite references only.
    """

    n_i: Int64
    n_j: Int64
    n_k: Int64

    @property
    def cd(self) -> NDArray[np.float64]:
        """(n_i - n_j) / (n_i + n_j + n_k) in [-1, 1]; NaN when no later paper cites either.

        Returns:
            Shape ``(n,)``.

        Source:
            Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366, CD.
        """
        return _ratio(self.n_i - self.n_j, self.n_i + self.n_j + self.n_k)

    @property
    def mcd(self) -> NDArray[np.float64]:
        """CD times the number of citing papers; NaN where CD is.

        Returns:
            Shape ``(n,)``.

        Source:
            Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366, mCD.
        """
        return self.cd * (self.n_i + self.n_j)

    @property
    def di(self) -> NDArray[np.float64]:
        """(n_i - n_j) / (n_i + n_j) in [-1, 1]; NaN when no later paper cites the focal one.

        Returns:
            Shape ``(n,)``.

        Source:
            Bornmann et al. (2020), doi:10.1162/qss_a_00068, the form without n_k.
        """
        return _ratio(self.n_i - self.n_j, self.n_i + self.n_j)


def on_arrays(
    snapshot: Snapshot,
    *,
    window_years: int | None = 5,
    window_days: int | None = None,
    focal: NDArray[np.integer] | None = None,
    threads: int | None = None,
) -> Counts:
    """Count for all papers of a snapshot, or some.

    Args:
        snapshot: What exists; its cut-off day is respected.
        window_years: A later paper counts when dated at most so many calendar years after the
            focal one; None counts all later papers.
        window_days: The window in days instead, for comparison with other programs.
        focal: Positions of the focal papers, shape ``(n,)``; None means all.
        threads: Threads to use; None means all that numba has.

    Returns:
        Counts in the order of ``focal``.

    Raises:
        ValueError: If a window is not positive.
    """
    chosen = np.arange(snapshot.num_papers) if focal is None else np.asarray(focal)
    day = snapshot.day[chosen]
    low = np.searchsorted(snapshot.day, day, side="right")
    if window_days is not None:
        high = np.searchsorted(snapshot.day, day + _positive(window_days), side="right")
    elif window_years is not None:
        last = add_years(day, _positive(window_years))
        high = np.searchsorted(snapshot.day, last, side="right")
    else:
        high = np.full(len(chosen), snapshot.num_papers)
    counts = count_citing(
        snapshot.ordered.indptr,
        snapshot.ordered.indices,
        snapshot.ordered_by.indptr,
        snapshot.ordered_by.indices,
        chosen.astype(np.int64),
        low.astype(np.int64),
        high.astype(np.int64),
        threads or numba.get_num_threads(),
    )
    return Counts(*counts)


def in_database(
    database: Database,
    paper_ids: Sequence[str],
    *,
    window_years: int | None = 5,
    before: date | None = None,
) -> Counts:
    """Count for some papers by Cypher: the same numbers as :func:`on_arrays`.

    Args:
        database: The graph.
        paper_ids: Focal papers; some hundred, since each takes milliseconds.
        window_years: As in :func:`on_arrays`.
        before: Nothing dated on or after this day is seen; None means everything.

    Returns:
        Counts in the order of ``paper_ids``.

    Raises:
        NotFoundError: If a paper does not exist, has no date or is not dated before the day.
        ValueError: If the window is not positive.
    """
    if window_years is not None:
        _positive(window_years)
    rows = ask(
        database,
        "indicator/disruption",
        paper_ids,
        before=before,
        size=_BATCH,
        window_years=window_years,
    )
    columns = np.array(
        [(row["n_i"], row["n_j"], row["n_k"]) for row in rows], dtype=np.int64
    ).reshape(-1, 3)
    return Counts(*columns.T)


def _positive(window: int) -> int:
    if window < 1:
        raise ValueError(f"a window of {window} is not positive")
    return window


def _ratio(above: Int64, below: Int64) -> NDArray[np.float64]:
    result = np.full(len(above), np.nan)
    np.divide(above, below, out=result, where=below > 0)
    return result
