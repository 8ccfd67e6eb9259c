"""Years in questions: digits, decades, the words around them, and dates rounded to years."""

import re
from collections.abc import Callable
from typing import Final

TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_DECADES: Final = {f"{ten[:-1]}ies": 1900 + 10 * n for n, ten in enumerate(TENS, start=2)} | {
    "noughties": 2000,
    "aughts": 2000,
}
ONE_YEAR: Final = (
    r"(?<!\w)(?<!\d\.)((?:1[89]|20)\d\d(?:['’]?s)?|['’]?\d0['’]?s|['’]\d\d"  # noqa: RUF001
    rf"|{'|'.join(_DECADES)}|(?<=turn of the )(?:millenni?um|century))(?!\w)"
)
YEAR: Final = (
    r"(?:the )?(?:(?:end|beginning|start|middle|turn) of |early |mid[- ]|late[r]? )?(?:the )?"
    r"(?:(?<!per )(?<!each )(?<!every )(?<!by )years? |decade |period )?"
    rf"{ONE_YEAR}"
)
DECADE: Final = rf"the ((?:19|20)\d0['’]?s|['’]?\d0['’]?s|{'|'.join(_DECADES)})(?!\w)"  # noqa: RUF001
IN: Final = (
    r"(?:\b(?:(?:that |which |and )?(?:(?:were|was|are|came|come|is) )?(?:published|written|dated"
    r"|printed|out|appeared|appearing|released) )?(?:(?:only )?(?:in|from|of|during|for|within|over"
    r"|throughout|between|across|dated|covering|spanning))\s+)?"
)
BEFORE: Final = r"(?<![\s,;(])[\s,;(]*+(?:\b(?:and|but) )?(?:\bonly )?"
_PIVOT: Final = 30  # first year of two digits that is of the last century
MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_SEASON: Final = (
    r"(?:(?:early |mid[- ]|late )?(?:spring|summer|autumn|fall|winter)|q[1-4]"
    r"|(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:half|quarter|semester|term))"
)
DAY: Final = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_FIRST_DAY: Final = r"(?:1(?:st)?(?: of)? jan(?:uary)?\b\.?|jan(?:uary)?\.? 1(?:st)?)"
_LAST_DAY: Final = r"(?:31(?:st)?(?: of)? dec(?:ember)?\b\.?|dec(?:ember)?\.? 31(?:st)?)"
_NUMBERED: Final = r"(?:1[0-2]|0?[1-9])"
_PART: Final = rf"(?:(?:the )?{DAY}(?: of)? )?{MONTH}(?: (?:the )?{DAY}\b)?|(?:the )?{_SEASON}"
_FULL: Final = r"(?:1[89]|20)\d\d"
_YEAR: Final = rf"({_FULL}|['’]\d\d)(?![\w-])"  # noqa: RUF001
_EDGE: Final = r"(?:the )?(?:(?:end|beginning|start|middle|first day|last day) of )?"
_LIMIT: Final = (
    r"(?:before|since|after|until|till|by|prior to|earlier than|later than|older than|newer than"
    r"|up to|as of|starting in|starting from)"
)
_HEDGE: Final = (
    r"(?:at least|about|around|approximately|approx\.?|roughly|circa|ca?\.|~"
    r"|some ?time(?: in| around)?|maybe|perhaps|say|probably|more or less)"
)
_JOINT: Final = r"\s?(?:-|–|—|/|\bto\b|\band\b|\buntil\b|\btill\b|\bthrough\b)\s?"  # noqa: RUF001
_ADDITION: Final = r"(?: or| and|/) ?(?:in|on|during|including)"


def _shift_year(years: int) -> Callable[[re.Match[str]], str]:
    return lambda match: f"{match[1]} {int(match[2]) + years}"


# Patterns and replacements, in this order.
_REWRITES: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        # Before the last day of a year is before the next year, but for a day.
        (rf"\b(?:the )?{_LAST_DAY},? {_YEAR}", r"\1-12-31"),
        (rf"\b(?:the )?{_FIRST_DAY},? {_YEAR}", r"\1-01-01"),
        (rf"\b(?<!or )(before) ({_FULL})-12-31(?![\w-])", _shift_year(1)),
        (rf"\b(?<!or )(after|until|till|by) ({_FULL})-01-01(?![\w-])", _shift_year(-1)),
        (rf"(?<![\w.-])({_FULL})([-/.]){_NUMBERED}\2{DAY}(?![\w-]|\.\d)", r"\1"),
        (rf"(?<![\w./-])\d\d?([-/.])\d\d?\1({_FULL})(?![\w-])", r"\2"),
        (rf"(?<![\w./-]){_NUMBERED}/({_FULL})(?![\w/-])", r"\1"),
        # 2001-05 alone is a span of years.
        (rf"(?<![\w-])({_FULL})-{_NUMBERED}({_JOINT})({_FULL})-{_NUMBERED}(?![\w-])", r"\1\2\3"),
        (rf"\b({_LIMIT}) ({_FULL})-{_NUMBERED}(?![\w-])", r"\1 \2"),
        (
            rf"(?:\b(?:between|from|in|during) )?\b(?:{_PART}){_JOINT}(?:{_PART}),? {_YEAR}",
            r"in \1",
        ),
        (rf"\b{_EDGE}(?:{_PART}),?(?: of| in)?(?: the year)? {_YEAR}", r"\1"),
        (rf"\b({_LIMIT}|between|from|to|and) (?:the year )?{_HEDGE} (?=(?:the )?{_YEAR})", r"\1 "),
        (rf"\b(?:on or before|(?:before|until|till|by|prior to){_ADDITION}) (?={_YEAR})", "until "),
        (rf"\b(?:on or after|(?:after|since){_ADDITION}) (?={_YEAR})", "since "),
        (rf"\bbefore the end of (?={_YEAR})", "until "),
        (rf"\bafter the (?:start|beginning) of (?={_YEAR})", "since "),
    )
)


def round_to_years(text: str) -> str:
    """Round days, months and seasons to years, and drop hedges after operators."""
    for pattern, made in _REWRITES:
        text = pattern.sub(made, text)
    return text


def parse_years(text: str) -> tuple[int, int]:
    """Return first and last year of a year or a decade."""
    plain = text.lower().strip("'’")  # noqa: RUF001
    if plain in _DECADES:
        return _DECADES[plain], _DECADES[plain] + 9
    if plain.startswith(("mill", "cent")):
        return 2000, 2000
    digits = re.sub(r"\D", "", plain)
    first = int(digits) if len(digits) == 4 else _expand_two_digits(int(digits))
    return first, first + 9 if plain.endswith("s") else first


def _expand_two_digits(year: int) -> int:
    return year + (2000 if year < _PIVOT else 1900)
