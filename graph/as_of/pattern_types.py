"""What nodes and relationships of patterns may be, by their labels and by one another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scinet.graph.as_of import tree
from scinet.graph.as_of.days import EVERY_NODE, EVERY_RELATIONSHIP, LABELS, NODES, RELATIONSHIPS
from scinet.graph.as_of.edits import Edits
from scinet.graph.as_of.kinds import PATH, Kind, list_of

Scope: TypeAlias = Mapping[str, Kind]
_Element: TypeAlias = tree.Node | tree.Relationship | tree.Group
_Types: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class _End:
    """A node next to a relationship; whether it is there where the relationship is."""

    type: str
    is_implied: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """A relationship as a pattern goes along it, with the nodes before and behind."""

    relationship: str
    ends: tuple[_End, _End]


class PatternTypes:
    """What the nodes and relationships of patterns may be, as far as the patterns say.

    Attributes:
        types: Of nodes, by :func:`node_key`.
        implied: Of nodes, which of these are there by the relationships of the patterns.
        relationships: Types of relationships, by their place.
    """

    def __init__(self, edits: Edits, patterns: list[tree.Pattern], scope: Scope) -> None:
        self.types: dict[str | int, _Types] = {}
        self.implied: dict[str | int, _Types] = {}
        self.relationships: dict[int, _Types] = {}
        for pattern in patterns:
            for one in _flat(pattern):
                if isinstance(one, tree.Node):
                    bound = scope.get(one.name)
                    is_known = bound is not None and bound.is_bound and bound.sort == "node"
                    begun = bound.types if bound and is_known else EVERY_NODE
                    begun = self.types.get(node_key(one), begun)
                    self.types[node_key(one)] = begun & node_types(edits, one.labels)
                elif isinstance(one, tree.Relationship):
                    self.relationships[one.begin] = relationship_types(edits, one, scope)
        for _ in range(2):  # what is learnt of one end may say more of the other
            for pattern in patterns:
                self._learn(pattern)

    def names(self, pattern: tree.Pattern) -> dict[str, Kind]:
        """What the names of a path hold."""
        found = {pattern.name: PATH} if pattern.name else {}
        for one in pattern.elements:
            if isinstance(one, tree.Group):
                inner = self.names(one.pattern)
                found |= {k: list_of(v) for k, v in inner.items()} if one.quantifier else inner
            elif not one.name:
                continue
            elif isinstance(one, tree.Node):
                found[one.name] = Kind("node", self.types[node_key(one)])
            else:
                kind = Kind("relationship", self.relationships[one.begin])
                is_one = one.least is None and one.quantifier is None
                found[one.name] = kind if is_one else list_of(kind)
        return found

    def _learn(self, pattern: tree.Pattern) -> None:
        for place, one in enumerate(pattern.elements):
            if isinstance(one, tree.Group):
                self._learn(one.pattern)
            elif isinstance(one, tree.Relationship) and one.quantifier is None:
                before, after = pattern.elements[place - 1], pattern.elements[place + 1]
                if isinstance(before, tree.Node) and isinstance(after, tree.Node):
                    self._join(node_key(before), one, node_key(after))

    def _join(self, first: str | int, one: tree.Relationship, last: str | int) -> None:
        if one.least == 0:
            return
        keys = (first, last)
        steps = _steps(self.relationships[one.begin], one.arrows)
        if one.least is None:
            steps = [
                step
                for step in steps
                if all(
                    end.type in self.types[key] for key, end in zip(keys, step.ends, strict=True)
                )
            ]
            if not steps:  # nothing of the kind is there; the server finds that out
                return
            self.relationships[one.begin] = frozenset(step.relationship for step in steps)
        for side, key in enumerate(keys):
            ends = [step.ends[side] for step in steps]
            self.types[key] = self.types[key] & {end.type for end in ends} or self.types[key]
            self.implied[key] = self.implied.get(key, frozenset()) | _implied(ends)


def node_types(edits: Edits, labels: tree.Labels | None) -> _Types:
    """What a node with such labels may be.

    Raises:
        QueryError: If nobody knows from when on nodes with a label are there.
    """
    if labels is None:
        return EVERY_NODE
    _check(edits, labels, LABELS, EVERY_NODE)
    return frozenset(one for one, node in NODES.items() if _fits(labels, node.labels))


def relationship_types(edits: Edits, one: tree.Relationship, scope: Scope) -> _Types:
    """Of which types a relationship may be."""
    if one.types is None:
        bound = scope.get(one.name)
        is_known = bound is not None and bound.is_bound and bound.sort == "relationship"
        return bound.types if bound and is_known else EVERY_RELATIONSHIP
    _check(edits, one.types, EVERY_RELATIONSHIP, EVERY_RELATIONSHIP)
    labels = one.types
    return frozenset(one for one in RELATIONSHIPS if _fits(labels, frozenset({one})))


def _check(edits: Edits, labels: tree.Labels, known: _Types, offered: _Types) -> None:
    for name, place in _names(labels):
        if name not in known:
            what = f"from which day on there is a {name} is not known"
            hint = f"As of a day there are {', '.join(sorted(offered))}."
            raise edits.refusal(place, what, hint)


def between(types: _Types, arrows: str) -> _Types:
    """What nodes between relationships may be; nothing where these imply that they are there.

    A node in between is behind one and before the next.
    """
    steps = _steps(types, arrows)
    sides = [[step.ends[side] for step in steps] for side in (0, 1)]
    if any(all(end.is_implied for end in ends) for ends in sides):
        return frozenset()
    return frozenset(end.type for ends in sides for end in ends)


def node_key(node: tree.Node) -> str | int:
    """The name of a node, or its place where it has none."""
    return node.name or node.begin


def _flat(pattern: tree.Pattern) -> Iterator[_Element]:
    for one in pattern.elements:
        yield one
        if isinstance(one, tree.Group):
            yield from _flat(one.pattern)


def _steps(types: _Types, arrows: str) -> list[_Step]:
    """The ways in which a pattern may go along relationships."""
    found: list[_Step] = []
    for name in sorted(types):
        one = RELATIONSHIPS[name]
        start, end = (
            _End(node, one.implies(side) or name in NODES[node].by)
            for node, side in ((one.start, "start"), (one.end, "end"))
        )
        there, back = _Step(name, (start, end)), _Step(name, (end, start))
        found += {"<": [back], ">": [there]}.get(arrows, [there, back])
    return found


def _implied(ends: list[_End]) -> _Types:
    """Types of nodes that are there whichever of the relationships leads to them."""
    return frozenset(end.type for end in ends) - {end.type for end in ends if not end.is_implied}


def _names(labels: tree.Labels) -> Iterator[tuple[str, int]]:
    if labels[0] == "is":
        yield labels[1], labels[2]
    else:
        for one in labels[1:]:
            yield from _names(one)


def is_plain_choice(labels: tree.Labels | None) -> bool:
    """Whether only listed types fit."""
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
    return kind == "any" or (all if kind == "and" else any)(_fits(one, own) for one in rest)
