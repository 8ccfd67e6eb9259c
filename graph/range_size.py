"""How many values ``range`` gives at most, as far as the words of a statement tell.

A bound that is a name, such as ``size(ids)`` or ``$n``, is believed. Of what is computed from
numbers only plainly written small ones are: everything that may grow beyond them counts as
infinite.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_LONG: Final = 20  # digits; a number of the database has 19
_GROWING: Final = re.compile(
    r"exp|rand|reduce|timestamp|tostring|epoch\w+|\w*seconds?", re.IGNORECASE
)


def most_values(arguments: Sequence[tuple[str, str]]) -> float:
    """Values that ``range`` gives at most.

    Args:
        arguments: Kind and word of the tokens after its opening bracket.
    """
    return max(map(_bound, _separate(arguments)), default=1) or 1


def _separate(tokens: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """The tokens of each argument, until the bracket closes."""
    found: list[list[tuple[str, str]]] = [[]]
    depth = 0
    for kind, word in tokens:
        depth += (word in "([{") - (word in ")]}")
        if depth < 0:
            break
        if word == "," and not depth:
            found.append([])
        else:
            found[-1].append((kind, word))
    return found


def _bound(argument: Sequence[tuple[str, str]]) -> float:
    """How large the value of an argument may be."""
    numbers = [_number(word) for kind, word in argument if kind == "word" and word[0].isdigit()]
    signs = {word for kind, word in argument if kind == "sign"}
    texts = [word for kind, word in argument if kind == "text"]
    names = [word for kind, word in argument if kind in {"word", "name"}]
    if any(_GROWING.fullmatch(name.strip("`")) for name in names):
        return math.inf
    if "^" in signs or any(any(map(str.isdigit, text)) for text in texts):
        return math.inf
    if "|" in signs or (texts and "+" in signs):  # texts that are put together, and read as numbers
        return math.inf
    if "/" in signs and _has_fraction(argument):
        return math.inf
    if "*" in signs:  # at least as large as any sum of products of the numbers
        return math.prod(n + 1 for n in numbers) if len(names) == len(numbers) else math.inf
    return sum(numbers) if signs & {"+", "-"} else max(numbers, default=1)


def _number(word: str) -> float:
    """A whole number as it is written; infinite where that is not plain."""
    if len(word) > _LONG:
        return math.inf
    try:
        return int(word, 10 if word.isdecimal() else 0)
    except ValueError:
        return math.inf


def _has_fraction(argument: Sequence[tuple[str, str]]) -> bool:
    """Whether one of its numbers has a decimal point."""
    return any(one == ("sign", ".") and word[0].isdigit() for one, (_, word) in pairwise(argument))
