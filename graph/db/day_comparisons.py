"""Detection of comparisons of a day with text or a number, which Cypher evaluates to null.

The plan of a statement shows all comparisons, also those in subqueries and patterns and those that
the server inverted, and the kind of each literal.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from scinet.errors import QueryError

# A day, its year or another part of it, a day as a number; or a literal or parameter.
_Kind: TypeAlias = Literal["day", "part", "days", "text", "number"] | None
_Names: TypeAlias = Mapping[str, _Kind]

_DAYS: Final = frozenset(
    {"date", "before", "read_on", "started_at", "began_at", "finished_at", "asked_at"}
)
_PARTS: Final = frozenset({"year", "quarter", "month", "week", "day"})
_SILENT: Final = {("day", "text"), ("day", "number"), ("part", "text"), ("days", "text")}
_NAME: Final = r"(?:\w+|`[^`]+`)"
_PLAIN: Final = rf"(?:cache\[{_NAME}\.{_NAME}\]|\$\w+|(?:{_NAME}\.)?{_NAME})"
_OPERAND: Final = (
    rf"(?:\({_PLAIN}\)\.{_NAME}|(?:min|max|date|head|last)\({_PLAIN}\)|{_PLAIN}(?![\w.(]))"
)
_BEGINS: Final = r"(?<![\w.$`\]])"
_COMPARED: Final = re.compile(
    rf"{_BEGINS}(?P<one>{_OPERAND})\s+"
    r"(?P<operator><=|>=|<>|=~|<|>|=|IN|STARTS WITH|ENDS WITH|CONTAINS)\s+"
    rf"(?=(?P<other>{_OPERAND}))"  # which may be compared with a third
)
_CASE: Final = re.compile(
    rf"\bCASE\s+(?P<one>{_OPERAND})\s+(?P<operator>WHEN)\s+(?P<other>{_OPERAND})"
)
_NAMED: Final = re.compile(rf"(?:(?:^|,\s+)(?P<what>{_OPERAND})|.) AS (?P<name>{_NAME})")
_WRITTEN: Final = re.compile(r"""['"](\d{4}(?:-\d\d?){0,2})['"]""")
_TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def check_comparisons(details: Sequence[str], text: str, params: Mapping[str, Any]) -> None:
    """Refuse a statement that compares a day with text or a number.

    Args:
        details: Expressions of all operators of its plan, in the server's syntax.

    Raises:
        QueryError: With the correct form.
    """
    names = _names(details, params)
    for detail in details:
        for left, operator, right in _comparisons(detail):
            kinds = _kind(left, names, params), _kind(right, names, params)
            if kinds in _SILENT:
                raise _comparison_error(left, operator, right, kinds, text)


def _comparisons(detail: str) -> Iterator[tuple[str, str, str]]:
    """Yield left side, operator and right side of comparisons, in both directions."""
    # An index shows a property without its owner, so that it could be taken for a variable.
    index, where, conditions = detail.partition(" WHERE ")
    is_index = bool(where) and ("INDEX" in index or index.startswith("UNIQUE"))
    for pattern in (_COMPARED, _CASE):
        for match in pattern.finditer(conditions if is_index else detail):
            left, operator, right = match["one"], match["operator"], match["other"]
            yield f"_.{left}" if is_index else left, operator, right
            yield right, _TURNED.get(operator, operator), left


def _names(details: Sequence[str], params: Mapping[str, Any]) -> _Names:
    """Return the kinds of named expressions; a name for several kinds has none."""
    kinds: dict[str, _Kind] = {}
    seen: dict[str, set[_Kind]] = defaultdict(set)
    for detail in reversed(details):  # the plan lists the first operator last
        for match in _NAMED.finditer(detail):
            if match["what"] == match["name"]:
                continue
            name = match["name"].strip("`")
            seen[name].add(_kind(match["what"], kinds, params) if match["what"] else None)
            kinds[name] = next(iter(seen[name])) if len(seen[name]) == 1 else None
    return kinds


def _kind(operand: str, names: _Names, params: Mapping[str, Any]) -> _Kind:
    if operand.startswith("$auto"):
        return "number" if operand.startswith(("$autoint", "$autodouble")) else "text"
    if operand.startswith("$"):
        return _kind_of_value(params.get(operand[1:]))
    if operand.startswith("date("):
        return "day"
    plain = re.sub(r"^(?:min|max|head|last|cache)[(\[](.*)[)\]]$", r"\1", operand)
    if plain.startswith("("):
        inner, _, part = plain[1:].rpartition(").")
        is_part = part in _PARTS and _kind(inner, names, params) == "day"
        return "part" if is_part else None
    if plain != operand:
        return _kind(plain, names, params)
    owner, _, name = plain.rpartition(".")
    name = name.strip("`")
    if not owner:
        return names.get(name)
    return "day" if name in _DAYS else "days" if name == "day" else None


def _kind_of_value(value: Any) -> _Kind:
    if isinstance(value, list | tuple):
        kinds = {_kind_of_value(item) for item in value}
        return kinds.pop() if len(kinds) == 1 else None
    if isinstance(value, str):
        return "text"
    if isinstance(value, date):
        return "day"
    return "number" if isinstance(value, int | float) else None


def _comparison_error(
    left: str, operator: str, value: str, kinds: tuple[_Kind, _Kind], text: str
) -> QueryError:
    name = re.sub(r"cache\[|\]|\)|^\w*\(|^_\.|^anon_\d+\.", "", left)
    if "." not in name and (owner := re.search(rf"(\w+)\s*\.\s*{re.escape(name)}\b", text)):
        name = f"{owner[1]}.{name}"
    match = _WRITTEN.search(text)
    written = match[1] if match else "2005-01-01"
    is_given = value.startswith("$") and not value.startswith("$auto")
    day = f"date({value})" if is_given else f'date("{written}")'
    what = "a number" if kinds[1] == "number" else "text"
    if kinds[0] == "part":
        right = f"{name} {operator} {written[:4]}"
    elif kinds[0] == "days":
        right = f"{name.removesuffix('day')}date {operator} {day}"
    elif kinds[1] == "number":
        right = f"{name}.year {operator} {value if is_given else 2005}"
    elif operator == "IN":
        right = f"{name} IN {f'[day IN {value} | date(day)]' if is_given else f'[{day}]'}"
    elif operator == "WHEN":
        right = f"{name} WHEN {day}"
    elif operator[0].isalpha() or operator == "=~":
        right = f"toString({name}) {operator} …"
    else:
        right = f"{name} {operator} {day}"
    is_a = "a day" if kinds[0] == "day" else "a number"
    return QueryError(
        f"{name} is {is_a}, compared with {what}: that holds for no row", hint=f"Write {right}."
    )
