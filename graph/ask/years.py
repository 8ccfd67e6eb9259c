"""Years in questions: digits, decades, and the words around them."""

import re
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
