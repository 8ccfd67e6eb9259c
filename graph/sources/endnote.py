"""Libraries of EndNote, as entries: its tagged text (``.enw``) and its XML."""

import re
import string
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import doubts, values
from scinet.graph.sources.exports import entry, topics
from scinet.graph.sources.tagged import Tagged, Tags, tagged

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

PATTERN: Final = re.compile(r"\s*%0 ")
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
    """The references with the numbers of their first lines; of lines outside any, their text."""
    for number, one in tagged(text, _TAGS):
        yield number, one if isinstance(one, str) else _reference(one)


def _reference(one: Tagged) -> dict[str, Any]:
    first = {tag: values.said(listed[0]) for tag, listed in one.said.items()}
    day, year, doi = first.get("8", ""), first.get("D", ""), first.get("R", "")
    ids = values.ids(doi=doi)
    names = map(values.said, one.said.get("A", ()))
    one.doubts.extend(doubts.ids(ids, doi=doi))
    if (stated := values.year(day)) and str(stated) != year:
        one.doubts.extend(doubts.years(str(stated), year))
    return entry(
        ids,
        title=first.get("T", ""),
        date=values.date(f"{day} {year}", year),
        authors=values.people(map(values.printed, doubts.authors(filter(None, names), one.doubts))),
        abstract=first.get("X", ""),
        venue=first.get("J") or first.get("B", ""),
        type=first.get("0", "").lower(),
        fields=topics(re.split(r"[;\n]", ";".join(one.said.get("K", ())))),
        place={"volume": first.get("V", ""), "page": first.get("P", "").partition("-")[0]},
        doubts=one.doubts,
    )


def record(one: "Element") -> Iterator[dict[str, Any]]:
    """The entry of a ``record`` in EndNote's XML."""

    def said(path: str) -> str:
        return values.inner(one.find(path))

    kind = one.find("ref-type")
    year = said("dates/year")
    yield entry(
        values.ids(doi=values.doi(said("electronic-resource-num"))),
        title=said("titles/title"),
        date=values.date(f"{said('dates/pub-dates/date')} {year}", year),
        authors=values.people(
            map(values.printed, map(values.inner, one.iterfind("contributors/authors/author")))
        ),
        abstract=said("abstract"),
        venue=said("periodical/full-title") or said("titles/secondary-title"),
        type="" if kind is None else (kind.get("name") or "").lower(),
        fields=topics(map(values.inner, one.iterfind("keywords/keyword"))),
        place={
            "short": said("periodical/abbr-1"),
            "volume": said("volume"),
            "page": said("pages").partition("-")[0],
        },
    )
