"""Articles with full text as entries: JATS, TEI of GROBID, unarXive and S2ORC.

An entry holds the paper, its parsed references and a ``text`` of paragraphs, in which a mention
points to a reference by its index. ``unlocated`` counts citations that lie outside paragraphs, have
no text or match no listed reference.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import arxiv, fields, reference_matching, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import ObjectFormat, XmlFormat

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

KEYS: Final = frozenset({"bib_entries", "body_text"})
"""Keys that occur together only in documents of unarXive and S2ORC."""
_TEI: Final = "{http://www.tei-c.org/ns/1.0}"
_XML_ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
_NOT_PUBLISHED: Final = frozenset(
    {"accepted", "corrected", "nihms-submitted", "pmc-release", "received", "resub", "retracted"}
    | {"rev-recd", "rev-request"}
)
"""Types of dates other than the publication date."""
_MARKED: Final = re.compile(r"\{\{[a-z]+:[0-9a-f-]+\}\}")


class _ArticleText:
    """Text built piece by piece with collapsed white space, and the mentions in it."""

    def __init__(self) -> None:
        self.text = ""
        self.mentions: list[dict[str, int]] = []

    def add(self, piece: str | None) -> None:
        made = re.sub(r"\s+", " ", piece or "")
        self.text += made.lstrip() if not self.text or self.text.endswith(" ") else made

    def mention(self, start: int, numbers: Iterable[int]) -> None:
        end = len(self.text.rstrip())
        start = min(start + len(self.text[start:]) - len(self.text[start:].lstrip()), end)
        if start < end:
            self.mentions += ({"start": start, "end": end, "reference": n} for n in numbers)

    def as_paragraph(self, section: str) -> dict[str, Any]:
        return {"section": section, "text": self.text.rstrip(), "mentions": self.mentions}


def _attach_citations(paragraphs: list[dict[str, Any]], cited_there: int) -> dict[str, Any]:
    located = sum(len(paragraph["mentions"]) for paragraph in paragraphs)
    return {"paragraphs": paragraphs, "unlocated": cited_there - located}


def jats(article: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of an article in JATS.

    Raises:
        BadRecordError: If it has no ``article-meta``.

    Source:
        ANSI/NISO Z39.96, JATS: Journal Article Tag Suite.
    """
    meta = article.find(".//article-meta")
    if meta is None:
        raise BadRecordError("not_jats", "has no article-meta")
    listed = article.findall(".//ref-list//ref")
    places = {ref.get("id"): number for number, ref in enumerate(listed) if ref.get("id")}
    own = {
        element.get("pub-id-type"): values.inner_text(element)
        for element in meta.findall("article-id")
    }
    people = [_person(element) for element in meta.findall("contrib-group/contrib")
              if element.get("contrib-type", "author") == "author"]  # fmt: skip
    yield make_entry(
        values.collect_ids(doi=own.get("doi", ""), pmid=own.get("pmid", ""),
                   pmc=own.get("pmc", "") or own.get("pmcid", "")),
        title=values.inner_text(meta.find("title-group/article-title")),
        date=_jats_published(meta),
        authors=[element for element in people if element],
        references=map(_jats_reference, listed),
        abstract=next(
            (values.inner_text(n) for n in meta.findall("abstract") if not n.get("abstract-type")),
            "",
        ),
        venue=_first_text(article, "journal-title"),
        type=article.get("article-type", ""),
        text=lambda: _attach_citations(
            list(_jats_paragraphs(article.find("body"), places)),
            sum(
                len((element.get("rid") or "").split())
                for element in article.iter("xref")
                if element.get("ref-type") == "bibr"
            ),
        ),
        place={
            "short": values.inner_text(article.find(".//journal-id[@journal-id-type='nlm-ta']")),
            "volume": values.inner_text(meta.find("volume")),
            "page": values.inner_text(meta.find("fpage"))
            or values.inner_text(meta.find("elocation-id")),
        },
    )  # fmt: skip


