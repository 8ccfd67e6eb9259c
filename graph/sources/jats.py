"""Articles in JATS and its older form, the NLM DTD, as entries.

Source:
    ANSI/NISO Z39.96, JATS: Journal Article Tag Suite.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.schema.identifiers import slugify
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import affiliations, callouts, entry_warnings, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import XmlFormat
from scinet.graph.sources.reference_matching import CitedWork

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_NOT_PUBLISHED: Final = frozenset(
    {"accepted", "corrected", "nihms-submitted", "pmc-release", "received", "resub", "retracted"}
    | {"rev-recd", "rev-request"}
)
"""Types of dates other than the publication date."""
_PARTS: Final = ("sub-article", "response")
_NO_PAPERS: Final = re.compile(
    r"translation|.*(?:decision|review|referee|editor|evaluation|assessment).*|reply|author-comment"
)
"""Types of parts that are no papers: translations, and letters about the article's review."""
_RETRACTED: Final = frozenset({"retraction-forward", "retracted-by", "retraction-in"})
_BLOCKS: Final = frozenset(
    {"break", "caption", "def", "disp-formula", "disp-quote", "label", "list-item", "p", "sec"}
    | {"td", "term", "th", "title", "tr"}
)
_NOTES: Final = frozenset({"fn", "xref", "email", "contrib-group", "label"})
_CITATIONS: Final = ("mixed-citation", "element-citation", "citation", "nlm-citation")
_ALTERNATIVES: Final = "citation-alternatives"
_ASIDE: Final = frozenset(
    {"annotation", "comment", "fn", "note", "related-article", "related-object"}
)
"""Elements in a citation that are about other works."""
_NAMES: Final = frozenset({"name", "string-name"})
_IDS: Final = {"doi": "doi", "pmid": "pmid", "pubmed": "pmid", "pmc": "pmc", "pmcid": "pmc",
               "arxiv": "arxiv"}  # fmt: skip
_NUMBERS: Final = frozenset({"pub-id", "object-id", "elocation-id", "ext-link"})
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_OF_OTHERS: Final = re.compile(
    r"\b(?:errat\w+|corrig\w+|corrections?|retract\w+|comment(?:ary|s)?(?: (?:in|on|to))?|reply"
    r"|response|data ?sets?|data|supplement\w*|review(?:ed)?(?: (?:in|of))?|see also)\W*"
    r"(?:(?:available|at|from|in|is|doi|https?|dx|org|www)\b\W*)*$",
    re.IGNORECASE,
)
_NO_WORD: Final = re.compile(
    r"https?://\S*|\b(?:doi|available|accessed|from|at|online|pub ?med|pm(?:c ?)?id|pmc|epub"
    r"|ahead|of|print|in|press|view|article|full|text|link|suppl|ed|eds|[a-z]{1,2}|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?"
    r"|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\b|[^a-z]",
    re.IGNORECASE,
)
"""Text of a comment that says nothing but where the cited work itself is."""


def article(
    element: "Element", whole: dict[str, Any] | None = None, venue: str = ""
) -> Iterator[dict[str, Any]]:
    """Yield the entry of an article, and those of its parts that are papers.

    Args:
        whole: Entry of the article that the element is a part of.

    Raises:
        BadRecordError: If it has no ``article-meta``.
    """
    meta = next((m for path in ("front/article-meta", "front-stub", ".//article-meta")
                 if (m := element.find(path)) is not None), None)  # fmt: skip
    if meta is None:
        raise BadRecordError("not_jats", "has no article-meta")
    parts = [part for tag in _PARTS for part in element.findall(tag)]
    for part in parts:
        element.remove(part)
    doubts: list[entry_warnings.Doubt] = []
    papers = []
    for part in parts:
        if _is_paper(part):
            papers.append(part)
        else:
            what = _name_part(part)
            doubts.append(("part_left_out", f"{what} is not a paper of its own"))

    @cache
    def works() -> list[list[list["Element"]]]:
        return [_listed_citations(ref) for ref in element.iter("ref")]

    front = element.find("front")
    venue = _first_text(element if front is None else front, "journal-title") or venue
    people, unassigned = _authors(meta, doubts)
    entry = make_entry(
        values.collect_ids(**_own_ids(meta.findall("article-id"))),
        title=_text(meta.find("title-group/article-title")),
        date=_published(meta) or (whole or {}).get("date"),
        authors=people,
        unassigned=unassigned,
        references=(_merge(described) for listed in works() for described in listed),
        abstract=next(
            (_text(n) for n in meta.findall("abstract") if not n.get("abstract-type")), ""
        ),
        venue=venue,
        type=element.get("article-type") or element.get("response-type") or "",
        is_retracted=any(
            n.get("related-article-type") in _RETRACTED for n in meta.findall("related-article")
        ),
        text=lambda: _read_text(
            element, callouts.ReferenceList(map(_listed, element.iter("ref"), works()))
        ),
        place={
            "short": values.inner_text(element.find(".//journal-id[@journal-id-type='nlm-ta']")),
            "volume": values.inner_text(meta.find("volume")),
            "page": values.inner_text(meta.find("fpage"))
            or values.inner_text(meta.find("elocation-id")),
        },
        doubts=doubts,
    )
    yield entry
    for part in papers:
        yield from article(part, entry, venue)


