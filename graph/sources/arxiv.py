"""Metadata of arXiv in JSON lines, as entries.

Source:
    The data set of arXiv's metadata (Cornell University, CC0).
"""

from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.sources import fields, values
from scinet.graph.sources.exports import entry

KEYS: Final = frozenset({"authors_parsed", "categories"})
"""Keys that a record has, and no record of another format has both."""


def record(item: dict[str, Any]) -> dict[str, Any]:
    """The entry of a record, with the day of its first version.

    Raises:
        BadRecordError: If a value has another type than it should.
    """
    names = (fields.text(item, "categories") or "").split()
    return entry(
        values.ids(doi=fields.text(item, "doi") or "", arxiv=fields.text(item, "id") or ""),
        title=values.said(fields.text(item, "title")),
        date=first_day(item),
        authors=list(people(item)),
        abstract=values.said(fields.text(item, "abstract")),
        venue=fields.text(item, "journal-ref"),
        fields=[
            {"id": f"arxiv:{name}", "name": name, "level": "subfield", "is_primary": place == 0}
            for place, name in enumerate(names)
        ],
    )


def first_day(item: dict[str, Any]) -> str | None:
    """The day of the first version."""
    versions = fields.objects(item, "versions")
    return values.date(str(versions[0].get("created") or "")) if versions else None


def people(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The authors, as ``authors_parsed`` has them: family name, given names, suffix."""
    for one in fields.items(item, "authors_parsed"):
        if isinstance(one, list) and len(one) >= 2:
            last, first, *more = map(str, one)
            yield {"name": " ".join(filter(None, [first, last, *more[:1]]))}
