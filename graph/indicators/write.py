"""Write disruption back to the papers, so that Cypher can ask for it.

The values belong to the whole graph: the properties could not tell a cut-off day.
"""

from collections.abc import Sequence
from typing import Any, Final

from numpy.typing import NDArray

from scinet.graph.connection import Database, Transaction
from scinet.graph.indicators.disruption import Counts

STEMS: Final = ("n_i", "n_j", "n_k", "cd", "mcd", "di")
_BATCH = 10_000


def properties(window_years: int | None) -> tuple[str, ...]:
    """Names of the properties, in the order of :data:`STEMS`: ``cd`` or, for 5 years, ``cd_5``."""
    return tuple(stem if window_years is None else f"{stem}_{window_years}" for stem in STEMS)


def write(
    database: Database, paper_ids: Sequence[str], counts: Counts, *, window_years: int | None
) -> int:
    """Store counts and indices of papers, a transaction per 10,000.

    Args:
        database: The graph.
        paper_ids: Papers, in the order of ``counts``.
        counts: Computed on the whole graph with this window.
        window_years: Part of the names, see :func:`properties`.

    Returns:
        Papers written. An undefined index removes the property. When a transaction fails, those
        before it stay written; doing it again is safe.
    """
    names = {
        f"{stem}_name": name for stem, name in zip(STEMS, properties(window_years), strict=True)
    }
    columns = {stem: _plain(getattr(counts, stem)) for stem in STEMS}
    written = 0
    for start in range(0, len(paper_ids), _BATCH):
        part = slice(start, start + _BATCH)
        values: dict[str, Any] = {stem: column[part] for stem, column in columns.items()}
        ids = [str(paper) for paper in paper_ids[part]]

        def store(transaction: Transaction, ids: list[str] = ids, values: Any = values) -> int:
            [row] = transaction.rows("indicator/write_disruption", paper_ids=ids, **values, **names)
            return int(row["papers"])

        written += database.write(store)
    return written


def _plain(column: NDArray[Any]) -> list[Any]:
    if column.dtype.kind != "f":
        return column.tolist()  # type: ignore[no-any-return]
    return [None if value != value else value for value in column.tolist()]  # not a number