def _is_paper(part: "Element") -> bool:
    kind = part.get("article-type") or part.get("response-type") or ""
    meta = next((m for path in ("front-stub", "front/article-meta")
                 if (m := part.find(path)) is not None), None)  # fmt: skip
    return (
        meta is not None
        and (part.tag == "response" or not _NO_PAPERS.fullmatch(kind))
        and bool(
            _text(meta.find("title-group/article-title")) or _own_ids(meta.findall("article-id"))
        )
    )


def _name_part(part: "Element") -> str:
    kind = part.get("article-type") or part.get("response-type") or "no type"
    title = entry_warnings.quote_beginning(_first_text(part, "article-title"))
    return f"its {part.tag} {title} ({kind})"


def _text(element: "Element | None", left_out: frozenset[str] = _NOTES) -> str:
    """Return the text of an element without its notes."""
    if element is None:
        return ""
    made = callouts.ArticleText(breaks=_BLOCKS, left_out=left_out)
    return values.clean_text(made.read(element).text)


def _first_text(element: "Element", tag: str) -> str:
    return values.inner_text(next(element.iter(tag), None))


def _own_ids(listed: Iterable["Element"]) -> dict[str, str]:
    """Return the first id of each kind; that of a version only without another."""
    stated: dict[str, str] = {}
    for element in sorted(listed, key=lambda n: n.get("specific-use") is not None):
        kind = (element.get("pub-id-type") or element.get("ext-link-type") or "").lower()
        shown, link = values.inner_text(element), element.get(_HREF) or ""
        text = link or shown if element.tag == "ext-link" else shown or link
        if text and (name := _IDS.get(kind)):
            stated.setdefault(name, f"PMC{text}" if name == "pmc" and text.isdigit() else text)
    return stated


def _published(meta: "Element") -> str | None:
    """Return the most exact publication date, or any other stated date without one."""
    listed = meta.findall("pub-date")
    own = [
        element for element in listed
        if _NOT_PUBLISHED.isdisjoint({element.get("pub-type"), element.get("date-type")})
    ]  # fmt: skip
    dates_found = (values.parse_date(*sorted(map(_date, dates))) for dates in (own, listed))
    return next(filter(None, dates_found), None)


def _date(element: "Element") -> str:
    year, month, season, day = (
        values.inner_text(element.find(part)) for part in ("year", "month", "season", "day")
    )
    if not year:
        return element.get("iso-8601-date") or values.inner_text(element.find("string-date"))
    return values.format_date(year, month or season, day)


def _authors(
    meta: "Element", doubts: list[entry_warnings.Doubt]
) -> tuple[list[dict[str, Any]], int]:
    """Return the authors, without members of groups, and the number of affiliations of none."""
    people: list[dict[str, Any]] = []
    places = {n.get("id") or "": n for n in meta.iter("aff", "aff-alternatives")}
    members = 0
    for group in meta.findall("contrib-group"):
        authors = [
            n for n in group.findall("contrib") if n.get("contrib-type", "author") == "author"
        ]
        if "list" in (group.get("content-type") or ""):
            members += len(authors)
        elif not re.search("editor|review", group.get("content-type") or ""):
            people += [person for person in (_person(n, places) for n in authors) if person]
            members += sum(len(n.findall(".//collab//contrib")) for n in authors)
    if members:
        doubts.append(("group_members", f"{members} members of its groups are not its authors"))
    stated = [n for path in ("aff", "contrib-group/aff") for n in meta.findall(path)]
    listed = list(filter(None, map(_institution, stated)))
    if any("institutions" in person for person in people):
        return people, 0
    if len(listed) == 1:  # of all authors, since none points to it
        return [{**person, "institutions": [{"name": listed[0]}]} for person in people], 0
    return people, affiliations.add_listed(people, listed)


