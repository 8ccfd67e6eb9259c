"""What an expression may hold: nodes, relationships, lists or maps of them, or plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scinet.graph.as_of.existence import EVERY_NODE, EVERY_RELATIONSHIP


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What a value may be.

    Attributes:
        sort: ``node``, ``relationship``, ``path``, ``list``, ``map``, ``value`` (with no part of
            the graph in it), ``null``, or ``any``.
        types: Of a node or relationship: one of which it is.
        of: Of a list: what its elements are.
        keys: Of a map: what its values are.
        is_bound: Of a name: whether a pattern that has it surely means this value, and no new one.
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
    """Names that a pattern may mean, or may not know any more."""
    return {name: replace(kind, is_bound=False) for name, kind in scope.items()}


def list_of(kind: ValueKind) -> ValueKind:
    """A list of such values."""
    return ValueKind("list", of=kind)


def map_of(keys: Mapping[str, ValueKind]) -> ValueKind:
    """A map with such values."""
    return ValueKind("map", keys=tuple(sorted(keys.items(), key=lambda item: item[0])))


def union_kind(kinds: Iterable[ValueKind]) -> ValueKind:
    """What a value may be that is one of these."""
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
    """Whether no node or relationship is in a value."""
    if kind.sort == "list":
        return is_plain(kind.of or ANY)
    if kind.sort == "map":
        return all(is_plain(inner) for _, inner in kind.keys)
    return kind.sort in {"value", "null"}


def element_kind(kind: ValueKind) -> ValueKind:
    """What an element of a list is."""
    if kind.sort == "list":
        return kind.of or ANY
    return VALUE if is_plain(kind) else ANY
