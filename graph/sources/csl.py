"""CSL-JSON items of Zotero and other reference managers, in the interchange format.

Source:
    The schema of CSL data, docs.citationstyles.org.
"""

from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import fields, values
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.papers import RECORD_KEYS

KEYS: Final = frozenset({"issued", "container-title", "DOI"})
"""Keys of which each item has at least one, and records of other formats none."""


def record(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make an object of the interchange format from an item."""
    doi, title = fields.read_own_id(item, "DOI", notes), fields.read_text(item, "title", notes)
    date = values.date_text(item.get("issued"))
    names = [format_name(author, notes) for author in fields.read_objects(item, "author", notes)]
    own = fields.read_own_id(item, "id", notes) or next(iter(values.collect_ids(doi=doi)), None)
    made = {
        "id": own or values.make_id(filter(None, names), date, title),
        "type": fields.read_text(item, "type", notes),
        "title": title,
        "abstract": fields.read_text(item, "abstract", notes),
        "date": date,
        "venue": fields.read_text(item, "container-title", notes),
        "authors": [{"name": name} for name in names],
        "external_ids": {"doi": doi} if doi else None,
    }
    return {name: value for name, value in made.items() if value}


def format_name(author: dict[str, Any], notes: Notes) -> str | None:
    """Return a name as printed."""
    parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
    texts = [text for name in parts if (text := fields.read_text(author, name, notes))]
    others = (fields.read_text(author, name, notes) for name in ("literal", "name"))
    return " ".join(texts) or next(filter(None, others), None)


FORMAT: Final = ObjectFormat(
    lambda item: "id" in item and bool(item.keys() & KEYS) and not item.keys() & RECORD_KEYS,
    record,
    kind="bibliography",
    name="CSL-JSON",
    page="reference-managers",
)
