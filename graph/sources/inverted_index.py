"""Abstracts stored as an inverted index: each word with its positions."""

from typing import Any

from scinet.graph.schema.records import Notes
from scinet.graph.sources import fields


def rebuild_text(index: dict[str, Any], where: str, notes: Notes) -> str | None:
    """Rebuild the text of an inverted index; None for an empty or contradictory one.

    Args:
        where: The key of the index in its record.
    """
    places: dict[int, str] = {}
    for word in index:
        listed = index[word]
        if type(listed) is not list or set(map(type, listed)) - {int}:
            fields.note_type(where, "lists of whole numbers", listed, notes)
            return None
        for place in listed:
            if place < 0:
                notes.doubt("inverted_index_negative", f"has {word[:40]!r} at {place}")
                return None
            if place in places:
                notes.doubt("inverted_index_clash", f"has two words at place {place}")
                return None
            places[place] = word
    if places and max(places) + 1 != len(places):
        notes.accept("inverted_index_gap")
    return " ".join(places[place] for place in sorted(places)) if index else None
