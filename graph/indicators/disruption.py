"""Disruption: whether later papers cite a paper instead of its references, or along with them.

Of the papers dated inside the window after a focal paper, n_i cite it and none of its
references, n_j cite it and at least one of them, n_k cite only references. Every variant of the
index is derived from these counts. Only citations whose citing paper is dated strictly after the
cited one count, on every hop.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from scinet.graph.db.connection import Database
from scinet.graph.indicators.blocks import run_in_blocks
from scinet.graph.indicators.disruption_kernels import (
    count_citers,
    count_citing,
    count_shared,
    ranks,
)
from scinet.graph.indicators.windows import Bools, Window, are_open, check_window, last_days
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_BATCH = 200  # papers per round trip; one paper takes some milliseconds


@dataclass(frozen=True, slots=True)
class Citers:
    """Counts of the papers that cite a focal paper, one entry per focal paper.

    Shapes:
        n_i: ``(n,)``, later papers that cite the focal paper and none of its references.
        n_j: ``(n,)``, later papers that cite both.
        is_open: ``(n,)``, whether the window ends after the last covered day, so that the counts
            may grow.
    """

    n_i: Int64
    n_j: Int64
    is_open: Bools = field(kw_only=True)

    @property
    def di(self) -> NDArray[np.float64]:
        """(n_i - n_j) / (n_i + n_j) in [-1, 1]; NaN when no later paper cites the focal one.

        Source:
            Bornmann et al. (2020), doi:10.1162/qss_a_00068, the form without n_k.
        """
        return _ratio(self.n_i - self.n_j, self.n_i + self.n_j)


@dataclass(frozen=True, slots=True)
class DisruptionCounts(Citers):
    """Counts from which disruption is derived, one entry per focal paper.

    Shapes:
        n_k: ``(n,)``, later papers that cite references of the focal paper only.
    """

    n_k: Int64

    @property
    def cd(self) -> NDArray[np.float64]:
        """(n_i - n_j) / (n_i + n_j + n_k) in [-1, 1]; NaN when no later paper cites either.

        Source:
            Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366, CD.
        """
        return _ratio(self.n_i - self.n_j, self.n_i + self.n_j + self.n_k)

    @property
    def mcd(self) -> NDArray[np.float64]:
        """CD times the number of citing papers; NaN where CD is.

        Source:
            Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366, mCD.
        """
        return self.cd * (self.n_i + self.n_j)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return all counts and indices by name, each of shape ``(n,)``."""
        names = ("n_i", "n_j", "n_k", "cd", "mcd", "di")
        return {name: getattr(self, name) for name in names}


def compute_disruption(
    snapshot: Snapshot,
    *,
    window_years: int | None = 5,
    window_days: int | None = None,
    focal: NDArray[np.integer] | None = None,
    threads: int | None = None,
) -> DisruptionCounts:
    """Count for all or some papers of a snapshot.

    Args:
        window_years: Later papers count up to this many calendar years after the focal one; None
            counts all later papers.
        focal: Positions of the focal papers, shape ``(n,)``; None means all.
    """
    [counts] = _count_windows(snapshot, [(window_years, window_days)], focal, threads)
    return counts


def compute_windows(
    snapshot: Snapshot,
    *,
    years: int,
    focal: NDArray[np.integer] | None = None,
    threads: int | None = None,
) -> list[DisruptionCounts]:
    """Count for the windows of 1, 2, ... calendar years, in one pass over the citations."""
    windows = [(number, None) for number in range(1, check_window(years) + 1)]
    return _count_windows(snapshot, windows, focal, threads)


def compute_citers(
    snapshot: Snapshot,
    *,
    window_years: int | None = 5,
    window_days: int | None = None,
    threads: int | None = None,
) -> Citers:
    """Count n_i and n_j of all papers: enough for ``di``, and several times less work."""
    window = window_years, window_days
    _, _, high = _window_bounds(snapshot, [window], None)
    cites = snapshot.ordered
    n_i, n_j = count_citers(
        cites.indptr, cites.indices, high[:, 0], threads or numba.get_num_threads()
    )
    return Citers(n_i, n_j, is_open=are_open(snapshot, window))


