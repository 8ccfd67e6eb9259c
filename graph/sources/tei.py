"""TEI documents, as GROBID and publishers write them, as entries.

Source:
    The output format of GROBID, grobid.readthedocs.io; the TEI Guidelines, P5.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import affiliations, callouts, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import XmlFormat
from scinet.graph.sources.reference_matching import CitedWork

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_XML_ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
_BLOCKS: Final = frozenset({"cell", "figDesc", "head", "item", "lb", "p", "quote", "row", "s"})
_CALLOUTS: Final = frozenset({"bib", "bibl", "biblio", "bibr", "cit"})
_ASIDE: Final = frozenset({"note", "relatedItem"})
_PRINTED: Final = re.compile(r"\s*[\[(]?(\d{1,3})[\]).]\s")
"""Number at the beginning of a reference as printed."""


def document(element: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of a document.

    Raises:
        BadRecordError: If its header describes no source.
    """
    described = (element.find(f".//sourceDesc/{tag}") for tag in ("biblStruct", "biblFull", "bibl"))
    head = next((n for n in described if n is not None), None)
    title = values.inner_text(element.find(".//titleStmt/title")) or _title(head)
    if head is None and not title:
        raise BadRecordError("not_tei", "has neither a title nor a source in its header")
    listed = [
        n for path in (".//listBibl/biblStruct", ".//listBibl/bibl") for n in element.iterfind(path)
    ]
    references = callouts.ReferenceList(
        callouts.ListedReference((n.get(_XML_ID) or "",), _printed_number(n)) for n in listed
    )
    yield make_entry(
        values.collect_ids(**_ids(head)),
        title=title,
        date=_date(head) or _date(element.find(".//publicationStmt")),
        authors=_authors(head) or _authors(element.find(".//titleStmt")),
        references=map(_cited_work, listed),
        abstract=_text(element.find(".//profileDesc/abstract")),
        venue=values.inner_text(None if head is None else head.find("monogr/title")),
        text=lambda: _read_text(element, references),
        place=_place(head),
    )


def _text(element: "Element | None") -> str:
    if element is None:
        return ""
    return values.clean_text(callouts.ArticleText(breaks=_BLOCKS).read(element).text)


def _own(element: "Element | None", *tags: str) -> Iterator["Element"]:
    """Yield elements below one, in order, except those about other works."""
    for child in () if element is None else element.iterchildren("*"):
        if child.tag not in _ASIDE:
            if child.tag in tags:
                yield child
            yield from _own(child, *tags)


def _title(element: "Element | None") -> str:
    """Return the paper's own title; the title of the containing work is the venue."""
    if element is None:
        return ""
    parts = (element.find(path) for path in ("analytic", "monogr", "."))
    part = next(part for part in parts if part is not None)
    return values.inner_text(part.find("title"))


def _ids(element: "Element | None") -> dict[str, str]:
    """Return the first id of each kind; of one printed in a raw reference only its DOI."""
    stated: dict[str, str] = {}
    for number in _own(element, "idno"):
        kind = (number.get("type") or "").lower()
        if name := {"doi": "doi", "pmid": "pmid", "pmcid": "pmc", "arxiv": "arxiv"}.get(kind):
            stated.setdefault(name, values.inner_text(number))
    if element is not None and not stated.get("doi"):
        links = " ".join(n.get("target") or "" for n in _own(element, "ptr"))
        raw = values.inner_text(element.find("note[@type='raw_reference']"))
        stated["doi"] = values.find_doi(links) or values.find_doi(raw)
    return stated


def _date(element: "Element | None") -> str | None:
    dates = (n for n in _own(element, "date")
             if n.getparent().tag in {"imprint", "bibl", "publicationStmt"})  # fmt: skip
    return values.parse_date(*(n.get("when") or values.inner_text(n) for n in dates))


def _authors(element: "Element | None") -> list[dict[str, Any]]:
    """Return the authors of the paper, or those of the containing work if it states no others."""
    part = None if element is None else element.find("analytic")
    return list(_people(part)) or list(_people(element))


def _people(element: "Element | None") -> Iterator[dict[str, Any]]:
    for author in _own(element, "author"):
        stated = author.find("persName")
        named = author if stated is None else stated
        parts = [*named.iterchildren("forename"), *named.iterchildren("surname")]
        written = " ".join(filter(None, map(values.inner_text, parts)))
        if not parts and (stated is not None or not len(author)):
            written = values.given_first(values.inner_text(named))
        orcid = values.inner_text(author.find("idno[@type='ORCID']"))
        institutions = [
            {"name": affiliations.join_country(name, country)}
            for place in author.iterfind("affiliation")
            for country in [values.inner_text(place.find("address/country"))]
            if (name := values.inner_text(place.find("orgName[@type='institution']")))
        ]
        if written:
            person = {"name": written, "orcid": orcid, "institutions": institutions}
            yield values.drop_empty(person)


def _place(element: "Element | None") -> dict[str, str]:
    scopes = {scope.get("unit"): scope for scope in _own(element, "biblScope")}
    page = scopes.get("page")
    return {
        "volume": values.inner_text(scopes.get("volume")),
        "page": "" if page is None else page.get("from") or values.inner_text(page),
    }


def _cited_work(element: "Element") -> CitedWork:
    name = next((person["name"] for person in _authors(element)), "")
    last = values.inner_text(next(_own(element, "surname"), None))
    place = _place(element)
    return CitedWork(
        tuple(values.collect_ids(**_ids(element))),
        tuple(filter(None, [_title(element)])),
        f"{last}, {name}" if last else name,
        values.parse_year(values.period_end(_date(element))),
        values.inner_text(element.find("monogr/title")),
        place["volume"],
        place["page"],
    )


def _printed_number(element: "Element") -> str:
    match = _PRINTED.match(values.inner_text(element.find("note[@type='raw_reference']")))
    return match[1] if match else element.get("n") or values.inner_text(element.find("label"))


def _read_text(document: "Element", references: callouts.ReferenceList) -> dict[str, Any]:
    """Return the paragraphs of a document with their mentions."""

    def targets(element: "Element") -> tuple[tuple[int, ...], ...] | None:
        if element.tag not in {"ref", "ptr"}:
            return None
        named = (element.get("target") or "").split()
        known = tuple(references.places.get(one.removeprefix("#"), ()) for one in named)
        return known or ((),) if element.get("type") in _CALLOUTS or any(known) else None

    paragraphs = (
        (
            next((values.inner_text(n.find("head")) for n in part.iterancestors("div")), ""),
            callouts.ArticleText(targets, _BLOCKS).read(part),
        )
        for part in document.iterfind(".//text/body//p")
        if next(part.iterancestors("p"), None) is None  # else part of the outer paragraph's text
    )
    cited = sum(len(targets(element) or ()) for element in document.iter("ref", "ptr"))
    return callouts.read_paragraphs(paragraphs, references, cited)


FORMAT: Final = XmlFormat(
    frozenset({"TEI", "teiCorpus"}),
    ("TEI",),
    document,
    name="TEI",
    kind="articles",
    page="full-text",
)
