"""Storage of indicators on papers, for use in Cypher.

The values belong to the whole graph: the properties could not state a cutoff. A mark per name has
the graph's fingerprint, so that they are never taken for those of a later one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.indicators.stale_values import COMPUTED, marks

_BATCH = 10_000


def property_name(stem: str, *, group: str | None = None, window_years: int | None = None) -> str:
    """Return the property name: ``cd``, ``cd_5`` for a window of 5 years, ``top_share_venue_5``."""
    parts = (stem, group, None if window_years is None else str(window_years))
    return "_".join(part for part in parts if part is not None)


def write_numbers(
    database: Database,
    paper_ids: Sequence[str],
    values: Mapping[str, NDArray[Any]],
    *,
    graph_fingerprint: str,
    group: str | None = None,
    window_years: int | None = None,
    is_whole: bool = True,
) -> int:
    """Store indicators of papers, a transaction per 10,000.

    Args:
        values: Columns by their name in :data:`scinet.graph.indicators.stale_values.COMPUTED`,
            each of shape ``(papers,)``, computed on the whole graph.
        graph_fingerprint: Fingerprint of that graph.
        is_whole: Whether these are all papers, so that no values of an earlier graph remain.

    Returns:
        Number of papers written. An undefined value removes the property. When a transaction fails,
        earlier ones stay written, and count as stale; repeating is safe.

    Raises:
        DataError: If other papers would keep values of an earlier graph.
    """
    if unknown := values.keys() - COMPUTED.keys():
        raise ValueError(f"{sorted(unknown)} are no computed properties")
    names = [property_name(stem, group=group, window_years=window_years) for stem in values]
    stale = [mark["name"] for mark in marks(database) if mark["stale"] and mark["name"] in names]
    if stale and not is_whole:
        raise DataError(
            f"numbers of other papers were stored for an earlier graph: {', '.join(stale)}",
            hint="Compute and write those of all papers.",
        )
    _mark(database, names, None)
    columns = [_to_list(column) for column in values.values()]
    written = 0
    for start in range(0, len(paper_ids), _BATCH):
        part = slice(start, start + _BATCH)
        rows = [
            {"paper_id": str(paper), "values": dict(zip(names, numbers, strict=True))}
            for paper, *numbers in zip(
                paper_ids[part], *(column[part] for column in columns), strict=True
            )
        ]

        def store(transaction: Transaction, rows: list[dict[str, Any]] = rows) -> int:
            [row] = transaction.rows("indicator/write", rows=rows)
            return int(row["papers"])

        written += database.write(store)
    _mark(database, names, graph_fingerprint)
    return written


def _mark(database: Database, names: Sequence[str], graph_fingerprint: str | None) -> None:
    how = {"names": list(names), "graph_fingerprint": graph_fingerprint}
    database.write(lambda transaction: transaction.rows("indicator/mark", **how))


def _to_list(column: NDArray[Any]) -> list[Any]:
    if column.dtype.kind != "f":
        return column.tolist()  # type: ignore[no-any-return]
    return [None if value != value else value for value in column.tolist()]  # not a number