def compute_with_threshold(
    snapshot: Snapshot,
    *,
    least: int = 5,
    window_years: int | None = 5,
    focal: NDArray[np.integer] | None = None,
    threads: int | None = None,
) -> tuple[DisruptionCounts, Int64]:
    """Compute DI_l: n_j counts only citing papers that share at least l references.

    Args:
        least: l: references of the focal paper that a citing paper must share to count in n_j.

    Returns:
        Counts, of which ``cd`` is DI_l and ``di`` is DI_l without n_k; and the citing papers that
        share 1 to l - 1 references, shape ``(n,)``. These are in none of the three counts: they
        are not among n_k, because they cite the focal paper.

    Source:
        Bornmann et al. (2020), doi:10.1162/qss_a_00068, DI5 and DI5 without n_k.
    """
    if least < 1:
        raise ValueError(f"{least} shared references are not positive")
    papers, low, high = _window_bounds(snapshot, [(window_years, None)], focal)
    histogram, n_k = count_shared(
        *_adjacency_lists(snapshot),
        papers,
        low,
        high[:, 0],
        least,
        threads or numba.get_num_threads(),
    )
    is_open = are_open(snapshot, (window_years, None), focal)
    counts = DisruptionCounts(
        n_i=histogram[:, 0], n_j=histogram[:, least], n_k=n_k, is_open=is_open
    )
    return counts, histogram[:, 1:least].sum(axis=1)


def compute_in_database(
    database: Database,
    paper_ids: Sequence[str],
    *,
    window_years: int | None = 5,
    before: date | None = None,
) -> DisruptionCounts:
    """Compute :func:`compute_disruption` by Cypher, in milliseconds per paper."""
    if window_years is not None:
        check_window(window_years)
    rows = run_in_blocks(
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
    is_open = np.array([bool(row["window_open"]) for row in rows], dtype=np.bool_)
    return DisruptionCounts(*columns.T, is_open=is_open)


def _count_windows(
    snapshot: Snapshot,
    windows: Sequence[Window],
    focal: NDArray[np.integer] | None,
    threads: int | None,
) -> list[DisruptionCounts]:
    lists, bounds = _adjacency_lists(snapshot), _window_bounds(snapshot, windows, focal)
    is_for_many = focal is None or len(focal) >= snapshot.num_papers // 4
    rank = ranks(*lists[:2]) if is_for_many else np.empty(0, np.int32)
    counts = count_citing(*lists, rank, *bounds, threads or numba.get_num_threads())
    return [
        DisruptionCounts(*counts[:, place], is_open=are_open(snapshot, window, focal))
        for place, window in enumerate(windows)
    ]


def _window_bounds(
    snapshot: Snapshot, windows: Sequence[Window], focal: NDArray[np.integer] | None
) -> tuple[Int64, Int64, Int64]:
    """Return focal papers, the first paper later than each, and the first after each window."""
    papers = np.arange(snapshot.num_papers) if focal is None else np.asarray(focal)
    day = snapshot.day[papers]
    low = np.searchsorted(snapshot.day, day, side="right")
    last = [last_days(day, window) for window in windows]
    high = [np.searchsorted(snapshot.day, days, side="right") for days in last]
    return papers.astype(np.int64), low, np.stack(high, axis=1)


def _adjacency_lists(snapshot: Snapshot) -> tuple[Int64, Int32, Int64, Int32]:
    cites, cited_by = snapshot.ordered, snapshot.ordered_by
    return cites.indptr, cites.indices, cited_by.indptr, cited_by.indices


def _ratio(above: Int64, below: Int64) -> NDArray[np.float64]:
    result = np.full(len(above), np.nan)
    np.divide(above, below, out=result, where=below > 0)
    return result
