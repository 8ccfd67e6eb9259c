"""Cutoff of a question: words on what was known when.

*By 2005*, *as of May 2005*, *known in 2005*, *cited until 2005* and *until then* mean what was
known at the end of that period: the cutoff is the first day after it or, with *before*, its own
first day. Dates of publication (*published by 2005*, *since*, *in*, *before*, *until 2005*) are
left to :mod:`limits`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from scinet.graph.ask.names import EntityMention
from scinet.graph.ask.years import DAY, MONTH, ONE_YEAR, parse_years
from scinet.graph.schema.dates import parse_date

# Twelfths of a period that have passed at the end of a part of it.
_PARTS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("beginning", "start", "first day", "turn"), 0),
    **dict.fromkeys(("early", "first quarter", "q1"), 3),
    **dict.fromkeys(("mid", "middle", "first half", "second quarter", "q2"), 6),
    **dict.fromkeys(("third quarter", "q3"), 9),
    **dict.fromkeys(("late", "end", "close", "last day", "second half"), 12),
    **dict.fromkeys(("fourth quarter", "last quarter", "q4"), 12),
    **dict.fromkeys(("autumn", "fall"), 11),
    **dict.fromkeys(("winter",), 2),
    **dict.fromkeys(("spring",), 5),
    **dict.fromkeys(("summer",), 8),
}
_PERIOD: Final = (
    rf"(?:(?:the )?(?P<part>{'|'.join(_PARTS)})(?: of| in)?(?: the)?[- ])?"
    r"(?:the )?(?:(?<!by )(?:year|decade) |(?<=by the )(?:year|decade) )?"
    r"(?:(?P<digits>(?:1[89]|20)\d\d[-/.]\d\d?(?:[-/.]\d\d?)?"
    r"|(?:\d\d?[-/.])?\d\d?[-/.](?:1[89]|20)\d\d)(?![\w-]|[/.]\d)"
    rf"|(?:(?P<day>{DAY})(?: of)? )?(?P<month>{MONTH})(?: (?:the )?(?P<later_day>{DAY})\b)?,?"
    rf"(?: of)? (?P<of>{ONE_YEAR})|(?P<year>{ONE_YEAR}))"
)
# Continuations that make a period one of several, or open its end.
_MORE: Final = (
    r"(?!,?\s*(?:on|onwards?|upwards?|forwards?|to date|(?:and|or) (?:later|after))\b)"
    r"(?P<more>\s*(?:[-–/,]|\b(?:to|and|or|until|till)\b)\s*(?:in |of )?(?:the )?"  # noqa: RUF001
    rf"(?:early |mid[- ]|late )?{ONE_YEAR})?(?:,? (?:at the latest|inclusive|included))?"
)
_KNOWN: Final = (
    r"\b(?:(?:as|that|which) )?(?:(?:was|were|is|are|had been) )?(?:already )?known(?: already)?"
)
# "What was known in 2005 about BLEU", "what did people know of BLEU in 2005".
_OF_WHAT: Final = r"(?:already )?(?:about|of|on) [^,;.?!\d]{1,80}? "
_ABOUT: Final = (
    r"(?P<about>\b(?:what (?:was|were|is|had been) (?:already )?known "
    rf"|(?:was|were|did|we|they|people|anybody|anyone|one) (?:already )?kn[eo]wn? {_OF_WHAT}))"
)
_CITED: Final = r"(?P<cited>\bcit(?:ed|ations?)(?: (?:counted|received|collected|gathered))? )"
# "Published by" a day is not a cutoff.
_BY: Final = (
    r"(?<!\bpublished )(?<!\bwritten )(?<!\bprinted )(?<!\breleased )(?<!\bappeared )"
    r"(?<!\bdated )(?<!\bout )(?<!\bnot )\bby"
)
_AT_ITS_END: Final = re.compile(
    rf"(?:(?:{_ABOUT}|{_KNOWN} )(?:in|by|at|on|through|during|within|until|till|up to|as of)"
    rf"|{_CITED}(?:until|till|up to|through|by)|\bas (?:of|at|per)|{_BY}) {_PERIOD}{_MORE}",
    re.IGNORECASE,
)
_BEFORE_IT: Final = re.compile(
    rf"(?:{_ABOUT}|{_KNOWN} |{_CITED})(?:before|prior to|earlier than) {_PERIOD}{_MORE}",
    re.IGNORECASE,
)
_THEN: Final = re.compile(
    r"(?P<cited>\bcit(?:ed|ations?) )?"
    r"(?:\b(?:as )?(?:already )?(?P<known>known|published|written) )?"
    r"\b(?:until|till|by|up to|as of) (?:then|that (?:day|year|time|date|point))\b",
    re.IGNORECASE,
)
# "Nobody had done it until then" refers to the paper's own day.
_OF_ITS_OWN: Final = re.compile(
    r"\b(?:never|not|nobody|no one|hardly|rarely|(?:had|have) been(?! (?:cited|known)))"
    r"(?: [\w'’-]+){0,4} $",  # noqa: RUF001
    re.IGNORECASE,
)
_PLACED: Final = re.compile(
    rf"(?<!\bsince )(?<!\bafter )(?<!\bbefore )(?<!\bfrom ){_PERIOD}", re.IGNORECASE
)
_OPENING: Final = re.compile(rf"(?:in|by|at|during) {_PERIOD},? ", re.IGNORECASE)
_TITLE: Final = 3.0  # strength of a certain title match
_MONTHS: Final = "janfebmaraprmayjunjulaugsepoctnovdec"


@dataclass(frozen=True, slots=True)
class Cutoff:
    """Cutoff stated in a question.

    Attributes:
        before: Cutoff, exclusive; None if the words name none.
        said: The words.
        is_read: Whether they name a valid day, or mean that of the answer.
    """

    before: date | None
    said: str
    is_read: bool = True

    def day(self, before: date | None) -> date | None:
        """Return the cutoff of an answer requested as of a day: the earlier of the two."""
        return min((day for day in (self.before, before) if day), default=None)

    def describe(self, before: date | None) -> str:
        """Describe how the words were understood, in an answer requested as of a day."""
        if not self.is_read:
            means = "names no day"
        elif self.before is None:
            means = "is not part of that" if before is None else f"means before {before}"
        elif before is not None and before < self.before:
            means = f"is a later cut-off than {before}, which holds"
        else:
            means = f"is a cut-off: only what was known before {self.before} counts"
        return f"“{self.said}” {means}"


def extract_cutoff(
    text: str, papers: Callable[[str], Iterable[EntityMention]] = lambda _: ()
) -> tuple[str, Cutoff | None]:
    """Split a question into its words without the cutoff, and the cutoff.

    Args:
        papers: Finds the papers named in a text, whose titles stay unchanged; called only if there
            are such words.
    """
    text = " ".join(text.split())
    for pattern, edge in ((_AT_ITS_END, 1), (_BEFORE_IT, 0)):
        for match in pattern.finditer(text):
            start = _phrase_start(match)
            if any(_covers_span(paper, start, match.end()) for paper in papers(text)):
                continue
            period = None if match["more"] else _parse_period(match)
            wording = text[start : match.end()].strip()
            day = period[edge] if period else None
            if not (rest := _remove_span(text, start, match.end())):
                return text, None
            return rest, Cutoff(day, wording, is_read=day is not None)
    return _parse_until_then(text)


def _parse_until_then(text: str) -> tuple[str, Cutoff | None]:
    """Parse *until then*: the end of the last period named before it, else no day."""
    match = _THEN.search(text)
    if match is None or _OF_ITS_OWN.search(text[: match.start()]):
        return text, None
    start = _phrase_start(match)
    rest, wording = _remove_span(text, start, match.end()), text[start : match.end()].strip()
    if not (named := [*_PLACED.finditer(text, 0, start)]):
        is_said = match["cited"] or match["known"]
        return (rest, Cutoff(None, wording)) if is_said else (text, None)
    period = _parse_period(named[-1])
    if (opening := _OPENING.match(text)) and opening.end() >= named[-1].end():
        # In 2005, which papers were …: not a year of publication.
        rest, wording = (
            _remove_span(rest, 0, opening.end()),
            f"{opening[0].strip(' ,')} … {wording}",
        )
    return rest, Cutoff(period and period[1], wording, is_read=period is not None)


def _phrase_start(match: re.Match[str]) -> int:
    """Return the start of the words to remove, after those that still belong to the question."""
    names = (name for name in ("about", "cited") if match.groupdict().get(name))
    return max(map(match.end, names), default=match.start())


def _covers_span(paper: EntityMention, start: int, end: int) -> bool:
    return paper.strength >= _TITLE and paper.start <= start and end <= paper.end


def _remove_span(text: str, start: int, end: int) -> str:
    rest = " ".join(f"{text[:start]} {text[end:]}".split())
    return re.sub(r"[ ,;]+(?=[.?!])| (?=[,;:])", "", rest).strip(" ,;:")


def _parse_period(match: re.Match[str]) -> tuple[date, date] | None:
    """Return the first day of a period, and the first one after it; None if invalid."""
    try:
        first, after = min(_candidate_periods(match))
    except ValueError:
        return None
    if (part := match["part"]) is None:
        return first, after
    twelfths = _PARTS[part.lower()]
    if (after - first).days < 32:
        return first, first + (after - first) * twelfths // 12
    months = (after.year - first.year) * twelfths
    return first, date(first.year + months // 12, months % 12 + 1, 1)


def _candidate_periods(match: re.Match[str]) -> Iterator[tuple[date, date]]:
    """Yield the days that a period may mean: 3/4/2005 is in March or in April."""
    if match["year"]:
        first, last = parse_years(match["year"])
        yield date(first, 1, 1), date(last + 1, 1, 1)
    elif match["month"]:
        month = _MONTHS.index(match["month"][:3].lower()) // 3 + 1
        stated = match["day"] or match["later_day"]
        day = [int(re.sub(r"\D", "", stated))] if stated else []
        yield _parse_days(parse_years(match["of"])[1], month, *day)
    else:
        parts = [int(part) for part in re.split(r"[-/.]", match["digits"])]
        if parts[0] > 31:
            yield _parse_days(*parts)
        else:
            *others, year = parts
            readings = {(year, *others), (year, *others[::-1])}
            yield from (_parse_days(*reading) for reading in readings if reading[1] <= 12)


def _parse_days(*parts: int) -> tuple[date, date]:
    """Return the first day of a month or day, and the first one after it."""
    period = parse_date("-".join(f"{part:02}" for part in parts))
    return period.first, period.last + timedelta(days=1)
