"""CSL-JSON items of Zotero and other reference managers, in the interchange format.

Source:
    The schema of CSL data, docs.citationstyles.org.
"""

from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import fields, values

KEYS: Final = frozenset({"issued", "container-title", "DOI"})
"""Keys of which each item has at least one, and records of other formats none."""


def record(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make an object of the interchange format from an item."""
    external = {"doi": fields.read_text(item, "DOI", notes)}
    made = {
        "id": fields.read_own_id(item, "id", notes),
        "type": fields.read_text(item, "type", notes),
        "title": fields.read_text(item, "title", notes),
        "abstract": fields.read_text(item, "abstract", notes),
        "date": values.date_text(item.get("issued")),
        "venue": fields.read_text(item, "container-title", notes),
        "authors": [
            {"name": format_name(author, notes)}
            for author in fields.read_objects(item, "author", notes)
        ],
        "external_ids": {name: value for name, value in external.items() if value},
    }
    return {name: value for name, value in made.items() if value}


def format_name(author: dict[str, Any], notes: Notes) -> str | None:
    """Return a name as printed."""
    parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
    texts = [text for name in parts if (text := fields.read_text(author, name, notes))]
    others = (fields.read_text(author, name, notes) for name in ("literal", "name"))
    return " ".join(texts) or next(filter(None, others), None)
