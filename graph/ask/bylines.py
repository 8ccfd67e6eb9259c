"""Removal of authors and years of named papers from a question."""

import re
from typing import Final

from scinet.graph.ask.words import SLOT

# Exactly one space between words, so that a match is unambiguous.
_PART: Final = r"(?:[A-Z][\w.'’-]*|(?:van|de|der|den|von|la|al)\b\.?)"  # noqa: RUF001
_NAME: Final = rf"{_PART}(?: {_PART})*"
_PEOPLE: Final = (
    rf"{_NAME}(?:(?:,? (?:and|&) |, |& ?){_NAME})*(?:,? et al\.?|,? and others|,? and colleagues)?"
)
_BYLINE_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_PEOPLE} ?(?:['’]s?)(?: \(?(?:19|20)\d\d\)?)?(?: [a-z]+)?[ ,]+(?=[\"'“‘]?{SLOT})",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? ?\((?:[^()]*\W)?(?:19|20)\d\d\w?\)",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? ?(?:by|of|from) {_PEOPLE}",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? {_PEOPLE},? ?\(?(?:19|20)\d\d\w?\)?",  # noqa: RUF001
        rf"(?<=\b(?:his|her|the) )(?:19|20)\d\d (?=(?:[a-z]+ )?[a-z]+[ ,:]+[\"'“‘]?{SLOT})",  # noqa: RUF001
        rf"\b{_PEOPLE},? \(?(?:19|20)\d\d\w?\)?(?: (?:article|paper))?[ ,:]+(?=[\"'“‘]?{SLOT})",  # noqa: RUF001
    )
)


def strip_bylines(text: str) -> str:
    """Remove authors and years of papers from a question with :data:`~.words.SLOT` for names."""
    for pattern in _BYLINE_PATTERNS:
        text = pattern.sub("", text)
    return text
