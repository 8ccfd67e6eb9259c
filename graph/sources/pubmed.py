"""PubMed records as entries: tagged text (``.nbib``) and XML.

Source:
    MEDLINE/PubMed Data Element Descriptions, nlm.nih.gov.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import entry_warnings, reference_matching, values
from scinet.graph.sources.database_exports import is_retracted, make_entry, topics
from scinet.graph.sources.entries import TextFormat, XmlFormat
from scinet.graph.sources.tagged import TaggedRecord, Tags, read_tagged

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

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
    """Yield records with the numbers of their first lines, or the text of stray lines."""
    for number, record_or_text in read_tagged(text, _TAGS):
        yield (
            number,
            record_or_text if isinstance(record_or_text, str) else _parse_record(record_or_text),
        )


def _parse_record(tags: TaggedRecord) -> dict[str, Any]:
    first = {tag: values.clean_text(listed[0]) for tag, listed in tags.said.items()}
    own = [*tags.said.get("LID", ()), *tags.said.get("AID", ())]
    doi = next((tags.removesuffix("[doi]").strip() for tags in own if tags.endswith("[doi]")), "")
    doi = doi or next(filter(_DOI.match, own), "")  # labelled as another kind
    ids = values.collect_ids(doi=doi, pmid=first.get("PMID", ""), pmc=first.get("PMC", ""))
    tags.doubts.extend(entry_warnings.find_malformed_ids(ids, doi=doi, pmid=first.get("PMID", "")))
    persons = entry_warnings.iter_authors(
        filter(None, tags.said.get("FAU") or tags.said.get("AU") or ()), tags.doubts
    )
    groups = filter(None, map(values.clean_text, tags.said.get("CN", ())))
    return make_entry(
        ids,
        title=first.get("TI") or first.get("BTI", ""),
        date=values.parse_date(first.get("DP", "")),
        authors=values.make_authors([*persons, *groups]),
        abstract=first.get("AB", ""),
        venue=first.get("JT") or first.get("TA", ""),
        type=first.get("PT", "").lower(),
        is_retracted=is_retracted(tags.said.get("PT", ())),
        fields=topics(tags.said.get("OT", ())),
        place={
            "short": first.get("TA", ""),
            "volume": first.get("VI", ""),
            "page": first.get("PG", "").partition("-")[0],
        },
        doubts=tags.doubts,
    )


def article(element: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of a ``PubmedArticle``."""
    citation = element.find("MedlineCitation")
    listed = element.findall("PubmedData/ArticleIdList/ArticleId")
    own = {n.get("IdType"): values.clean_text(n.text) for n in listed}
    for place in element.iterfind("MedlineCitation/Article/ELocationID"):
        own.setdefault(place.get("EIdType"), values.clean_text(place.text))
    article_path = "MedlineCitation/Article"
    people = [_author_object(n) for n in element.iterfind(f"{article_path}/AuthorList/Author")]
    issued = element.find(f"{article_path}/Journal/JournalIssue/PubDate")
    dates = [issued, *element.iterfind(f"{article_path}/ArticleDate")]
    abstract = " ".join(
        values.inner_text(n) for n in element.iterfind(f"{article_path}/Abstract/AbstractText")
    )
    kinds = [
        values.inner_text(n)
        for n in element.iterfind(f"{article_path}/PublicationTypeList/PublicationType")
    ]
    pmid = "" if citation is None else values.inner_text(citation.find("PMID"))
    yield make_entry(
        values.collect_ids(doi=own.get("doi", ""), pmid=pmid, pmc=own.get("pmc", "")),
        title=values.inner_text(element.find(f"{article_path}/ArticleTitle")),
        date=values.parse_date(*(_read_date(n) for n in dates if n is not None)),
        authors=[person for person in people if person],
        references=map(_parse_reference, element.iterfind("PubmedData/ReferenceList/Reference")),
        abstract=abstract,
        venue=values.inner_text(element.find(f"{article_path}/Journal/Title")),
        type=next(iter(kinds), "").lower(),
        is_retracted=is_retracted(kinds),
        fields=topics(
            map(values.inner_text, element.iterfind("MedlineCitation/KeywordList/Keyword"))
        ),
        place={
            "short": values.inner_text(element.find(f"{article_path}/Journal/ISOAbbreviation")),
            "volume": values.inner_text(
                element.find(f"{article_path}/Journal/JournalIssue/Volume")
            ),
            "page": values.inner_text(
                element.find(f"{article_path}/Pagination/MedlinePgn")
            ).partition("-")[0],
        },
    )


def _read_date(element: "Element") -> str:
    parts = [values.inner_text(element.find(part)) for part in ("Year", "Month", "Day")]
    return values.format_date(*parts) if parts[0] else values.inner_text(element)


def _author_object(author: "Element") -> dict[str, Any]:
    names = ("ForeName", "LastName", "Suffix", "CollectiveName")
    name = " ".join(filter(None, (values.inner_text(author.find(part)) for part in names)))
    stated = values.inner_text(author.find("Identifier[@Source='ORCID']"))
    orcid = next(iter(values.ORCID.findall(stated)), "")
    return values.drop_empty({"name": name, "orcid": orcid}) if name else {}


def _parse_reference(element: "Element") -> reference_matching.CitedWork:
    own = {n.get("IdType"): values.clean_text(n.text) for n in element.iter("ArticleId")}
    text = values.inner_text(element.find("Citation"))
    return reference_matching.CitedWork(
        tuple(
            values.collect_ids(
                doi=own.get("doi") or values.find_doi(text), pmid=own.get("pubmed", "")
            )
        ),
        tuple(part.strip() for part in re.split(r"[.?!] ", text)),
        text.partition(" ")[0].strip(",."),
        values.parse_year(text),
    )


FORMATS: Final = (
    TextFormat(re.compile(r"\s*PMID ?- ?\d"), entries, name="PubMed", page="reference-managers"),
    XmlFormat(
        frozenset({"PubmedArticleSet", "PubmedArticle"}),
        ("PubmedArticle",),
        article,
        name="PubMed XML",
        page="reference-managers",
    ),
)
