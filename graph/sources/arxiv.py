"""arXiv metadata in JSON lines, as entries.

Source:
    The data set of arXiv's metadata (Cornell University, CC0).
"""

from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.sources import fields, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.latex import clean_latex

KEYS: Final = frozenset({"authors_parsed", "categories"})
"""Keys that occur together only in records of arXiv."""


def record(item: dict[str, Any]) -> dict[str, Any]:
    """Make the entry of a record, dated by its first version.

    Raises:
        BadRecordError: If a value has the wrong type.
    """
    names = (fields.read_text(item, "categories") or "").split()
    return make_entry(
        values.collect_ids(
            doi=fields.read_text(item, "doi") or "", arxiv=fields.read_text(item, "id") or ""
        ),
        title=_read_latex(item, "title"),
        date=first_version_day(item),
        authors=list(parse_authors(item)),
        abstract=_read_latex(item, "abstract"),
        venue=fields.read_text(item, "journal-ref"),
        fields=[
            {"id": f"arxiv:{name}", "name": name, "level": "subfield", "is_primary": place == 0}
            for place, name in enumerate(names)
        ],
    )


def _read_latex(item: dict[str, Any], name: str) -> str:
    return values.clean_text(clean_latex(fields.read_text(item, name) or ""))


def first_version_day(item: dict[str, Any]) -> str | None:
    """Return the day of the first version."""
    versions = fields.read_objects(item, "versions")
    return values.parse_date(str(versions[0].get("created") or "")) if versions else None


def parse_authors(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the authors of ``authors_parsed``: family name, given names, suffix."""
    for parts in fields.read_items(item, "authors_parsed"):
        if isinstance(parts, list) and len(parts) >= 2:
            last, first, *more = map(str, parts)
            name = " ".join(filter(None, [first, last, *more[:1]]))
            yield {"name": clean_latex(name)}
