"""Who wrote a paper that is named in a question, and when: no part of what is asked."""

import re
from typing import Final

from scinet.graph.ask.words import SLOT

# One space between words, so that a text can be cut into names in one way only.
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
    """A question whose names are :data:`~.words.SLOT` without the authors and years of papers."""
    for pattern in _BYLINE_PATTERNS:
        text = pattern.sub("", text)
    return text
