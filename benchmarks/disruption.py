"""Disruption of every paper versus cdindex and versus SQL."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numba
import numpy as np
from numba import njit, prange

from benchmarks.arrays import rows_of, snapshot_of
from benchmarks.workload import Answer, Job
from scinet.graph.indicators.disruption import (
    DisruptionCounts,
    compute_citers,
    compute_disruption,
    compute_windows,
)
from scinet.graph.indicators.disruption_kernels import first_from
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

WINDOW_DAYS: Final = 1_825  # five years, as cdindex counts them
YEARS: Final = 10
_SQL: Final = """
WITH c AS (SELECT x.citing, x.cited, d.day FROM cites x JOIN papers d ON d.id = x.citing),
direct AS (SELECT p.id AS f, c.citing AS x FROM papers p JOIN c ON c.cited = p.id
           WHERE c.day > p.day AND c.day <= p.day + $window),
shared AS (SELECT DISTINCT p.id AS f, c.citing AS x FROM papers p JOIN cites r ON r.citing = p.id
           JOIN c ON c.cited = r.cited WHERE c.day > p.day AND c.day <= p.day + $window),
joined AS (SELECT coalesce(d.f, s.f) AS f, d.f IS NOT NULL AS direct, s.f IS NOT NULL AS shared
           FROM direct d FULL JOIN shared s ON d.f = s.f AND d.x = s.x)
SELECT p.id, count(*) FILTER (direct AND NOT shared), count(*) FILTER (direct AND shared),
       count(*) FILTER (shared AND NOT direct)
FROM papers p LEFT JOIN joined j ON j.f = p.id GROUP BY p.id ORDER BY p.id
"""
_TRIANGLES: Final = """
WITH triangle AS (SELECT DISTINCT x.citing, x.cited FROM cites x JOIN cites r ON r.citing = x.cited
                  JOIN cites y ON y.citing = x.citing AND y.cited = r.cited),
n_j AS (SELECT cited, count(*) AS n FROM triangle GROUP BY cited),
citers AS (SELECT cited, count(*) AS n FROM cites GROUP BY cited)
SELECT p.id, coalesce(c.n, 0) - coalesce(j.n, 0), coalesce(j.n, 0)
FROM papers p LEFT JOIN citers c ON c.cited = p.id LEFT JOIN n_j j ON j.cited = p.id ORDER BY p.id
"""


def counts(job: Job) -> Callable[[], Answer]:
    """Ours: n_i, n_j, n_k of every paper within five years, shape ``(papers, 3)``."""
    work = within_window(snapshot_of(job.room))
    return lambda: _columns(work())


def index(job: Job) -> Callable[[], Answer]:
    """Ours: CD of every paper within five years, shape ``(papers,)``."""
    work = within_window(snapshot_of(job.room))
    return lambda: work().cd


def cdindex(job: Job) -> Callable[[], Answer]:
    """The package cdindex: CD of some papers."""
    # Its licence is GPL: it is imported only in a process of its own, and nothing depends on it.
    import cdindex

    graph: Any = cdindex.Graph()
    for paper, day in enumerate(np.load(job.room / "day.npy").tolist()):
        graph.add_vertex(paper, day)
    rows = rows_of(job.room, "cites")
    for edge in zip(rows.row_numbers().tolist(), rows.indices.tolist(), strict=True):
        graph.add_edge(*edge)
    focal = job.items.tolist()
    return lambda: np.array([graph.cdindex(paper, WINDOW_DAYS) for paper in focal], dtype=float)


def citers(job: Job) -> Callable[[], Answer]:
    """Ours: n_i and n_j of every paper, whenever it is cited, shape ``(papers, 2)``."""
    snapshot = snapshot_of(job.room)
    _ = snapshot.ordered
    compute_citers(snapshot, window_years=None)  # compiles

    def work() -> Answer:
        citing = compute_citers(snapshot, window_years=None)
        return np.stack((citing.n_i, citing.n_j), axis=1)

    return work


def sql(job: Job) -> Callable[[], Answer]:
    """DuckDB: n_i, n_j, n_k as joins."""
    return _duckdb(job, _SQL, {"window": WINDOW_DAYS})


def triangles(job: Job) -> Callable[[], Answer]:
    """DuckDB: n_i and n_j as joins along triangles."""
    return _duckdb(job, _TRIANGLES, {})


def _duckdb(job: Job, query: str, parameters: Mapping[str, int]) -> Callable[[], Answer]:
    import duckdb
    import pandas as pd

    rows = rows_of(job.room, "cites")
    day = np.load(job.room / "day.npy")
    database = duckdb.connect(config={"threads": numba.get_num_threads()})
    for name, table in (
        ("cites", pd.DataFrame({"citing": rows.row_numbers(), "cited": rows.indices})),
        ("papers", pd.DataFrame({"id": np.arange(len(day)), "day": day})),
    ):
        database.register("given", table)
        database.execute(f"CREATE TABLE {name} AS SELECT * FROM given")  # noqa: S608 - two names
        database.unregister("given")

    def work() -> Answer:
        columns = database.execute(query, parameters).fetchnumpy()
        return np.stack(list(columns.values())[1:], axis=1)

    return work


def windows(job: Job) -> Callable[[], Answer]:
    """Ours: the counts for windows of 1 to 10 years in one pass."""
    snapshot = snapshot_of(job.room)
    _ = snapshot.ordered, snapshot.ordered_by
    compute_windows(snapshot, years=YEARS, focal=job.items[:10])  # compiles
    return lambda: np.stack([_columns(counts) for counts in compute_windows(snapshot, years=YEARS)])


def ten_runs(job: Job) -> Callable[[], Answer]:
    """The same by ten runs of ours, each with one window."""
    snapshot = snapshot_of(job.room)
    _ = snapshot.ordered, snapshot.ordered_by
    compute_disruption(snapshot, window_years=1, focal=job.items[:10])  # compiles
    return lambda: np.stack(
        [_columns(compute_disruption(snapshot, window_years=n)) for n in range(1, YEARS + 1)]
    )


def within_window(snapshot: Snapshot) -> Callable[[], DisruptionCounts]:
    """Ours: counts of every paper within five years, on a prepared snapshot."""
    _ = snapshot.ordered, snapshot.ordered_by
    compute_disruption(snapshot, window_days=WINDOW_DAYS, focal=np.arange(10))  # compiles
    return lambda: compute_disruption(snapshot, window_days=WINDOW_DAYS)


def visits(snapshot: Snapshot) -> int:
    """Count the citations of references within five years, which any program must read."""
    citing, cited = snapshot.ordered_by, snapshot.ordered
    low = np.searchsorted(snapshot.day, snapshot.day, side="right")
    high = np.searchsorted(snapshot.day, snapshot.day + np.int64(WINDOW_DAYS), side="right")
    return int(_visits(cited.indptr, cited.indices, citing.indptr, citing.indices, low, high))


@njit(cache=True, parallel=True)
def _visits(
    reference_indptr: Int64,
    reference: Int32,
    citing_indptr: Int64,
    citing: Int32,
    low: Int64,
    high: Int64,
) -> int:
    total = 0
    for paper in prange(len(low)):
        for entry in range(reference_indptr[paper], reference_indptr[paper + 1]):
            start, stop = citing_indptr[reference[entry]], citing_indptr[reference[entry] + 1]
            inside = first_from(citing, start, stop, low[paper])
            total += first_from(citing, inside, stop, high[paper]) - inside
    return total


def _columns(of: DisruptionCounts) -> Answer:
    return np.stack((of.n_i, of.n_j, of.n_k), axis=1)
