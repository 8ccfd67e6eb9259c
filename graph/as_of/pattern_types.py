"""Inference of the types of nodes and relationships in patterns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scinet.graph.as_of import tree
from scinet.graph.as_of.edits import Edits
from scinet.graph.as_of.existence import (
    EVERY_NODE,
    EVERY_RELATIONSHIP,
    LABELS,
    NODES,
    RELATIONSHIPS,
)
from scinet.graph.as_of.kinds import PATH, ValueKind, list_of

Scope: TypeAlias = Mapping[str, ValueKind]
_Element: TypeAlias = tree.Node | tree.Relationship | tree.Group
_Types: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class _End:
    """Node beside a relationship, and whether its existence is implied."""

    type: str
    is_implied: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """Relationship in a direction of a pattern, with the nodes before and after."""

    relationship: str
    ends: tuple[_End, _End]


class PatternTypes:
    """Possible types of the nodes and relationships of patterns.

    Attributes:
        types: Of nodes, by :func:`node_key`.
        implied: Node types whose existence the relationships imply.
        relationships: Types of relationships, by their place.
    """

    def __init__(self, edits: Edits, patterns: list[tree.Pattern], scope: Scope) -> None:
        self.types: dict[str | int, _Types] = {}
        self.implied: dict[str | int, _Types] = {}
        self.relationships: dict[int, _Types] = {}
        for pattern in patterns:
            for element in _flatten_pattern(pattern):
                if isinstance(element, tree.Node):
                    bound = scope.get(element.name)
                    is_known = bound is not None and bound.is_bound and bound.sort == "node"
                    begun = bound.types if bound and is_known else EVERY_NODE
                    begun = self.types.get(node_key(element), begun)
                    self.types[node_key(element)] = begun & node_types(edits, element.labels)
                elif isinstance(element, tree.Relationship):
                    self.relationships[element.begin] = relationship_types(edits, element, scope)
        for _ in range(2):  # the types of one end may narrow the other
            for pattern in patterns:
                self._learn(pattern)

    def names(self, pattern: tree.Pattern) -> dict[str, ValueKind]:
        """Return the kinds of the names of a path."""
        kinds = {pattern.name: PATH} if pattern.name else {}
        for element in pattern.elements:
            if isinstance(element, tree.Group):
                inner = self.names(element.pattern)
                kinds |= {k: list_of(v) for k, v in inner.items()} if element.quantifier else inner
            elif not element.name:
                continue
            elif isinstance(element, tree.Node):
                kinds[element.name] = ValueKind("node", self.types[node_key(element)])
            else:
                kind = ValueKind("relationship", self.relationships[element.begin])
                is_one = element.least is None and element.quantifier is None
                kinds[element.name] = kind if is_one else list_of(kind)
        return kinds

    def _learn(self, pattern: tree.Pattern) -> None:
        for place, element in enumerate(pattern.elements):
            if isinstance(element, tree.Group):
                self._learn(element.pattern)
            elif isinstance(element, tree.Relationship) and element.quantifier is None:
                before, after = pattern.elements[place - 1], pattern.elements[place + 1]
                if isinstance(before, tree.Node) and isinstance(after, tree.Node):
                    self._join(node_key(before), element, node_key(after))

    def _join(self, first: str | int, relationship: tree.Relationship, last: str | int) -> None:
        if relationship.least == 0:
            return
        keys = (first, last)
        steps = _pattern_steps(self.relationships[relationship.begin], relationship.arrows)
        if relationship.least is None:
            steps = [
                step
                for step in steps
                if all(
                    end.type in self.types[key] for key, end in zip(keys, step.ends, strict=True)
                )
            ]
            if not steps:  # no match; the server finds that out
                return
            self.relationships[relationship.begin] = frozenset(step.relationship for step in steps)
        for side, key in enumerate(keys):
            ends = [step.ends[side] for step in steps]
            self.types[key] = self.types[key] & {end.type for end in ends} or self.types[key]
            self.implied[key] = self.implied.get(key, frozenset()) | _implied_types(ends)


def node_types(edits: Edits, labels: tree.Labels | None) -> _Types:
    """Return the possible types of a node with such labels.

    Raises:
        QueryError: If a label has no known first day.
    """
    if labels is None:
        return EVERY_NODE
    _check(edits, labels, LABELS, EVERY_NODE)
    return frozenset(label for label, node in NODES.items() if _fits(labels, node.labels))


def relationship_types(edits: Edits, relationship: tree.Relationship, scope: Scope) -> _Types:
    """Return the possible types of a relationship."""
    if relationship.types is None:
        bound = scope.get(relationship.name)
        is_known = bound is not None and bound.is_bound and bound.sort == "relationship"
        return bound.types if bound and is_known else EVERY_RELATIONSHIP
    _check(edits, relationship.types, EVERY_RELATIONSHIP, EVERY_RELATIONSHIP)
    labels = relationship.types
    return frozenset(
        relationship for relationship in RELATIONSHIPS if _fits(labels, frozenset({relationship}))
    )


def _check(edits: Edits, labels: tree.Labels, valid: _Types, offered: _Types) -> None:
    for name, place in _names(labels):
        if name not in valid:
            what = f"from which day on there is a {name} is not known"
            hint = f"As of a day there are {', '.join(sorted(offered))}."
            raise edits.refusal(place, what, hint)


def infer_inner_types(types: _Types, arrows: str) -> _Types:
    """Return possible types of nodes between relationships; none if their existence is implied.

    An inner node is after one relationship and before the next.
    """
    steps = _pattern_steps(types, arrows)
    sides = [[step.ends[side] for step in steps] for side in (0, 1)]
    if any(all(end.is_implied for end in ends) for ends in sides):
        return frozenset()
    return frozenset(end.type for ends in sides for end in ends)


def node_key(node: tree.Node) -> str | int:
    """Return the name of a node, or its place if unnamed."""
    return node.name or node.begin


def _flatten_pattern(pattern: tree.Pattern) -> Iterator[_Element]:
    for element in pattern.elements:
        yield element
        if isinstance(element, tree.Group):
            yield from _flatten_pattern(element.pattern)


def _pattern_steps(types: _Types, arrows: str) -> list[_Step]:
    """Return the directed steps that a pattern may take."""
    steps: list[_Step] = []
    for name in sorted(types):
        relationship = RELATIONSHIPS[name]
        start, end = (
            _End(node, relationship.implies(side) or name in NODES[node].by)
            for node, side in ((relationship.start, "start"), (relationship.end, "end"))
        )
        forth, back = _Step(name, (start, end)), _Step(name, (end, start))
        steps += {"<": [back], ">": [forth]}.get(arrows, [forth, back])
    return steps


def _implied_types(ends: list[_End]) -> _Types:
    """Return types whose existence every relationship implies."""
    return frozenset(end.type for end in ends) - {end.type for end in ends if not end.is_implied}


def _names(labels: tree.Labels) -> Iterator[tuple[str, int]]:
    if labels[0] == "is":
        yield labels[1], labels[2]
    else:
        for label in labels[1:]:
            yield from _names(label)


def is_plain_choice(labels: tree.Labels | None) -> bool:
    """Whether labels are a plain choice of listed types."""
    return (
        labels is None
        or labels[0] == "is"
        or (labels[0] == "or" and all(map(is_plain_choice, labels[1:])))
    )


def _fits(labels: tree.Labels, own: _Types) -> bool:
    kind, rest = labels[0], labels[1:]
    if kind == "is":
        return rest[0] in own
    if kind == "not":
        return not _fits(rest[0], own)
    return kind == "any" or (all if kind == "and" else any)(_fits(part, own) for part in rest)
