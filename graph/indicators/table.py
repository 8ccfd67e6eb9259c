"""Tables of indicators of papers or authors, in order of rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.indicators.windows import Bools, open_window_notes
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class IndicatorTable:
    """Table with one row per paper or author, best first.

    Attributes:
        ids: Id of each row, shape ``(rows,)``.
        columns: Values by name, each of shape ``(rows,)``; NaN where undefined.
        snapshot: The arrays that it was computed on, None if computed in the database alone.
        stored: Number of papers that the values were written to, None when they were not.
    """

    key: str
    ids: NDArray[Any]
    columns: Mapping[str, NDArray[Any]]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    snapshot: Snapshot | None = None
    stored: int | None = None


def rank_table(
    ids: NDArray[Any],
    columns: Mapping[str, NDArray[Any]],
    order: NDArray[np.integer],
    *,
    is_open: Bools | None = None,
    is_left_out: bool = False,
    notes: tuple[str, ...] = (),
    **options: Any,
) -> IndicatorTable:
    """Make a table with rows in a given order.

    Args:
        is_open: Whether the window of each paper is open, shape ``(papers,)``; None without one.
        is_left_out: Whether such papers are left out, not only marked.
    """
    if is_open is not None:
        columns = {**columns, "window_open": is_open}
        notes += open_window_notes(is_open[order], is_left_out=is_left_out)
        order = order[~is_open[order]] if is_left_out else order
    options["notes"] = notes
    return IndicatorTable(
        "paper_id", ids[order], {n: c[order] for n, c in columns.items()}, **options
    )


def resolve_ids(
    database: Database, papers: Sequence[str] | None, before: date | None
) -> list[str] | None:
    """Resolve papers as people write them to stored ids, as of a day; None stands for all."""
    if papers is None:
        return None
    return [identify.identify(database, "paper", paper, before=before) for paper in papers]


def positions(snapshot: Snapshot, ids: Sequence[str]) -> NDArray[np.int64]:
    """Return positions of papers in a snapshot, shape ``(papers,)``."""
    return np.array([snapshot.index(paper) for paper in ids], dtype=np.int64)


def refuse_write_before(before: date | None, *, write: bool) -> None:
    """Refuse to store values that hold only as of a day."""
    if write and before is not None:
        raise DataError(
            "write with before: the stored number would not show the day",
            hint="Leave one of them out.",
        )
