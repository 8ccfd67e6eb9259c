"""Regular expressions of the package, and texts on which one may take too many steps.

Patterns are found without importing what holds them, which would cost seconds: the assignments of
a module are run that need nothing but its other assignments.
"""

import ast
import builtins
import re
import re._constants as op  # type: ignore[import-not-found]  # no stubs, as the parser has none
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
_FOLDERS: Final = {"graph": "scinet.graph", "models": "scinet.models", "eval": "scinet.eval"}
_LETTERS: Final = "a1 A-.,/'\n<[(\"\\_:;|&{}=*#\u00e9\t"
_ENDS: Final = ("", "\0", "\n!")
_VARIANTS: Final = 6
_MANY: Final = 10  # times that a part may stand from which on it can be pumped


class Expression(NamedTuple):
    place: str
    pattern: re.Pattern[Any]


def modules() -> Iterator[tuple[str, Path]]:
    for folder, name in (*_FOLDERS.items(), ("src/scinet", "scinet")):
        for file in sorted((ROOT / folder).rglob("*.py")):
            inner = file.relative_to(ROOT / folder).with_suffix("").parts
            if name != "scinet" or f"{inner[0]}" not in _FOLDERS:
                yield ".".join((name, *(p for p in inner if p != "__init__"))), file


def expressions(folder: str) -> tuple[list[Expression], list[str]]:
    """The regular expressions of a folder, and places of those that are made while it runs."""
    results: dict[tuple[Any, int], Expression] = {}
    unknown = []
    for name, file in _files().items():
        if not file.is_relative_to(ROOT / folder):
            continue
        text = file.read_text(encoding="utf-8")
        if "\nimport re\n" not in text:
            continue
        tree = ast.parse(text)
        nodes = ast.walk(tree)
        calls = [node for node in nodes if isinstance(node, ast.Call) and _is_of_re(node)]
        if not calls:
            continue
        values = namespace(name)
        for pattern in _patterns(list(values.values())):
            results.setdefault((pattern.pattern, pattern.flags), Expression(name, pattern))
        for call in calls:
            place = f"{name}:{call.lineno}"
            try:
                made = eval(ast.unparse(call.args[0]), dict(values))  # noqa: S307 - our own
                pattern = re.compile(made, _flags(call, values))
                results.setdefault((pattern.pattern, pattern.flags), Expression(place, pattern))
            except (NameError, AttributeError, TypeError):
                unknown.append(f"{place} {ast.unparse(call.args[0])}")
    return list(results.values()), unknown


def _flags(call: ast.Call, values: Mapping[str, Any]) -> int:
    index = {"compile": 1, "match": 2, "search": 2, "fullmatch": 2, "findall": 2, "split": 3}
    place = index.get(call.func.attr, 4)  # type: ignore[attr-defined]
    named = [item.value for item in call.keywords if item.arg == "flags"]
    listed = call.args[place : place + 1] or named
    return int(eval(ast.unparse(listed[0]), dict(values))) if listed else 0  # noqa: S307


def _is_of_re(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr != "escape"
        and node.func.attr[0].islower()
    )


@cache
def _files() -> dict[str, Path]:
    return dict(modules())


@cache
def namespace(name: str) -> dict[str, Any]:
    """What a module assigns, as far as it can be known without importing others."""
    values: dict[str, Any] = {"re": re, "__builtins__": builtins}
    for node in ast.parse(_files()[name].read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scinet."):
            for item in node.names:
                if item.name.strip("_").isupper():
                    values[item.name] = namespace(str(node.module)).get(item.name)
                elif (inner := f"{node.module}.{item.name}") in _files():
                    values[item.name] = _Module(inner)
        elif isinstance(node, ast.ImportFrom) and node.module in {"typing", "html", "itertools"}:
            exec(ast.unparse(node), values)  # noqa: S102 - our own
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.FunctionDef):
            try:
                exec(ast.unparse(node), values)  # noqa: S102
            except Exception:  # noqa: BLE001, S112 - what needs more than it may
                continue
    return values


class _Module:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return namespace(self._name)[name]


