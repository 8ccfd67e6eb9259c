"""The XML of DBLP, as entries.

Source:
    dblp.org/xml, dblp.dtd.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import values
from scinet.graph.sources.exports import entry

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

TAGS: Final = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis")
"""Elements that are papers; proceedings, persons and data sets are passed over."""
_NUMBER: Final = " 0123456789"  # after the name of a namesake


def record(one: "Element") -> Iterator[dict[str, Any]]:
    """The entry of a paper; numbers after the names of namesakes make their ids."""
    links = [values.inner(link) for link in one.iterfind("ee")]
    names = [values.inner(author) for author in one.iterfind("author")]
    orcids = [author.get("orcid") or "" for author in one.iterfind("author")]
    yield entry(
        values.ids(doi=next(filter(None, map(values.doi, links)), ""), dblp=one.get("key") or ""),
        title=values.inner(one.find("title")).removesuffix("."),
        date=values.date(values.inner(one.find("year"))),
        authors=[
            values.filled(
                {"id": name and f"dblp:{name}", "name": name.rstrip(_NUMBER), "orcid": orcid}
            )
            for name, orcid in zip(names, orcids, strict=True)
        ],
        venue=values.inner(one.find("journal")) or values.inner(one.find("booktitle")),
        type=str(one.tag),
        place={
            "volume": values.inner(one.find("volume")),
            "page": values.inner(one.find("pages")).partition("-")[0],
        },
    )
