"""arXiv metadata in JSON lines, as entries.

Source:
    The data set of arXiv's metadata (Cornell University, CC0).
"""

from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import entry_warnings, fields, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.latex import clean_latex

KEYS: Final = frozenset({"authors_parsed", "categories"})
"""Keys that occur together only in records of arXiv."""

_IDS: Final = {"doi": "doi", "arxiv": "id"}


def record(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make the entry of a record, dated by its first version."""
    names = (fields.read_text(item, "categories", notes) or "").split()
    stated = {name: fields.read_own_id(item, key, notes) for name, key in _IDS.items()}
    ids = values.collect_ids(**stated)
    entry_warnings.add_doubts(notes, entry_warnings.find_malformed_ids(ids, **stated))
    return make_entry(
        ids,
        title=_read_latex(item, "title", notes),
        date=first_version_day(item, notes),
        authors=list(parse_authors(item, notes)),
        abstract=_read_latex(item, "abstract", notes),
        venue=fields.read_text(item, "journal-ref", notes),
        fields=[
            {"id": f"arxiv:{name}", "name": name, "level": "subfield", "is_primary": place == 0}
            for place, name in enumerate(names)
        ],
    )


def _read_latex(item: dict[str, Any], name: str, notes: Notes) -> str:
    return values.clean_text(clean_latex(fields.read_text(item, name, notes) or ""))


def first_version_day(item: dict[str, Any], notes: Notes) -> str | None:
    """Return the day of the first version."""
    versions = fields.read_objects(item, "versions", notes)
    return values.parse_date(values.date_text(versions[0].get("created"))) if versions else None


def parse_authors(item: dict[str, Any], notes: Notes) -> Iterator[dict[str, Any]]:
    """Yield the authors of ``authors_parsed``: family name, given names, suffix."""
    for parts in fields.read_items(item, "authors_parsed", notes):
        if not isinstance(parts, list) or not parts:
            fields.note_type("authors_parsed[]", "a list", parts, notes)
            continue
        last, first, suffix = map(values.clean_text, (*parts, "", "")[:3])
        yield {"name": clean_latex(" ".join(filter(None, [first, last, suffix])))}


FORMAT: Final = ObjectFormat(
    lambda item: item.keys() >= KEYS, record, kind="bibliography", name="arXiv", page="metadata"
)