def _patterns(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _patterns(item)
    elif isinstance(value, dict) and "__builtins__" not in value:
        for pair in value.items():
            yield from _patterns(pair)


def pumped(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Beginnings, parts to be repeated, and ends of texts that may cost many steps."""
    text = (
        pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    )
    tree = parser.parse(text, pattern.flags & ~re.DEBUG)
    seen: dict[tuple[str, str], None] = {}
    begun = [pair for full in (False, True) for pair in _repeats(list(tree), "", is_full=full)]
    for before, body in begun:
        made = _examples(list(body), is_full=False)
        letters = [letter for letter in _LETTERS if _takes(list(body), letter)]
        for part in (*made, *letters):
            if part:
                seen.setdefault((before, part))
    for (before, part), end in product(seen, _ENDS):
        yield before, part, end


def _takes(body: list[Any], letter: str) -> bool:
    try:
        return any(_in_set([node], letter) for node in body)
    except (TypeError, ValueError):
        return False


def _repeats(nodes: list[Any], before: str, *, is_full: bool) -> Iterator[tuple[str, Any]]:
    for kind, value in nodes:
        if kind in {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}:
            _, most, body = value
            if most >= _MANY:
                yield before, body
            yield from _repeats(list(body), before, is_full=is_full)
        elif kind is op.SUBPATTERN:
            yield from _repeats(list(value[-1]), before, is_full=is_full)
        elif kind is op.ATOMIC_GROUP:
            yield from _repeats(list(value), before, is_full=is_full)
        elif kind in {op.ASSERT, op.ASSERT_NOT}:
            yield from _repeats(list(value[1]), before, is_full=is_full)
        elif kind is op.BRANCH:
            for item in value[1]:
                yield from _repeats(list(item), before, is_full=is_full)
        before += _examples([(kind, value)], is_full=is_full)[0]


def _examples(nodes: list[Any], *, is_full: bool) -> list[str]:
    """Some texts that nodes of a pattern match, looked at one by one.

    First comes one without what may be left out or, if it is to be full, with all of that.
    """
    made = [""]
    for kind, value in nodes:
        made = list(
            dict.fromkeys(a + b for a, b in product(made, _of_node(kind, value, is_full=is_full)))
        )
        made = made[: 2 * _VARIANTS]
    return made[: 2 * _VARIANTS] or [""]


def _of_node(kind: Any, value: Any, *, is_full: bool) -> list[str]:
    if kind is op.LITERAL:
        return [chr(value)]
    if kind in {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}:
        least, most, body = value
        some = _examples(list(body), is_full=is_full)
        counts = sorted({least, min(max(least, 1), most)}, reverse=is_full)
        return list(dict.fromkeys(item * count for count in counts for item in some))[:_VARIANTS]
    if kind is op.SUBPATTERN:
        return _examples(list(value[-1]), is_full=is_full)
    if kind is op.ATOMIC_GROUP:
        return _examples(list(value), is_full=is_full)
    if kind is op.BRANCH:
        return list(
            dict.fromkeys(
                e for item in value[1] for e in _examples(list(item), is_full=is_full)[:2]
            )
        )
    if kind in {op.IN, op.ANY, op.NOT_LITERAL}:
        return [letter for letter in _LETTERS if _in_set([(kind, value)], letter)][:_VARIANTS] or [
            next(chr(c) for c in range(0x30000) if _in_set([(kind, value)], chr(c)))
        ]
    return [""]


def _in_set(nodes: list[Any], letter: str) -> bool:
    """Whether nodes are one set of letters that has this letter."""
    [(kind, value)] = nodes
    if kind is op.ANY:
        return letter != "\n"
    if kind is op.NOT_LITERAL:
        return letter != chr(value)
    if kind is op.LITERAL:
        return letter == chr(value)
    if kind is not op.IN:
        return False
    is_negated = value[0][0] is op.NEGATE
    return is_negated != any(_has(item, letter) for item in value)


_CATEGORIES: Final = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


def _has(item: Any, letter: str) -> bool:
    kind, value = item
    if kind is op.LITERAL:
        return letter == chr(value)
    if kind is op.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    return kind is op.CATEGORY and re.fullmatch(_CATEGORIES[value], letter) is not None
