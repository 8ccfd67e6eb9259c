"""Records of PubMed, as entries: its tagged text (``.nbib``) and its XML.

Source:
    MEDLINE/PubMed Data Element Descriptions, nlm.nih.gov.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import cited, doubts, values
from scinet.graph.sources.exports import entry, retracted, topics
from scinet.graph.sources.tagged import Tagged, Tags, tagged

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

PATTERN: Final = re.compile(r"\s*PMID ?- ?\d")
_DOI: Final = re.compile(r"10\.\d")
_TAGS: Final = Tags(
    re.compile(r"([A-Z]{2,4}) *-(?: (.*)|$)"),
    re.compile(r"[A-Za-z]{1,6}\s*[-\u2013\u2014]\s|[<=>]{7}|id: \d"),
    "PMID",
    "",
    frozenset({"PMID", "TI", "BTI", "DP", "AB", "JT", "TA", "VI", "PG"}),
    frozenset({"PMID", "FAU", "AU", "DP", "LID", "AID", "PMC", "VI", "IP", "PG", "PT", "JT"}),
)


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The records with the numbers of their first lines; of lines outside any, their text."""
    for number, one in tagged(text, _TAGS):
        yield number, one if isinstance(one, str) else _record(one)


def _record(one: Tagged) -> dict[str, Any]:
    first = {tag: values.said(listed[0]) for tag, listed in one.said.items()}
    own = [*one.said.get("LID", ()), *one.said.get("AID", ())]
    doi = next((one.removesuffix("[doi]").strip() for one in own if one.endswith("[doi]")), "")
    doi = doi or next(filter(_DOI.match, own), "")  # of another kind than it says
    ids = values.ids(doi=doi, pmid=first.get("PMID", ""), pmc=first.get("PMC", ""))
    one.doubts.extend(doubts.ids(ids, doi=doi, pmid=first.get("PMID", "")))
    persons = doubts.authors(
        filter(None, one.said.get("FAU") or one.said.get("AU") or ()), one.doubts
    )
    groups = filter(None, map(values.said, one.said.get("CN", ())))
    return entry(
        ids,
        title=first.get("TI") or first.get("BTI", ""),
        date=values.date(first.get("DP", "")),
        authors=values.people([*map(values.printed, persons), *groups]),
        abstract=first.get("AB", ""),
        venue=first.get("JT") or first.get("TA", ""),
        type=first.get("PT", "").lower(),
        is_retracted=retracted(one.said.get("PT", ())),
        fields=topics(one.said.get("OT", ())),
        place={
            "short": first.get("TA", ""),
            "volume": first.get("VI", ""),
            "page": first.get("PG", "").partition("-")[0],
        },
        doubts=one.doubts,
    )


def article(one: "Element") -> Iterator[dict[str, Any]]:
    """The entry of a ``PubmedArticle``."""
    citation = one.find("MedlineCitation")
    listed = one.findall("PubmedData/ArticleIdList/ArticleId")
    own = {n.get("IdType"): values.said(n.text) for n in listed}
    for place in one.iterfind("MedlineCitation/Article/ELocationID"):
        own.setdefault(place.get("EIdType"), values.said(place.text))
    about = "MedlineCitation/Article"
    people = [_person(n) for n in one.iterfind(f"{about}/AuthorList/Author")]
    issued = one.find(f"{about}/Journal/JournalIssue/PubDate")
    dates = [issued, *one.iterfind(f"{about}/ArticleDate")]
    abstract = " ".join(values.inner(n) for n in one.iterfind(f"{about}/Abstract/AbstractText"))
    kinds = [values.inner(n) for n in one.iterfind(f"{about}/PublicationTypeList/PublicationType")]
    pmid = "" if citation is None else values.inner(citation.find("PMID"))
    yield entry(
        values.ids(doi=own.get("doi", ""), pmid=pmid, pmc=own.get("pmc", "")),
        title=values.inner(one.find(f"{about}/ArticleTitle")),
        date=values.date(*(_when(n) for n in dates if n is not None)),
        authors=[person for person in people if person],
        references=map(_reference, one.iterfind("PubmedData/ReferenceList/Reference")),
        abstract=abstract,
        venue=values.inner(one.find(f"{about}/Journal/Title")),
        type=next(iter(kinds), "").lower(),
        is_retracted=retracted(kinds),
        fields=topics(map(values.inner, one.iterfind("MedlineCitation/KeywordList/Keyword"))),
        place={
            "short": values.inner(one.find(f"{about}/Journal/ISOAbbreviation")),
            "volume": values.inner(one.find(f"{about}/Journal/JournalIssue/Volume")),
            "page": values.inner(one.find(f"{about}/Pagination/MedlinePgn")).partition("-")[0],
        },
    )


def _when(one: "Element") -> str:
    """What a date says in parts, or in one text (``MedlineDate``)."""
    parts = [values.inner(one.find(part)) for part in ("Year", "Month", "Day")]
    return values.written(*parts) if parts[0] else values.inner(one)


def _person(author: "Element") -> dict[str, Any]:
    names = ("ForeName", "LastName", "Suffix", "CollectiveName")
    name = " ".join(filter(None, (values.inner(author.find(part)) for part in names)))
    stated = values.inner(author.find("Identifier[@Source='ORCID']"))
    orcid = next(iter(values.ORCID.findall(stated)), "")
    return values.filled({"name": name, "orcid": orcid}) if name else {}


def _reference(one: "Element") -> cited.Cited:
    own = {n.get("IdType"): values.said(n.text) for n in one.iter("ArticleId")}
    text = values.inner(one.find("Citation"))
    return cited.Cited(
        tuple(values.ids(doi=own.get("doi") or values.doi(text), pmid=own.get("pubmed", ""))),
        tuple(part.strip() for part in re.split(r"[.?!] ", text)),
        text.partition(" ")[0].strip(",."),
        values.year(text),
    )
