"""Limits of a question: number of papers, and years.

Years that a first and last year cannot represent are returned as written.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from scinet.graph.ask.words import Spelling, fold_word
from scinet.graph.ask.years import BEFORE, DECADE, IN, TENS, YEAR, parse_years, round_to_years

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_NUMBERS: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(_ONES) if number > 1},
    **{ten: 10 * place for place, ten in enumerate(TENS, start=2)},
    **{
        f"{ten}{joint}{one}": 10 * place + number
        for place, ten in enumerate(TENS, start=2)
        for number, one in enumerate(_ONES[1:10], start=1)
        for joint in "- "
    },
    **dict.fromkeys(("half a dozen", "half-dozen", "a half dozen"), 6),
    **dict.fromkeys(("a dozen", "dozen", "a good dozen"), 12),
    "two dozen": 24,
    "three dozen": 36,
    "four dozen": 48,
    "a score": 20,
    **dict.fromkeys(("a hundred", "hundred", "one hundred"), 100),
    "a couple": 2,
    "a pair": 2,
    **dict.fromkeys(("a baker's dozen", "baker's dozen"), 13),
    "fourty": 40,
    "a quartet": 4,
    "a quintet": 5,
    "a trio": 3,
    "trio": 3,
    "a single": 1,
    "single": 1,
}
_TO: Final = (
    r"\s*(?:-+>?|–|—|/|\.\.+|"  # noqa: RUF001
    r"\b(?:to|and|until|till|through|thru|up to and including|up to|up until)\b)\s*"
)
_NOT: Final = (
    r"(?:no|not|none|nothing|never|without|except|excluding|exclude|excludes|omit|omitting|skip"
    r"|skipping|ignore|ignoring|drop|dropping|discard|leave out|leaving out|leave aside|forget"
    r"|minus|avoid)\b(?: (?!\d)[\w'’]+){0,4}?"  # noqa: RUF001
)
_OLD: Final = r"(?:(?:older|earlier|before|prior|previous)(?: than| to)?|preceding|predating)"
_NEW: Final = (
    r"(?:later|newer|younger|more recent|after(?! (?:which|that|whom|whose)\b)|past|beyond"
    r"|afterwards?)(?: than)?"
)
# "From 1990 on", unlike "from 1990 on parsing".
_ON: Final = (
    r"(?:on(?=\s*(?:$|[^\w\s]|(?:that|which|who|whom|whose|where|and|or|please|pls|only|is|are|was"
    r"|were|has|have|had|do|did|does|cite[sd]?|citing|by|about|in|of|for|with|to|top)\b))"
    r"|onwards?|upwards?|since|up|forwards?)"
)
_NOW: Final = r"(?:now|today|nowadays|(?:the )?present(?: day)?|date|this day)"
_JOINED: Final = r"(?: and| or|,| &)? ?"
_UNTIL: Final = (
    r"(?:in or before|until|till|ending in|up until|up to|upto|through|by|at the latest"
    r"|not later than)"
    r"(?:,? (?:and|&) including|,? including|,? inclusive of)?(?: the end of)?,?"
)
_SINCE: Final = (
    r"(?:in or after|ever since|since|as from|at (?:the )?earliest(?: from| in)?"
    r"|(?:starting|beginning|start|begin|counting)(?: in| from| with)?)"
)
# "Each year, from 1990": all years have a first one.
_YEARLY: Final = "(?:(?<=each year )|(?<=each year, )|(?<=every year )|(?<=every year, ))"
# Offsets of the first and the last year found; None leaves that side open.
_Shifts = tuple[tuple[re.Pattern[str], tuple[int | None, int | None]], ...]
_NEGATED: Final[_Shifts] = tuple(
    (re.compile(rf"{BEFORE}{pattern}[)]?", re.IGNORECASE), shift)
    for pattern, shift in (
        (rf"\b{_NOT} {IN}{YEAR}{_JOINED}{_OLD}\b", (1, None)),
        (rf"\b{_NOT} {IN}{YEAR}{_JOINED}(?:{_NEW}|{_ON})\b", (None, -1)),
        (rf"\b{_NOT} {_OLD} {YEAR}", (0, None)),
        (rf"\b{_NOT} {_NEW} {YEAR}", (None, 0)),
    )
)
_PERIODS: Final[_Shifts] = tuple(
    (re.compile(rf"{BEFORE}{pattern}[)]?", re.IGNORECASE), shift)
    for pattern, shift in (
        (rf"(?:\bsince |{IN}){YEAR}{_TO}{_NOW}", (0, None)),
        (rf"(?:\bsince |= ?|{IN}){YEAR}{_TO}{YEAR}", (0, 0)),
        (rf"\b(?:through|thru) {DECADE}", (0, 0)),
        (rf"(?:{IN}){YEAR} at the latest", (None, 0)),
        (rf"(?:{IN}){YEAR} at (?:the )?earliest", (0, None)),
        (rf"(?:{IN}){YEAR}{_JOINED}{_OLD}\b", (None, 0)),
        (rf"(?:{IN}){YEAR}{_JOINED}(?:{_NEW}|{_ON}|\+)(?!\w)", (0, None)),
        (rf"\b(?:{_SINCE}|from|as of) {YEAR}{_JOINED}(?:{_NEW}|{_ON})(?!\w)", (0, None)),
        (rf"(?:\b(?:{_SINCE}) |{_YEARLY}from |>= ?|≥ ?){YEAR}", (0, None)),
        (rf"(?:\b(?:{IN})(?:{_NEW}|post)[ -]|> ?){YEAR}", (1, None)),
        (rf"(?:\b(?:{_UNTIL}) |<= ?|≤ ?){YEAR}(?: inclusive)?", (None, 0)),
        (rf"(?:\b(?:{IN})(?:{_OLD}|pre|ahead of)[ -]|< ?){YEAR}", (None, -1)),
        (rf"{IN}{YEAR} ?[-–](?=\s*(?:$|[,;)]))", (0, None)),  # noqa: RUF001
        (rf"= ?{YEAR}|{IN}{YEAR}(?: only| alone)?", (0, 0)),
    )
)  # fmt: skip
_SHORT_RANGE: Final = re.compile(r"(?<![\w-])((?:19|20))(\d\d)(\s?[-–/]\s?)['’]?(\d\d)(?![\w-])")  # noqa: RUF001
_MAX_DISTANCE: Final = 25  # characters between a word and the year that it belongs to
_OF_YEARS: Final = frozenset(
    {"between", "before", "since", "until", "after", "earlier", "later", "newer", "older"}
    | {"onwards", "prior", "starting", "during", "through", "latest", "earliest"}
)
_OPERATORS: Final = Spelling(
    [
        *sorted(_OF_YEARS),
        "dozen",
        *("nineties", "eighties", "seventies", "sixties", "noughties"),
    ]
)
_COUNTERS: Final = Spelling([*_ONES[3:], *TENS])
# Words that differ from one of these by a letter.
_COMMON_WORDS: Final = frozenset(
    {
        "alter",
        "daring",
        "doesn",
        "dozens",
        "drying",
        "form",
        "late",
        "latent",
        "layer",
        "never",
        "order",
    }
    | {"other", "priori", "priors", "seen", "slice", "spice", "starring", "stating", "their"}
    | {"tehre", "then", "there", "these", "thing", "things", "those", "thought", "within"}
)
# The field of years as catalogues write it: AND PY=2000-2010.
_TAG: Final = re.compile(r"\b(?:and )?(?:py|year) ?(?=[=<>≤≥])", re.IGNORECASE)
_FORM: Final = re.compile(r"\bform(?=\s+(?:(?:before|after|until|the)\s+)?['’]?\d\d)")  # noqa: RUF001

_NUMBER: Final = "(" + "|".join([*sorted(_NUMBERS, key=len, reverse=True), r"\d{1,3}"]) + ")"
_NOUNS: Final = (
    r"papers?|works?|articles?|publications?|studies|results?|hits|items|names|people|authors|"
    r"references|examples?|pieces|entries|titles|researchers|contributions|things|"
    r"persons|colleagues|collaborators|co-?authors|texts|sources|citations|rows"
)
_THINGS: Final = f"(?:{_NOUNS}|most|best|of|max)"
# So few count only with a noun: a couple of calls, two old ideas, a single paragraph.
_FEW: Final = rf"(?:a (?:couple|pair)\b(?!\W*$| of (?:[\w-]+ ){{0,3}}?(?:{_NOUNS})\b))"
_ALONE: Final = r"(?:(?:(?:two|a couple|a pair|(?:a )?single)\b(?!\W*$))|(?<=the )two)"
_NO_COUNT: Final = (
    r"(?!\s*(?:-|%|\.\d|/|(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|times|percent"
    r"|pages|centur(?:y|ies)|thirds?|sides|friends|students|chapters|questions|lectures|reasons"
    r"|talks|semesters|slides|reviewers|lines?|words|sentences?|clue"
    r"|moment|glance|of (?:us|you)|more than)\b))"
)
_COUNT: Final = rf"(?!{_FEW}){_NUMBER}\b{_NO_COUNT}"
_FREE: Final = (
    r"(?<![\w.-])(?<!these )(?<!those )(?<!same )(?<!\btask )(?<!\bnumber )(?<!\bno\. )(?<!#)"
    r"(?<!\bmy )(?<!\bour )(?<!\bits )(?<!\bhis )(?<!\bher )(?<!\bor )"
)
_COUNTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:top|first|best|up to|at most|max(?:imum)?|limit|no more than|not more than)"
        rf"(?: of)?[\s.:=-]{{0,2}}{_COUNT}",
        rf"\b[kn] ?= ?{_COUNT}",
        rf"{_FREE}{_COUNT}(?=\s+(?:[\w-]+\s+){{0,3}}?{_THINGS}\b)",
        rf"{_FREE}(?!{_ALONE}){_COUNT}",
        rf"\b(?:his|her|its) {_COUNT}(?=\s+(?:most|closest|main|nearest)\b)",
        r"\b(?:just|only|top) (one)\b|\b(one)(?= (?:most|best|highest|single)\b)"
        r"|\b(one)(?= (?:is enough|(?:will|would) (?:do|suffice)|suffices)\b)"
        r"|\bthe (one)(?= (?:\S+ ){0,5}?(?:paper|work|article|publication|study)\b)",
    )
)
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


@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """Limits of a question.

    Attributes:
        relative: Words on years relative to an unstated day, which are left out.
        unread: Words on years that make the question one that is not understood.
    """

    count: int | None = None
    since: int | None = None
    until: int | None = None
    relative: str = ""
    unread: str = ""


def extract_limits(text: str) -> tuple[str, QuestionLimits]:
    """Split a question into its words without the limits, and the limits."""
    text = re.sub(
        r"[^\W\d_]{4,}", lambda token: _correct_word(token[0], is_dated=_is_dated(token)), text
    )
    text = round_to_years(_FORM.sub("from", text))
    text = _TAG.sub("", _SHORT_RANGE.sub(_expand_range, text))
    text, limits = _extract_years(text)
    for pattern in _COUNTS:
        if match := pattern.search(text):
            word = next(filter(None, match.groups())).lower()
            count = 1 if word == "one" else _NUMBERS.get(word) or int(word)
            text, limits = _remove_match(match), replace(limits, count=count or None)
            break
    return " ".join(text.split()), limits


def _extract_years(text: str) -> tuple[str, QuestionLimits]:
    relative = _find_relative(text)
    text = text.replace(relative, " ", 1) if relative else text
    text, since, until, _ = _extract_periods(_NEGATED, text, None, None)
    if unread := _find_excluded(text):
        return text.replace(unread, " ", 1), QuestionLimits(None, since, until, relative, unread)
    if listing := _find_year_list(text):
        match, spans = listing
        unread = _find_unread_list(match, spans)
        return _remove_match(match), QuestionLimits(
            None, spans[0][0], spans[-1][1], relative, unread
        )
    text, since, until, unread = _extract_periods(_PERIODS, text, since, until)
    return text, QuestionLimits(None, since, until, relative, unread)


def _extract_periods(
    patterns: _Shifts, text: str, since: int | None, until: int | None
) -> tuple[str, int | None, int | None, str]:
    """Remove the years that the patterns match; return these, and unread words."""
    unread = ""
    for pattern, (first, last) in patterns:
        is_open = (since is None or first is None) and (until is None or last is None)
        if is_open and (match := pattern.search(text)):
            spans = [parse_years(year) for year in match.groups() if year]
            if first is not None:
                since = spans[0][-1 if first > 0 else 0] + first
            if last is not None:
                until = spans[-1][0 if last < 0 else -1] + last
            if first == last == 0:
                unread = unread or _find_open_operator(match)
            text = _remove_match(match)
    return text, since, until, unread


def _remove_match(match: re.Match[str]) -> str:
    return f"{match.string[: match.start()]} {match.string[match.end() :]}"


def _is_dated(word: re.Match[str]) -> bool:
    """Whether a possible year is near a word."""
    around = word.string[max(0, word.start() - _MAX_DISTANCE) : word.end() + _MAX_DISTANCE]
    return bool(re.search(r"\d|ties\b|ninet|eight|seven|sixt", around))


def _correct_word(word: str, *, is_dated: bool) -> str:
    """Return a word of limits for one with a typo, else the word itself."""
    plain = fold_word(word)
    if plain in _COMMON_WORDS:
        return word
    for spelling in (_OPERATORS, _COUNTERS):
        near = spelling.near(plain)
        is_same = spelling is _OPERATORS or (len(near) == 1 and set(near[0]) == set(plain))
        is_near = len(near) == 1 and is_same and abs(len(near[0]) - len(plain)) <= 1
        if is_near and (is_dated or near[0] not in _OF_YEARS):
            return near[0]
    return word


def _expand_range(match: re.Match[str]) -> str:
    """Expand a range such as 1998-03 to all digits; 2012-05 is a month."""
    century, first, joint, last = match.groups()
    if century == "20" and last < first:
        return f"{century}{first}"
    return f"{century}{first}{joint}{int(century) + (last < first)}{last}"


def _find_year_list(text: str) -> tuple[re.Match[str], list[tuple[int, int]]] | None:
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


def _find_unread_list(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> str:
    """Return a list of years that is not a contiguous span, with its operators."""
    more = _MORE.match(match.string, match.end())
    has_gap = any(later[0] > earlier[1] + 1 for earlier, later in pairwise(spans))
    if more or has_gap:
        return match.string[match.start() : more.end() if more else match.end()].strip(" ,;()")
    return _find_open_operator(match)


def _find_excluded(text: str) -> str:
    """Return excluded years of a text, with the excluding words."""
    return match[0].strip() if (match := _EXCLUDED.search(text)) else ""


def _find_relative(text: str) -> str:
    """Return years relative to an unstated day, such as the last five."""
    return match[0].strip() if (match := _RELATIVE.search(text)) else ""


def _find_open_operator(year: re.Match[str]) -> str:
    """Return a dangling operator before a year, and all up to the year."""
    match = _OPEN.search(year.string[: year.start()])
    return year.string[match.start() : year.end()].strip() if match else ""
