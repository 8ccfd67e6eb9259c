"""Abstracts stored as an inverted index: each word with its positions."""

from typing import Any

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import fields


def rebuild_text(index: dict[str, Any], where: str, notes: Notes) -> str | None:
    """Rebuild the text of an inverted index; None for an empty one.

    Args:
        where: The key of the index in its record.

    Raises:
        BadRecordError: If a position is invalid or taken twice.
    """
    places: dict[int, str] = {}
    for word in index:
        for place in fields.read_items(index, word):
            if type(place) is not int:
                raise fields.wrong_type_error(where, "lists of whole numbers", place)
            if place < 0:
                raise BadRecordError("inverted_index_negative", f"has {word[:40]!r} at {place}")
            if place in places:
                raise BadRecordError("inverted_index_clash", f"has two words at place {place}")
            places[place] = word
    if places and max(places) + 1 != len(places):
        notes.accept("inverted_index_gap")
    return " ".join(places[place] for place in sorted(places)) if index else None
