"""Entries from the XML volumes of the ACL Anthology.

Source:
    The data of the ACL Anthology, github.com/acl-org/acl-anthology, data/xml/schema.rnc.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import XmlFormat
from scinet.graph.sources.latex import clean_latex

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


def volume(element: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entries of a ``volume``, with the date and title stated in its ``meta``."""
    meta = element.find("meta")
    parent = element.getparent()
    collection = "" if parent is None else parent.get("id") or ""

    def meta_text(name: str) -> str:
        return "" if meta is None else values.inner_text(meta.find(name))

    year, when = meta_text("year"), f"{meta_text('month')} {meta_text('year')}"
    for paper in element.iterfind("paper"):
        stated = values.inner_text(paper.find("url"))
        places = element.get("id") or "", paper.get("id") or ""
        number = ".".join(places)
        if "." not in collection:  # P01-1001, later 2020.acl-main.1
            number = places[0] + places[1].zfill(4 - len(places[0]))
        own = stated if stated and "://" not in stated else f"{collection}-{number}"
        record = make_entry(
            values.collect_ids(acl=own),
            title=_read_text(paper.find("title")),
            date=values.parse_date(when, year),
            authors=[_author(author) for author in paper.iterfind("author")],
            abstract=_read_text(paper.find("abstract")),
            venue=meta_text("booktitle"),
        )
        doi = values.inner_text(paper.find("doi"))
        yield {**record, "external_ids": values.drop_empty({"acl": own, "doi": doi})}


def _read_text(element: "Element | None") -> str:
    for formula in () if element is None else element.iter("tex-math"):
        formula.text = clean_latex(formula.text or "")
    return values.inner_text(element)


def _author(element: "Element") -> dict[str, Any]:
    """Return an author; the same name in another script (``variant``) is no part of it."""
    names = (values.inner_text(element.find(part)) for part in ("first", "last"))
    places = filter(None, map(values.inner_text, element.iterfind("affiliation")))
    author = {
        "name": " ".join(filter(None, names)),
        "orcid": element.get("orcid"),
        "institutions": [{"name": name} for name in places],
    }
    return {"name": author["name"], **values.drop_empty(author)}


FORMAT: Final = XmlFormat(
    frozenset({"collection"}), ("volume",), volume, name="ACL Anthology", page="metadata"
)
