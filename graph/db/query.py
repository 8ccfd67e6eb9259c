"""Named statements under ``cypher/``, checked against their headers.

A statement is named after its path: ``ranking/co_citation`` is
``cypher/ranking/co_citation.cypher``. Its header declares the parameters, each with a JSON
default when it may be omitted: ``params: paper_id: paper, before: day = null, limit = 20``. Types
say what people write: a ``paper``, ``author`` or ``venue`` (several: ``papers``) by id, DOI, title
or name, a ``day`` or a ``text``; anything else is JSON. Further fields:
``values: objective = sum | mean, rule = any | all`` lists the words that a parameter accepts;
``years: since, until`` names parameters that are years; ``folded: name`` those that are folded
like printed names; ``bigrams: text`` those whose Chinese, Japanese and Korean is split into
bigrams; ``texts: abstract`` the columns with abstracts or paragraphs, which may stand outside the
graph; ``searches: abstracts`` marks a statement that searches in them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from numbers import Integral
from pathlib import Path
from typing import Any, Final, Literal, LiteralString, TypeAlias, cast, get_args

from scinet.errors import DataError, QueryError
from scinet.extension import suggest
from scinet.graph.schema.printed_names import bigrams, fold_text
from scinet.validation import parse_json

_FIELD = re.compile(
    r"^// (mode|params|values|years|folded|bigrams|returns|source|texts|searches):[ \t]*(.*)$",
    re.MULTILINE,
)
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
# Folders of internal statements for loading, snapshots and tasks.
_INNER: Final = frozenset(
    {"admin", "check", "community", "export", "gds", "identify", "indicator"}
    | {"label", "load", "remove", "same_work", "schema", "task"}
)
_LIMIT: Final = "limit"
_PARAM = re.compile(r"\$(\w+)")
# Text even when it looks like a number, as an id, a title or a word may.
_TEXTS: Final = frozenset({"paper", "author", "venue", "day", "text"})
ParameterType: TypeAlias = Literal[
    "paper", "papers", "author", "authors", "venue", "venues", "day", "text"
]


@dataclass(frozen=True, slots=True)
class NamedStatement:
    """Statement with the fields of its header."""

    name: str
    text: LiteralString
    summary: str
    mode: str
    params: frozenset[str]
    types: Mapping[str, ParameterType]
    defaults: Mapping[str, Any]
    allowed: Mapping[str, tuple[str, ...]]
    years: tuple[str, ...]
    folded: tuple[str, ...]
    bigrams: tuple[str, ...]
    returns: tuple[str, ...]
    source: str
    texts: tuple[str, ...]
    searches_text: bool

    def parameter(self, key: str) -> str:
        """The parameter that a key means: ``paper`` may be written for ``paper_id``."""
        return f"{key}_id" if key not in self.params and f"{key}_id" in self.params else key

    def bind(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in defaults, check the values, and fold those compared with printed names."""
        values = {**self.defaults, **params}
        if values.keys() != self.params:
            wanted = ", ".join(
                f"{name} (default {json.dumps(self.defaults[name])})"
                if name in self.defaults
                else name
                for name in sorted(self.params)
            )
            unknown = ", ".join(sorted(values.keys() - self.params))
            missing = ", ".join(sorted(self.params - values.keys()))
            what = f"unknown parameter {unknown}" if unknown else f"parameter {missing} is missing"
            raise QueryError(f"{what} ({self.name})", hint=f"It takes {wanted or 'no parameters'}.")
        for key, words in self.allowed.items():
            if values[key] is not None and values[key] not in words:
                raise QueryError(
                    f"{key} {values[key]!r} ({self.name})",
                    hint=f"It takes {', '.join(words[:-1])} or {words[-1]}.",
                )
        for key in self.years:
            if values[key] is not None and not _is_number(key, values[key]):
                raise QueryError(
                    f"{key} {values[key]!r} ({self.name})", hint="It takes a year, such as 2010."
                )
        for key, default in self.defaults.items():
            if type(default) is int and not _is_number(key, values[key]):
                least = " from 0 on" if key == _LIMIT else ""
                raise QueryError(
                    f"{key} {values[key]!r} ({self.name})",
                    hint=f"It takes a whole number{least}, such as {default}.",
                )
        for key in (*self.folded, *self.bigrams):
            if not isinstance(values[key], str | None):
                raise QueryError(f"{key} {values[key]!r} ({self.name})", hint="It takes a text.")
        for keys, spell in ((self.folded, fold_text), (self.bigrams, bigrams)):
            values |= {key: spell(values[key]) for key in keys if values[key] is not None}
        return values


def _is_number(key: str, value: Any) -> bool:
    """Whether a value is valid where a header has a whole number; null means none."""
    if value is None and key != _LIMIT:
        return True
    if isinstance(value, bool) or not isinstance(value, Integral):
        return False
    return key != _LIMIT or int(value) >= 0


def load_query(name: str) -> NamedStatement:
    """Read a statement, or a user's file that ends with ``.cypher``, and check its header."""
    return (
        _parse_query(name, read_query_file(name))
        if name.endswith(".cypher")
        else _load_packaged(name)
    )


