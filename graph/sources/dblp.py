"""DBLP's XML as entries.

Source:
    dblp.org/xml, dblp.dtd.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import XmlFormat

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

TAGS: Final = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis")
"""Elements that are papers."""
PASSED_OVER: Final = ("proceedings", "www", "data", "person")
_NUMBER: Final = " 0123456789"  # after the name of a namesake


def record(element: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of a paper; author ids keep the numbers that tell namesakes apart."""
    links = [values.inner_text(link) for link in element.iterfind("ee")]
    names = [values.inner_text(author) for author in element.iterfind("author")]
    orcids = [author.get("orcid") or "" for author in element.iterfind("author")]
    yield make_entry(
        values.collect_ids(
            doi=next(filter(None, map(values.find_doi, links)), ""), dblp=element.get("key") or ""
        ),
        title=values.inner_text(element.find("title")).removesuffix("."),
        date=values.parse_date(values.inner_text(element.find("year"))),
        authors=[
            values.drop_empty(
                {"id": name and f"dblp:{name}", "name": name.rstrip(_NUMBER), "orcid": orcid}
            )
            for name, orcid in zip(names, orcids, strict=True)
        ],
        venue=values.inner_text(element.find("journal"))
        or values.inner_text(element.find("booktitle")),
        type=str(element.tag),
        place={
            "volume": values.inner_text(element.find("volume")),
            "page": values.inner_text(element.find("pages")).partition("-")[0],
        },
    )


FORMAT: Final = XmlFormat(
    frozenset({"dblp"}), TAGS, record, PASSED_OVER, name="DBLP", page="metadata"
)
