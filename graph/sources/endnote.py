"""EndNote libraries as entries: tagged text (``.enw``) and XML."""

import re
import string
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import affiliations, entry_warnings, values
from scinet.graph.sources.database_exports import make_entry, topics
from scinet.graph.sources.entries import TextFormat, XmlFormat
from scinet.graph.sources.tagged import TaggedRecord, Tags, read_tagged

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PAGE: Final = "reference-managers"
_TAGS: Final = Tags(
    re.compile(r"%(\S)(?:\s+(.*))?"),
    re.compile(r"\s*[%\uff05]|[<=>]{7}"),
    "0",
    "",
    frozenset("0DJRT8X"),
    frozenset("0ADEPRV8"),
    frozenset(string.ascii_uppercase + string.digits + "!#$&()*+<=>?@[^~"),
)


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield references with the numbers of their first lines, or the text of stray lines."""
    for number, record_or_text in read_tagged(text, _TAGS):
        yield (
            number,
            record_or_text if isinstance(record_or_text, str) else _parse_reference(record_or_text),
        )


def _parse_reference(tags: TaggedRecord) -> dict[str, Any]:
    first = {tag: values.clean_text(listed[0]) for tag, listed in tags.said.items()}
    day, year, doi = first.get("8", ""), first.get("D", ""), first.get("R", "")
    ids = values.collect_ids(doi=doi)
    names = map(values.clean_text, tags.said.get("A", ()))
    tags.doubts.extend(entry_warnings.find_malformed_ids(ids, doi=doi))
    if (stated := values.parse_year(day)) and str(stated) != year:
        tags.doubts.extend(entry_warnings.find_conflicting_years(str(stated), year))
    people = values.make_authors(entry_warnings.iter_authors(filter(None, names), tags.doubts))
    return make_entry(
        ids,
        title=first.get("T", ""),
        date=values.parse_date(f"{day} {year}", year),
        authors=people,
        unassigned=affiliations.add_addresses(people, tags.said.get("+", ())),
        abstract=first.get("X", ""),
        venue=first.get("J") or first.get("B", ""),
        type=first.get("0", "").lower(),
        fields=topics(re.split(r"[;\n]", ";".join(tags.said.get("K", ())))),
        place={"volume": first.get("V", ""), "page": first.get("P", "").partition("-")[0]},
        doubts=tags.doubts,
    )


def record(element: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of a ``record`` in EndNote's XML."""

    def text_at(path: str) -> str:
        return values.inner_text(element.find(path))

    kind = element.find("ref-type")
    year, day = text_at("dates/year"), text_at("dates/pub-dates/date")
    stated = text_at("electronic-resource-num")
    provider = f"{text_at('remote-database-provider')} {text_at('remote-database-name')}"
    is_pubmed = re.search("nlm|pubmed|medline", provider, re.IGNORECASE) is not None
    ids = values.collect_ids(
        doi=values.find_doi(stated), pmid=text_at("accession-num") if is_pubmed else ""
    )
    doubts = list(entry_warnings.find_malformed_ids(ids, doi=stated))
    if (other := values.parse_year(day)) and str(other) != year:
        doubts.extend(entry_warnings.find_conflicting_years(str(other), year))
    names = map(values.inner_text, element.iterfind("contributors/authors/author"))
    words = ("".join(n.itertext()) for n in element.iterfind("keywords/keyword"))
    people = values.make_authors(entry_warnings.iter_authors(filter(None, names), doubts))
    yield make_entry(
        ids,
        title=text_at("titles/title"),
        date=values.parse_date(f"{day} {year}", year),
        authors=people,
        unassigned=affiliations.add_addresses(people, [text_at("auth-address")]),
        abstract=text_at("abstract"),
        venue=text_at("periodical/full-title") or text_at("titles/secondary-title"),
        type="" if kind is None else (kind.get("name") or "").lower(),
        fields=topics(values.split_values("\n".join(words), r"[;\r\n]")),
        place={
            "short": text_at("periodical/abbr-1"),
            "volume": text_at("volume"),
            "page": text_at("pages").partition("-")[0],
        },
        doubts=doubts,
    )


FORMATS: Final = (
    TextFormat(re.compile(r"\s*%0 "), entries, name="EndNote", page=_PAGE),
    XmlFormat(frozenset({"xml", "records"}), ("record",), record, name="EndNote XML", page=_PAGE),
)
