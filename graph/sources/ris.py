"""RIS entries as objects of the interchange format."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from scinet.graph.schema.dates import parse_date
from scinet.graph.sources import affiliations, entry_warnings, values
from scinet.graph.sources.entries import TextFormat
from scinet.graph.sources.tagged import TaggedRecord, Tags, read_tagged

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
_DATES: Final = ("DA", "PY", "Y1")  # tags that may have a day come first
# Where any text may stand.
_PERIOD: Final = re.compile(r"\d{4}///(\d{4}(?:-\d\d){0,2}) to (\d{4}(?:-\d\d){0,2})")
_DATE: Final = re.compile(r"\d{4}(?:[/-]\d\d?){0,2}(?![\ds])")
_HAS_YEAR: Final = re.compile(r"\d{4}")
_OTHER_PART: Final = re.compile(r"\d{4}/\d{0,2}/\d{0,2}/(?=.*[A-Za-z])(.+)")
_YEAR_START: Final = re.compile(r"(?<=[A-Za-z])(?=\d{4})")


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield entries with the numbers of their first lines, or the text of stray lines.

    An entry's id is its own, its accession number or its DOI, else made of its first author,
    year and title.
    """
    for number, record_or_text in read_tagged(text, _TAGS):
        yield (
            number,
            record_or_text if isinstance(record_or_text, str) else _parse_record(record_or_text),
        )


def _parse_record(tags: TaggedRecord) -> dict[str, Any]:
    title, date = tags.first("TI", "T1", "TT"), _parse_date(tags)
    names = [*tags.said.get("A1", ()), *tags.said.get("AU", ())]
    clean_names = entry_warnings.iter_authors(
        filter(None, map(values.clean_text, names)), tags.doubts
    )
    authors = list(dict.fromkeys(filter(None, clean_names)))
    people: list[dict[str, Any]] = [{"name": name} for name in authors]
    doi = tags.first("DO")
    tags.doubts.extend(
        entry_warnings.find_conflicting_years(
            *(values.period_end(day) for tag in _DATES if (day := _parse_day(tags.first(tag))))
        )
    )
    record = {
        "id": tags.first("ID", "AN", "DO") or values.make_id(authors, date, title),
        "type": tags.first("TY").lower(),
        "title": values.clean_text(title),
        "abstract": values.clean_text(tags.first("AB", "N2")),
        "date": date,
        "venue": values.clean_text(tags.first("JO", "JF", "T2", "J2")),
        "authors": people,
        "external_ids": {"doi": doi} if doi else None,
        entry_warnings.KEY: tags.doubts,
        "counts": affiliations.count_unassigned(
            affiliations.add_addresses(people, tags.said.get("AD", ()))
        ),
    }
    return values.drop_empty(record)


def _parse_date(tags: TaggedRecord) -> str | None:
    stated = [tags.first(tag) for tag in _DATES]
    days = [day for text in stated if (day := _parse_day(text))]
    if years := [day for day in days if len(day) == 4]:  # Web of Science has DEC 24 beside it
        days += filter(
            None,
            (
                values.parse_date(f"{text} {years[0]}")
                for text in stated
                if text and not _HAS_YEAR.search(text)
            ),
        )
    return max(days, key=len, default=None) or values.parse_date(*stated)


def _parse_day(text: str) -> str:
    if period := _PERIOD.fullmatch(text):
        return "/".join(period.groups())
    match = _DATE.match(text)
    day = "-".join(part.zfill(2) for part in re.split("[/-]", match[0])) if match else ""
    if other := _OTHER_PART.fullmatch(text):  # such as Jul/Aug2009, of which July came before
        stated = values.parse_date(_YEAR_START.sub(" ", other[1])) or ""
        return max(day, stated, key=_last_day)
    return day


def _last_day(stated: str) -> str:
    with suppress(ValueError):
        return parse_date(values.period_end(stated)).last.isoformat()
    return ""


FORMAT: Final = TextFormat(re.compile(r"\s*TY  ?-"), entries, name="RIS", page="reference-managers")
