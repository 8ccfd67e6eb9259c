"""CSL-JSON items of Zotero and other reference managers, in the interchange format.

Source:
    The schema of CSL data, docs.citationstyles.org.
"""

from typing import Any, Final

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import fields
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.papers import RECORD_KEYS

KEYS: Final = frozenset({"issued", "container-title", "DOI"})
"""Keys of which each item has at least one, and records of other formats none."""


def record(item: dict[str, Any]) -> dict[str, Any]:
    """Make an object of the interchange format from an item.

    Raises:
        BadRecordError: If a value has another type than in the schema.
    """
    external = {"doi": fields.read_text(item, "DOI")}
    made = {
        "id": fields.read_own_id(item, "id"),
        "type": fields.read_text(item, "type"),
        "title": fields.read_text(item, "title"),
        "abstract": fields.read_text(item, "abstract"),
        "date": parse_issued(fields.read_mapping(item, "issued")),
        "venue": fields.read_text(item, "container-title"),
        "authors": [
            {"name": format_name(author)} for author in fields.read_objects(item, "author")
        ],
        "external_ids": {name: value for name, value in external.items() if value},
    }
    return {name: value for name, value in made.items() if value}


def format_name(author: dict[str, Any]) -> str | None:
    """Return a name as printed."""
    parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
    texts = [text for name in parts if (text := fields.read_text(author, name))]
    return " ".join(texts) or fields.read_text(author, "literal")


def parse_issued(issued: dict[str, Any]) -> str | None:
    """Return the day, month or year of ``date-parts``, or the period between two of them."""
    listed = fields.read_items(issued, "date-parts")
    made = []
    for parts in listed:
        try:
            year, *rest = [int(part) for part in parts if part not in {None, ""}] or [0]
        except (TypeError, ValueError) as error:
            raise BadRecordError("date_malformed", f"has the date {listed!r:.40}") from error
        if year:
            made.append("-".join([f"{year:04}", *(f"{part:02}" for part in rest[:2])]))
    return "/".join(dict.fromkeys((made[0], made[-1]))) if made else None


FORMAT: Final = ObjectFormat(
    lambda item: "id" in item and bool(item.keys() & KEYS) and not item.keys() & RECORD_KEYS,
    record,
    kind="bibliography",
    name="CSL-JSON",
    page="reference-managers",
)
