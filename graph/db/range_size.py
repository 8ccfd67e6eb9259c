"""Upper bounds of the values of ``range``, from the tokens of a statement.

A bound read from the graph, such as ``size(ids)``, is trusted. Of values computed from numbers,
also under a name given in the statement, only plainly small ones are bounded: everything that may
grow beyond them counts as infinite.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Final, TypeAlias

Token: TypeAlias = tuple[str, str]
_LONG: Final = 20  # digits; a number of the database has 19
MIN_LARGE: Final = 1001  # tokens of an expression that counts as infinite
_GROWING: Final = re.compile(
    r"exp|rand|reduce|timestamp|tostring|epoch\w+|\w*seconds?", re.IGNORECASE
)


_BEFORE: Final = frozenset({"WITH", "RETURN", "UNWIND", "DISTINCT", "AS", ","})
_AFTER: Final = frozenset({"WHERE", "AND", "OR", "XOR", "IN", "AS", "|", ","})
_COUNTS: Final = frozenset({"size", "length", "char_length", "character_length"})


def max_values(
    arguments: Iterable[Token], defined: Mapping[str, float], params: Mapping[str, Any]
) -> float:
    """Return the maximal number of values of ``range``.

    Args:
        arguments: Kind and word of the tokens after its opening bracket.
        defined: Bounds of named values; see :func:`definitions`.
    """
    parts = _split_arguments(islice(arguments, MIN_LARGE))
    if sum(map(len, parts)) + len(parts) > MIN_LARGE:
        return math.inf
    return max((_argument_bound(part, defined, params) for part in parts), default=1) or 1


def definitions(tokens: Sequence[Token], params: Mapping[str, Any]) -> dict[str, float]:
    """Return bounds of the numbers that a statement names by ``AS`` or ``IN``."""
    sizes: dict[str, float] = {}
    for place, (kind, word) in enumerate(tokens):
        name, means = "", []
        if kind == "word" and word.upper() == "AS":
            name = _word(tokens[place + 1]) if place + 1 < len(tokens) else ""
            backwards = (tokens[index] for index in range(place - 1, -1, -1))
            means = list(islice(_tokens_until(backwards, ")]}", _BEFORE), MIN_LARGE))[::-1]
        elif kind == "word" and word.upper() == "IN" and place:
            name = _word(tokens[place - 1])
            forwards = (tokens[index] for index in range(place + 1, len(tokens)))
            means = list(islice(_tokens_until(forwards, "([{", _AFTER), MIN_LARGE))
        if means:
            sizes[name] = max(sizes.get(name, 0), _argument_bound(means, sizes, params))
    return sizes


def _tokens_until(tokens: Iterable[Token], opening: str, ends: frozenset[str]) -> Iterator[Token]:
    """Yield tokens up to the first of these words outside brackets opened on the way."""
    depth = 0
    for token in tokens:
        is_bracket = token[0] == "sign" and token[1] in "()[]{}"
        depth += (1 if token[1] in opening else -1) if is_bracket else 0
        if depth < 0 or (not depth and token[0] != "text" and token[1].upper() in ends):
            return
        yield token


def _word(token: Token) -> str:
    return token[1].strip("`") if token[0] in {"word", "name"} else ""


def _split_arguments(tokens: Iterable[Token]) -> list[list[Token]]:
    """Return the tokens of each argument, until the bracket closes."""
    result: list[list[Token]] = [[]]
    depth = 0
    for kind, word in tokens:
        depth += (word in "([{") - (word in ")]}")
        if depth < 0:
            break
        if word == "," and not depth:
            result.append([])
        else:
            result[-1].append((kind, word))
    return result


def _argument_bound(
    argument: Sequence[Token], defined: Mapping[str, float], params: Mapping[str, Any]
) -> float:
    if len(argument) >= MIN_LARGE:
        return math.inf
    numbers = [_number(word) for kind, word in argument if kind == "word" and word[0].isdigit()]
    numbers += [defined[name] for name in _value_names(argument) if name in defined]
    param_names = [word for before, (_, word) in pairwise(argument) if before == ("sign", "$")]
    numbers += [_magnitude(params.get(name)) for name in param_names]
    signs = {word for kind, word in argument if kind == "sign"}
    texts = [word for kind, word in argument if kind == "text"]
    names = [word for kind, word in argument if kind in {"word", "name"}]
    if any(_GROWING.fullmatch(name.strip("`")) for name in names):
        return math.inf
    if "^" in signs or any(any(map(str.isdigit, text)) for text in texts):
        return math.inf
    if "|" in signs or (texts and "+" in signs):  # concatenated texts, parsed as numbers
        return math.inf
    if "/" in signs and _has_fraction(argument):
        return math.inf
    if "*" in signs and not _counts_rows(argument):
        # Bounds any sum of products of the numbers.
        return math.prod(n + 1 for n in numbers) if len(names) == len(numbers) else math.inf
    return sum(numbers) if signs & {"+", "-"} else max(numbers, default=1)


def _value_names(argument: Sequence[Token]) -> Iterator[str]:
    """Yield variable names whose own value counts, not those that are only counted."""
    counted = 0
    for place, token in enumerate(argument):
        before = argument[place - 1] if place else ("", "")
        if counted:
            counted += (token == ("sign", "(")) - (token == ("sign", ")"))
        elif token == ("sign", "(") and _word(before).lower() in _COUNTS:
            counted = 1
        elif (
            (name := _word(token))
            and before not in {("sign", "."), ("sign", "$")}
            and argument[place + 1 : place + 2] != [("sign", "(")]
        ):
            yield name


def _counts_rows(argument: Sequence[Token]) -> bool:
    """Whether its only ``*`` is that of ``count(*)``."""
    words = [word for _, word in argument]
    stars = [place for place, word in enumerate(words) if word == "*"]
    return all(words[place - 1 : place + 2] == ["(", "*", ")"] for place in stars)


def _number(word: str) -> float:
    """Parse a whole number; infinite if it is not plain."""
    if len(word) > _LONG:
        return math.inf
    try:
        return int(word, 10 if word.isdecimal() else 0)
    except ValueError:
        return math.inf


def _magnitude(value: Any) -> float:
    """Return the magnitude of a parameter, or of the largest number in it; 1 without one."""
    if isinstance(value, list | tuple):
        return max(map(_magnitude, value), default=1)
    return abs(value) if isinstance(value, int | float) else 1


def _has_fraction(argument: Sequence[Token]) -> bool:
    return any(
        token == ("sign", ".") and word[0].isdigit() for token, (_, word) in pairwise(argument)
    )
