"""Entries of RIS as objects of the interchange format."""

import re
from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.sources import doubts, values
from scinet.graph.sources.tagged import Tagged, Tags, tagged

_ONCE: Final = frozenset({"TY", "ID", "TI", "T1", "PY", "Y1", "DA", "DO", "JO", "AB", "N2"})
_NUMBERED: Final = (("A", 4), ("C", 8), ("L", 4), ("M", 3), ("N", 2), ("T", 3), ("U", 5), ("Y", 2))
_OTHERS: Final = """AB AD AN AU AV BT CA CN CP CT CY DA DB DO DP ED EP ER ET ID IS J1 J2 JA JF JO KW
LA LB LK NV OP PB PMID PP PY RI RN RP SE SN SP ST SV TA TI TT TY UR VL VO WT"""
_TAGS: Final = Tags(
    re.compile(r"\s*([A-Z][A-Z0-9])(?:[ \u00a0]{2}-|[ \t]-(?=\s|$)) ?(.*)"),
    re.compile(r"[A-Za-z][A-Za-z0-9]{0,5}\s{1,3}[-\u2013\u2014]\s|[<=>]{7}"),
    "TY",
    "ER",
    _ONCE,
    frozenset({"TY", "ID", "AU", "A1", "PY", "Y1", "DA", "DO", "AN", "SN", "SP", "EP", "VL", "IS"}),
    frozenset({*_OTHERS.split(), *(f"{x}{n + 1}" for x, most in _NUMBERED for n in range(most))}),
)
_DATES: Final = ("DA", "PY", "Y1")  # those that say the day come first
_DATE: Final = re.compile(r"\d{4}(?:[/-]\d\d?){0,2}(?!\d)")


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The entries with the numbers of their first lines; of lines outside any, their text.

    An entry's id is its own, its accession number or its DOI, else made of its first author,
    year and title.
    """
    for number, one in tagged(text, _TAGS):
        yield number, one if isinstance(one, str) else _record(one)


def _record(one: Tagged) -> dict[str, Any]:
    title, date = one.first("TI", "T1", "TT"), _date(one)
    names = [*one.said.get("A1", ()), *one.said.get("AU", ())]
    kept = doubts.authors(filter(None, map(values.said, names)), one.doubts)
    authors = list(dict.fromkeys(filter(None, map(values.printed, kept))))
    doi = one.first("DO")
    one.doubts.extend(doubts.years(*(found for tag in _DATES if (found := _day(one.first(tag))))))
    record = {
        "id": one.first("ID", "AN", "DO") or values.made_id(authors, date, title),
        "type": one.first("TY").lower(),
        "title": values.said(title),
        "abstract": values.said(one.first("AB", "N2")),
        "date": date,
        "venue": values.said(one.first("JO", "JF", "T2", "J2")),
        "authors": [{"name": name} for name in authors],
        "external_ids": {"doi": doi} if doi else None,
        doubts.KEY: one.doubts,
    }
    return values.filled(record)


def _date(one: Tagged) -> str | None:
    """The day, month or year, as far as it is said: ``2001/06/15/``, ``2001///``, ``2001``."""
    said = [found for tag in _DATES if (found := _day(one.first(tag)))]
    return max(said, key=len, default=None) or values.date(*map(one.first, _DATES))


def _day(text: str) -> str:
    found = _DATE.match(text)
    return "-".join(part.zfill(2) for part in re.split("[/-]", found[0])) if found else ""
