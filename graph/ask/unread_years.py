"""Expressions of years that a first and last year cannot represent."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from scinet.graph.ask.years import BEFORE, IN, YEAR, parse_years

_AND: Final = r"(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&)\s+)(?:(?:in|from|of)\s+)?"
_SPAN: Final = rf"{YEAR}(?:\s*(?:-|–|to|until)\s*{YEAR})?"  # noqa: RUF001
_LIST: Final = re.compile(
    rf"{BEFORE}{IN}(?:(?:either|both)\s+)?({_SPAN}(?:{_AND}{_SPAN})++)[)]?", re.IGNORECASE
)
_MORE: Final = re.compile(
    r",?(?: and| or)? (?:older|earlier|before|later|newer|after|onwards?|upwards?)\b", re.IGNORECASE
)
_ONE: Final = re.compile(YEAR, re.IGNORECASE)
_ENDS: Final = re.compile(r"\b(?:between|within|across|over|covering|spanning)\b", re.IGNORECASE)
_PAIR: Final = re.compile(r"[^,]*\s(?:and|&)\s[^,]*", re.IGNORECASE)
_EXCLUDED: Final = re.compile(
    r"(?:\b(?<!or )(?:not|no|none|nothing|except|excepting|excluding|excludes?|omit|omitting|skip"
    r"|skipping|ignore|ignoring|drop|dropping|discard|leave out|leaving out|minus|avoid|without"
    r"|outside|besides|other than|apart from|aside from|all but|any(?:thing)? but)\b|!=|≠)"
    r"(?: (?:for|of|including|the|those|these|that|ones|papers|works?|articles|publications"
    r"|anything|everything|all|any|published|written|dated))*? ?"
    r"(?:(?:in|from|of|during|between|within|since|until|by)\s+)?"
    rf"{YEAR}(?:(?:\s*(?:[-–/,]|\b(?:to|and|or|until)\b))+\s*{YEAR})*",  # noqa: RUF001
    re.IGNORECASE,
)
_RELATIVE: Final = re.compile(
    r"(?:\b(?:in|from|over|during|within|of|for|since|throughout) )?"
    r"(?:\b(?:the|these|those) )?(?:(?:very|most|\d{1,3}|few|two|three|four|five|six|ten) )?"
    r"\b(?:(?:last|past|recent|previous|preceding|latest) "
    r"(?:(?:few|couple of|several|handful of|many|[\w-]+|(?:twenty|thirty|forty) \w+) )?"
    r"(?:years?|decades?|months|centur(?:y|ies))\b"
    r"|(?:(?<=in )|(?<=of )|(?<=from )|(?<=during ))this (?:year|decade|century)\b)",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\b(?:(?:before|since|after|until|till|prior to|earlier than|later than)"
    r"(?! (?:i|we|you|he|she|it|they|that|which|this)\b)(?: [\w.'’-]+){0,3}"  # noqa: RUF001
    r"|by(?: the)?(?: (?:end|beginning|start|middle|turn|spring|year) of)?)\s*$",
    re.IGNORECASE,
)


def find_year_list(text: str) -> tuple[re.Match[str], list[tuple[int, int]]] | None:
    """Return the list of years in a text, and first and last year of each, oldest first.

    Two years after *between* or *across* are not a list.
    """
    match = _LIST.search(text)
    if not match:
        return None
    lead = text[match.start() : match.start(1)]
    if _ENDS.search(lead) and _PAIR.fullmatch(match[1]):
        return None
    return match, sorted(parse_years(year[1]) for year in _ONE.finditer(match[1]))


def find_unread_list(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> str:
    """Return a list of years that is not a contiguous span, with its operators."""
    more = _MORE.match(match.string, match.end())
    has_gap = any(later[0] > earlier[1] + 1 for earlier, later in pairwise(spans))
    if more or has_gap:
        return match.string[match.start() : more.end() if more else match.end()].strip(" ,;()")
    return find_open_operator(match)


def find_excluded(text: str) -> str:
    """Return excluded years of a text, with the excluding words."""
    return match[0].strip() if (match := _EXCLUDED.search(text)) else ""


def find_relative(text: str) -> str:
    """Return years relative to an unstated day, such as the last five."""
    return match[0].strip() if (match := _RELATIVE.search(text)) else ""


def find_open_operator(year: re.Match[str]) -> str:
    """Return a dangling operator before a year, and all up to the year."""
    match = _OPEN.search(year.string[: year.start()])
    return year.string[match.start() : year.end()].strip() if match else ""
