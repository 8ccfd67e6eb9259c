"""Write a batch of claims about papers that are loaded.

A claim's id says all that it holds, so a repeat is the only thing that can be met again.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scinet.graph.load.batch import Account, Entry, unique
from scinet.graph.load.spares import CLAIM, Spares
from scinet.graph.records import ClaimRecord

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction


def write_claims(
    tx: "Transaction", entries: Sequence[Entry[ClaimRecord]], account: Account, run: str
) -> None:
    """Store the claims of one batch inside its transaction."""
    kept = unique(entries, account)
    asked = [{"id": one.record.id, "paper_id": one.record.paper_id} for one in kept.values()]
    stored = {row["id"]: row for row in tx.rows("load/claim_stored", rows=asked)}
    fresh: list[ClaimRecord] = []
    spares = Spares(CLAIM, run)
    for identifier, entry in kept.items():
        if not stored[identifier]["has_paper"]:
            message = f"the graph has no record of {entry.record.paper_id!r}"
            account.reject(entry.line, "unknown_paper", message)
        elif stored[identifier]["has_claim"]:
            account.counts["merged"] += 1
            if stored[identifier]["run"] != run:
                spares.add(identifier, entry.record.paper_id, entry.record.digest)
        else:
            account.take_over(entry)
            fresh.append(entry.record)
    spares.write(tx)
    if fresh:
        rows = [
            {name: getattr(one, name) for name in ("id", "paper_id", "stance", "text", "origin")}
            for one in fresh
        ]
        tx.rows("load/claim", rows=rows, run=run)
