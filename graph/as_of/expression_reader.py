"""Reader of expressions."""

from abc import abstractmethod
from typing import Final

from scinet.graph.as_of import tree
from scinet.graph.as_of.pattern_reader import PatternReader
from scinet.graph.as_of.reader import AmbiguousError
from scinet.graph.as_of.tokens import cutoff_error

_AGGREGATED: Final = frozenset({"ALL", "ANY", "NONE", "SINGLE"})
_SUBQUERIES: Final = frozenset({"EXISTS", "COUNT", "COLLECT"})
_OPERATORS: Final = (
    ("STARTS", "WITH"), ("ENDS", "WITH"), ("CONTAINS",), ("AND",), ("OR",), ("XOR",), ("IN",),
    ("=", "~"), ("<", ">"), ("<", "="), (">", "="), ("|", "|"),
    ("=",), ("<",), (">",), ("+",), ("-",), ("*",), ("/",), ("%",), ("^",),
)  # fmt: skip
_TYPES: Final = frozenset(
    {"ANY", "ARRAY", "BOOL", "BOOLEAN", "DATE", "DATETIME", "DURATION", "EDGE", "FLOAT", "INT"}
    | {"INTEGER", "LIST", "LOCAL", "MAP", "NODE", "NOTHING", "NULL", "PATH", "POINT", "PROPERTY"}
    | {"RELATIONSHIP", "SIGNED", "STRING", "TIME", "TIMESTAMP", "VALUE", "VARCHAR", "VERTEX"}
    | {"WITH", "WITHOUT", "TIMEZONE", "ZONE", "ZONED", "PATHS"}
)


