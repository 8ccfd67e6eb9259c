"""Restriction of expressions to a day, and inference of their kinds."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Final

from scinet.graph.as_of import tree
from scinet.graph.as_of.edits import Edits, quote_name
from scinet.graph.as_of.existence import LABELS, NODES, property_on_day, words
from scinet.graph.as_of.kinds import (
    ANY,
    NODE,
    NULL,
    RELATIONSHIP,
    VALUE,
    ValueKind,
    element_kind,
    is_plain,
    list_of,
    map_of,
    union_kind,
)
from scinet.graph.as_of.pattern_types import Scope, node_types
from scinet.graph.as_of.patterns import Patterns
from scinet.graph.as_of.stored_values import check_key

_PLAIN: Final = words(
    "abs acos asin atan atan2 avg btrim ceil char_length character_length cos cosh cot count date "
    "datetime degrees duration e exists exp floor haversin isempty isnan left length "
    "localdatetime localtime log log10 lower ltrim normalize percentilecont percentiledisc pi "
    "point radians rand randomuuid range replace right round rtrim sign sin sinh size split sqrt "
    "stdev stdevp substring sum tan tanh time timestamp toboolean tobooleanlist tobooleanornull "
    "tofloat tofloatlist tofloatornull tointeger tointegerlist tointegerornull tolower tostring "
    "tostringlist tostringornull toupper trim type upper valuetype"
)
_PARTS: Final = ("date.", "datetime.", "duration.", "localdatetime.", "localtime.", "point.",
                 "time.", "vector.similarity.", "gds.similarity.")  # fmt: skip
_FIRST: Final = frozenset({"head", "last"})
_SAME: Final = frozenset({"coalesce", "max", "min", "nullif", "reverse", "tail"})


class Expressions(ABC):
    """Visitor of the expressions of a statement.

    Args:
        day: The parameter that holds the day.
    """

    def __init__(self, edits: Edits, day: str, params: Mapping[str, Any]) -> None:
        self._edits, self._day, self._params = edits, day, params
        self._patterns = Patterns(edits, day, self._visit)
        self._aliases: dict[str, str] = {}

    @abstractmethod
    def query(
        self, query: tree.Query, scope: Scope, *, is_call: bool = False
    ) -> dict[str, ValueKind]:
        """Restrict a query; return the kinds of its columns."""

    @abstractmethod
    def _append_condition(
        self, where: tree.Expression | None, tail: int, conditions: list[str], scope: Scope
    ) -> None:
        """Add conditions to a WHERE, or make one."""

    def _text(self, value: tree.Expression) -> str | None:
        """Return a text literal, or the value of a text parameter."""
        if isinstance(value, tree.Parameter):
            parameter = self._params.get(value.name)
            return parameter if isinstance(parameter, str) else None
        is_text = isinstance(value, tree.Literal) and value.text[0] in "'\""
        return value.text[1:-1] if is_text and isinstance(value, tree.Literal) else None

    def _visit(self, value: tree.Part, scope: Scope) -> ValueKind:
        """Restrict an expression; return its kind."""
        if alias := self._aliases.get(self._source(value)):
            self._edits.replace(value.begin, value.end, alias, self._edits.mark)
            return scope.get(alias.strip("`"), ANY)
        name = "function" if isinstance(value, tree.Call) else type(value).__name__.lower()
        kind: ValueKind = getattr(self, f"_{name}")(value, scope)
        return kind

    def _source(self, value: tree.Part) -> str:
        return "".join(self._edits.text[value.begin : value.end].split()) if self._aliases else ""

    def _visit_all(self, values: Iterable[tree.Part], scope: Scope) -> list[ValueKind]:
        return [self._visit(part, scope) for part in values]

    def _literal(self, value: tree.Literal, scope: Scope) -> ValueKind:
        return NULL if value.text == "null" else VALUE

    def _parameter(self, value: tree.Parameter, scope: Scope) -> ValueKind:
        return VALUE

    def _variable(self, value: tree.Variable, scope: Scope) -> ValueKind:
        return scope.get(value.name, ANY)

    def _property(self, value: tree.Property, scope: Scope) -> ValueKind:
        since = self._edits.mark
        kind = self._visit(value.of, scope)
        if is_plain(kind) or kind.sort in {"path", "list"}:
            return VALUE
        if kind.sort == "map":
            return dict(kind.keys).get(value.key, NULL)
        if kind.sort == "node" and any(value.key in NODES[label].of_day for label in kind.types):
            text = self._dated_property(value.of, kind, value.key, since)
            self._edits.replace(value.begin, value.end, text, since)
            return VALUE
        check_key(self._edits, kind, value.key, value.place)
        return VALUE if kind.sort != "any" else ANY

    def _dated_property(self, node: tree.Expression, kind: ValueKind, key: str, since: int) -> str:
        if isinstance(node, tree.Variable):
            return property_on_day(
                kind.types, key, quote_name(node.name), self._day, self._edits.inner
            )
        name = self._edits.fresh()
        text = self._edits.written(node.begin, node.end, since)
        inner = property_on_day(kind.types, key, name, self._day, self._edits.inner)
        return f"head([{name} IN [{text}] | {inner}])"

    def _index(self, value: tree.Index, scope: Scope) -> ValueKind:
        kind = self._visit(value.of, scope)
        self._visit_all(value.bounds, scope)
        if value.is_slice:
            return kind if kind.sort == "list" or is_plain(kind) else ANY
        if kind.sort == "list" or is_plain(kind):
            return element_kind(kind)
        by = value.bounds[0]
        if (key := self._text(by)) is not None:
            if kind.sort == "map":
                return dict(kind.keys).get(key, NULL)
            check_key(self._edits, kind, key, by.begin)
            return VALUE if kind.sort != "any" else ANY
        is_number = isinstance(by, tree.Literal) and by.text.isdecimal()
        if kind.sort in {"node", "relationship"} or not is_number:
            raise self._edits.refusal(
                by.begin, "a property whose name is computed", "Write it out."
            )
        return ANY

    def _labeltest(self, value: tree.LabelTest, scope: Scope) -> ValueKind:
        kind = self._visit(value.of, scope)
        if kind.sort != "relationship":
            node_types(self._edits, value.labels)
        return VALUE

    def _function(self, value: tree.Call, scope: Scope) -> ValueKind:
        name, kinds = value.name.lower(), self._visit_all(value.arguments, scope)
        first = kinds[0] if kinds else VALUE
        if name in _PLAIN or name.startswith(_PARTS):
            return VALUE
        if name in _FIRST:
            return element_kind(first)
        if name in _SAME:
            return union_kind(kinds)
        if name == "collect":
            return list_of(first)
        if name in {"nodes", "relationships"}:
            return list_of(NODE if name == "nodes" else RELATIONSHIP)
        if name in {"startnode", "endnode"}:
            return NODE
        if name == "labels":
            own = self._edits.fresh()
            self._edits.insert(value.begin, f"[{own} IN ")
            self._edits.insert(value.end, f" WHERE {own} IN {sorted(LABELS)}]")
            return VALUE
        if name in {"keys", "properties"}:
            if is_plain(first) or first.sort == "map":
                return VALUE if name == "keys" else first
            what = f"{value.name} of what is stored may know of later papers"
            raise self._edits.refusal(value.begin, what, "Name the properties: p {.id, .title}.")
        if name in {"id", "elementid"}:
            what = f"{value.name} counts what was stored before"
            raise self._edits.refusal(value.begin, what, "Compare nodes themselves, or their .id.")
        hint = "Leave it or the day out."
        raise self._edits.refusal(value.begin, f"{value.name} is not answered as of a day", hint)

    def _chain(self, value: tree.Chain, scope: Scope) -> ValueKind:
        kinds = self._visit_all(value.operands, scope)
        if value.operators == ["()"]:
            return kinds[0]
        if set(value.operators) == {"+"}:
            return (
                union_kind(kinds)
                if len({kind.sort for kind in kinds} - {"list"}) == 0
                else (
                    VALUE if all(map(is_plain, kinds)) else list_of(union_kind(map(_part, kinds)))
                )
            )
        return VALUE

    def _case(self, value: tree.Case, scope: Scope) -> ValueKind:
        self._visit_all(value.conditions, scope)
        return union_kind(self._visit_all(value.values, scope))

    def _list(self, value: tree.List, scope: Scope) -> ValueKind:
        return list_of(union_kind(self._visit_all(value.items, scope)))

    def _map(self, value: tree.Map, scope: Scope) -> ValueKind:
        return map_of(dict(zip(value.keys, self._visit_all(value.values, scope), strict=True)))

    def _projection(self, value: tree.Projection, scope: Scope) -> ValueKind:
        kind = self._visit(value.of, scope)
        is_free = is_plain(kind) or kind.sort == "map"
        entries: dict[str, ValueKind] = {}
        for key, begin, end in value.keys:
            if key == "*" and is_free:
                return ANY if not is_plain(kind) else VALUE
            if key == "*":
                what = ".* may hold what is known of later papers"
                raise self._edits.refusal(begin, what, "Name the properties: p {.id, .title}.")
            entries[key] = VALUE if is_plain(kind) else ANY
            if is_free:
                continue
            if kind.sort == "node" and any(key in NODES[label].of_day for label in kind.types):
                text = self._dated_property(value.of, kind, key, self._edits.mark)
                self._edits.replace(begin, end, f"{quote_name(key)}: {text}", self._edits.mark)
            else:
                check_key(self._edits, kind, key, begin)
            entries[key] = VALUE
        for key, inner in value.named:
            entries[key] = self._visit(inner, scope)
        return map_of(entries)

    def _loop(self, value: tree.Loop, scope: Scope) -> ValueKind:
        over = self._visit(value.over, scope)
        inside = {**scope, value.name: element_kind(over)}
        if value.initial:
            begun = self._visit(value.initial, scope)
            is_free = is_plain(begun) and is_plain(over)
            inside[value.accumulator] = VALUE if is_free else ANY
        if value.where:
            self._visit(value.where, inside)
        made = self._visit(value.body, inside) if value.body else element_kind(over)
        if value.kind == "reduce":
            return VALUE if is_plain(made) else ANY
        return VALUE if value.kind else list_of(made)

    def _subquery(self, value: tree.Subquery, scope: Scope) -> ValueKind:
        hidden = self._patterns.has_hidden
        aliases, self._aliases = self._aliases, {}
        columns = self.query(value.query, scope)
        self._patterns.has_hidden, self._aliases = hidden, aliases
        is_list = value.kind == "COLLECT"
        return list_of(union_kind(columns.values())) if is_list else VALUE

    def _patterntest(self, value: tree.PatternTest, scope: Scope) -> ValueKind:
        hidden = self._patterns.has_hidden
        pattern = value.pattern
        since = self._edits.mark
        _, behind = self._patterns.restrict([pattern], scope)
        self._patterns.has_hidden = hidden
        text = self._edits.written(pattern.begin, pattern.end, since)
        where = f" WHERE {' AND '.join(behind)}" if behind else ""
        if behind or text != self._edits.text[pattern.begin : pattern.end]:
            text = f"EXISTS {{ MATCH {text}{where} }}"
            self._edits.replace(value.begin, value.end, text, since)
        return VALUE

    def _patternloop(self, value: tree.PatternLoop, scope: Scope) -> ValueKind:
        hidden = self._patterns.has_hidden
        added, behind = self._patterns.restrict([value.pattern], scope)
        self._patterns.has_hidden = hidden
        inside = {**scope, **added}
        self._append_condition(value.where, value.pattern.end, behind, inside)
        return list_of(self._visit(value.body, inside))


def _part(kind: ValueKind) -> ValueKind:
    """Return the kind of elements when a value is concatenated to a list."""
    return element_kind(kind) if kind.sort == "list" else kind