def _jats_published(meta: "Element") -> str | None:
    """Return the most exact publication date, or any other stated date without one."""
    listed = meta.findall("pub-date")
    own = [
        element for element in listed
        if _NOT_PUBLISHED.isdisjoint({element.get("pub-type"), element.get("date-type")})
    ]  # fmt: skip
    dates_found = (values.parse_date(*sorted(map(_jats_date, dates))) for dates in (own, listed))
    return next(filter(None, dates_found), None)


def _jats_date(element: "Element") -> str:
    return values.format_date(
        *(values.inner_text(element.find(part)) for part in ("year", "month", "day"))
    )


def _person(contrib: "Element") -> dict[str, Any]:
    name = contrib.find(".//name")
    if name is None:
        written = _first_text(contrib, "string-name") or _first_text(contrib, "collab")
    else:
        parts = (
            values.inner_text(name.find(part)) for part in ("given-names", "surname", "suffix")
        )
        written = " ".join(filter(None, parts))
    orcid = values.inner_text(contrib.find("contrib-id[@contrib-id-type='orcid']"))
    return values.drop_empty({"name": written, "orcid": orcid}) if written else {}


def _jats_reference(ref: "Element") -> reference_matching.CitedWork:
    own = {element.get("pub-id-type"): values.inner_text(element) for element in ref.iter("pub-id")}
    names = (
        ", ".join(values.inner_text(name.find(part)) for part in ("surname", "given-names"))
        for name in ref.iter("name")
    )
    title = _first_text(ref, "article-title") or _first_text(ref, "chapter-title")
    source = _first_text(ref, "source")
    doi = own.get("doi") or values.find_doi(values.inner_text(ref))
    return reference_matching.CitedWork(
        tuple(values.collect_ids(doi=doi, pmid=own.get("pmid", ""))),
        tuple(filter(None, [title or source])),
        next(names, ""),
        values.parse_year(_first_text(ref, "year")),
        source,
        _first_text(ref, "volume"),
        _first_text(ref, "fpage"),
    )


def _first_text(element: "Element", tag: str) -> str:
    return values.inner_text(next(element.iter(tag), None))


def _jats_paragraphs(
    body: "Element | None", places: dict[str | None, int]
) -> Iterator[dict[str, Any]]:
    for part in () if body is None else body.iter("p"):
        if next(part.iterancestors("p"), None) is not None:
            continue  # part of the outer paragraph's text
        section = next(
            (values.inner_text(ancestor.find("title")) for ancestor in part.iterancestors("sec")),
            "",
        )
        made = _ArticleText()
        _jats_text(part, made, places)
        if made.text.strip():
            yield made.as_paragraph(section)


def _jats_text(element: "Element", made: _ArticleText, places: dict[str | None, int]) -> None:
    start = len(made.text)
    if isinstance(element.tag, str):
        made.add(element.text)
        for child in element:
            _jats_text(child, made, places)
            made.add(child.tail)
        if element.tag == "xref" and element.get("ref-type") == "bibr":
            named = (element.get("rid") or "").split()
            made.mention(
                start, [places[identifier] for identifier in named if identifier in places]
            )


def tei(document: "Element") -> Iterator[dict[str, Any]]:
    """Yield the entry of a TEI document as written by GROBID.

    Raises:
        BadRecordError: If its header describes no source.

    Source:
        The output format of GROBID, grobid.readthedocs.io.
    """
    head = document.find(f".//{_TEI}sourceDesc/{_TEI}biblStruct")
    if head is None:
        raise BadRecordError("not_tei", "has no biblStruct in its header")
    listed = document.findall(f".//{_TEI}listBibl/{_TEI}biblStruct")
    places = {element.get(_XML_ID): number for number, element in enumerate(listed)}
    title = values.inner_text(document.find(f".//{_TEI}titleStmt/{_TEI}title")) or _tei_title(head)
    yield make_entry(
        _tei_ids(head),
        title=title,
        date=_tei_date(head),
        authors=[{"name": name} for name in _tei_names(head)],
        references=map(_tei_reference, listed),
        abstract=values.inner_text(document.find(f".//{_TEI}profileDesc/{_TEI}abstract")),
        venue=values.inner_text(head.find(f"{_TEI}monogr/{_TEI}title")),
        text=lambda: _attach_citations(
            list(_tei_paragraphs(document, places)),
            sum(element.get("type") == "bibr" for element in document.iter(f"{_TEI}ref")),
        ),
        place=_tei_place(head),
    )


