"""What a ledger holds."""

from typing import Any

from scinet.llm.ledger import Ledger


def ledger_rows(ledger: Ledger, table: str) -> list[dict[str, Any]]:
    """The rows of the table ``question``, ``attempt`` or ``unasked``, by key."""
    with ledger.reading() as rows:
        return [row for name, row in rows if name == table]
