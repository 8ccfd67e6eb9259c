"""Citation counts as of a day, from dated citations and never from a stored total."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from scinet.graph.db.connection import Database
from scinet.graph.indicators.blocks import run_in_blocks
from scinet.graph.indicators.normalised import publication_year
from scinet.graph.indicators.windows import Bools, check_window, last_days
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_BATCH = 5_000


def citation_counts(
    snapshot: Snapshot, *, since: date | None = None, window_years: int | None = None
) -> Int64:
    """Count the citing papers of each paper in a snapshot, shape ``(papers,)``.

    Args:
        since: Only citing papers dated on or after this day count.
        window_years: Only citing papers that are later than the paper count, by at most this many
            calendar years; None counts all, in any order in time.
    """
    if since is None and window_years is None:
        return snapshot.citations
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    day = snapshot.day
    counted = np.ones(len(cited), dtype=np.bool_)
    if since is not None:
        counted &= day[citing] >= day_of(since)
    if window_years is not None:
        last = last_days(day, (window_years, None))
        counted &= (day[citing] > day[cited]) & (day[citing] <= last[cited])
    return np.bincount(cited[counted], minlength=snapshot.num_papers).astype(np.int64)


def counts_within_days(snapshot: Snapshot, days: int) -> Int64:
    """Count citing papers dated less than this many days after each paper, shape ``(papers,)``.

    Citing papers dated before the paper count as well. The count of a paper is complete only if
    the window has ended before the snapshot does.
    """
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    counted = snapshot.day[citing] < snapshot.day[cited] + days
    return np.bincount(cited[counted], minlength=snapshot.num_papers).astype(np.int64)


def counts_by_year(snapshot: Snapshot, papers: Int64) -> dict[int, int]:
    """Count the citations of some papers together, by the year of the citing paper.

    Citations count in any order in time; years without one are left out.
    """
    citing = snapshot.cites.row_numbers()[np.isin(snapshot.cites.indices, papers)]
    years, times = np.unique(publication_year(snapshot)[citing], return_counts=True)
    return dict(zip(years.tolist(), times.tolist(), strict=True))


def counts_in_database(
    database: Database,
    paper_ids: Sequence[str],
    *,
    before: date | None = None,
    since: date | None = None,
    window_years: int | None = None,
) -> tuple[Int64, Bools]:
    """Compute :func:`citation_counts` by Cypher, with open windows, in query order.

    Returns:
        Citations, shape ``(n,)``, and whether the window of each paper is open, shape ``(n,)``.
    """
    if window_years is not None:
        check_window(window_years)
    rows = run_in_blocks(
        database,
        "indicator/citations",
        paper_ids,
        before=before,
        size=_BATCH,
        since=since,
        window_years=window_years,
    )
    is_open = np.array([bool(row["window_open"]) for row in rows], dtype=np.bool_)
    return np.array([row["citations"] for row in rows], dtype=np.int64), is_open


def excluded_counts(snapshot: Snapshot) -> dict[str, int]:
    """Count by kind what indicators that need an order in time exclude.

    Returns:
        ``inverted``, citations of a paper that is dated later; ``same_day``, of another paper of
        the same day; ``to_itself``, of the paper itself; then what the snapshot leaves out, such
        as cited works without a record.
    """
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    age = snapshot.day[citing] - snapshot.day[cited]
    itself = citing == cited
    return {
        "inverted": int(np.count_nonzero(age < 0)),
        "same_day": int(np.count_nonzero((age == 0) & ~itself)),
        "to_itself": int(np.count_nonzero(itself)),
        **snapshot.left_out,
    }
