"""Estimates of the work inside expressions of a statement, from its tokens and parameters.

Inside an expression the server checks neither time nor memory; comprehensions, ``reduce``, ``all``,
``any``, ``none`` and ``single`` walk lists there, also nested. Lengths of literals, ``range``,
parameters and named values are known; lists read from the graph are assumed to be short.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scinet.graph.db.range_size import MIN_LARGE, Token, definitions, max_values

_UNKNOWN: Final = 10.0  # elements of a list from the graph
_PROBE: Final = 1e6
_GROWS: Final = 1.5
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_CLAUSES: Final = frozenset(
    {"MATCH", "OPTIONAL", "WHERE", "WITH", "RETURN", "UNWIND", "DISTINCT", "ORDER", "BY", "SKIP"}
    | {"LIMIT", "CALL", "YIELD", "UNION", "ALL", "USING", "FINISH"}
)
_ANSWERS: Final = frozenset({"=", "<", ">", "AND", "OR", "XOR", "NOT", "IN", "IS", "CONTAINS"})
_COUNTS: Final = frozenset(
    {"size", "length", "char_length", "character_length", "count", "sum", "avg", "abs", "sign"}
    | {"tointeger", "tofloat", "toboolean", "exists", "isempty", "elementid", "id", "round"}
)
_LOOPS: Final = frozenset({"all", "any", "none", "single", "reduce"})


@dataclass(frozen=True, slots=True)
class _Group:
    """Bracketed group; ``tokens`` are its first ones, without the opening bracket."""

    opening: str
    parts: "list[_Part]"
    tokens: Sequence[Token]


_Part: TypeAlias = Token | _Group


@dataclass(frozen=True, slots=True)
class _Size:
    """Upper bounds of the number of elements of a value, and of all values or characters in it."""

    length: float = 1
    weight: float = 1

    def __add__(self, other: "_Size") -> "_Size":
        return _Size(self.length + other.length, self.weight + other.weight)

    def largest(self, other: "_Size") -> "_Size":
        return _Size(max(self.length, other.length), max(self.weight, other.weight))

    @property
    def element(self) -> "_Size":
        """Average size of the elements."""
        inner = max(1, self.weight / max(1, self.length)) if self.length < math.inf else 1
        return _Size(inner, inner)


_ONE: Final = _Size()
_NOTHING: Final = _Size(0, 0)


class ExpressionSizes:
    """Bounds on the expressions of a statement.

    Attributes:
        steps: Number of elements that its loops walk, nested loops multiplied.
        values: Number of values of the largest list that it builds, nested ones included.
        longest_range: Number of values of the longest ``range`` that is not read lazily.
    """

    def __init__(self, tokens: Sequence[Token], params: Mapping[str, Any]) -> None:
        self.steps = self.values = self.longest_range = 0.0
        self._params = params
        self._numbers = definitions(tokens, params)
        self._sizes: dict[str, _Size] = {}
        self._statement(_group_brackets(tokens), 1)

    def _statement(self, parts: Sequence[_Part], times: float) -> _Size:
        """Walk clauses in order; named values are known from there on."""
        begin, clause, last = 0, "", _ONE
        for place in range(len(parts) + 1):
            part = parts[place] if place < len(parts) else ("sign", ",")
            word = _keyword(part)
            if part != ("sign", ",") and word not in _CLAUSES:
                continue
            last = self._column(parts[begin:place], clause, times)
            begin = place + 1
            clause = word or clause
        return last

    def _column(self, parts: Sequence[_Part], clause: str, times: float) -> _Size:
        named = len(parts) > 2 and _keyword(parts[-2]) == "AS"
        value = parts[:-2] if named else parts
        is_lazy = clause == "UNWIND" and len(value) == 2 and _word(value[0]).lower() == "range"
        size = self._size(value, times, is_lazy=is_lazy)
        if named:
            self._sizes[_word(parts[-1])] = size.element if clause == "UNWIND" else size
        return size

    def _size(self, parts: Sequence[_Part], times: float, *, is_lazy: bool = False) -> _Size:
        """Return the maximal size of an expression that is evaluated ``times`` times."""
        if any(_keyword(part) == "CASE" for part in parts):
            return self._cases(parts, times)
        total = _NOTHING
        is_answer = False
        for place, part in enumerate(parts):
            before = parts[place - 1] if place else ("sign", ",")
            if isinstance(part, _Group):
                total += self._group(part, before, times, is_lazy=is_lazy)
            elif part[0] == "text":
                total += _Size(1, max(1, len(part[1]) - 2))
            elif part[1].upper() in _ANSWERS:
                is_answer = True
            elif part[0] in {"word", "name"} and not _is_call(parts, place):
                total += self._value(_word(part), before)
        if not is_answer and not is_lazy:
            self.values = max(self.values, total.weight)
        return _ONE if is_answer else total.largest(_ONE)

    def _value(self, name: str, before: _Part) -> _Size:
        if before == ("sign", "$"):
            return _parameter_size(self._params.get(name))
        if before == ("sign", "."):
            return _NOTHING  # counted with its owner
        return self._sizes.get(name, _ONE)

    def _cases(self, parts: Sequence[_Part], times: float) -> _Size:
        """Return the size of the largest branch of a CASE, with the expression around it."""
        total, largest, begin, kind = _NOTHING, _NOTHING, 0, ""
        for place in range(len(parts) + 1):
            word = _keyword(parts[place]) if place < len(parts) else "END"
            if word not in {"CASE", "WHEN", "THEN", "ELSE", "END"}:
                continue
            size = self._size(parts[begin:place], times) if begin < place else _NOTHING
            if kind in {"THEN", "ELSE"}:
                largest = largest.largest(size)
            elif kind not in {"CASE", "WHEN"}:
                total += size
            if word == "END":
                total += largest
                largest = _NOTHING
            begin, kind = place + 1, word
        return total.largest(_ONE)

    def _group(self, group: _Group, before: _Part, times: float, *, is_lazy: bool) -> _Size:
        name = _word(before)
        if group.opening == "{":
            if group.parts and _keyword(group.parts[0]) in _CLAUSES:
                size = self._statement(group.parts, times)
                return _unknown_size(size) if name.upper() == "COLLECT" else _ONE
            return self._literal(group.parts, times)
        if group.opening == "[":
            if _is_loop(group.parts):
                return self._loop(group.parts, times)
            if ("sign", "|") in group.parts:
                return self._around(group.parts, times)
            if isinstance(before, _Group) or before[0] != "sign":
                self._size(group.parts, times)  # an index or a slice
                return _NOTHING
            return self._literal(group.parts, times)
        if not name:
            return self._size(group.parts, times)
        return self._call(name.lower(), group, times, is_lazy=is_lazy)

    def _call(self, name: str, group: _Group, times: float, *, is_lazy: bool) -> _Size:
        if name == "range":
            many = max_values(self._counted(group.tokens), self._numbers, self._params)
            self._literal(group.parts, times)
            if not is_lazy:
                self.longest_range = max(self.longest_range, many)
                self.steps += times * many if times > 1 else 0
            return _Size(many, many)
        if name == "reduce":
            return self._reduced(group.parts, times)
        if name in _LOOPS and _is_loop(group.parts):
            self._loop(group.parts, times)
            return _ONE
        arguments = _split(group.parts)
        sizes = [self._size(part, times) for part in arguments]
        if name in _COUNTS:
            return _ONE
        if name == "collect":
            return _unknown_size(sum(sizes, _NOTHING))
        if name == "replace" and len(sizes) == 3:
            text, old, new = sizes
            # A search text that differs each time, as in escaping, does not compound.
            is_written = [_part_kind(part) for part in arguments[1]] == ["text"]
            return _Size(1, text.weight * max(1, new.weight / old.weight if is_written else 1))
        total = sum(sizes, _NOTHING).largest(_ONE)
        return _Size(total.weight, total.weight) if name == "split" else total

    def _literal(self, parts: Sequence[_Part], times: float) -> _Size:
        sizes = [self._size(part, times) for part in _split(parts)]
        return _Size(len(sizes), sum(size.weight for size in sizes))

    def _loop(self, parts: Sequence[_Part], times: float) -> _Size:
        """Return the size of a loop over a list: ``x IN list WHERE … | …``."""
        walked, condition, body = _sections(parts[2:])
        size = self._size(walked, times)
        self.steps += times * size.length
        return self._inside(_word(parts[0]), size, condition, body, times)

    def _inside(
        self,
        name: str,
        walked: _Size,
        condition: Sequence[_Part],
        body: Sequence[_Part] | None,
        times: float,
    ) -> _Size:
        outer = self._sizes.get(name)
        self._sizes[name] = walked.element
        inner = times * walked.length
        self._size(condition, inner)
        is_same = body is None or (len(body) == 1 and _word(body[0]) == name)
        size = walked
        if not is_same:
            made = self._size(body or (), inner)
            size = _Size(walked.length, walked.length * made.weight)
        self._known_again(name, outer)
        self.values = max(self.values, size.weight if walked.length < math.inf else 0)
        return size

    def _around(self, parts: Sequence[_Part], times: float) -> _Size:
        """Return the size of a comprehension over the matches of a pattern."""
        pattern, condition, body = _sections(parts)
        self._size(pattern, times)
        return self._inside("", _Size(_UNKNOWN, _UNKNOWN), condition, body, times)

    def _reduced(self, parts: Sequence[_Part], times: float) -> _Size:
        """Bound ``reduce(sum = first, x IN list | …)``: values used twice grow exponentially."""
        first, *others = _split(parts)
        rest = [part for section in others for part in section]
        if len(first) < 3 or not _is_loop(rest):
            return self._literal(parts, times)
        name, begun = _word(first[0]), self._size(first[2:], times)
        walked, _, body = _sections(rest[2:])
        size = self._size(walked, times)
        self.steps += times * size.length
        is_number = not _builds_collection((*first[2:], *(body or ())))
        made = _ONE
        outer, values = self._sizes.get(name), self.values
        self._sizes[name] = _Size(_UNKNOWN, _PROBE)
        made = self._inside(_word(rest[0]), size, (), body, times).element
        self.values = values
        self._known_again(name, outer)
        if is_number:
            return _ONE
        factor = made.weight / _PROBE
        if factor < _GROWS:
            grown = begun.weight + size.length * (made.weight - _PROBE * (factor >= 1))
        else:
            grown = begun.weight * _power(factor, size.length)
        self.values = max(self.values, grown)
        return _Size(grown, grown)

    def _known_again(self, name: str, size: _Size | None) -> None:
        if size is None:
            self._sizes.pop(name, None)
        else:
            self._sizes[name] = size

    def _counted(self, tokens: Sequence[Token]) -> list[Token]:
        """Replace ``size(name)`` by its upper bound where known."""
        result: list[Token] = []
        for token in tokens:
            result.append(token)
            words = [word for _, word in result[-4:]]
            if (
                len(words) == 4
                and words[0].lower() == "size"
                and (words[1], words[3]) == ("(", ")")
            ):
                size = self._sizes.get(words[2].strip("`"))
                if size is not None and size.length < math.inf:
                    result[-4:] = [("word", str(int(size.length)))]
        return result


def _group_brackets(tokens: Sequence[Token]) -> list[_Part]:
    stack: list[tuple[str, list[_Part], int]] = [("", [], 0)]
    for place, token in enumerate(tokens):
        kind, word = token
        if kind == "sign" and word in _CLOSING:
            stack.append((word, [], place + 1))
        elif kind == "sign" and word in ")]}" and len(stack) > 1:
            opening, parts, begin = stack.pop()
            stack[-1][1].append(
                _Group(opening, parts, tokens[begin : min(place + 1, begin + MIN_LARGE)])
            )
        else:
            stack[-1][1].append(token)
    while len(stack) > 1:  # unclosed brackets, which the server refuses
        opening, parts, begin = stack.pop()
        stack[-1][1].append(_Group(opening, parts, tokens[begin : begin + MIN_LARGE]))
    return stack[0][1]


def _part_kind(part: _Part) -> str:
    return "group" if isinstance(part, _Group) else part[0]


def _keyword(part: _Part) -> str:
    return part[1].upper() if not isinstance(part, _Group) and part[0] == "word" else ""


def _word(part: _Part) -> str:
    if isinstance(part, _Group) or part[0] not in {"word", "name"}:
        return ""
    return part[1].strip("`")


def _is_call(parts: Sequence[_Part], place: int) -> bool:
    after = parts[place + 1] if place + 1 < len(parts) else None
    return isinstance(after, _Group) and after.opening == "("


def _is_loop(parts: Sequence[_Part]) -> bool:
    return len(parts) > 2 and bool(_word(parts[0])) and _keyword(parts[1]) == "IN"


def _split(parts: Iterable[_Part]) -> list[list[_Part]]:
    """Split at commas."""
    sections: list[list[_Part]] = [[]]
    for part in parts:
        if part == ("sign", ","):
            sections.append([])
        else:
            sections[-1].append(part)
    return sections


def _sections(
    parts: Sequence[_Part],
) -> tuple[Sequence[_Part], Sequence[_Part], Sequence[_Part] | None]:
    """Split a loop into list, condition after WHERE, and body after ``|``."""
    bar = next((n for n, part in enumerate(parts) if part == ("sign", "|")), len(parts))
    where = next((n for n in range(bar) if _keyword(parts[n]) == "WHERE"), bar)
    body = parts[bar + 1 :] if bar < len(parts) else None
    return parts[:where], parts[where + 1 : bar], body


def _builds_collection(parts: Iterable[_Part]) -> bool:
    """Whether an expression contains a list, a map or a text."""
    return any(
        (part.opening in "[{" or _builds_collection(part.parts))
        if isinstance(part, _Group)
        else part[0] == "text"
        for part in parts
    )


def _unknown_size(element: _Size) -> _Size:
    return _Size(_UNKNOWN, max(_UNKNOWN, element.weight))


def _parameter_size(value: Any) -> _Size:
    if isinstance(value, Mapping):
        return _Size(1, sum((_parameter_size(item).weight for item in value.values()), 1.0))
    if isinstance(value, list | tuple):
        return _Size(len(value), sum((_parameter_size(item).weight for item in value), 0.0) or 1.0)
    return _Size(1, max(1, len(value)) if isinstance(value, str) else 1)


def _power(factor: float, exponent: float) -> float:
    try:
        return math.inf if exponent == math.inf else factor**exponent
    except OverflowError:
        return math.inf
