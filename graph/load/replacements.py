"""Records of other loads that take the place of those that are taken back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_Row = Mapping[str, Any]


class Replacement(NamedTuple):
    """The record of another load that takes the place of a removed one.

    Attributes:
        record: None when it is that in the graph.
        found_by: Of a mention: by which of its names the paper was found, None when by its id.
        dropped: How many citations of works without a record were dropped of the record.
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
    """The records that take the place of these, by key; they are spare no longer."""
    wanted = {row["id"] for row in rows}
    replacements = {
        row["key"]: Replacement(*(row[name] for name in Replacement._fields))
        for row in tx.rows("remove/heirs", type=type_, owners=sorted(owners))
        if row["key"] in wanted
    }
    tx.rows("load/spare_drop", ids=[replacement.id for replacement in replacements.values()])
    return replacements


def replacement_referrals(
    tx: "Transaction", rows: Sequence[_Row], replacements: Mapping[str, Replacement]
) -> Iterator[tuple[_Row, Replacement, str]]:
    """What heirs state of a paper otherwise than the rows; those that equal them just take over."""
    by_id = {row["id"]: row for row in rows}
    for key, replacement in replacements.items():
        row = by_id[key]
        if replacement.record is not None:
            yield row, replacement, replacement.record
            continue
        there = {name: row[name] for name in ("owner", "artifact_id")}
        tx.rows("remove/count_run", **there, run=replacement.run, found_by=replacement.found_by)
