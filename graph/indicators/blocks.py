"""Batched queries on many papers, with answers in the order of the papers."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from scinet.errors import NotFoundError
from scinet.graph.db.connection import Database, Row
from scinet.graph.schema.dates import cutoff_suffix


def run_in_blocks(
    database: Database,
    statement: str,
    paper_ids: Sequence[str],
    *,
    before: date | None,
    size: int,
    **params: Any,
) -> list[Row]:
    """Return one row per paper, in the order given.

    Args:
        statement: A statement that takes ``paper_ids`` and ``before`` and returns ``paper_id``.

    Raises:
        NotFoundError: If a paper does not exist, has no date or is not dated before the day.
    """
    rows_by_id: dict[str, Row] = {}
    for start in range(0, len(paper_ids), size):
        part = list(paper_ids[start : start + size])
        rows = database.rows(statement, paper_ids=part, before=before, **params)
        rows_by_id.update((row["paper_id"], row) for row in rows)
        if missing := [paper for paper in part if paper not in rows_by_id]:
            raise NotFoundError(
                f"no dated paper {missing[0]!r}{cutoff_suffix(before)}",
                hint="See `scinet query lookup/title`.",
            )
    return [rows_by_id[paper] for paper in paper_ids]
