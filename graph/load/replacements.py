"""Records of other loads that replace removed ones."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_Row = Mapping[str, Any]


class Replacement(NamedTuple):
    """Record of another load that replaces a removed one.

    Attributes:
        record: None when equal to the one in the graph.
        found_by: Of a mention: the names that matched the paper, None when matched by id.
        dropped: Number of citations of works without a record that were dropped.
    """

    id: str
    run: str
    rank: str
    record: str | None
    found_by: list[str] | None
    dropped: int | None


def find_replacements(
    tx: "Transaction", type_: str, owners: set[str], rows: Sequence[_Row]
) -> dict[str, Replacement]:
    """Return replacements by key, and delete them from the superseded records."""
    wanted = {row["id"] for row in rows}
    replacements = {
        row["key"]: Replacement(*(row[name] for name in Replacement._fields))
        for row in tx.rows("remove/replacements", type=type_, owners=sorted(owners))
        if row["key"] in wanted
    }
    tx.rows("load/spare_drop", ids=[replacement.id for replacement in replacements.values()])
    return replacements


def replacement_referrals(
    tx: "Transaction", rows: Sequence[_Row], replacements: Mapping[str, Replacement]
) -> Iterator[tuple[_Row, Replacement, str]]:
    """Yield replacements that differ from their row; equal ones only change the run."""
    by_id = {row["id"]: row for row in rows}
    for key, replacement in replacements.items():
        row = by_id[key]
        if replacement.record is not None:
            yield row, replacement, replacement.record
            continue
        params = {name: row[name] for name in ("owner", "artifact_id")}
        tx.rows("remove/count_run", **params, run=replacement.run, found_by=replacement.found_by)
