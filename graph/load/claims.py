"""Storage of a batch of claims about loaded papers.

A claim's id is made of its content, so two claims of one id are always repeats.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scinet.graph.load.batch import BatchEntry, BatchReport, deduplicate
from scinet.graph.load.superseded import CLAIM, SupersededRecords
from scinet.graph.schema.records import ClaimRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction


def write_claims(
    tx: "Transaction", entries: Sequence[BatchEntry[ClaimRecord]], account: BatchReport, run: str
) -> None:
    """Store the claims of one batch inside its transaction."""
    unique_entries = deduplicate(entries, account)
    wanted = [
        {"id": claim.record.id, "paper_id": claim.record.paper_id}
        for claim in unique_entries.values()
    ]
    stored = {row["id"]: row for row in tx.rows("load/claim_stored", rows=wanted)}
    fresh: list[ClaimRecord] = []
    superseded = SupersededRecords(CLAIM, run)
    for identifier, entry in unique_entries.items():
        if not stored[identifier]["has_paper"]:
            message = f"the graph has no record of {entry.record.paper_id!r}"
            account.reject(entry.line, "unknown_paper", message)
        elif stored[identifier]["has_claim"]:
            account.counts["merged"] += 1
            if stored[identifier]["run"] != run:
                superseded.add(identifier, entry.record.paper_id, entry.record.digest)
        else:
            account.merge_notes(entry)
            fresh.append(entry.record)
    superseded.write(tx)
    if fresh:
        rows = [
            {name: getattr(claim, name) for name in ("id", "paper_id", "stance", "text", "origin")}
            for claim in fresh
        ]
        tx.rows("load/claim", rows=rows, run=run)
