"""Events of Crossref Event Data: a page, post or patent that names a DOI, with its day."""

from collections.abc import Mapping
from typing import Any, Final

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import fields

KEYS: Final = frozenset({"obj_id", "subj_id", "source_id"})
_WORKS: Final = frozenset({"crossref", "datacite"})
_ADDED: Final = frozenset({"add", "added", "edited", ""})


def event_fields(event: Mapping[str, Any]) -> dict[str, Any]:
    """Convert an event to a row of mentions."""
    record = dict(event)
    source = (fields.read_text(record, "source_id") or "").strip()
    if source in _WORKS:
        what = "links two works, which references and data sets say"
        raise BadRecordError("event_of_works", what)
    for key in ("action", "updated"):
        if (fields.read_text(record, key) or "") not in _ADDED:
            raise BadRecordError("event_deleted", f"has {record[key]!r} as {key!r}")
    subject = fields.read_mapping(record, "subj")
    return {
        "paper": record["obj_id"],
        "kind": source,
        "url": fields.read_text(record, "subj_id"),
        "title": fields.read_text(subject, "title"),
        "date": fields.read_text(record, "occurred_at"),
    }
