"""Parsing of values as people and databases write them: names, dates, numbers, ids, blanks."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scinet.graph.schema import dates, identifiers
from scinet.graph.schema.identifiers import name_id

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

ORCID: Final = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_NOTHING: Final = re.compile(
    r"\[no [a-z ()]+ available\]|\[anonymous\]|n/?a|null|none|na[nt]|-", re.IGNORECASE
)
_NOBODY: Final = re.compile(
    r"&?na;?|n/?a|null|none|nan|nil|unknown(?: author)?|\W*|[\[(]?anon(?:ymous|\.)?[\])]?"
    r"|[\[(]?no authors?(?: (?:listed|given|available|name|assigned))*[\])]?",
    re.IGNORECASE,
)
_LONGEST_NOTHING: Final = 4  # characters, outside brackets
MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun",
                  "jul", "aug", "sep", "oct", "nov", "dec")  # fmt: skip
_MONTH: Final = re.compile(
    r"(?:\b(?:(\d\d?)\s*[-\u2013]\s*)?(\d\d?)(?:st|nd|rd|th)?[\s.-]+)?"
    rf"\b({'|'.join(MONTHS)})[a-z]*\.?"
    r"(?:\s+(?:(\d\d?)\s*[-\u2013]\s*)?(\d\d?)(?:st|nd|rd|th)?\b)?",
    re.IGNORECASE,
)
_DAY: Final = re.compile(r"\b\d{4}(?:[-/]\d\d?){0,2}(?:\b|(?=T\d\d:))")
_ISO_DAY: Final = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_YEAR: Final = re.compile(r"\b(1[4-9]|20)\d\d\b")
_END: Final = re.compile(  # of a period, where it has a year of its own
    r"(?:[-\u2013\u2014/]|\bto\b)\s*"
    rf"(?=(?:(?:\d\d?\s+)?[a-z]+\.?\s+(?:\d\d?,?\s+)?|(?:\d\d?[./]){{2}})?{_YEAR.pattern})",
    re.IGNORECASE,
)
_YEARS: Final = re.compile(r"(\d\d)\d\d[-\u2013/](1[3-9]|[2-9]\d)")  # no month is that high
_SHORT_RANGE: Final = re.compile(  # 2009-07/08, 2009/7-8, 2009-07-30/08-02, 2009-07-08/09
    r"(\d{4})([-/])(\d\d?)(?:\2(\d\d?))?(?!\2)[-/\u2013](?:(\d\d?)[-/])?(\d\d?)"
)
_SAYS_NO_DAY: Final = (
    r"spr(?:ing)?|sum(?:mer)?|aut(?:umn)?|fall?|win(?:ter)?|ca?|circa|in|press|to|and|of|the"
)
_MORE: Final = re.compile(rf"\d|\b(?!(?:{_SAYS_NO_DAY})\b)[^\W\d_]+", re.IGNORECASE)
"""Pattern of text that may be a month or a day."""
_DAY_FIRST: Final = re.compile(r"(1[3-9]|2\d|3[01])[./](0?[1-9]|1[0-2])[./](\d{4})")
_MONTH_FIRST: Final = re.compile(r"(0?[1-9]|1[0-2])/(1[3-9]|2\d|3[01])/(\d{4})")
_COMPACT: Final = re.compile(r"((?:1[4-9]|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d\S*)")
_FLOAT_YEAR: Final = re.compile(r"(\d{4})\.0+")
_OPEN: Final = re.compile(r"/\.\.$")
_DATE_KEYS: Final = ("$date", "raw", "literal", "date-time", "date", "value")
FIRST_YEAR: Final = 1400
"""Earlier years are taken for mistakes."""
_WHOLE: Final = re.compile(
    r"(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.0{1,2})?|(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,0{1,2})?",
    re.ASCII,
)
_INITIALS: Final = re.compile(r"(.+?) ((?:[^\W\d_]\.[ -]?)+)")
SUFFIX: Final = re.compile(
    r"(?:jr|sr|(?-i:[IVX]{2,4})|2n?d|3r?d|[4-9]th|ph\.? ?d|m\.? ?d|esq"
    r"|prof|dr|j[u\xfa]nior|senior|filho|neto|sobrinho|hijo|fils|p\xe8re)\.?",
    re.IGNORECASE,
)
"""Pattern of what follows a family name after a comma and is no given name."""
_COMPANY: Final = re.compile(r"(?:inc|ltd|llc|corp|gmbh)\.?", re.IGNORECASE)
_JUNIOR: Final = re.compile(r"(?:[Jj]r|[Ss]r)\.?|2nd|3rd|4th")
_TRAILING_SUFFIX: Final = re.compile(rf"(.+) ({_JUNIOR.pattern}|I{{2,3}}|IV)")
_DOI: Final = re.compile(
    r"\b10\.\d{4,9}/"
    r"(?:\(sici\)[^\s,|]*?co;2-[\w#@]|[^\s;,|]*?\.co;2(?!\w)(?:-[\w#@])?|[^\s;,|\]]+)",
    re.IGNORECASE,
)
SEMICOLON: Final = r";(?:(?<!\.(?i:co);)|(?!2\b))"
"""Pattern of a separating semicolon, not of that in DOIs of the 1990s (``3.0.CO;2-O``)."""
_PUBMED: Final = re.compile(r"(?:MEDLINE:)?(\d{1,9})(?:\.0)?")


def clean_text(value: Any) -> str:
    """Return a value as text on one line; empty for every spelling of a missing value."""
    text = " ".join(str(value).split()) if value is not None else ""
    if len(text) > _LONGEST_NOTHING and text[0] != "[":
        return text
    return "" if _NOTHING.fullmatch(text) else text


def inner_text(element: "Element | None") -> str:
    """Return the text inside an XML element, empty without one."""
    if element is None:
        return ""
    return clean_text("".join(element.itertext()) if len(element) else element.text)


def split_values(text: str, mark: str = SEMICOLON) -> list[str]:
    """Return the non-empty parts of a text between matches of a pattern."""
    return [part for piece in re.split(mark, text) if (part := clean_text(piece))]


def given_first(name: str) -> str:
    """Return a name with given names first, from ``Bell, Ada, Jr.`` or ``Bell A.``.

    BibTeX has the suffix in the middle (``Bell, Jr., Ada``). EndNote marks the name of a group by a
    comma at its end, or doubles its first.
    """
    if ",," in name or name.find(",") == len(name) - 1:
        return name.removesuffix(",").replace(",,", ",", 1).strip()
    last, _, rest = (part.strip() for part in name.partition(","))
    first, _, junior = (part.strip() for part in rest.partition(","))
    if _COMPANY.fullmatch(first):
        return name
    if not junior and _JUNIOR.fullmatch(first):
        return f"{last} {first}"
    if junior and SUFFIX.fullmatch(first):
        first, junior = junior, first
    elif not junior and (match := _TRAILING_SUFFIX.fullmatch(first)):  # as PubMed writes it
        first, junior = match.groups()
    if not rest and (match := _INITIALS.fullmatch(last)):
        return f"{match[2]} {match[1]}"
    return " ".join(filter(None, [first, last, junior]))


def parse_whole(text: str) -> int | None:
    """Parse a whole number, also of a spreadsheet (``1,204``, ``1.204,0``, ``7.0``, ``7,0``)."""
    match = _WHOLE.fullmatch(text)
    plain = re.sub("[.,]", "", match[1] or match[2]) if match else ""
    return int(plain) if 0 < len(plain) < 16 else None


def parse_year(text: str) -> int | None:
    """Return the first year in a text, also of ``1999a``."""
    match = _YEAR.search(re.sub(r"\b(\d{4})[a-z]\b", r"\1", text))
    return int(match[0]) if match else None


class StatedDate(NamedTuple):
    """Date as far as it is understood.

    Attributes:
        made: Date in a form of :func:`scinet.graph.schema.dates.parse_date`; None when nothing of
            it is understood.
        is_whole: Whether the text says no more.
    """

    made: str | None
    is_whole: bool


def parse_date(*texts: str) -> str | None:
    """Return the most exact of several dates: ``2001-06-15``, ``2001/6``, ``2001 Jun 15``.

    A period has a slash between its ends (``1998 Dec-1999 Jan`` is ``1998-12/1999-01``, ``1998-99``
    is ``1998/1999``); a season gives only its year. A date that is understood only in part stays
    as it is, for :func:`read_date` to say so: of ``3/4/2001`` only the year is certain.
    """
    stated = [(text, read_date(text)) for text in texts if text]
    certain = [(text, date.made, date.is_whole) for text, date in stated if date.made]
    best = max(certain, key=lambda item: _precision(item[1]), default=None)
    return None if best is None else best[1] if best[2] else best[0]


def _precision(made: str) -> int:
    """Rank a date by precision: a month above a period above a year."""
    return 5 if "/" in made else len(made)


def period_end(period: str | None) -> str:
    """Return the end of a date from :func:`parse_date`, as far as it is certain; else empty."""
    return (read_date(period or "").made or "").rpartition("/")[2]


def has_month_or_day(text: str) -> bool:
    """Whether a text may contain a month or a day."""
    return _MORE.search(text) is not None


def format_date(year: str, month: str, day: str) -> str:
    """Return a date in parts as text; the month is a number or a name."""
    if month and not month.isdigit():
        return f"{day} {month} {year}"
    return "-".join(part.zfill(2) for part in (year, month, month and day) if part)


def date_text(value: Any) -> str:
    """Return a date as text: from a number, parts of a day, or an object with them.

    Objects are those of CSL and Crossref (``date-parts``, ``raw``, ``literal``) or with a ``year``.
    """
    if type(value) is str or not value:
        return value or ""
    if isinstance(value, dict):
        if parts := value.get("date-parts"):
            ends = [_join_parts(end) for end in (parts if isinstance(parts, list) else [parts])]
            return "/".join(dict.fromkeys(filter(None, (ends[0], ends[-1]))))
        if value.get("year"):
            return _join_parts([value.get(name) for name in ("year", "month", "day")])
        stated = (value[name] for name in _DATE_KEYS if value.get(name))
        return date_text(next(stated, None)) or clean_text(value)
    if isinstance(value, list):
        return date_text(value[0]) if isinstance(value[0], dict) else _join_parts(value)
    return clean_text(value)


def _join_parts(parts: Any) -> str:
    listed = [clean_text(part) for part in (parts if isinstance(parts, list) else [parts])]
    year, month, day = (text.removesuffix(".0") for text in (*listed, "", "", "")[:3])
    return format_date(year, month, day) if year.strip("0") else ""


@lru_cache(maxsize=10_000)
def read_date(text: str) -> StatedDate:
    """Read a date as people and databases write it, as far as it names days that exist."""
    stated = _read_date(text)
    made = existing_part(stated.made) if stated.made else None
    return StatedDate(made, stated.is_whole and made == stated.made)


def existing_part(made: str) -> str | None:
    """Return as much of a date as names an existing day, month or year; None without a year."""
    start, slash, end = made.partition("/")
    if slash:
        ends = [part for part in map(existing_part, (start, end)) if part]
        with suppress(ValueError):
            if "/".join(ends) == made and dates.parse_date(made):
                return made
        return max(ends, key=lambda part: dates.parse_date(part).last, default=None)
    for length in (10, 7, 4):
        with suppress(ValueError):
            if dates.parse_date(made[:length]).first.year >= FIRST_YEAR:
                return made[:length]
    return None


def _read_date(text: str) -> StatedDate:
    if match := _DAY_FIRST.fullmatch(text):
        return StatedDate(format_date(match[3], match[2], match[1]), is_whole=True)
    if match := _MONTH_FIRST.fullmatch(text):
        return StatedDate(format_date(match[3], match[1], match[2]), is_whole=True)
    if match := _COMPACT.fullmatch(text):
        return StatedDate("-".join(match.groups()), is_whole=True)
    if match := _MOMENT.fullmatch(text):
        return StatedDate(_day_of_moment(match[1], match[2]), is_whole=True)
    if match := _FLOAT_YEAR.fullmatch(text):
        return StatedDate(match[1], is_whole=True)
    if match := _YEARS.fullmatch(text):
        return StatedDate(f"{match[1]}{text[2:4]}/{match[1]}{match[2]}", is_whole=True)
    if match := _SHORT_RANGE.fullmatch(text):
        return StatedDate(_short_range(*match.groups()), is_whole=True)
    if _OPEN.search(text):  # a period that may not have ended
        return StatedDate(None, is_whole=False)
    ends = list(_END.finditer(text))
    if ends and _YEAR.search(text, 0, ends[-1].start()):
        start, last = _read_date(text[: ends[0].start()]), _read_date(text[ends[-1].end() :])
        if start.made is None or last.made is None or not (start.is_whole and last.is_whole):
            return StatedDate(last.made and last.made.rpartition("/")[2], is_whole=False)
        made = f"{start.made.partition('/')[0]}/{last.made.rpartition('/')[2]}"
        return StatedDate(made, is_whole=True)
    part = text
    months = list(_MONTH.finditer(part))
    if months and (stated := _YEAR.search(part)):
        made = _month_span(int(stated[0]), months[0], months[-1])
        rest = _MONTH.sub("", part)
    elif match := _DAY.search(part):
        made = "-".join(part.zfill(2) for part in re.split("[-/]", match[0]))
        rest = part.replace(match[0], "")
        if len(made) == 10 and (others := _ISO_DAY.findall(rest)):
            return StatedDate(max(made, *others), is_whole=False)
    else:
        return StatedDate(None, is_whole=False)
    is_whole = len(made.rpartition("/")[2]) == 10 or not _MORE.search(_YEAR.sub("", rest))
    latest = max((match[0] for match in _YEAR.finditer(text)), default="")
    if not is_whole and latest > made.rpartition("/")[2][:4]:
        made = latest
    return StatedDate(made, is_whole)


def _short_range(
    year: str, _: str, month: str, day: str | None, last_month: str | None, last: str
) -> str:
    """Return a period whose end leaves out its year, which may be the next one."""
    start = [int(part) for part in (month, day) if part]
    if last_month:
        end = [int(last_month), int(last)]
    else:
        end = [int(month), int(last)] if day else [int(last)]
    last_year = int(year) + (end < start[: len(end)])
    texts = [f"{part:02}" for part in start], [f"{part:02}" for part in end]
    return f"{'-'.join((year, *texts[0]))}/{'-'.join((str(last_year), *texts[1]))}"


def _day_of_moment(day: str, time: str) -> str:
    """Return the day of a moment where it was stated, or in UTC if that is later."""
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(f"{day}T{time}")
        return max(day, (moment - (moment.utcoffset() or timedelta())).date().isoformat())
    return day


def _month_span(year: int, first: re.Match[str], last: re.Match[str]) -> str:
    """Return the period between days or months of a year; in ``Dec-Jan`` of either year."""
    begin, finish = (MONTHS.index(match[3].lower()) + 1 for match in (first, last))
    wraps = begin > finish
    start = f"{year - wraps}-{begin:02}" + _iso_day(first[1] or first[4] or first[2] or first[5])
    made = f"{year + wraps}-{finish:02}" + _iso_day(last[5] or last[2])
    return made if start == made else f"{start}/{made}"


def _iso_day(digits: str | None) -> str:
    return f"-{int(digits):02}" if digits else ""


def find_doi(text: str) -> str:
    """Return the first DOI in a text in lower case, empty without one."""
    match = _DOI.search(text)
    return match[0].lower().rstrip(".,;)") if match else ""


def collect_ids(**stated: str) -> list[str]:
    """Return well-formed ids prefixed by their sources, the DOI first."""
    identifiers_found = []
    for source, text in stated.items():
        if not text:
            continue
        if source == "doi":
            plain, _ = identifiers.parse_doi(text)
        elif source == "pmid":
            plain = match[1] if (match := _PUBMED.fullmatch(text)) else None
        elif source == "arxiv":
            plain = identifiers.parse_arxiv_id(text)[0]
            plain = plain if identifiers.is_arxiv_id(plain) else None
        else:
            plain = text.removeprefix(f"{source}:").removeprefix(f"{source.upper()}:")
        if plain:
            identifiers_found.append(f"{source}:{plain}")
    return sorted(identifiers_found, key=lambda identifier: not identifier.startswith("doi:"))


def make_id(authors: Iterable[str], when: str | None, title: str | None) -> str | None:
    """Make an id of first author, year and title; None without a title."""
    first = next(iter(authors), "")
    parts = [first, period_end(when)[:4], title]
    return name_id(" ".join(filter(None, parts)), None) if title else None


def make_authors(names: Iterable[str], own: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return authors in order, with ids if there is one for each."""
    named = list(names)
    numbers = list(own)
    if len(numbers) != len(named):
        numbers = [""] * len(named)
    return [
        {"id": number, "name": name} if number else {"name": name}
        for name, number in zip(named, numbers, strict=True)
    ]


def is_nobody(name: str) -> bool:
    """Whether a name stands for no person: ``Anonymous``, ``&NA;``, ``-``."""
    return _NOBODY.fullmatch(name.strip()) is not None


def drop_empty(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record without its empty fields."""
    return {name: value for name, value in record.items() if value}