def _tei_title(element: "Element") -> str:
    """Return the paper's own title; the title of the containing work is the venue."""
    part = element.find(f"{_TEI}analytic")
    if part is None:
        part = element.find(f"{_TEI}monogr")
    return "" if part is None else values.inner_text(part.find(f"{_TEI}title"))


def _tei_ids(element: "Element") -> list[str]:
    own = {(n.get("type") or "").lower(): values.inner_text(n) for n in element.iter(f"{_TEI}idno")}
    return values.collect_ids(
        doi=own.get("doi", ""), pmid=own.get("pmid", ""), arxiv=own.get("arxiv", "")
    )


def _tei_date(element: "Element") -> str | None:
    printed = element.iter(f"{_TEI}imprint")
    dates = (date for imprint in printed for date in imprint.iterchildren(f"{_TEI}date"))
    return values.parse_date(*(n.get("when") or values.inner_text(n) for n in dates))


def _tei_names(element: "Element") -> Iterator[str]:
    for person in element.iter(f"{_TEI}persName"):
        parts = (*person.iterchildren(f"{_TEI}forename"), *person.iterchildren(f"{_TEI}surname"))
        if written := " ".join(filter(None, map(values.inner_text, parts))):
            yield written


def _tei_place(element: "Element") -> dict[str, str]:
    scopes = {scope.get("unit"): scope for scope in element.iter(f"{_TEI}biblScope")}
    page = scopes.get("page")
    return {
        "volume": values.inner_text(scopes.get("volume")),
        "page": "" if page is None else page.get("from") or values.inner_text(page),
    }


def _tei_reference(element: "Element") -> reference_matching.CitedWork:
    first = next(_tei_names(element), "")
    last = _first_text(element, f"{_TEI}surname")
    place = _tei_place(element)
    return reference_matching.CitedWork(
        tuple(_tei_ids(element)),
        tuple(filter(None, [_tei_title(element)])),
        f"{last}, {first}" if last else "",
        values.parse_year(values.period_end(_tei_date(element))),
        values.inner_text(element.find(f"{_TEI}monogr/{_TEI}title")),
        place["volume"],
        place["page"],
    )


def _tei_paragraphs(document: "Element", places: dict[str | None, int]) -> Iterator[dict[str, Any]]:
    for part in document.iterfind(f".//{_TEI}text/{_TEI}body//{_TEI}p"):
        made = _ArticleText()
        made.add(part.text)
        for child in part:
            start = len(made.text)
            made.add("".join(child.itertext()))
            target = (child.get("target") or "").removeprefix("#")
            if child.get("type") == "bibr" and target in places:
                made.mention(start, [places[target]])
            made.add(child.tail)
        section = next(
            (values.inner_text(ancestor.find(f"{_TEI}head")) for ancestor in part.iterancestors()),
            "",
        )
        if made.text.strip():
            yield made.as_paragraph(section)


