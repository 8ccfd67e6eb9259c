r"""Detection of regular expressions with nested repetition, such as ``(a+)+``.

The server's engine then tries every division of a text among the repetitions, which doubles
with each letter, and no time limit applies. Repeating something with a mandatory part, as in
``(\w+ )+``, divides a text in one way only.
"""

import re
from typing import Final

_MANY: Final = 10  # repetitions that count as unbounded
_LONG: Final = 10_000
_QUANTIFIER: Final = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})([+?]?)")
_ATOM: Final = re.compile(r"\\Q.*?(?:\\E|$)|\\(?:[pPxk]\{?\w*\}?|\d+|.)|.", re.DOTALL)
_OPENING: Final = re.compile(r"\((?:\?(?:<?[=!]|[>:]|<\w+>|[\w-]*:|[\w-]*(?=\))))?")
_NO_WIDTH: Final = frozenset({"^", "$", r"\b", r"\B", r"\A", r"\z", r"\Z", r"\G"})


def is_exponential(pattern: str) -> bool:
    """Whether the time to match it may double with each letter of a text."""
    return len(pattern) > _LONG or _Reader(pattern).found


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._place = 0
        self.found = False
        while self._place < len(pattern):
            self._alternatives()
            self._place += 1  # an unopened bracket

    def _alternatives(self) -> bool:
        """Parse a group up to its bracket; return whether it can consist of repetition only."""
        is_loose = False
        firsts: set[str] = set()
        while True:
            begin = self._place
            loose, has_more = self._alternative()
            first = self._text[begin : self._place]
            is_loose = is_loose or loose or (bool(first) and first in firsts)
            firsts.add(first)
            if not has_more:
                return is_loose
            self._place += 1

    def _alternative(self) -> tuple[bool, bool]:
        """Parse one alternative: whether only repetition is mandatory, and if one follows."""
        repeats, must = False, False
        while self._place < len(self._text) and self._text[self._place] not in "|)":
            is_group = self._text[self._place] == "("
            is_loose, has_width = self._group() if is_group else self._atom()
            quantifier = _QUANTIFIER.match(self._text, self._place)
            least, most = 1.0, 1.0
            if quantifier:
                self._place = quantifier.end()
                least, most = _bounds(quantifier)
                if quantifier[5] == "+":  # possessive: no backtracking
                    most = 1
            if is_loose and most >= _MANY:
                self.found = True
            if not has_width:
                continue
            if most >= _MANY or (is_loose and least):
                repeats = True
            elif least:
                must = True
        return repeats and not must, self._text[self._place : self._place + 1] == "|"

    def _group(self) -> tuple[bool, bool]:
        opening = _OPENING.match(self._text, self._place)
        self._place = opening.end() if opening else self._place + 1
        kind = opening[0] if opening else "("
        is_loose = self._alternatives()
        self._place += 1
        return is_loose and kind != "(?>", not kind.endswith(("=", "!"))

    def _atom(self) -> tuple[bool, bool]:
        if self._text[self._place] == "[":
            self._class()
            return False, True
        atom = _ATOM.match(self._text, self._place)
        word = atom[0] if atom else self._text[self._place]
        self._place += len(word)
        return False, word not in _NO_WIDTH

    def _class(self) -> None:
        """Skip a character class; in Java they may be nested."""
        depth = 0
        while self._place < len(self._text):
            letter = self._text[self._place]
            self._place += 2 if letter == "\\" else 1
            depth += (letter == "[") - (letter == "]")
            if not depth:
                return


def _bounds(quantifier: "re.Match[str]") -> tuple[float, float]:
    sign, least, comma, most = quantifier[1], quantifier[2], quantifier[3], quantifier[4]
    if sign:
        return (1.0 if sign == "+" else 0.0), (1.0 if sign == "?" else float("inf"))
    if not comma:
        return float(least), float(least)
    return float(least), float(most) if most else float("inf")