def _person(contrib: "Element", places: Mapping[str, "Element"]) -> dict[str, Any]:
    names = [
        n for path in ("name", "name-alternatives/name", "string-name",
                       "name-alternatives/string-name", "collab", "collab-alternatives/collab")
        for n in contrib.findall(path)
    ]  # fmt: skip
    name = next((n for n in names if _is_latin(n)), names[0] if names else None)
    if name is None:
        name = next((n for n in contrib.iter("name", "string-name", "collab")), None)
    if name is None:
        return {}
    parts = (name.find(part) for part in ("given-names", "surname", "suffix"))
    written = " ".join(filter(None, map(values.inner_text, parts)))
    if not written:
        written = _text(name) if name.tag == "collab" else values.given_first(_text(name))
    linked = (n.get("rid") or "" for n in contrib.findall("xref") if n.get("ref-type") == "aff")
    own = [places.get(one) for named in linked for one in named.split()]
    institutions = dict.fromkeys(map(_institution, [*contrib.findall("aff"), *own]))
    orcid = values.inner_text(contrib.find("contrib-id[@contrib-id-type='orcid']"))
    person = {
        "name": written,
        "orcid": orcid,
        "institutions": [{"name": n} for n in institutions if n],
    }
    return values.drop_empty(person) if written else {}


def _institution(place: "Element | None") -> str:
    """Return the institution of an affiliation with its country."""
    if place is None:
        return ""
    listed = [n for n in place.iter("institution") if not _is_department(n)]
    names = list(dict.fromkeys(map(values.inner_text, listed or place.iter("institution"))))
    country = _first_text(place, "country")
    if len(names) == 1:
        return affiliations.join_country(names[0], country)
    address = (
        ", ".join(filter(None, [*names, country])) if names else _text(place, _NOTES | {"sup"})
    )
    return affiliations.shorten_address(address)


def _is_department(institution: "Element") -> bool:
    return re.match("dep|div|orgdiv|school|lab", institution.get("content-type") or "") is not None


def _is_latin(name: "Element") -> bool:
    language = name.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    return language.startswith("en") or name.get("name-style") == "western"


def _listed_citations(ref: "Element") -> list[list["Element"]]:
    """Return the works of an item, each with the elements that describe it."""
    tags = (*_CITATIONS, _ALTERNATIVES)
    found = ref.findall("*")
    direct = [n for n in found if n.tag in tags] or [
        n
        for n in ref.iter(*tags)
        if n.getparent().tag not in tags  # in a note or paragraph
    ]
    groups = [n.findall("*") if n.tag == _ALTERNATIVES else [n] for n in direct] or [[ref]]
    works: list[list[Element]] = []
    for group in groups:
        earlier = next(
            (w for w in works if len(w) == len(group) == 1 and _is_same(w[0], group[0])), None
        )
        if earlier is None:
            works.append(group)
        else:
            earlier += group
    return works


def _is_same(first: "Element", second: "Element") -> bool:
    """Whether one citation is printed text, and the other its parts."""
    if {first.tag, second.tag} != {"mixed-citation", "element-citation"}:
        return False
    parts, printed = (first, second) if first.tag == "element-citation" else (second, first)
    work = _cited_work(parts)
    said = slugify(values.inner_text(printed))
    return bool(work.titles) and slugify(work.titles[0]) in said


def _listed(ref: "Element", works: list[list["Element"]]) -> callouts.ListedReference:
    firsts = [described[0] for described in works]
    return callouts.ListedReference(
        (ref.get("id") or "",),
        values.inner_text(ref.find("label")),
        tuple(
            ("", "") if n is ref else (n.get("id") or "", values.inner_text(n.find("label")))
            for n in firsts
        ),
    )


def _merge(elements: list["Element"]) -> CitedWork:
    """Return the work that all these elements describe: each detail from the first that has it."""
    works = sorted(map(_cited_work, elements), key=lambda work: not work.titles)
    ids = [identifier for work in works for identifier in work.ids]
    kinds = {identifier.partition(":")[0]: identifier for identifier in reversed(ids)}
    return CitedWork(
        tuple(dict.fromkeys(identifier for identifier in ids if identifier in kinds.values())),
        *(
            next(filter(None, values_), values_[0])
            for values_ in list(zip(*works, strict=True))[1:]
        ),
    )


