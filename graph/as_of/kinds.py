"""Kinds of values: nodes, relationships, lists or maps of them, or plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scinet.graph.as_of.existence import EVERY_NODE, EVERY_RELATIONSHIP


@dataclass(frozen=True, slots=True)
class ValueKind:
    """Possible kind of a value.

    Attributes:
        sort: ``node``, ``relationship``, ``path``, ``list``, ``map``, ``value`` (without parts of
            the graph), ``null``, or ``any``.
        types: Possible types of a node or relationship.
        of: Kind of the elements of a list.
        keys: Kinds of the values of a map.
        is_bound: Whether a pattern with this name certainly refers to this value.
    """

    sort: str
    types: frozenset[str] = frozenset()
    of: "ValueKind | None" = None
    keys: "tuple[tuple[str, ValueKind], ...]" = ()
    is_bound: bool = True


VALUE: Final = ValueKind("value")
NULL: Final = ValueKind("null")
ANY: Final = ValueKind("any")
PATH: Final = ValueKind("path")
NODE: Final = ValueKind("node", EVERY_NODE)
RELATIONSHIP: Final = ValueKind("relationship", EVERY_RELATIONSHIP)


def unbind_names(scope: Mapping[str, ValueKind]) -> dict[str, ValueKind]:
    """Mark names as possibly unbound."""
    return {name: replace(kind, is_bound=False) for name, kind in scope.items()}


def list_of(kind: ValueKind) -> ValueKind:
    """Return the kind of a list."""
    return ValueKind("list", of=kind)


def map_of(keys: Mapping[str, ValueKind]) -> ValueKind:
    """Return the kind of a map."""
    return ValueKind("map", keys=tuple(sorted(keys.items(), key=lambda item: item[0])))


def union_kind(kinds: Iterable[ValueKind]) -> ValueKind:
    """Return the kind of a value that is one of these."""
    result = NULL
    for kind in kinds:
        result = _merge_kinds(result, kind)
    return result


def _merge_kinds(first: ValueKind, second: ValueKind) -> ValueKind:
    if first == second or second == NULL:
        return first
    if first == NULL:
        return second
    if first.sort == second.sort and first.sort in {"node", "relationship"}:
        return ValueKind(first.sort, first.types | second.types)
    if first.sort == second.sort == "list":
        return list_of(_merge_kinds(first.of or ANY, second.of or ANY))
    if first.sort == second.sort == "map" and dict(first.keys).keys() == dict(second.keys).keys():
        rest = dict(second.keys)
        return map_of({key: _merge_kinds(kind, rest[key]) for key, kind in first.keys})
    return VALUE if is_plain(first) and is_plain(second) else ANY


def is_plain(kind: ValueKind) -> bool:
    """Whether a value contains no node or relationship."""
    if kind.sort == "list":
        return is_plain(kind.of or ANY)
    if kind.sort == "map":
        return all(is_plain(inner) for _, inner in kind.keys)
    return kind.sort in {"value", "null"}


def element_kind(kind: ValueKind) -> ValueKind:
    """Return the kind of the elements of a list."""
    if kind.sort == "list":
        return kind.of or ANY
    return VALUE if is_plain(kind) else ANY
