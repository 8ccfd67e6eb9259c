"""PubMed records as entries: tagged text (``.nbib``) and XML.

Source:
    MEDLINE/PubMed Data Element Descriptions, nlm.nih.gov.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import affiliations, entry_warnings, values
from scinet.graph.sources.database_exports import is_retracted, make_entry, topics
from scinet.graph.sources.entries import TextFormat, XmlFormat
from scinet.graph.sources.reference_matching import CitedWork
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
    """Yield the entry of an article, or of a book or chapter of NCBI's Bookshelf."""
    parts = (element.find(tag) for tag in ("MedlineCitation", "BookDocument"))
    record = next((part for part in parts if part is not None), element)
    doubts: list[entry_warnings.Doubt] = []
    kinds = [values.inner_text(n) for n in record.iter("PublicationType")]
    comments = record.findall("CommentsCorrectionsList/CommentsCorrections")
    if members := len(record.findall("InvestigatorList/Investigator")):
        doubts.append(("group_members", f"{members} members of its groups are not its authors"))
    book, whole = record.find("Book"), record.find("Article")
    stated = _chapter(record, book) if book is not None else _journal_article(whole, record)
    yield make_entry(
        values.collect_ids(**_ids(element, record, book)),
        authors=list(_authors(stated.pop("lists"), doubts)),
        references=chain(
            map(_parse_reference, element.iter("Reference")),
            (CitedWork(tuple(values.collect_ids(pmid=values.inner_text(n.find("PMID")))))
             for n in comments if n.get("RefType") == "Cites"),
        ),
        abstract=" ".join(map(values.inner_text, record.iterfind(".//Abstract/AbstractText"))),
        type=next(iter(kinds), "").lower(),
        is_retracted=is_retracted(kinds)
        or any(n.get("RefType") == "RetractionIn" for n in comments),
        fields=topics(map(values.inner_text, record.iterfind("KeywordList/Keyword"))),
        doubts=doubts,
        **stated,
    )  # fmt: skip


def _journal_article(article: "Element | None", record: "Element") -> dict[str, Any]:
    article = record if article is None else article
    dates = [*article.iterfind("Journal/JournalIssue/PubDate"), *article.iterfind("ArticleDate")]
    return {
        "title": _title(article),
        "date": values.parse_date(*map(_read_date, dates)),
        "lists": article.findall("AuthorList"),
        "venue": values.inner_text(article.find("Journal/Title")),
        "place": {
            "short": values.inner_text(article.find("Journal/ISOAbbreviation")),
            "volume": values.inner_text(article.find("Journal/JournalIssue/Volume")),
            "page": values.inner_text(article.find("Pagination/MedlinePgn")).partition("-")[0],
        },
    }


def _chapter(record: "Element", book: "Element") -> dict[str, Any]:
    """Return what is stated of a chapter, or of a book as a whole; an editor is no author."""
    title, whole = _title(record), values.inner_text(book.find("BookTitle"))
    contributed = [_read_date(n) for n in record.iterfind("ContributionDate")]
    return {
        "title": title or whole,
        "date": values.parse_date(*contributed)
        or values.parse_date(*map(_read_date, book.iterfind("PubDate"))),
        "lists": [*record.findall("AuthorList"), *(() if title else book.findall("AuthorList"))],
        "venue": whole if title else values.inner_text(book.find("CollectionTitle")),
    }


def _ids(element: "Element", record: "Element", book: "Element | None") -> dict[str, str]:
    """Return the first id of each kind; a chapter does not have those of its book."""
    stated = {"pubmed": values.inner_text(record.find("PMID"))}
    listed = [
        *element.iterfind("*/ArticleIdList/ArticleId"),
        *record.iterfind("ArticleIdList/ArticleId"),
    ]
    places = [*record.iterfind("Article/ELocationID")]
    if book is not None and not _title(record):
        places += book.findall("ELocationID")
    for number in [*listed, *(n for n in places if n.get("ValidYN") != "N")]:
        kind = number.get("IdType") or number.get("EIdType") or ""
        stated[kind] = stated.get(kind) or values.inner_text(number)
    return {"doi": stated.get("doi", ""), "pmid": stated["pubmed"], "pmc": stated.get("pmc", "")}


def _title(element: "Element") -> str:
    """Return the title, in its own language if it is not translated."""
    title = values.inner_text(element.find("ArticleTitle"))
    if title.strip("[].").lower() in {"", "not available"}:
        return values.inner_text(element.find("VernacularTitle")) or title.strip("[].")
    return title


def _read_date(element: "Element") -> str:
    parts = [values.inner_text(element.find(part)) for part in ("Year", "Month", "Day")]
    return values.format_date(*parts) if parts[0] else values.inner_text(element)


def _authors(
    lists: Iterable["Element"], doubts: list[entry_warnings.Doubt]
) -> Iterator[dict[str, Any]]:
    for author in (n for listed in lists if listed.get("Type") != "editors" for n in listed):
        first = values.inner_text(author.find("ForeName")) or values.inner_text(
            author.find("Initials")
        )
        rest = (values.inner_text(author.find(n)) for n in ("LastName", "Suffix", "CollectiveName"))
        name = " ".join(filter(None, (first, *rest)))
        if author.get("ValidYN") == "N":
            doubts.append(
                (
                    "name_corrected",
                    f"{entry_warnings.quote_beginning(name)} is corrected in its list",
                )
            )
        elif name:
            stated = values.inner_text(author.find("Identifier[@Source='ORCID']"))
            orcid = next(iter(values.ORCID.findall(stated)), "")
            places = dict.fromkeys(
                affiliations.shorten_address(address)
                for place in author.iter("Affiliation")
                for address in values.split_values(values.inner_text(place))
            )
            institutions = [{"name": place} for place in places if place]
            person = {"name": name, "orcid": orcid, "institutions": institutions}
            yield values.drop_empty(person)


def _parse_reference(element: "Element") -> CitedWork:
    own = {n.get("IdType"): values.clean_text(n.text) for n in element.iter("ArticleId")}
    text = values.inner_text(element.find("Citation"))
    return CitedWork(
        tuple(
            values.collect_ids(
                doi=own.get("doi") or values.find_doi(text),
                pmid=own.get("pubmed") or own.get("pmid", ""),
                pmc=own.get("pmc") or own.get("pmcid", ""),
            )
        ),
        tuple(part.strip() for part in re.split(r"[.?!] ", text)),
        text.partition(" ")[0].strip(",."),
        values.parse_year(text),
    )


_TAGS_OF_XML: Final = ("PubmedArticle", "PubmedBookArticle")
_XML: Final = partial(XmlFormat, make=article, page="reference-managers")
FORMATS: Final = (
    TextFormat(re.compile(r"\s*PMID ?- ?\d"), entries, name="PubMed", page="reference-managers"),
    _XML(
        frozenset({"PubmedArticleSet", "PubmedBookArticleSet", *_TAGS_OF_XML}),
        _TAGS_OF_XML,
        passed_over=("DeleteCitation", "DeleteDocument"),
        name="PubMed XML",
    ),
    _XML(frozenset({"MedlineCitationSet"}), ("MedlineCitation",), name="PubMed MEDLINE"),
    _XML(frozenset({"BookDocumentSet"}), ("BookDocument",), name="PubMed Bookshelf"),
)
