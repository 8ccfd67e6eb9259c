"""Citation windows of papers: their last day, and whether they are open.

A window that ends after the cutoff, or after the last covered day of the network, is open: its
counts will grow, so that they do not compare with those of closed windows.
"""

from datetime import date
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.schema.choices import OpenWindows
from scinet.graph.schema.dates import add_years, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32

Window: TypeAlias = tuple[int | None, int | None]
"""Calendar years, or days; unlimited when both are None."""
NEWEST: Final = 100
_YEAR: Final = 366  # days: papers dated by year have its last day
Bools: TypeAlias = NDArray[np.bool_]


def check_window(window: int) -> int:
    """Return the length of a window, or refuse one below 1."""
    if window < 1:
        raise ValueError(f"a window of {window} is not positive")
    return window


def last_days(day: Int32, window: Window) -> NDArray[np.integer]:
    """Return the last day of each paper's window, shape ``(papers,)``."""
    years, days = window
    if days is not None:
        return day + np.int64(check_window(days))
    if years is not None:
        return add_years(day, check_window(years))
    return np.full(len(day), np.iinfo(np.int64).max)


def last_covered_day(day: Int32, before: date | None) -> int:
    """Return the last day that a network covers, without looking beyond the cutoff.

    Without a cutoff it is the day of the newest paper. As of a day it is the day before, unless the
    newest paper is older than a year and than any gap between the hundred newest ones: then the
    network ends with that one.

    Args:
        day: Days of the newest papers before the cutoff, at least :data:`NEWEST` of them, in order
            of time.
    """
    newest = int(day[-1])
    if before is None:
        return newest
    end = day_of(before)
    pause = np.diff(day[-NEWEST:]).max(initial=_YEAR)
    return end - 1 if end - newest <= pause else newest


def are_open(
    snapshot: Snapshot, window: Window, papers: NDArray[np.integer] | None = None
) -> Bools:
    """Return whether each paper's window ends after the last covered day; false without a window.

    Args:
        papers: Positions of the papers, shape ``(n,)``; None means all.
    """
    day = snapshot.day if papers is None else snapshot.day[papers]
    if not len(day) or window == (None, None):
        return np.zeros(len(day), dtype=np.bool_)
    is_open: Bools = last_days(day, window) > last_covered_day(snapshot.day, snapshot.before)
    return is_open


def excludes_open(choice: OpenWindows | None, *, is_ranking: bool) -> bool:
    """Whether papers with an open window are left out: by default only of a full ranking."""
    return is_ranking if choice is None else choice == "left_out"


def open_window_notes(is_open: Bools, *, is_left_out: bool) -> tuple[str, ...]:
    """Return a note on papers with an open window, if any."""
    if not (number := np.count_nonzero(is_open)):
        return ()
    done = "they are left out" if is_left_out else "more may come"
    return (
        f"{number:,} of {len(is_open):,} papers have a window that ends after the last day that is"
        f" covered: {done}",
    )