def parsed(document: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make the entry of a document of unarXive or S2ORC, with its text unchanged.

    Source:
        Saier, Krause and Färber (2023), unarXive 2022, arXiv:2303.14957; Lo et al. (2020), S2ORC.
    """
    meta = fields.read_mapping(document, "metadata", notes) or document
    bibliography = fields.read_mapping(document, "bib_entries", notes)
    places = {key: number for number, key in enumerate(bibliography)}
    own = fields.read_own_id(document, "paper_id", notes)
    is_unarxive = "metadata" in document
    body = fields.read_objects(document, "body_text", notes)
    paragraphs = [_parsed_paragraph(item, places, notes) for item in body]
    text = _attach_citations(
        [item for item in paragraphs if item["text"]],
        sum(len(fields.read_items(item, "cite_spans", Notes())) for item in body),
    )
    abstract = document.get("abstract")
    return make_entry(
        values.collect_ids(
            doi=fields.read_text(meta, "doi", notes) or "",
            **({"arxiv": own} if is_unarxive else {"s2": own}),
        ),
        title=values.clean_text(fields.read_text(meta, "title", notes)),
        date=_parsed_date(meta, notes),
        authors=list(_parsed_people(meta, notes)),
        references=[_parsed_reference(item, notes) for item in bibliography.values()],
        abstract=values.clean_text(abstract.get("text") if isinstance(abstract, dict) else ""),
        venue=fields.read_text(meta, "venue", notes) or fields.read_text(meta, "journal", notes),
        text=lambda: text,
    )


def _parsed_date(meta: dict[str, Any], notes: Notes) -> str | None:
    return arxiv.first_version_day(meta, notes) or values.parse_date(
        values.date_text(meta.get("year")), values.date_text(meta.get("date"))
    )


def _parsed_people(meta: dict[str, Any], notes: Notes) -> Iterator[dict[str, Any]]:
    yield from arxiv.parse_authors(meta, notes)
    if isinstance(meta.get("authors"), str):  # as arXiv writes them, in one text
        return
    for person in fields.read_objects(meta, "authors", notes):
        middle = fields.read_items(person, "middle", notes)
        parts = [person.get("first"), *middle, person.get("last"), person.get("suffix")]
        yield {"name": values.clean_text(" ".join(str(part) for part in parts if part))}


def _parsed_reference(stated: Any, notes: Notes) -> reference_matching.CitedWork:
    reference = fields.read_mapping({"bib_entries[]": stated}, "bib_entries[]", notes)
    own = fields.read_mapping(reference, "ids", notes) or (
        fields.read_mapping(reference, "other_ids", notes)
    )
    openalex = str(own.get("open_alex_id") or "").rpartition("/")[2]
    link = reference.get("link")
    raw = str(reference.get("bib_entry_raw") or "")
    authors = fields.read_items(reference, "authors", notes)
    first = authors[0] if authors and isinstance(authors[0], dict) else {}
    sentences = [part.strip(" ,") for part in re.split(r"(?<=[^.A-Z])[.,] |\. (?=[A-Z]\w)", raw)]
    return reference_matching.CitedWork(
        tuple(
            values.collect_ids(
                doi=str(own.get("doi") or "") or values.find_doi(raw),
                arxiv=str(own.get("arxiv_id") or ""),
                openalex=openalex,
                pmid=str(own.get("pubmed_id") or ""),
                s2=str(link or ""),
            )
        ),
        tuple(filter(None, [str(reference.get("title") or ""), *sentences])),
        str(first.get("last") or ""),
        values.parse_year(str(reference.get("year") or raw))
        if reference.get("year") or raw
        else None,
        str(reference.get("venue") or ""),
        str(reference.get("volume") or ""),
        str(reference.get("pages") or "").partition("-")[0],
    )


def _parsed_paragraph(
    paragraph: dict[str, Any], places: dict[str, int], notes: Notes
) -> dict[str, Any]:
    text = fields.read_text(paragraph, "text", notes) or ""
    spans = [
        {"start": span.get("start"), "end": span.get("end"), "reference": place}
        for span in fields.read_objects(paragraph, "cite_spans", notes)
        if (place := places.get(str(span.get("ref_id")))) is not None
    ]
    section = fields.read_text(paragraph, "section", notes)
    return {"section": section, "text": text, "mentions": spans}


_FORM: Final[Any] = {"kind": "articles", "page": "full-text"}
FORMATS: Final = (
    XmlFormat(frozenset({"article", "pmc-articleset"}), ("article",), jats, name="JATS", **_FORM),
    XmlFormat(frozenset({"TEI", "teiCorpus"}), (f"{_TEI}TEI",), tei, name="TEI", **_FORM),
    ObjectFormat(lambda item: item.keys() >= KEYS, parsed, name="unarXive", **_FORM),
)
