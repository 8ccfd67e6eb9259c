"""Libraries of EndNote, as entries: its tagged text (``.enw``) and its XML."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.sources import values
from scinet.graph.sources.exports import entry, topics
from scinet.graph.sources.tagged import tagged

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

PATTERN: Final = re.compile(r"\s*%0 ")
_TAG: Final = re.compile(r"%(\S)\s*(.*)")


def entries(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The references with the numbers of their first lines."""
    for number, said in tagged(text, _TAG, "0"):
        first = {tag: values.said(listed[0]) for tag, listed in said.items()}
        yield (
            number,
            entry(
                values.ids(doi=first.get("R", "")),
                title=first.get("T", ""),
                date=values.date(f"{first.get('8', '')} {first.get('D', '')}", first.get("D", "")),
                authors=values.people(map(values.printed, filter(None, said.get("A", ())))),
                abstract=first.get("X", ""),
                venue=first.get("J") or first.get("B", ""),
                type=first.get("0", "").lower(),
                fields=topics(
                    word for one in said.get("K", ()) for word in re.split(r"[;\n]", one)
                ),
                place={
                    "volume": first.get("V", ""),
                    "page": first.get("P", "").partition("-")[0],
                },
            ),
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