def _cited_work(citation: "Element") -> CitedWork:
    parts = list(_own_parts(citation))
    own = [part for part in parts if not isinstance(part, str)]
    first: dict[str, Element] = {}
    for element in own:
        first.setdefault(str(element.tag), element)
    ids = _own_ids(n for n in own if n.tag in _NUMBERS and not _OF_OTHERS.search(_said_of(n)))
    if "doi" not in ids:
        ids["doi"] = _doi_in(
            citation, own, "".join(part for part in parts if isinstance(part, str))
        )
    names = [n for n in own if n.tag in _NAMES]
    name = next((n for n in names if not _is_editor(n)), names[0] if names else first.get("collab"))
    title = next((text for tag in ("article-title", "chapter-title", "part-title", "data-title")
                  if (text := values.inner_text(first.get(tag)))), "")  # fmt: skip
    source = values.inner_text(first.get("source"))
    year = first.get("year")
    stated = "" if year is None else year.get("iso-8601-date") or values.inner_text(year)
    return CitedWork(
        tuple(values.collect_ids(**ids)),
        tuple(filter(None, [title or source])),
        _family_first(name),
        values.parse_year(stated),
        source,
        values.inner_text(first.get("volume")),
        values.inner_text(first.get("fpage")) or values.inner_text(first.get("elocation-id")),
    )


def _own_parts(citation: "Element") -> Iterator["Element | str"]:
    """Yield elements and text about the cited work itself: none about its errata and data."""
    has_title = False
    yield citation.text or ""
    for child in citation.iterchildren("*"):
        if has_title and child.tag == "data-title":
            return
        has_title = has_title or child.tag == "article-title"
        if child.tag in _NAMES or (not len(child) and child.tag not in _ASIDE):
            yield child
            yield "".join(child.itertext())
        elif child.tag not in _ASIDE:
            yield child
            yield from _own_parts(child)
        yield child.tail or ""


def _said_of(element: "Element") -> str:
    """Return the text between an id and the element before it; of a link also its own."""
    before, parent = element.getprevious(), element.getparent()
    text = (before.tail if before is not None else parent.text) or ""
    return f"{text} {values.inner_text(element)}" if element.tag == "ext-link" else text


def _doi_in(citation: "Element", own: list["Element"], said: str) -> str:
    """Return the DOI in the text, links and comments of a citation; empty where it is of others."""
    while doi := values.find_doi(said):
        start = said.lower().index(doi)
        if not _OF_OTHERS.search(said[:start]):
            return doi
        said = said[start + len(doi) :]
    for link in own:
        doi = values.find_doi(link.get(_HREF) or "")
        if doi and not _OF_OTHERS.search(_said_of(link)):
            return doi
    for comment in citation.iter("comment"):
        linked = " ".join(n.get(_HREF) or "" for n in comment.iter("ext-link", "uri"))
        said = values.inner_text(comment)
        doi = values.find_doi(said) or values.find_doi(linked)
        if doi and not _NO_WORD.sub("", said.lower().partition(doi)[0]):
            return doi
    return ""


def _is_editor(name: "Element") -> bool:
    group = next(name.iterancestors("person-group"), None)
    return group is not None and group.get("person-group-type", "author") != "author"


def _family_first(name: "Element | None") -> str:
    if name is None:
        return ""
    if name.find("surname") is None:
        return values.inner_text(name)
    return ", ".join(values.inner_text(name.find(part)) for part in ("surname", "given-names"))


def _read_text(article: "Element", references: callouts.ReferenceList) -> dict[str, Any]:
    """Return the paragraphs of an article with their mentions."""

    def targets(element: "Element") -> tuple[tuple[int, ...], ...] | None:
        if element.tag != "xref":
            return None
        named = (element.get("rid") or "").split()
        known = tuple(references.places.get(identifier, ()) for identifier in named)
        return known or ((),) if element.get("ref-type") == "bibr" or any(known) else None

    body = article.find("body")
    paragraphs = (
        (
            next((values.inner_text(n.find("title")) for n in part.iterancestors("sec")), ""),
            callouts.ArticleText(targets, _BLOCKS).read(part),
        )
        for part in (() if body is None else body.iter("p"))
        if next(part.iterancestors("p"), None) is None  # else part of the outer paragraph's text
    )
    cited = sum(len(targets(element) or ()) for element in article.iter("xref"))
    return callouts.read_paragraphs(paragraphs, references, cited)


FORMAT: Final = XmlFormat(
    frozenset({"article", "articles", "pmc-articleset", "OAI-PMH"}),
    ("article",),
    article,
    ("Reply",),  # of PubMed Central: not available
    name="JATS",
    kind="articles",
    page="full-text",
)
