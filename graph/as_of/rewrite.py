"""Rewriting of a statement as of a day."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from scinet.graph.as_of import tree
from scinet.graph.as_of.edits import Edits, quote_name
from scinet.graph.as_of.existence import NODES, if_ever_named, node_exists, words
from scinet.graph.as_of.expressions import Expressions
from scinet.graph.as_of.kinds import (
    ANY,
    VALUE,
    ValueKind,
    element_kind,
    map_of,
    unbind_names,
    union_kind,
)
from scinet.graph.as_of.pattern_types import Scope

_FULLTEXT: Final = "db.index.fulltext.queryNodes"
_INDEX: Final = "paper_text"
_MERGED: Final = {"count": "sum", "max": "max", "min": "min"}
_AGGREGATIONS: Final = words(
    "avg collect count max min percentilecont percentiledisc stdev stdevp sum"
)


class Rewriter(Expressions):
    """Rewriter of one statement to a day."""

    def __init__(self, edits: Edits, day: str, params: Mapping[str, Any]) -> None:
        super().__init__(edits, day, params)
        self._depth = -1
        self._outer: dict[str, ValueKind] = {}

    def query(
        self, query: tree.Query, scope: Scope, *, is_call: bool = False
    ) -> dict[str, ValueKind]:
        """Restrict a query; return the kinds of its columns."""
        results: list[dict[str, ValueKind]] = []
        self._depth += 1
        # In a subquery outer names may or may not stay visible after WITH.
        around, self._outer = self._outer, {} if is_call else unbind_names(scope)
        for clauses in query.unions:
            outer = self._patterns.has_hidden
            results.append(self._clauses(clauses, scope, is_call=is_call))
            self._patterns.has_hidden = outer
        self._depth -= 1
        self._outer = around
        columns = list(results[0])
        return {column: union_kind(each.get(column, ANY) for each in results) for column in columns}

    def _clauses(
        self, clauses: list[tree.Clause], scope: Scope, *, is_call: bool
    ) -> dict[str, ValueKind]:
        # CALL {…} without brackets sees only the names in its first WITH.
        is_import = isinstance(clauses[0], tree.Project) and not clauses[0].is_return
        names: dict[str, ValueKind] = {} if is_call and not is_import else dict(scope)
        self._patterns.has_hidden = False
        for clause in clauses:
            names = self._clause(clause, names)
        return names

    def _clause(self, clause: tree.Clause, scope: dict[str, ValueKind]) -> dict[str, ValueKind]:
        if isinstance(clause, tree.Match):
            return self._match(clause, scope)
        if isinstance(clause, tree.Project):
            return self._project(clause, scope)
        if isinstance(clause, tree.Unwind):
            return {**scope, clause.name: element_kind(self._visit(clause.of, scope))}
        if isinstance(clause, tree.CallQuery):
            return self._call(clause, scope)
        if isinstance(clause, tree.CallProcedure):
            return self._procedure(clause, scope)
        for value in clause.parts():
            self._visit(value, scope)
        return scope

    def _match(self, match: tree.Match, scope: dict[str, ValueKind]) -> dict[str, ValueKind]:
        added, behind = self._patterns.restrict(match.patterns, scope)
        inside = {**scope, **added}
        self._append_condition(match.where, match.tail, behind, inside)
        return inside

    def _append_condition(
        self, where: tree.Expression | None, tail: int, conditions: list[str], scope: Scope
    ) -> None:
        both = " AND ".join(conditions)
        if where is None:
            self._edits.insert(tail, f" WHERE {both}" if both else "")
            return
        self._edits.insert(where.begin, f"{both} AND (" if both else "")
        self._narrow_names(where, scope)
        self._visit(where, scope)
        self._edits.insert(where.end, ")" if both else "")

    def _narrow_names(self, where: tree.Expression, scope: Scope) -> None:
        """Evaluate names that must equal a value only for nodes that ever had it."""
        if not isinstance(where, tree.Chain) or {"OR", "XOR"} & {*where.operators}:
            return
        if len(where.operands) != len(where.operators) + 1:  # NOT, IS or a sign
            return
        around = ["AND", *where.operators, "AND"]
        for place, operator in enumerate(where.operators):
            first, second = where.operands[place : place + 2]
            name, key = _owner_and_key(first)
            is_alone = operator == "=" and around[place] == around[place + 2] == "AND"
            is_given = isinstance(second, tree.Literal | tree.Parameter)
            types = scope.get(name, ANY).types if is_alone and is_given and key == "name" else ()
            if any(key in NODES[label].of_day for label in types):
                value = self._edits.text[second.begin : second.end]
                self._edits.insert(first.begin, if_ever_named(quote_name(name), value))
                self._edits.insert(first.end, " END")

    def _project(self, clause: tree.Project, scope: dict[str, ValueKind]) -> dict[str, ValueKind]:
        columns: dict[str, ValueKind] = {}
        if clause.star >= 0:
            columns = {name: kind for name, kind in scope.items() if name not in self._outer}
            if self._patterns.has_hidden:
                self._name_all(clause, columns)
        self._aliases, outer = {}, self._aliases
        renamed: dict[str, str] = {}
        groups, is_merged = self._grouping_nodes(clause, scope)
        begun = self._edits.mark
        grouped, answer = dict.fromkeys(map(quote_name, sorted(groups))), list[str]()
        for item in clause.items:
            since = self._edits.mark
            columns[item.name] = replace(self._column(clause, item, scope), is_bound=True)
            begin, end, name = item.value.begin, item.value.end, quote_name(item.name)
            is_dated = self._edits.written(begin, end, since) != self._edits.text[begin:end]
            if is_dated or groups:
                if not item.is_named:
                    self._edits.insert(item.end, f" AS {name}")
                renamed["".join(self._edits.text[begin:end].split())] = name
            text = self._edits.written(item.begin, item.end, since)
            if is_dated and _owner_and_key(item.value)[0] in groups:
                answer.append(text)
            else:
                grouped[text] = None
                how = self._merging(item.value) if is_merged else ""
                answer.append(f"{how}({name}) AS {name}" if how else name)
        if groups:
            word = "RETURN" if clause.is_return else "WITH"
            again = "DISTINCT " if is_merged and clause.is_distinct else ""
            both = f"{', '.join(grouped)} {word} {again}{', '.join(answer)}"
            self._edits.replace(clause.items[0].begin, clause.items[-1].end, both, begun)
            self._edits.replace(clause.begin, clause.begin + len(word), "WITH", self._edits.mark)
        self._aliases = renamed
        inside = {**unbind_names(scope), **columns}  # after DISTINCT, say, the others are gone
        for expression in clause.order:
            self._visit(expression, inside)
        self._aliases = outer
        if clause.where:
            self._visit(clause.where, inside)
        self._patterns.has_hidden = False
        return columns if clause.is_return else {**self._outer, **columns}

    def _column(self, clause: tree.Project, item: tree.Item, scope: Scope) -> ValueKind:
        """Restrict a column; a whole author or venue is returned with its values of the day."""
        value, since = item.value, self._edits.mark
        kind = self._visit(value, scope)
        is_node = kind.sort == "node"
        if not (is_node and isinstance(value, tree.Variable) and self._is_answer(clause)):
            return kind
        if not all(NODES[label].of_day for label in kind.types):
            return kind
        keys = sorted(frozenset().union(*(NODES[label].of_day for label in kind.types)))
        text = ", ".join(f"{key}: {self._dated_property(value, kind, key, since)}" for key in keys)
        own = quote_name(value.name)
        if not item.is_named or item.name == value.name:
            self._edits.replace(value.begin, item.end, f"{own} {{.id, {text}}} AS {own}", since)
        else:
            self._edits.replace(value.begin, value.end, f"{own} {{.id, {text}}}", since)
        return map_of(dict.fromkeys(("id", *keys), VALUE))

    def _is_answer(self, clause: tree.Project) -> bool:
        """Whether nodes may be answered as maps: ORDER BY more than properties needs the node."""
        return clause.is_return and not self._depth and all(map(_is_simple, clause.order))

    def _grouping_nodes(self, clause: tree.Project, scope: Scope) -> tuple[set[str], bool]:
        """Return nodes to group by in place of their names, so that these are computed per group.

        If such a node is not a column itself, nor its id, groups with one name are merged again.
        """
        counted = [item.value for item in clause.items if _has_aggregation(item.value)]
        is_grouping = clause.is_distinct or bool(counted)
        if clause.star >= 0 or not (is_grouping and all(isinstance(x, tree.Call) for x in counted)):
            return set(), False
        keys: dict[str, set[str]] = {}
        taken: set[str] = set()
        for item in clause.items:
            name, key = _owner_and_key(item.value)
            keys.setdefault(name, set()).add(key)
            if name != item.name or key:
                taken.add(item.name)
        nodes = {
            name
            for name, own in keys.items()
            if name not in taken and self._has_dated(clause, scope, name, own)
        }
        unidentified = {name for name in nodes if keys[name].isdisjoint({"", "id"})}
        if all(map(self._merging, counted)):
            return nodes, bool(unidentified)
        return nodes - unidentified, False

    def _merging(self, value: tree.Part) -> str:
        """Return the aggregation that merges values of groups; empty if there is none."""
        text = self._edits.text[value.begin : value.end].upper()
        if not isinstance(value, tree.Call) or "DISTINCT" in text:
            return ""
        return _MERGED.get(value.name.lower(), "")

    def _has_dated(self, clause: tree.Project, scope: Scope, name: str, keys: set[str]) -> bool:
        """Whether columns of a node, of one type, had other values on the day."""
        kind = scope.get(name, ANY)
        if kind.sort != "node" or len(kind.types) != 1:
            return False
        [label] = kind.types
        later = NODES[label].of_day
        return bool(keys & later.keys() or (later and "" in keys and self._is_answer(clause)))

    def _name_all(self, clause: tree.Project, scope: Scope) -> None:
        """Write out the names of a star, without inserted ones."""
        names = ", ".join(map(quote_name, sorted(scope)))
        end = clause.star + 1
        if not names and clause.items:
            end = clause.items[0].begin
        if names or clause.items:
            self._edits.replace(clause.star, end, names, self._edits.mark)

    def _call(self, clause: tree.CallQuery, scope: dict[str, ValueKind]) -> dict[str, ValueKind]:
        hidden = self._patterns.has_hidden
        if clause.imports is None:
            columns = self.query(clause.query, scope, is_call=True)
        else:
            names = scope if clause.imports == ["*"] else clause.imports
            columns = self.query(clause.query, {name: scope.get(name, ANY) for name in names})
        self._patterns.has_hidden = hidden
        return {**scope, **columns}

    def _procedure(
        self, clause: tree.CallProcedure, scope: dict[str, ValueKind]
    ) -> dict[str, ValueKind]:
        """Restrict a search of papers, ordered by id, since scores depend on later papers."""
        if clause.name != _FULLTEXT:
            hint = f"{_FULLTEXT}('{_INDEX}', …) YIELD node is answered."
            what = f"{clause.name} knows of later papers"
            raise self._edits.refusal(clause.begin, what, hint)
        self._check_search(clause)
        self._visit_all(clause.arguments, scope)
        if self._text(clause.arguments[1]) is None:
            self._edits.insert(clause.arguments[1].end, ", '~', ' ')")
        name = clause.yields[0][1]
        kind = ValueKind("node", frozenset({"Paper"}))
        condition = node_exists(kind.types, quote_name(name), self._day, self._edits.inner)
        self._edits.insert(clause.begin, "CALL (*) { ")
        self._append_condition(clause.where, clause.tail, [condition], {**scope, name: kind})
        own = quote_name(name)
        self._edits.insert(clause.end, f" RETURN {own} ORDER BY {own}.id }}")
        return {**scope, name: kind}

    def _check_search(self, clause: tree.CallProcedure) -> None:
        def refuse(what: str, hint: str, place: int = clause.begin) -> None:
            raise self._edits.refusal(place, what, hint)

        if self._edits.text[clause.begin : clause.begin + 8].upper() == "OPTIONAL":
            refuse("OPTIONAL CALL of a procedure", "Call it in OPTIONAL CALL { … }.")
        if [item for item, _ in clause.yields] != ["node"]:
            what = "the score of a text depends on how rare its words are in later ones"
            refuse(what, "Write YIELD node, and order by something else.")
        if len(clause.arguments) != 2:
            refuse("the first so many texts may be later ones", "Use LIMIT with ORDER BY.")
        index, words = (self._text(item) for item in clause.arguments)
        if index != _INDEX:
            what = "names that are searched know later ones"
            refuse(what, f"Search '{_INDEX}', or compare names by toLower(…) CONTAINS.")
        if words is not None and "~" in words:
            refuse("words that are alike are sought among later ones", "Leave ~ out.")
        if words is None:  # computed words
            self._edits.insert(clause.arguments[1].begin, "replace(")


def _owner_and_key(value: tree.Part) -> tuple[str, str]:
    """Return variable and key of a property, or a variable alone; empty for other values."""
    if isinstance(value, tree.Property) and isinstance(value.of, tree.Variable):
        return value.of.name, value.key
    return (value.name, "") if isinstance(value, tree.Variable) else ("", "")


def _has_aggregation(value: tree.Part) -> bool:
    if isinstance(value, tree.Call) and value.name.lower() in _AGGREGATIONS:
        return True
    return not isinstance(value, tree.Subquery) and any(map(_has_aggregation, value.parts()))


def _is_simple(value: tree.Part) -> bool:
    """Whether an expression contains only properties, literals and operators."""
    simple = tree.Chain | tree.Literal | tree.Parameter | tree.Property | tree.Variable
    return isinstance(value, simple) and all(map(_is_simple, value.parts()))