class ExpressionReader(PatternReader):
    """Reader of expressions."""

    @abstractmethod
    def _query(self) -> tree.Query:
        """Read a query."""

    @abstractmethod
    def _match(self, begin: int) -> tree.Match:
        """Read patterns with their condition."""

    def _expression(self) -> tree.Expression:
        begin = self._next.begin
        operators: list[str] = []
        operands: list[tree.Expression] = []
        while True:
            while self._is("NOT") or self._is("-") or self._is("+"):
                operators.append(self._next.word.upper())
                self._at += 1
            operands.append(self._postfix())
            while self._take("IS"):
                operators.append("IS")
                self._nature()
            if self._is("=", "~") or not (operator := self._operator()):
                if not self._take("=", "~"):
                    break
                operator = "=~"
            operators.append(operator)
        if not operators:
            return operands[0]
        return tree.Chain(begin, self._last_end, operators, operands)

    def _operator(self) -> str:
        if self._in_loop and self._is("|") and not self._is("|", "|"):
            return ""
        for words in _OPERATORS:
            if self._take(*words):
                return " ".join(words) if words[0].isalpha() else "".join(words)
        return ""

    def _nature(self) -> None:
        """Read the part after IS."""
        self._take("NOT")
        if self._take("NULL") or self._take("LABELED"):
            return
        if self._is("NORMALIZED") or self._tokens[self._at + 1].word.upper() == "NORMALIZED":
            self._identifier()
            self._take("NORMALIZED")
            return
        if not self._take("TYPED"):
            self._expect(":", ":")
        self._type()

    def _type(self) -> None:
        while True:
            if self._next.kind != "word" or self._next.word.upper() not in _TYPES:
                raise self._syntax_error("a type")
            while self._next.kind == "word" and self._next.word.upper() in _TYPES:
                self._at += 1
            if self._take("<"):
                self._type()
                self._expect(">")
            if self._is("NOT", "NULL"):
                self._take("NOT", "NULL")
            if self._in_loop or not self._take("|"):
                break

    def _postfix(self) -> tree.Expression:
        expression = self._atom()
        while True:
            if self._is(".") and not self._is(".", "."):
                self._expect(".")
                place = self._next.begin
                key = self._identifier()
                expression = tree.Property(expression.begin, self._last_end, expression, key, place)
            elif self._take("["):
                expression = self._index(expression)
            elif self._is(":") and not self._is(":", ":"):
                labels = self._labels()
                expression = tree.LabelTest(expression.begin, self._last_end, expression, labels)
            elif self._take(":", ":"):
                self._type()
                expression = tree.Chain(expression.begin, self._last_end, ["::"], [expression])
            else:
                return expression

    def _index(self, of: tree.Expression) -> tree.Index:
        bounds: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is(".", "."):
            bounds.append(self._expression())
        if (is_slice := self._take(".", ".")) and not self._is("]"):
            bounds.append(self._expression())
        self._in_loop = loops
        self._expect("]")
        return tree.Index(of.begin, self._last_end, of, bounds, is_slice)

    def _atom(self) -> tree.Expression:
        token, begin = self._next, self._next.begin
        if token.kind in {"text", "number"}:
            self._at += 1
            return tree.Literal(begin, token.end, token.word)
        if token.kind == "parameter":
            self._at += 1
            return tree.Parameter(begin, token.end, token.word)
        if self._is("("):
            return self._bracketed()
        if self._is("["):
            return self._brackets()
        if self._is("{"):
            return self._map()
        if token.kind not in {"word", "name"}:
            raise self._syntax_error("a value")
        if token.kind == "word" and (special := self._special()):
            return special
        return self._named()

    def _special(self) -> tree.Expression | None:
        """Read an expression that begins with a keyword; None where there is none."""
        begin, word = self._next.begin, self._next.word.upper()
        if word == "CASE" and (case := self._attempt(self._case)):
            return case
        if word in {"TRUE", "FALSE", "NULL"} and self._tokens[self._at + 1].word != "(":
            self._at += 1
            return tree.Literal(begin, self._last_end, word.lower())
        if word in _SUBQUERIES and self._take(word, "{"):
            loops, self._in_loop = self._in_loop, 0
            query = self._inner_query()
            self._in_loop = loops
            self._expect("}")
            return tree.Subquery(begin, self._last_end, word, query)
        if word in {"SHORTESTPATH", "ALLSHORTESTPATHS"} and self._is(word, "("):
            hint = "Match it: MATCH path = shortestPath(…)."
            what = f"as of a day, {self._next.word} is not a value"
            raise AmbiguousError(str(cutoff_error(self._statement, begin, what)), hint=hint)
        if word == "EXISTS" and self._is("EXISTS", "("):
            at = self._at
            self._take("EXISTS", "(")
            if test := self._attempt(self._pattern_test):
                self._expect(")")
                return tree.PatternTest(begin, self._last_end, test.pattern)
            self._at = at
        if word in _AGGREGATED and self._is(word, "("):
            return self._attempt(self._quantified)
        if word == "REDUCE" and self._is(word, "("):
            return self._reduce()
        return None

    def _inner_query(self) -> tree.Query:
        if self._is("MATCH") or not (match := self._attempt(self._bare_match)):
            return self._query()
        return tree.Query(match.begin, match.end, [[match]])

    def _bare_match(self) -> tree.Match:
        return self._match(self._next.begin)

    def _case(self) -> tree.Case:
        begin = self._expect("CASE")
        conditions: list[tree.Expression] = []
        values: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is("WHEN"):
            conditions.append(self._expression())
        while self._take("WHEN"):
            conditions.append(self._when())
            while self._take(","):
                conditions.append(self._when())
            self._expect("THEN")
            values.append(self._expression())
        if self._take("ELSE"):
            values.append(self._expression())
        self._expect("END")
        self._in_loop = loops
        return tree.Case(begin, self._last_end, conditions, values)

    def _when(self) -> tree.Expression:
        """Read the comparison of WHEN: a value, or an operator with one."""
        begin = self._next.begin
        if self._take("IS"):
            self._nature()
            return tree.Literal(begin, self._last_end, "null")
        self._operator() if self._next.kind == "sign" and self._next.word in "<>=" else None
        return self._expression()

    def _quantified(self) -> tree.Loop:
        begin, kind = self._next.begin, self._identifier().lower()
        self._expect("(")
        name, over = self._walked()
        where = self._expression() if self._take("WHERE") else None
        self._expect(")")
        return tree.Loop(begin, self._last_end, kind, name, over, where, None)

    def _walked(self) -> tuple[str, tree.Expression]:
        name = self._identifier()
        self._expect("IN")
        return name, self._expression()

    def _reduce(self) -> tree.Loop:
        begin = self._expect("REDUCE", "(")
        accumulator = self._identifier()
        self._expect("=")
        initial = self._expression()
        self._expect(",")
        self._in_loop += 1
        name, over = self._walked()
        self._in_loop -= 1
        self._expect("|")
        body = self._expression()
        self._expect(")")
        return tree.Loop(
            begin, self._last_end, "reduce", name, over, None, body, accumulator, initial
        )

    def _bracketed(self) -> tree.Expression:
        """Read a value in brackets, or a pattern."""
        if test := self._attempt(self._pattern_test):
            return test
        begin = self._expect("(")
        loops, self._in_loop = self._in_loop, 0
        inner = self._expression()
        self._in_loop = loops
        self._expect(")")
        if any(self._is(*arrow) for arrow in (("-", "-"), ("-", "["), ("<", "-", "-"))) or self._is(
            "<", "-", "["
        ):
            raise self._syntax_error("an operator")
        return tree.Chain(begin, self._last_end, ["()"], [inner])

    def _pattern_test(self) -> tree.PatternTest:
        pattern = self._path()
        if len(pattern.elements) < 2 or not isinstance(pattern.elements[0], tree.Node):
            raise self._syntax_error()
        return tree.PatternTest(pattern.begin, pattern.end, pattern)

    def _brackets(self) -> tree.Expression:
        """Read a list, a list comprehension or a pattern comprehension."""
        begin = self._next.begin
        for read in (self._list_loop, self._pattern_loop):
            if result := self._attempt(read):
                return result
        self._expect("[")
        items: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is("]"):
            items.append(self._expression())
            while self._take(","):
                items.append(self._expression())
        self._in_loop = loops
        self._expect("]")
        return tree.List(begin, self._last_end, items)

    def _list_loop(self) -> tree.Loop:
        begin = self._expect("[")
        self._in_loop += 1
        name, over = self._walked()
        where = self._expression() if self._take("WHERE") else None
        self._in_loop -= 1
        body = self._expression() if self._take("|") else None
        self._expect("]")
        return tree.Loop(begin, self._last_end, "", name, over, where, body)

    def _pattern_loop(self) -> tree.PatternLoop:
        begin = self._expect("[")
        self._in_loop += 1
        name = ""
        if self._tokens[self._at + 1].word == "=":
            name = self._identifier()
            self._expect("=")
        pattern = self._path(name)
        where = self._expression() if self._take("WHERE") else None
        self._in_loop -= 1
        bar = self._expect("|")
        body = self._expression()
        self._expect("]")
        return tree.PatternLoop(begin, self._last_end, pattern, where, body, bar)

    def _map(self) -> tree.Map:
        begin = self._expect("{")
        keys: list[str] = []
        values: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        while not self._is("}"):
            keys.append(self._identifier())
            self._expect(":")
            values.append(self._expression())
            if not self._take(","):
                break
        self._in_loop = loops
        self._expect("}")
        return tree.Map(begin, self._last_end, keys, values)

    def _named(self) -> tree.Expression:
        """Read a variable, a function, or a projection of a variable."""
        begin = self._next.begin
        if call := self._attempt(self._function):
            return call
        name = self._identifier()
        variable = tree.Variable(begin, self._last_end, name)
        return self._projection(variable) if self._is("{") else variable

    def _function(self) -> tree.Call:
        begin, name = self._next.begin, self._identifier()
        while self._take("."):
            name += f".{self._identifier()}"
        self._expect("(")
        arguments = self._arguments()
        return tree.Call(begin, self._last_end, name, arguments)

    def _arguments(self) -> list[tree.Expression]:
        arguments: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._take("*"):
            if not self._take("DISTINCT"):
                self._take("ALL")
            if not self._is(")"):
                arguments.append(self._expression())
                while self._take(","):
                    arguments.append(self._expression())
        self._in_loop = loops
        self._expect(")")
        return arguments

    def _projection(self, of: tree.Variable) -> tree.Projection:
        self._expect("{")
        keys: list[tuple[str, int, int]] = []
        named: list[tuple[str, tree.Expression]] = []
        loops, self._in_loop = self._in_loop, 0
        while not self._is("}"):
            begin = self._next.begin
            if self._take("."):
                key = "*" if self._take("*") else self._identifier()
                keys.append((key, begin, self._last_end))
            else:
                key = self._identifier()
                value = self._expression() if self._take(":") else None
                named.append((key, value or tree.Variable(begin, self._last_end, key)))
            if not self._take(","):
                break
        self._in_loop = loops
        self._expect("}")
        return tree.Projection(of.begin, self._last_end, of, keys, named)
