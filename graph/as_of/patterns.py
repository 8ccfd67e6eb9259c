"""Restriction of patterns to a day, by conditions on their elements."""

from collections.abc import Callable
from typing import Final

from scinet.graph.as_of import tree
from scinet.graph.as_of.edits import Edits, quote_name
from scinet.graph.as_of.existence import (
    NODES,
    if_ever_named,
    node_exists,
    property_on_day,
    relationship_exists,
)
from scinet.graph.as_of.kinds import ValueKind
from scinet.graph.as_of.pattern_types import (
    PatternTypes,
    Scope,
    infer_inner_types,
    is_plain_choice,
    node_key,
)
from scinet.graph.as_of.stored_values import check_key

_SHOWN: Final = frozenset(label for label, node in NODES.items() if node.by)


class Patterns:
    """Patterns of a statement.

    Args:
        day: The parameter that holds the day.
        visit: Called with each expression in a pattern, and its scope.

    Attributes:
        has_hidden: Whether an unnamed element was given a name.
    """

    def __init__(
        self, edits: Edits, day: str, visit: Callable[[tree.Expression, Scope], ValueKind]
    ) -> None:
        self._edits, self._day, self._visit = edits, day, visit
        self.has_hidden = False

    def restrict(
        self, patterns: list[tree.Pattern], scope: Scope
    ) -> tuple[dict[str, ValueKind], list[str]]:
        """Put conditions into patterns that are matched together.

        Returns:
            Kinds of their names, and conditions to put behind them.
        """
        nodes = PatternTypes(self._edits, patterns, scope)
        added: dict[str, ValueKind] = {}
        for pattern in patterns:
            added |= nodes.names(pattern)
        seen = {name for name, kind in scope.items() if kind.is_bound}
        behind: list[str] = []
        for pattern in patterns:
            self._path(pattern, nodes, {**scope, **added}, seen, behind)
        return added, behind

    def _path(
        self,
        pattern: tree.Pattern,
        nodes: PatternTypes,
        scope: Scope,
        seen: set[str],
        behind: list[str],
        *,
        is_met: bool = False,
    ) -> None:
        """Restrict a path; ``is_met`` skips its first node, which is restricted elsewhere."""
        for place, element in enumerate(pattern.elements):
            if isinstance(element, tree.Node):
                self._node(element, nodes, scope, seen, is_met=is_met and not place)
            elif isinstance(element, tree.Relationship):
                self._relationship(element, nodes, scope, seen, behind)
            else:
                inside = {**scope, **nodes.names(element.pattern)}
                is_behind = element.quantifier is not None and place > 0
                self._path(element.pattern, nodes, inside, seen, behind, is_met=is_behind)
                if element.where:
                    self._visit(element.where, inside)

    def _node(
        self, node: tree.Node, nodes: PatternTypes, scope: Scope, seen: set[str], *, is_met: bool
    ) -> None:
        types, implied = nodes.types[node_key(node)], nodes.implied.get(node_key(node), frozenset())
        moved = self._properties(node, types, scope)
        is_new = not (node.name and node.name in seen) and not is_met
        name = quote_name(node.name) or self._edits.next_name
        condition = (
            node_exists(types, name, self._day, self._edits.inner, implied) if is_new else ""
        )
        values: list[str] = []
        for key, value in moved:
            text = property_on_day(types, key, name, self._day, self._edits.inner)
            if key == "name":
                text = f"{if_ever_named(name, value)}{text} END"
            values.append(f"{text} = {value}")
        conditions = [text for text in (condition, *values) if text]
        if conditions and not node.name:
            self._edits.insert(node.after_name, self._edits.fresh())
            self.has_hidden = True
        self._put(node, node.end - 1, conditions, scope)
        if node.name:
            seen.add(node.name)

    def _properties(
        self, node: tree.Node, types: frozenset[str], scope: Scope
    ) -> list[tuple[str, str]]:
        """Remove properties that need their value of the day; return these as conditions."""
        if node.properties is None:
            return []
        mapping = self._listed(node.properties)
        moved: list[tuple[str, str]] = []
        entries: list[str] = []
        since = self._edits.mark
        for key, value in zip(mapping.keys, mapping.values, strict=True):
            self._visit(value, scope)
            text = self._edits.written(value.begin, value.end)
            if any(key in NODES[label].of_day for label in types):
                moved.append((key, text))
            else:
                check_key(self._edits, ValueKind("node", types), key, mapping.begin)
                entries.append(f"{quote_name(key)}: {text}")
        if moved:
            text = f"{{{', '.join(entries)}}}" if entries else ""
            self._edits.replace(mapping.begin, mapping.end, text, since)
        return moved

    def _listed(self, properties: tree.Expression) -> tree.Map:
        if isinstance(properties, tree.Map):
            return properties
        raise self._edits.refusal(
            properties.begin, "properties that a parameter names", "Write them out: {id: $id}."
        )

    def _relationship(
        self,
        relationship: tree.Relationship,
        nodes: PatternTypes,
        scope: Scope,
        seen: set[str],
        behind: list[str],
    ) -> None:
        types = nodes.relationships[relationship.begin]
        if relationship.properties:
            kind = ValueKind("relationship", types)
            mapping = self._listed(relationship.properties)
            for key, value in zip(mapping.keys, mapping.values, strict=True):
                check_key(self._edits, kind, key, mapping.begin)
                self._visit(value, scope)
        inside = {
            **scope,
            **({relationship.name: ValueKind("relationship", types)} if relationship.name else {}),
        }
        is_new = not relationship.name or relationship.name not in seen
        self._new_relationship(relationship, types, inside, behind, is_new=is_new)
        if relationship.name:
            seen.add(relationship.name)

    def _new_relationship(
        self,
        relationship: tree.Relationship,
        types: frozenset[str],
        scope: Scope,
        behind: list[str],
        *,
        is_new: bool,
    ) -> None:
        name = quote_name(relationship.name) or self._edits.next_name
        is_chain = relationship.least is not None
        condition = (
            self._chain(relationship, types, name)
            if is_chain
            else self._relationship_condition(relationship, types, name)
        )
        condition = condition if is_new else ""
        listed = "" if relationship.types or not is_new else f":{'|'.join(sorted(types))}"
        is_unnamed = bool(condition) and not relationship.name
        if is_unnamed:
            self._edits.fresh()
            self.has_hidden = True
        words = (name if is_unnamed else "") + listed
        where = f" WHERE {condition}" if condition and not is_chain else ""
        inner = (
            infer_inner_types(types, relationship.arrows)
            if relationship.quantifier
            else frozenset[str]()
        )
        self._edits.insert(relationship.begin, "(()" if inner else "")
        if is_chain and condition:
            behind.append(condition)
        if relationship.box is None:
            self._edits.insert(
                relationship.after_name, f"[{words}{where}]" if words or where else ""
            )
        else:
            self._edits.insert(relationship.after_name, words)
            self._put(relationship, relationship.box[1] - 1, [condition] if where else [], scope)
        if inner and relationship.quantifier:
            last = self._edits.fresh()
            self.has_hidden = True
            ends = node_exists(inner, last, self._day, self._edits.inner, _SHOWN)
            self._edits.insert(relationship.quantifier[0], f"({last} WHERE {ends}))")

    def _relationship_condition(
        self, relationship: tree.Relationship, types: frozenset[str], name: str
    ) -> str:
        listed = (
            f"type({name}) IN {sorted(types)}" if not is_plain_choice(relationship.types) else ""
        )
        dated = relationship_exists(types, name, self._day)
        return " AND ".join(filter(None, (listed, dated)))

    def _chain(self, relationship: tree.Relationship, types: frozenset[str], name: str) -> str:
        """Return the condition on all relationships and nodes of ``*``."""
        step = self._edits.inner
        conditions = [self._relationship_condition(relationship, types, step)]
        if inner := infer_inner_types(types, relationship.arrows):
            sides = {"<": ["startNode"], ">": ["endNode"]}
            for side in sides.get(relationship.arrows, ["startNode", "endNode"]):
                node = f"{side}({step})"
                conditions.append(node_exists(inner, node, self._day, self._edits.inner, _SHOWN))
        both = " AND ".join(filter(None, conditions))
        return f"all({step} IN {name} WHERE {both})" if both else ""

    def _put(
        self,
        element: tree.Node | tree.Relationship,
        place: int,
        conditions: list[str],
        scope: Scope,
    ) -> None:
        """Put conditions into the WHERE of an element."""
        both = " AND ".join(conditions)
        if element.where is None:
            self._edits.insert(place, f" WHERE {both}" if both else "")
            return
        self._edits.insert(element.where.begin, f"{both} AND (" if both else "")
        self._visit(element.where, scope)
        self._edits.insert(element.where.end, ")" if both else "")
