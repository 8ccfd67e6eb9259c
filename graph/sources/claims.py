"""Claims about papers, one per line: statements that a paper supports, or seems to but does not.

The id of a claim is made of its paper, stance and text, so that the same sentence is stored once.
"""

from typing import Any, Final

from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import BadRecordError, ClaimRecord, Notes, digest
from scinet.graph.sources import fields
from scinet.graph.sources.entries import ObjectFormat

KEY: Final = "paper_id"
STANCES: Final = ("support", "refute")
_KNOWN: Final = frozenset({"paper_id", "stance", "text", "origin"})
_DIGITS: Final = 16


def claim_record(record: dict[str, Any], source: str | None) -> ClaimRecord:
    """Make a valid record."""
    notes = Notes()
    paper = add_source(fields.read_required_id(record, KEY, notes), source)
    if unknown := record.keys() - _KNOWN:
        notes.counts["accepted.unknown_field"] += len(unknown)
    stance = fields.read_text(record, "stance", notes)
    if stance not in STANCES:
        raise BadRecordError("claim_stance", f"has the stance {stance!r}, not support or refute")
    text = fields.read_text(record, "text", notes)
    if text is None:
        raise BadRecordError("required_missing", "has no 'text'")
    origin = fields.read_text(record, "origin", notes)
    content = (paper, stance, " ".join(text.split()), origin)
    whole = digest(content)
    return ClaimRecord(f"{paper}#{stance}:{whole[:_DIGITS]}", *content, digest=whole, notes=notes)


FORMAT: Final = ObjectFormat(
    lambda item: item.keys() >= {KEY, "stance"}, name="claims", kind="claims"
)
