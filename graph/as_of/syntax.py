"""Parser of statements, for the reading part of Cypher 5.

Anything outside the grammar is refused with its place: nothing is guessed from spelling.
"""

from scinet.errors import QueryError
from scinet.graph.as_of import tree
from scinet.graph.as_of.expression_reader import ExpressionReader
from scinet.graph.as_of.reader import AmbiguousError


def parse(statement: str) -> tree.Query:
    """Parse a statement.

    Raises:
        QueryError: If it is outside the grammar; with the place.
    """
    try:
        return _StatementReader(statement).whole()
    except RecursionError:
        raise QueryError("brackets nested too deeply", hint="Split it with WITH.") from None


class _StatementReader(ExpressionReader):
    def whole(self) -> tree.Query:
        try:
            query = self._query()
            if self._next.kind != "end":
                raise self._syntax_error()
        except AmbiguousError:
            raise
        except QueryError as error:
            raise (self._furthest[1] if self._furthest else error) from None
        return query

    def _query(self) -> tree.Query:
        begin = self._next.begin
        unions = [self._clauses()]
        while self._take("UNION"):
            if not self._take("ALL"):
                self._take("DISTINCT")
            unions.append(self._clauses())
        return tree.Query(begin, self._last_end, unions)

    def _clauses(self) -> list[tree.Clause]:
        clauses: list[tree.Clause] = []
        while self._next.kind != "end" and not self._is("}") and not self._is("UNION"):
            clauses.append(self._clause())
        if not clauses:
            raise self._syntax_error("MATCH")
        return clauses

    def _clause(self) -> tree.Clause:
        begin = self._next.begin
        if self._take("OPTIONAL", "MATCH") or self._take("MATCH"):
            return self._match(begin)
        if self._take("UNWIND"):
            of = self._expression()
            self._expect("AS")
            name = self._identifier()
            return tree.Unwind(begin, self._last_end, of, name)
        if self._is("WITH") or self._is("RETURN"):
            return self._project(begin)
        if self._take("OPTIONAL", "CALL") or self._take("CALL"):
            return self._call(begin)
        if self._take("FINISH"):
            return tree.Order(begin, self._last_end, [])
        if self._is("ORDER", "BY") or self._is("SKIP") or self._is("OFFSET") or self._is("LIMIT"):
            return tree.Order(begin, self._last_end, self._order())
        raise self._syntax_error("a clause that reads")

    def _match(self, begin: int) -> tree.Match:
        patterns = [self._pattern()]
        while self._take(","):
            patterns.append(self._pattern())
        while self._take("USING"):
            self._hint()
        tail = self._last_end
        where = self._expression() if self._take("WHERE") else None
        return tree.Match(begin, self._last_end, patterns, where, tail)

    def _hint(self) -> None:
        if self._take("JOIN", "ON"):
            self._identifier()
            while self._take(","):
                self._identifier()
            return
        if not self._take("SCAN"):
            for kind in ("TEXT", "RANGE", "POINT"):
                self._take(kind)
            self._expect("INDEX")
            self._take("SEEK")
        self._identifier()
        self._expect(":")
        self._identifier()
        if self._take("("):
            self._identifier()
            while self._take(","):
                self._identifier()
            self._expect(")")

    def _project(self, begin: int) -> tree.Project:
        is_return = self._take("RETURN")
        if not is_return:
            self._expect("WITH")
        is_distinct = self._take("DISTINCT")
        if not is_distinct:
            self._take("ALL")
        star, items = -1, []
        if self._is("*"):
            star = self._expect("*")
        if star < 0 or self._take(","):
            items.append(self._item())
            while self._take(","):
                items.append(self._item())
        order = self._order()
        where = self._expression() if not is_return and self._take("WHERE") else None
        return tree.Project(
            begin, self._last_end, is_return, is_distinct, star, items, order, where
        )

    def _item(self) -> tree.Item:
        value = self._expression()
        is_named = self._take("AS")
        own = value.name if isinstance(value, tree.Variable) else ""
        name = self._identifier() if is_named else own or self._statement[value.begin : value.end]
        return tree.Item(value.begin, self._last_end, value, name, is_named or bool(own))

    def _order(self) -> list[tree.Expression]:
        expressions: list[tree.Expression] = []
        if self._take("ORDER", "BY"):
            while True:
                expressions.append(self._expression())
                _ = any(self._take(word) for word in ("ASCENDING", "ASC", "DESCENDING", "DESC"))
                if not self._take(","):
                    break
        while self._take("SKIP") or self._take("OFFSET") or self._take("LIMIT"):
            expressions.append(self._expression())
        return expressions

    def _call(self, begin: int) -> tree.Clause:
        imports: list[str] | None = None
        if self._take("("):
            imports = []
            if self._take("*"):
                imports = ["*"]
            elif not self._is(")"):
                imports = [self._identifier()]
                while self._take(","):
                    imports.append(self._identifier())
            self._expect(")")
        if imports is not None or self._is("{"):
            self._expect("{")
            query = self._query()
            self._expect("}")
            if self._is("IN"):
                raise self._syntax_error("the next clause")
            return tree.CallQuery(begin, self._last_end, imports, query)
        return self._procedure(begin)

    def _procedure(self, begin: int) -> tree.CallProcedure:
        name = self._identifier()
        while self._take("."):
            name += f".{self._identifier()}"
        arguments = self._arguments() if self._take("(") else []
        yields: list[tuple[str, str]] = []
        if self._take("YIELD"):
            if self._is("*"):
                raise self._syntax_error("the name of a column")
            while True:
                column = self._identifier()
                yields.append((column, self._identifier() if self._take("AS") else column))
                if not self._take(","):
                    break
        tail = self._last_end
        where = self._expression() if yields and self._take("WHERE") else None
        return tree.CallProcedure(begin, self._last_end, name, arguments, yields, where, tail)