def read_query_file(name: str) -> str:
    """Return the present text of a user's file.

    Raises:
        QueryError: If there is no such file, or it is not in UTF-8.
    """
    try:
        return Path(name).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise QueryError(f"cannot read {name}", hint="Name a text file.") from error


@cache
def _load_packaged(name: str) -> NamedStatement:
    if name not in query_names():  # also keeps paths such as ../x out
        hint = suggest(name, public_names(), "List them with `scinet query`.")
        raise QueryError(f"no statement named {name!r}", hint=hint)
    path = files("scinet.cypher").joinpath(*f"{name}.cypher".split("/"))
    return _parse_query(name, path.read_text(encoding="utf-8"))


@cache
def query_names() -> tuple[str, ...]:
    """Return names of all statements, sorted."""
    root = files("scinet.cypher")
    return tuple(
        sorted(
            f"{folder.name}/{file.name.removesuffix('.cypher')}"
            for folder in root.iterdir()
            if folder.is_dir()
            for file in folder.iterdir()
            if file.name.endswith(".cypher")
        )
    )


@cache
def public_names() -> tuple[str, ...]:
    """Return names of the public statements, sorted."""
    return tuple(name for name in query_names() if name.partition("/")[0] not in _INNER)


def parse_parameter(query: NamedStatement, key: str, text: str) -> Any:
    """Parse a parameter from a command line: JSON, else text; ids and titles are text."""
    value = parse_json_or_text(text)
    is_text = query.types.get(query.parameter(key)) in _TEXTS
    return text if is_text and value is not None and not isinstance(value, str) else value


def parse_json_or_text(text: str) -> Any:
    """Parse a text as JSON, or return it.

    Raises:
        DataError: If it is a value that the database cannot store.
    """
    try:
        return parse_json(text)
    except ValueError as error:
        if isinstance(error.__cause__, json.JSONDecodeError):
            return text
        raise DataError(f"the value {error} ({text[:40]})", hint="Give another value.") from error


def _parse_query(name: str, text: str) -> NamedStatement:
    fields = dict(_FIELD.findall(text))
    if missing := {"mode", "params", "returns"} - fields.keys():
        raise QueryError(f"the header lacks {', '.join(sorted(missing))} ({name})")
    if fields["mode"] not in {"read", "write"}:
        raise QueryError(f"the mode is neither read nor write ({name})")
    types, defaults = _parameters(name, fields["params"])
    declared = frozenset(types)
    used = frozenset(_PARAM.findall(_NOT_CODE.sub(" ", text)))
    if declared != used:
        raise QueryError(f"declares {sorted(declared)} but uses {sorted(used)} ({name})")
    allowed = {
        key.strip(): tuple(map(str.strip, words.split("|")))
        for key, _, words in (
            part.partition("=") for part in fields.get("values", "").split(",") if part.strip()
        )
    }
    years = _split_list(fields.get("years", ""))
    folded = _split_list(fields.get("folded", ""))
    paired = _split_list(fields.get("bigrams", ""))
    if unknown := {*allowed, *years, *folded, *paired} - declared:
        raise QueryError(f"has values of {sorted(unknown)}, which it does not take ({name})")
    returns = _split_list(fields["returns"])
    texts = _split_list(fields.get("texts", ""))
    if unknown := set(texts) - set(returns):
        raise QueryError(f"has texts of {sorted(unknown)}, which it does not return ({name})")
    return NamedStatement(
        name=name,
        # The only cast to LiteralString: the driver then refuses text built elsewhere.
        text=cast(LiteralString, text),  # type: ignore[redundant-cast]
        summary=text.partition("\n")[0].removeprefix("// "),
        mode=fields["mode"],
        params=declared,
        types={key: kind for key, kind in types.items() if kind is not None},
        defaults=defaults,
        allowed=allowed,
        years=years,
        folded=folded,
        bigrams=paired,
        returns=returns,
        source=fields.get("source", ""),
        texts=texts,
        searches_text="searches" in fields,
    )


def _split_list(field: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in field.split(",") if part.strip())


def _parameters(name: str, field: str) -> tuple[dict[str, ParameterType | None], dict[str, Any]]:
    types: dict[str, ParameterType | None] = {}
    defaults: dict[str, Any] = {}
    for part in filter(None, map(str.strip, field.split(","))):
        declared, equals, value = (piece.strip() for piece in part.partition("="))
        key, _, kind = (piece.strip() for piece in declared.partition(":"))
        if kind and kind not in get_args(ParameterType):
            known = ", ".join(get_args(ParameterType))
            raise QueryError(f"{key} is of no type {kind!r} ({name})", hint=f"There are {known}.")
        types[key] = cast(ParameterType, kind) if kind else None
        if equals:
            try:
                defaults[key] = parse_json(value)
            except ValueError as error:
                raise QueryError(f"the default of {key} is not JSON ({name})") from error
    return types, defaults
