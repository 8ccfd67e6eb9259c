"""What an expression may hold: nodes, relationships, lists or maps of them, or plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scinet.graph.as_of.days import EVERY_NODE, EVERY_RELATIONSHIP


@dataclass(frozen=True, slots=True)
class Kind:
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
    of: "Kind | None" = None
    keys: "tuple[tuple[str, Kind], ...]" = ()
    is_bound: bool = True


VALUE: Final = Kind("value")
NULL: Final = Kind("null")
ANY: Final = Kind("any")
PATH: Final = Kind("path")
NODE: Final = Kind("node", EVERY_NODE)
RELATIONSHIP: Final = Kind("relationship", EVERY_RELATIONSHIP)


def unsure(scope: Mapping[str, Kind]) -> dict[str, Kind]:
    """Names that a pattern may mean, or may not know any more."""
    return {name: replace(kind, is_bound=False) for name, kind in scope.items()}


def list_of(kind: Kind) -> Kind:
    """A list of such values."""
    return Kind("list", of=kind)


def map_of(keys: Mapping[str, Kind]) -> Kind:
    """A map with such values."""
    return Kind("map", keys=tuple(sorted(keys.items(), key=lambda item: item[0])))


def joined(kinds: Iterable[Kind]) -> Kind:
    """What a value may be that is one of these."""
    found = NULL
    for kind in kinds:
        found = _either(found, kind)
    return found


def _either(one: Kind, other: Kind) -> Kind:
    if one == other or other == NULL:
        return one
    if one == NULL:
        return other
    if one.sort == other.sort and one.sort in {"node", "relationship"}:
        return Kind(one.sort, one.types | other.types)
    if one.sort == other.sort == "list":
        return list_of(_either(one.of or ANY, other.of or ANY))
    if one.sort == other.sort == "map" and dict(one.keys).keys() == dict(other.keys).keys():
        rest = dict(other.keys)
        return map_of({key: _either(kind, rest[key]) for key, kind in one.keys})
    return VALUE if is_plain(one) and is_plain(other) else ANY


def is_plain(kind: Kind) -> bool:
    """Whether no node or relationship is in a value."""
    if kind.sort == "list":
        return is_plain(kind.of or ANY)
    if kind.sort == "map":
        return all(is_plain(one) for _, one in kind.keys)
    return kind.sort in {"value", "null"}


def element(kind: Kind) -> Kind:
    """What an element of a list is."""
    if kind.sort == "list":
        return kind.of or ANY
    return VALUE if is_plain(kind) else ANY
