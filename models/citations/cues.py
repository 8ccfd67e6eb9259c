"""Words by which people tell good from bad: a small lexicon written for citations.

Each entry is a pattern of whole words. ``mark`` stands for the citation that is asked about: who
outperforms it speaks ill of it, and what it outperforms does not.
"""

import re
from collections.abc import Mapping
from typing import Final

from scinet.models.citations.context import TARGET

_IT: Final = (
    r"\W+(?:(?:that|those|the(?: \w+)? (?:approach|method|model|system|results?|work))\W+)?"
    rf"(?:(?:of|by|in)\W+)?{TARGET}"
)
_PATTERNS: Final[Mapping[str, str]] = {
    "praise": r"state of the art|state-of-the-art|seminal|influential|pioneering|landmark|elegant"
    r"|impressive|remarkabl[ey]|excellent|outstanding|best known|well[- ]?known|popular(?:ly)?"
    r"|widely|standard|de facto|successful(?:ly)?|success|promising|powerful|robust",
    "works": r"effective(?:ly|ness)?|efficient(?:ly)?|accurate(?:ly)?|useful|helpful|beneficial"
    r"|reliabl[ey]|competitive|high(?:er)? (?:accuracy|performance|precision|quality)"
    r"|good (?:results?|performance)|better (?:results?|performance)|significant(?:ly)?"
    r" (?:improve\w*|better)|improve[sd]?|improvements?|gains?",
    "best": r"best|highest|superior|outperform(?:s|ed|ing)?|surpass\w*",
    "shown": r"(?:has|have|had|was|were) (?:been )?(?:shown|proven|proved|demonstrated|found) to",
    "taken up": r"we (?:use[ds]?|employ\w*|adopt\w*|follow\w*|appl(?:y|ied)|extend\w*)|inspired by"
    r"|motivated by|based on|built (?:up)?on|following",
    "but": r"however|although|though|but|while|whereas|despite|unfortunately|nevertheless|yet"
    r"|unlike",
    "not": r"not|no|never|cannot|neither|nor|without|none|hardly|fails?|failed|failure",
    "lack": r"lacks?|lacking|lacked|ignor\w*|neglect\w*|omit\w*|miss(?:es|ing)|suffer\w*"
    r"|limit(?:s|ed|ations?)?|restrict\w*|problem(?:s|atic)?|drawbacks?|weakness\w*|shortcoming\w*"
    r"|inadequate\w*|insufficient\w*|inappropriate|unable|difficult(?:y|ies)?|poor(?:ly)?"
    r"|errors?|noisy|expensive|costly|slow|sparse(?:ness)?|overfit\w*|bias(?:ed)?|questionable",
    "worse": r"worse|worst|lower|less|only|merely|too|inferior|degrad\w*|decreas\w*|unreliabl[ey]",
    "contrast": r"in contrast(?: to)?|contrary to|as opposed to|rather than|instead of"
    r"|different from|differs? from|disagree\w*|contradict\w*|inconsistent",
    "beats it": r"(?:outperform\w*|better than|superior to|exceed\w*|improv\w+ (?:over|on|upon)"
    r"|higher than|surpass\w*|beats?)" + _IT,
    "it beats": rf"{TARGET}\W{{0,3}}(?:\w+ )?(?:outperform\w*|achiev\w*|obtain\w*|improv\w*|show\w*"
    r"|demonstrat\w*|introduc\w*|propos\w*|present\w*|report\w*)",
    "it fails": rf"{TARGET}\W{{0,3}}(?:\w+ )?(?:do(?:es)? not|did not|cannot|fail\w*|ignor\w*"
    r"|lack\w*|suffer\w*|assum\w*|requir\w*|is not|are not|is limited|are limited|only)",
    "thanks to": r"thanks to|due to|by means of|available|freely|publicly",
    "ours": r"our|ours|we",
}
CUES: Final[tuple[str, ...]] = tuple(_PATTERNS)
_FOUND: Final = tuple(re.compile(rf"\b(?:{form})\b", re.IGNORECASE) for form in _PATTERNS.values())
_NEAR: Final = 60  # characters on either side of the citation


def cues(text: str) -> list[str]:
    """Cues in a sentence with marks, each once, and once more where it stands near the citation."""
    place = text.find(TARGET)
    found: list[str] = []
    for name, form in zip(CUES, _FOUND, strict=True):
        matches = [match.start() for match in form.finditer(text)]
        if not matches:
            continue
        found.append(name)
        if place >= 0 and any(abs(start - place) <= _NEAR for start in matches):
            found.append(f"{name} near")
            if any(start < place for start in matches):
                found.append(f"{name} before")
    return found
