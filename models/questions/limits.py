"""How many papers a question asks for, and of which years."""

import re
from dataclasses import dataclass
from typing import Final

from scinet.models.questions.intents import trained
from scinet.models.questions.words import Spelling, folded

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(_ONES) if number > 1},
    **{ten: 10 * place for place, ten in enumerate(_TENS, start=2)},
    **{
        f"{ten}{joint}{one}": 10 * place + number
        for place, ten in enumerate(_TENS, start=2)
        for number, one in enumerate(_ONES[1:10], start=1)
        for joint in "- "
    },
    "half a dozen": 6,
    "half-dozen": 6,
    "a dozen": 12,
    "dozen": 12,
    "two dozen": 24,
    "three dozen": 36,
    "a hundred": 100,
    "hundred": 100,
    "a score": 20,
    "a couple": 2,
    "a pair": 2,
    "a single": 1,
    "single": 1,
}
_DECADES: Final = {f"{ten[:-1]}ies": 1900 + 10 * n for n, ten in enumerate(_TENS, start=2)} | {
    "noughties": 2000
}

_YEAR: Final = (
    r"(?:the )?(?:(?:end|beginning|start|middle) of )?(?:the )?(?:years? |decade |period )?"
    rf"(?<!\w)(?<!\d\.)((?:1[89]|20)\d\d(?:'?s)?|'?\d0'?s|{'|'.join(_DECADES)})(?!\w)"
)
_TO: Final = r"\s*(?:-+>?|–|—|\.\.+|\b(?:to|and|until|till|through|up to|thru)\b)\s*"  # noqa: RUF001
_NOT: Final = r"(?:no|not|none|nothing|never)(?: \w+){0,3}?"
_OLD: Final = r"(?:(?:older|earlier|before)(?: than)?|prior to|preceding)"
_NEW: Final = r"(?:later|newer|younger|more recent|after|past|beyond)(?: than)?"
_ON: Final = r"(?:on|onwards?|upwards?|since|up)"
_NOW: Final = r"(?:now|today|(?:the )?present(?: day)?|date|this day)"
_IN: Final = (
    r"(?:\b(?:(?:that |which )?(?:(?:were|was|are|came) )?(?:published|written|dated|printed|out)"
    r" )?(?:in|from|of|during|for|within|over|throughout|between)\s+)?"
)
# What is added to the first and to the last year that is found; None leaves that side open.
_PERIODS: Final = tuple(
    (re.compile(rf"[\s,;(]*(?:\bonly )?{pattern}[)]?", re.IGNORECASE), shift)
    for pattern, shift in (
        (rf"\b{_NOT} {_OLD} {_YEAR}", (0, None)),
        (rf"\b{_NOT} {_NEW} {_YEAR}", (None, 0)),
        (rf"(?:\bsince |{_IN}){_YEAR}{_TO}{_NOW}", (0, None)),
        (rf"(?:\bsince |{_IN}){_YEAR}{_TO}{_YEAR}", (0, 0)),
        (rf"(?:{_IN}){_YEAR}(?: and| or|,)? ?(?:{_NEW}|{_ON}|\+)(?!\w)", (0, None)),
        (rf"(?:{_IN}){_YEAR}(?: and| or) {_OLD}\b", (None, 0)),
        (r"\b(?:ever since|since|as of|(?:starting|beginning|start|begin)(?: in| from| with)?"
         rf"|at (?:the )?earliest(?: from)?|from) {_YEAR}(?= on\b)(?: on)", (0, None)),
        (r"\b(?:ever since|since|as of|(?:starting|beginning)(?: in| from| with)?) "
         rf"{_YEAR}", (0, None)),
        (rf"\b(?:{_IN})(?:{_NEW}|post)[ -]{_YEAR}", (1, None)),
        (rf"\b(?:{_IN})(?:{_OLD}|pre|ahead of)[ -]{_YEAR}", (None, -1)),
        (r"\b(?:until|till|up to|through|by|at the latest)(?:,? and including|,? including)?,? "
         rf"{_YEAR}", (None, 0)),
        (rf"{_IN}{_YEAR}(?: only)?", (0, 0)),
    )
)  # fmt: skip
_OPERATORS: Final = Spelling(
    [
        "between",
        "before",
        "since",
        "until",
        "after",
        "earlier",
        "later",
        "newer",
        "older",
        "onwards",
        "prior",
        "starting",
        "during",
        "nineties",
        "eighties",
        "seventies",
        "sixties",
        "dozen",
        "twenty",
        "thirty",
        "eleven",
        "twelve",
        "fifteen",
        "seven",
        "eight",
        "through",
    ]
)

_NUMBER: Final = "(" + "|".join([*sorted(_NUMBERS, key=len, reverse=True), r"\d{1,3}"]) + ")"
_THINGS: Final = (
    r"(?:papers?|works?|articles?|publications?|studies|results?|hits|items|names|people|authors|"
    r"references|examples?|pieces|entries|titles|researchers|contributions|things|most|best|of)"
)
_NO_COUNT: Final = (
    r"(?!\s*(?:-|%|\.\d|(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|times|percent|pages"
    r"|centur(?:y|ies)|thirds?|sides|of (?:us|them|you))\b))"
)
_COUNT: Final = rf"{_NUMBER}\b{_NO_COUNT}"
_COUNTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:top|first|best|up to|at most|max(?:imum)?|limit|no more than)[ -]{_COUNT}",
        rf"(?<![\w.-])(?<!these )(?<!those ){_COUNT}(?=\s+(?:[\w-]+\s+){{0,3}}?{_THINGS}\b)",
        rf"(?<![\w.-])(?<!these )(?<!those )(?!(?<=the )two){_COUNT}",
        r"\b(?:just|only|top) (one)\b|\b(one)(?= (?:most|best|highest|single)\b)",
    )
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What narrows a question.

    Attributes:
        count: Papers asked for.
        since: First year.
        until: Last year.
    """

    count: int | None = None
    since: int | None = None
    until: int | None = None


def take_limits(text: str) -> tuple[str, Limits]:
    """The question without its limits, and these."""
    text = re.sub(r"[^\W\d_]{4,}", lambda found: _operator(found[0]), text)
    since = until = count = None
    for pattern, (first, last) in _PERIODS:
        if match := pattern.search(text):
            years = [_years(year) for year in match.groups() if year]
            since = None if first is None else years[0][-1 if first else 0] + first
            until = None if last is None else years[-1][0 if last else -1] + last
            text = f"{text[: match.start()]} {text[match.end() :]}"
            break
    for pattern in _COUNTS:
        if match := pattern.search(text):
            word = next(filter(None, match.groups())).lower()
            count = 1 if word == "one" else _NUMBERS.get(word) or int(word)
            text = f"{text[: match.start()]} {text[match.end() :]}"
            break
    return " ".join(text.split()), Limits(count or None, since, until)


def _operator(word: str) -> str:
    """A word that limits are made of, if it is one with a slip of the pen."""
    if word.lower() in trained().spelling:
        return word
    near = _OPERATORS.near(folded(word))
    return near[0] if len(near) == 1 and abs(len(near[0]) - len(word)) <= 1 else word


def _years(text: str) -> tuple[int, int]:
    """First and last year of a year or a decade."""
    plain = text.lower().strip("'")
    if plain in _DECADES:
        return _DECADES[plain], _DECADES[plain] + 9
    digits = re.sub(r"\D", "", plain)
    if plain.isdigit():
        return int(digits), int(digits)
    first = int(digits) if len(digits) == 4 else 1900 + int(digits)
    return first, first + 9
