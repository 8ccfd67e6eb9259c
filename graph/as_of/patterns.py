"""What a pattern may match on a day: conditions inside it, next to what they are on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scinet.graph.as_of import tree
from scinet.graph.as_of.days import (
    EVERY_NODE,
    EVERY_RELATIONSHIP,
    LABELS,
    NODES,
    RELATIONSHIPS,
    NodeType,
    node_exists,
    of_day,
    relationship_exists,
    words,
)
from scinet.graph.as_of.edits import Edits
from scinet.graph.as_of.kinds import PATH, Kind, list_of

Scope: TypeAlias = Mapping[str, Kind]
_Element: TypeAlias = tree.Node | tree.Relationship | tree.Group
_Types: TypeAlias = frozenset[str]


class Patterns:
    """The patterns of a statement.

    Args:
        day: The parameter that holds the day.
        visit: Called with each expression in a pattern, and what is known there.

    Attributes:
        has_hidden: Whether something was given a name that the statement does not know.
    """

    def __init__(
        self, edits: Edits, day: str, visit: Callable[[tree.Expression, Scope], Kind]
    ) -> None:
        self._edits, self._day, self._visit = edits, day, visit
        self.has_hidden = False

    def restrict(
        self, patterns: list[tree.Pattern], scope: Scope
    ) -> tuple[dict[str, Kind], list[str]]:
        """Put conditions into patterns that are matched together.

        Returns:
            What their names hold, and the conditions that have to stand behind them.
        """
        nodes = _Nodes(self, patterns, scope)
        added: dict[str, Kind] = {}
        for pattern in patterns:
            added |= nodes.names(pattern)
        seen = set(scope)
        behind: list[str] = []
        for pattern in patterns:
            self._path(pattern, nodes, {**scope, **added}, seen, behind)
        return added, behind

    def node_types(self, labels: tree.Labels | None) -> _Types:
        """What a node with such labels may be.

        Raises:
            QueryError: If nobody knows from when on nodes with a label are there.
        """
        if labels is None:
            return EVERY_NODE
        self._check(labels, LABELS, EVERY_NODE)
        return frozenset(one for one, node in NODES.items() if _fits(labels, node.labels))

    def relationship_types(self, one: tree.Relationship, scope: Scope) -> _Types:
        """Of which types a relationship may be."""
        if one.types is None:
            bound = scope.get(one.name)
            return bound.types if bound and bound.sort == "relationship" else EVERY_RELATIONSHIP
        self._check(one.types, EVERY_RELATIONSHIP, EVERY_RELATIONSHIP)
        labels = one.types
        return frozenset(one for one in RELATIONSHIPS if _fits(labels, frozenset({one})))

    def _check(self, labels: tree.Labels, known: _Types, offered: _Types) -> None:
        for name, place in _names(labels):
            if name not in known:
                what = f"from which day on there is a {name} is not known"
                hint = f"As of a day there are {', '.join(sorted(offered))}."
                raise self._edits.refusal(place, what, hint)

    # Conditions

    def _path(
        self,
        pattern: tree.Pattern,
        nodes: "_Nodes",
        scope: Scope,
        seen: set[str],
        behind: list[str],
        *,
        is_met: bool = False,
    ) -> None:
        """Put conditions into a path; ``is_met`` says that its first node has them elsewhere."""
        for place, one in enumerate(pattern.elements):
            if isinstance(one, tree.Node):
                self._node(one, nodes, scope, seen, is_met=is_met and not place)
            elif isinstance(one, tree.Relationship):
                self._relationship(one, nodes, scope, seen, behind)
            else:
                inside = {**scope, **nodes.names(one.pattern)}
                is_behind = one.quantifier is not None and place > 0
                self._path(one.pattern, nodes, inside, seen, behind, is_met=is_behind)
                if one.where:
                    self._visit(one.where, inside)

    def _node(
        self, node: tree.Node, nodes: "_Nodes", scope: Scope, seen: set[str], *, is_met: bool
    ) -> None:
        types, implied = nodes.types[_key(node)], nodes.implied.get(_key(node), frozenset())
        moved = self._properties(node, types, scope)
        is_new = not (node.name and node.name in seen) and not is_met
        name = quoted(node.name) or self._edits.next_name
        condition = (
            node_exists(types, name, self._day, self._edits.inner, implied) if is_new else ""
        )
        values = [
            f"{of_day(types, key, name, self._day, self._edits.inner)} = {value}"
            for key, value in moved
        ]
        conditions = [one for one in (condition, *values) if one]
        if conditions and not node.name:
            self._edits.insert(node.after_name, self._edits.fresh())
            self.has_hidden = True
        self._put(node, node.end - 1, conditions, scope)
        if node.name:
            seen.add(node.name)

    def _properties(self, node: tree.Node, types: _Types, scope: Scope) -> list[tuple[str, str]]:
        """Properties that a node is to have but which are stored otherwise; they are taken out."""
        if node.properties is None:
            return []
        found = self._listed(node.properties)
        moved: list[tuple[str, str]] = []
        kept: list[str] = []
        since = self._edits.mark
        for key, value in zip(found.keys, found.values, strict=True):
            self._visit(value, scope)
            text = self._edits.written(value.begin, value.end)
            if any(key in NODES[one].of_day for one in types):
                moved.append((key, text))
            else:
                self.check_key(Kind("node", types), key, found.begin)
                kept.append(f"{quoted(key)}: {text}")
        if moved:
            text = f"{{{', '.join(kept)}}}" if kept else ""
            self._edits.replace(found.begin, found.end, text, since)
        return moved

    def _listed(self, properties: tree.Expression) -> tree.Map:
        if isinstance(properties, tree.Map):
            return properties
        raise self._edits.refusal(
            properties.begin, "properties that a parameter names", "Write them out: {id: $id}."
        )

    def _relationship(
        self,
        one: tree.Relationship,
        nodes: "_Nodes",
        scope: Scope,
        seen: set[str],
        behind: list[str],
    ) -> None:
        types = nodes.relationships[one.begin]
        if one.properties:
            kind = Kind("relationship", types)
            found = self._listed(one.properties)
            for key, value in zip(found.keys, found.values, strict=True):
                self.check_key(kind, key, found.begin)
                self._visit(value, scope)
        inside = {**scope, **({one.name: Kind("relationship", types)} if one.name else {})}
        is_new = not one.name or one.name not in seen
        self._new_relationship(one, types, inside, behind, is_new=is_new)
        if one.name:
            seen.add(one.name)

    def _new_relationship(
        self,
        one: tree.Relationship,
        types: _Types,
        scope: Scope,
        behind: list[str],
        *,
        is_new: bool,
    ) -> None:
        name = quoted(one.name) or self._edits.next_name
        is_chain = one.least is not None
        condition = self._chain(one, types, name) if is_chain else self._there(one, types, name)
        condition = condition if is_new else ""
        listed = "" if one.types or not is_new else f":{'|'.join(sorted(types))}"
        is_unnamed = bool(condition) and not one.name
        if is_unnamed:
            self._edits.fresh()
            self.has_hidden = True
        words = (name if is_unnamed else "") + listed
        where = f" WHERE {condition}" if condition and not is_chain else ""
        inner = self._between(types, one.arrows) if one.quantifier else frozenset[str]()
        self._edits.insert(one.begin, "(()" if inner else "")
        if is_chain and condition:
            behind.append(condition)
        if one.box is None:
            self._edits.insert(one.after_name, f"[{words}{where}]" if words or where else "")
        else:
            self._edits.insert(one.after_name, words)
            self._put(one, one.box[1] - 1, [condition] if where else [], scope)
        if inner and one.quantifier:
            last = self._edits.fresh()
            self.has_hidden = True
            ends = node_exists(inner, last, self._day, self._edits.inner, _SHOWN)
            self._edits.insert(one.quantifier[0], f"({last} WHERE {ends}))")

    def _there(self, one: tree.Relationship, types: _Types, name: str) -> str:
        """The condition on a relationship."""
        listed = f"type({name}) IN {sorted(types)}" if not _is_plain(one.types) else ""
        dated = relationship_exists(types, name, self._day)
        return " AND ".join(filter(None, (listed, dated)))

    def _chain(self, one: tree.Relationship, types: _Types, name: str) -> str:
        """The condition on all relationships and nodes of ``*``."""
        step = self._edits.inner
        conditions = [self._there(one, types, step)]
        if inner := self._between(types, one.arrows):
            sides = {"<": ["startNode"], ">": ["endNode"]}
            for side in sides.get(one.arrows, ["startNode", "endNode"]):
                node = f"{side}({step})"
                conditions.append(node_exists(inner, node, self._day, self._edits.inner, _SHOWN))
        both = " AND ".join(filter(None, conditions))
        return f"all({step} IN {name} WHERE {both})" if both else ""

    @staticmethod
    def _between(types: _Types, arrows: str) -> _Types:
        """What nodes between relationships may be; nothing where these imply that they are there.

        A node in between is behind one and before the next.
        """
        steps = _steps(types, arrows)
        sides = [[step.ends[side] for step in steps] for side in (0, 1)]
        if any(all(end.is_implied for end in ends) for ends in sides):
            return frozenset()
        return frozenset(end.type for ends in sides for end in ends)

    def _put(
        self,
        one: tree.Node | tree.Relationship,
        place: int,
        conditions: list[str],
        scope: Scope,
    ) -> None:
        """Put conditions where the WHERE of an element stands, or belongs."""
        both = " AND ".join(conditions)
        if one.where is None:
            self._edits.insert(place, f" WHERE {both}" if both else "")
            return
        self._edits.insert(one.where.begin, f"{both} AND (" if both else "")
        self._visit(one.where, scope)
        self._edits.insert(one.where.end, ")" if both else "")

    def check_key(self, kind: Kind, key: str, place: int) -> None:
        """Refuse a stored value that may know of later papers.

        Raises:
            QueryError: If it may.
        """
        known = NODES if kind.sort == "node" else RELATIONSHIPS
        types = kind.types or EVERY_NODE
        if kind.sort == "any":
            stored = [*NODES.values(), *RELATIONSHIPS.values()]
            is_known = any(key in one.properties for one in stored) and not any(
                key in one.of_day for one in NODES.values()
            )
            is_known = is_known or key in _OF_TIMES
        else:
            is_known = any(key in known[one].properties for one in types)
        if not is_known:
            what = f"{key} as it is stored may know of later papers"
            raise self._edits.refusal(place, what, _remedy(kind, types))


class _Nodes:
    """What the nodes and relationships of patterns may be, as far as the patterns say."""

    def __init__(self, owner: Patterns, patterns: list[tree.Pattern], scope: Scope) -> None:
        self.types: dict[str | int, _Types] = {}
        self.implied: dict[str | int, _Types] = {}
        self.relationships: dict[int, _Types] = {}
        for pattern in patterns:
            for one in _flat(pattern):
                if isinstance(one, tree.Node):
                    bound = scope.get(one.name)
                    begun = bound.types if bound and bound.sort == "node" else EVERY_NODE
                    begun = self.types.get(_key(one), begun)
                    self.types[_key(one)] = begun & owner.node_types(one.labels)
                elif isinstance(one, tree.Relationship):
                    self.relationships[one.begin] = owner.relationship_types(one, scope)
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
            elif one.name and isinstance(one, tree.Node):
                found[one.name] = Kind("node", self.types[_key(one)])
            elif one.name:
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
                    self._join(_key(before), one, _key(after))

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


_RESERVED = frozenset(
    {"ALL", "ANY", "CASE", "COLLECT", "COUNT", "EXISTS", "FALSE", "IS", "NONE", "NOT", "NULL"}
    | {"SINGLE", "TRUE", "WHERE"}
)
_SHOWN = frozenset(one for one, node in NODES.items() if node.by)
_OF_TIMES = words(
    "year quarter month week day ordinalDay dayOfWeek dayOfQuarter weekYear hour minute second "
    "millisecond microsecond nanosecond timezone offset epochSeconds epochMillis years quarters "
    "months weeks days hours minutes seconds milliseconds monthsOfYear daysOfWeek x y z"
)


def _remedy(kind: Kind, types: _Types) -> str:
    """What may be asked instead."""
    if kind.sort == "any" or len(types) != 1:
        return "Count or compute it in the statement, or leave the day out."
    [name] = types
    one = NODES[name] if kind.sort == "node" else RELATIONSHIPS[name]
    listed = sorted(one.properties | (one.of_day.keys() if isinstance(one, NodeType) else set()))
    has = ", ".join(listed) or "no properties"
    return f"As of a day {name} has {has}; count or compute others, or leave the day out."


def quoted(name: str) -> str:
    """A name as it may stand in a statement."""
    if not name or (name.isidentifier() and name.upper() not in _RESERVED):
        return name
    return "`" + name.replace("`", "``") + "`"


def _key(node: tree.Node) -> str | int:
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


def _is_plain(labels: tree.Labels | None) -> bool:
    """Whether only listed types fit."""
    return (
        labels is None
        or labels[0] == "is"
        or (labels[0] == "or" and all(map(_is_plain, labels[1:])))
    )


def _fits(labels: tree.Labels, own: _Types) -> bool:
    kind, rest = labels[0], labels[1:]
    if kind == "is":
        return rest[0] in own
    if kind == "not":
        return not _fits(rest[0], own)
    return kind == "any" or (all if kind == "and" else any)(_fits(one, own) for one in rest)
