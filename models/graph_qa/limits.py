"""How many papers a question asks for, and of which years."""

import re
from dataclasses import dataclass, replace
from typing import Final

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(_ONES) if number > 1},
    **{ten: 10 * place for place, ten in enumerate(_TENS, start=2)},
    **{
        f"{ten}{joint}{one}": 10 * place + number
        for place, ten in enumerate(_TENS, start=2)
        for number, one in enumerate(_ONES[1:10], start=1)
        for joint in "- "
    },
    "dozen": 12,
    "hundred": 100,
}
_NUMBER = "(?P<n>" + "|".join([*sorted(_WORDS, key=len, reverse=True), r"\d{1,4}"]) + ")"
_COUNTED = (
    r"(?:most|highly|papers?|works?|articles?|publications?|studies|(?:highly )?disruptive|novel)"
)
_COUNTS: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\btop {_NUMBER}\b",
        # A few words may stand between: "seven topic models papers".
        rf"\b{_NUMBER}(?= (?:[\w-]+ ){{0,3}}{_COUNTED}\b)",
    )
)
_YEAR = r"((?:19|20)\d\d)"
_PUBLISHED = r"(?:(?:that )?(?:were |was )?(?:published|written|dated) )?"


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


_YEARS: Final = tuple(
    (re.compile(rf"\s?\b{_PUBLISHED}{form}\b(?!-)", re.IGNORECASE), shift)
    for form, shift in (
        # Added to the first and to the last year found; None leaves that side open.
        (rf"(?:between|from) {_YEAR} (?:and|to|until) {_YEAR}", (0, 0)),
        (rf"(?:since|starting in) {_YEAR}", (0, None)),
        (rf"from {_YEAR} on(?:wards)?", (0, None)),
        (rf"(?:from )?after {_YEAR}", (1, None)),
        (rf"(?:from )?before {_YEAR}", (None, -1)),
        (rf"(?:until|up to|till) {_YEAR}", (None, 0)),
        (rf"(?:in|from|of) {_YEAR}", (0, 0)),
    )
)


def take_limits(text: str) -> tuple[str, Limits]:
    """The question without its limits, and these."""
    limits = Limits()
    for form, (first, last) in _YEARS:
        if match := form.search(text):
            years = [int(year) for year in match.groups() if year]
            limits = Limits(
                since=None if first is None else years[0] + first,
                until=None if last is None else years[-1] + last,
            )
            text = text[: match.start()] + text[match.end() :]
            break
    for form in _COUNTS:
        if match := form.search(text):
            word = match["n"].lower()
            limits = replace(limits, count=_WORDS.get(word) or int(word))
            text = f"{text[: match.start()]}{text[match.end() :]}"
            break
    return " ".join(text.split()), limits
