"""Read a statement into its parts, by the grammar of what Cypher 5 can read.

What is not in the grammar is refused with its place: nothing is guessed from how words look.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from scinet.errors import QueryError
from scinet.graph.as_of import tree
from scinet.graph.as_of.tokens import Token, refusal, tokens

T = TypeVar("T")
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


def parse(statement: str) -> tree.Query:
    """The parts of a statement.

    Raises:
        QueryError: If it is outside the grammar; with the place.
    """
    try:
        return _Reader(statement).whole()
    except RecursionError:
        raise QueryError("brackets too deep", hint="Split it with WITH.") from None


class _AmbiguousError(QueryError):
    """What no other way of reading can save."""


class _Reader:
    def __init__(self, statement: str) -> None:
        self._statement = statement
        self._tokens = tokens(statement)
        self._at = 0
        self._in_loop = 0  # where | may end a condition
        self._furthest: tuple[int, QueryError] | None = None
        self._read: dict[tuple[str, int, bool], tuple[Any, int]] = {}

    # Tokens

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    @property
    def _last_end(self) -> int:
        return self._tokens[self._at - 1].end if self._at else 0

    def _is(self, *words: str) -> bool:
        """Whether keywords or signs follow."""
        return all(
            (one := self._tokens[min(self._at + n, len(self._tokens) - 1)]).kind in {"word", "sign"}
            and one.word.upper() == word
            for n, word in enumerate(words)
        )

    def _take(self, *words: str) -> bool:
        if found := self._is(*words):
            self._at += len(words)
        return found

    def _need(self, *words: str) -> int:
        """Take what must follow; its place."""
        place = self._next.begin
        if not self._take(*words):
            raise self._unread(" ".join(words))
        return place

    def _unread(self, wanted: str = "") -> QueryError:
        found = self._next
        seen = self._statement[found.begin : found.end][:20] or "the end"
        what = f"as of a day, {seen} is not read here"
        error = refusal(
            self._statement, found.begin, f"{what}, where {wanted} may stand" if wanted else what
        )
        if self._furthest is None or self._at > self._furthest[0]:
            self._furthest = self._at, error
        return error

    def _attempt(self, read: Callable[[], T]) -> T | None:
        """What can be read from here; None, and nothing taken, where that cannot be."""
        at, loops = self._at, self._in_loop
        known = (read.__name__, at, bool(loops))
        if known not in self._read:
            try:
                self._read[known] = (read(), self._at)
            except _AmbiguousError:
                raise
            except QueryError:
                self._read[known] = (None, at)
        self._in_loop = loops
        found, self._at = self._read[known]
        return found  # type: ignore[no-any-return]  # what this way of reading gave before

    def _identifier(self) -> str:
        found = self._next
        if found.kind not in {"word", "name"}:
            raise self._unread("a name")
        self._at += 1
        return found.word

    # Clauses

    def whole(self) -> tree.Query:
        try:
            query = self._query()
            if self._next.kind != "end":
                raise self._unread()
        except _AmbiguousError:
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
        found: list[tree.Clause] = []
        while self._next.kind != "end" and not self._is("}") and not self._is("UNION"):
            found.append(self._clause())
        if not found:
            raise self._unread("MATCH")
        return found

    def _clause(self) -> tree.Clause:
        begin = self._next.begin
        if self._take("OPTIONAL", "MATCH") or self._take("MATCH"):
            return self._match(begin)
        if self._take("UNWIND"):
            of = self._expression()
            self._need("AS")
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
        raise self._unread("a clause that reads")

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
            self._need("INDEX")
            self._take("SEEK")
        self._identifier()
        self._need(":")
        self._identifier()
        if self._take("("):
            self._identifier()
            while self._take(","):
                self._identifier()
            self._need(")")

    def _project(self, begin: int) -> tree.Project:
        is_return = self._take("RETURN")
        if not is_return:
            self._need("WITH")
        if not self._take("DISTINCT"):
            self._take("ALL")
        star, items = -1, []
        if self._is("*"):
            star = self._need("*")
        if star < 0 or self._take(","):
            items.append(self._item())
            while self._take(","):
                items.append(self._item())
        order = self._order()
        where = self._expression() if not is_return and self._take("WHERE") else None
        return tree.Project(begin, self._last_end, is_return, star, items, order, where)

    def _item(self) -> tree.Item:
        value = self._expression()
        is_named = self._take("AS")
        own = value.name if isinstance(value, tree.Variable) else ""
        name = self._identifier() if is_named else own or self._statement[value.begin : value.end]
        return tree.Item(value.begin, self._last_end, value, name, is_named or bool(own))

    def _order(self) -> list[tree.Expression]:
        found: list[tree.Expression] = []
        if self._take("ORDER", "BY"):
            while True:
                found.append(self._expression())
                _ = any(self._take(word) for word in ("ASCENDING", "ASC", "DESCENDING", "DESC"))
                if not self._take(","):
                    break
        while self._take("SKIP") or self._take("OFFSET") or self._take("LIMIT"):
            found.append(self._expression())
        return found

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
            self._need(")")
        if imports is not None or self._is("{"):
            self._need("{")
            query = self._query()
            self._need("}")
            if self._is("IN"):
                raise self._unread("the next clause")
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
                raise self._unread("the name of a column")
            while True:
                column = self._identifier()
                yields.append((column, self._identifier() if self._take("AS") else column))
                if not self._take(","):
                    break
        tail = self._last_end
        where = self._expression() if yields and self._take("WHERE") else None
        return tree.CallProcedure(begin, self._last_end, name, arguments, yields, where, tail)

    # Patterns

    def _pattern(self) -> tree.Pattern:
        """A path with what may stand before it: a name, a selector, ``shortestPath``."""
        begin, name = self._next.begin, ""
        if self._next.kind in {"word", "name"} and self._tokens[self._at + 1].word == "=":
            name = self._identifier()
            self._need("=")
        for shortest in ("shortestPath", "allShortestPaths"):
            if self._take(shortest.upper(), "("):
                inner = self._path(name)
                self._need(")")
                return tree.Pattern(begin, self._last_end, name, shortest, inner.elements)
        self._selector()
        found = self._path(name)
        return tree.Pattern(begin, found.end, name, "", found.elements)

    def _selector(self) -> None:
        count = self._next.kind
        if self._take("ALL") or self._take("ANY"):
            self._take("SHORTEST")
        elif not self._take("SHORTEST"):
            return
        if (count := self._next.kind) in {"number", "parameter"}:
            self._at += 1
        for word in ("PATHS", "PATH", "GROUPS", "GROUP"):
            self._take(word)
        if not self._is("("):
            raise self._unread("a pattern")
        del count

    def _path(self, name: str = "") -> tree.Pattern:
        begin = self._next.begin
        elements: list[tree.Node | tree.Relationship | tree.Group] = [self._start()]
        while True:
            if self._is("-") or self._is("<", "-"):
                elements.append(self._relationship())
                elements.append(self._start())
            elif self._is("("):
                elements.append(self._start())
            else:
                break
        return tree.Pattern(begin, self._last_end, name, "", elements)

    def _start(self) -> tree.Node | tree.Group:
        """A node, or a group in brackets."""
        is_group = self._is("(", "(") or (
            self._is("(")
            and self._tokens[self._at + 1].kind in {"word", "name"}
            and self._tokens[self._at + 2].word == "="
        )
        return self._group() if is_group else self._node()

    def _group(self) -> tree.Group:
        begin = self._need("(")
        pattern = self._pattern()
        where = self._expression() if self._take("WHERE") else None
        self._need(")")
        quantifier = self._quantifier()
        return tree.Group(begin, self._last_end, pattern, where, quantifier)

    def _quantifier(self) -> tuple[int, int] | None:
        begin = self._next.begin
        if self._take("+") or self._take("*"):
            return begin, self._last_end
        if not self._take("{"):
            return None
        self._number()
        if self._take(","):
            self._number()
        self._need("}")
        return begin, self._last_end

    def _number(self) -> int | None:
        if self._next.kind != "number":
            return None
        self._at += 1
        text = self._tokens[self._at - 1].word
        if not text.isdecimal():
            self._at -= 1
            raise self._unread("a whole number")
        return int(text)

    def _node(self) -> tree.Node:
        begin = self._need("(")
        name, after = self._bound()
        labels = self._labels() if self._is(":") or self._is("IS") else None
        properties, where = self._filled()
        self._need(")")
        return tree.Node(begin, self._last_end, name, labels, properties, where, after)

    def _bound(self) -> tuple[str, int]:
        """The name of an element, where it has one, and the place behind that."""
        found = self._next
        is_keyword = found.kind == "word" and (
            (found.word.upper() == "WHERE")
            or (found.word.upper() == "IS" and self._tokens[self._at + 1].word not in "):]{")
        )
        if found.kind in {"word", "name"} and not is_keyword:
            self._at += 1
            return found.word, found.end
        return "", self._last_end

    def _filled(self) -> tuple[tree.Expression | None, tree.Expression | None]:
        properties: tree.Expression | None = None
        if self._is("{"):
            properties = self._map()
        elif self._next.kind == "parameter":
            properties = self._atom()
        return properties, self._expression() if self._take("WHERE") else None

    def _relationship(self) -> tree.Relationship:
        begin = self._next.begin
        arrows = "<" if self._take("<") else ""
        self._need("-")
        name, after, types, least, box = "", self._last_end, None, None, None
        properties = where = None
        if self._is("["):
            opened = self._need("[")
            name, after = self._bound()
            types = self._labels(is_type=True) if self._is(":") or self._is("IS") else None
            if self._take("*"):
                least = self._length()
            properties, where = self._filled()
            self._need("]")
            box = (opened, self._last_end)
        self._need("-")
        arrows += ">" if self._take(">") else ""
        quantifier = self._quantifier()
        return tree.Relationship(
            begin, self._last_end, name, types, properties, where, arrows, least, box, after,
            quantifier,
        )  # fmt: skip

    def _length(self) -> int:
        """How many relationships ``*`` stands for at least."""
        first = self._number()
        if self._take(".", "."):
            self._number()
        return 1 if first is None else first

    def _labels(self, *, is_type: bool = False) -> tree.Labels:
        if not self._take("IS"):
            self._need(":")
        return self._labels_or(is_type=is_type)

    def _labels_or(self, *, is_type: bool = False, in_brackets: bool = False) -> tree.Labels:
        found = [self._labels_and()]
        while self._is("|") and not self._is("|", "|"):
            if self._in_loop and not is_type and not in_brackets:
                self._settle_bar()
                break
            self._need("|")
            self._take(":")
            found.append(self._labels_and())
        return found[0] if len(found) == 1 else ("or", *found)

    def _settle_bar(self) -> None:
        """Make sure that ``|`` after a label ends the condition, and does not add a label."""
        after = self._tokens[self._at + 1]
        follows = self._tokens[min(self._at + 2, len(self._tokens) - 1)]
        is_value = after.kind in {"text", "number", "parameter"} or after.word in {"[", "{"}
        if not is_value and not (
            after.kind in {"word", "name"} and follows.word in {".", "(", "[", "{"}
        ):
            raise _AmbiguousError(
                str(refusal(self._statement, self._next.begin, "as of a day, | is not read here")),
                hint="Put the test of the label in brackets: (x:Paper).",
            )

    def _labels_and(self) -> tree.Labels:
        found = [self._label()]
        while self._take("&") or self._take(":"):
            found.append(self._label())
        return found[0] if len(found) == 1 else ("and", *found)

    def _label(self) -> tree.Labels:
        if self._take("!"):
            return ("not", self._label())
        if self._take("%"):
            return ("any",)
        if self._take("("):
            found = self._labels_or(in_brackets=True)
            self._need(")")
            return found
        place = self._next.begin
        return ("is", self._identifier(), place)

    # Expressions

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
        """What stands after IS."""
        self._take("NOT")
        if self._take("NULL"):
            return
        if self._is("NORMALIZED") or self._tokens[self._at + 1].word.upper() == "NORMALIZED":
            self._identifier()
            self._take("NORMALIZED")
            return
        if not self._take("TYPED"):
            self._need(":", ":")
        self._type()

    def _type(self) -> None:
        while True:
            if self._next.kind != "word" or self._next.word.upper() not in _TYPES:
                raise self._unread("a type")
            while self._next.kind == "word" and self._next.word.upper() in _TYPES:
                self._at += 1
            if self._take("<"):
                self._type()
                self._need(">")
            if self._is("NOT", "NULL"):
                self._take("NOT", "NULL")
            if self._in_loop or not self._take("|"):
                break

    def _postfix(self) -> tree.Expression:
        found = self._atom()
        while True:
            if self._is(".") and not self._is(".", "."):
                self._need(".")
                place = self._next.begin
                key = self._identifier()
                found = tree.Property(found.begin, self._last_end, found, key, place)
            elif self._take("["):
                found = self._index(found)
            elif self._is(":") and not self._is(":", ":"):
                labels = self._labels()
                found = tree.LabelTest(found.begin, self._last_end, found, labels)
            elif self._take(":", ":"):
                self._type()
                found = tree.Chain(found.begin, self._last_end, ["::"], [found])
            else:
                return found

    def _index(self, of: tree.Expression) -> tree.Index:
        bounds: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is(".", "."):
            bounds.append(self._expression())
        if (is_slice := self._take(".", ".")) and not self._is("]"):
            bounds.append(self._expression())
        self._in_loop = loops
        self._need("]")
        return tree.Index(of.begin, self._last_end, of, bounds, is_slice)

    def _atom(self) -> tree.Expression:
        found, begin = self._next, self._next.begin
        if found.kind in {"text", "number"}:
            self._at += 1
            return tree.Literal(begin, found.end, found.word)
        if found.kind == "parameter":
            self._at += 1
            return tree.Parameter(begin, found.end, found.word)
        if self._is("("):
            return self._bracketed()
        if self._is("["):
            return self._brackets()
        if self._is("{"):
            return self._map()
        if found.kind not in {"word", "name"}:
            raise self._unread("a value")
        if found.kind == "word" and (special := self._special()):
            return special
        return self._named()

    def _special(self) -> tree.Expression | None:
        """What begins with a keyword and is no function; None where there is none."""
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
            self._need("}")
            return tree.Subquery(begin, self._last_end, word, query)
        if word in {"SHORTESTPATH", "ALLSHORTESTPATHS"} and self._is(word, "("):
            hint = "Match it: MATCH path = shortestPath(…)."
            what = f"as of a day, {self._next.word} is no value"
            raise _AmbiguousError(str(refusal(self._statement, begin, what)), hint=hint)
        if word == "EXISTS" and self._is("EXISTS", "("):
            at = self._at
            self._take("EXISTS", "(")
            if test := self._attempt(self._pattern_test):
                self._need(")")
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
        begin = self._need("CASE")
        conditions: list[tree.Expression] = []
        values: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is("WHEN"):
            conditions.append(self._expression())
        while self._take("WHEN"):
            conditions.append(self._when())
            while self._take(","):
                conditions.append(self._when())
            self._need("THEN")
            values.append(self._expression())
        if self._take("ELSE"):
            values.append(self._expression())
        self._need("END")
        self._in_loop = loops
        return tree.Case(begin, self._last_end, conditions, values)

    def _when(self) -> tree.Expression:
        """What is compared: a value, or an operator with one."""
        begin = self._next.begin
        if self._take("IS"):
            self._nature()
            return tree.Literal(begin, self._last_end, "null")
        self._operator() if self._next.kind == "sign" and self._next.word in "<>=" else None
        return self._expression()

    def _quantified(self) -> tree.Loop:
        begin, kind = self._next.begin, self._identifier().lower()
        self._need("(")
        name, over = self._walked()
        where = self._expression() if self._take("WHERE") else None
        self._need(")")
        return tree.Loop(begin, self._last_end, kind, name, over, where, None)

    def _walked(self) -> tuple[str, tree.Expression]:
        name = self._identifier()
        self._need("IN")
        return name, self._expression()

    def _reduce(self) -> tree.Loop:
        begin = self._need("REDUCE", "(")
        accumulator = self._identifier()
        self._need("=")
        initial = self._expression()
        self._need(",")
        self._in_loop += 1
        name, over = self._walked()
        self._in_loop -= 1
        self._need("|")
        body = self._expression()
        self._need(")")
        return tree.Loop(
            begin, self._last_end, "reduce", name, over, None, body, accumulator, initial
        )

    def _bracketed(self) -> tree.Expression:
        """A value in brackets, or a pattern."""
        if test := self._attempt(self._pattern_test):
            return test
        begin = self._need("(")
        loops, self._in_loop = self._in_loop, 0
        inner = self._expression()
        self._in_loop = loops
        self._need(")")
        if any(self._is(*arrow) for arrow in (("-", "-"), ("-", "["), ("<", "-", "-"))) or self._is(
            "<", "-", "["
        ):
            raise self._unread("an operator")
        return tree.Chain(begin, self._last_end, ["()"], [inner])

    def _pattern_test(self) -> tree.PatternTest:
        pattern = self._path()
        if len(pattern.elements) < 2 or not isinstance(pattern.elements[0], tree.Node):
            raise self._unread()
        return tree.PatternTest(pattern.begin, pattern.end, pattern)

    def _brackets(self) -> tree.Expression:
        """A list, a list comprehension or a pattern comprehension."""
        begin = self._next.begin
        for read in (self._list_loop, self._pattern_loop):
            if found := self._attempt(read):
                return found
        self._need("[")
        items: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._is("]"):
            items.append(self._expression())
            while self._take(","):
                items.append(self._expression())
        self._in_loop = loops
        self._need("]")
        return tree.List(begin, self._last_end, items)

    def _list_loop(self) -> tree.Loop:
        begin = self._need("[")
        self._in_loop += 1
        name, over = self._walked()
        where = self._expression() if self._take("WHERE") else None
        self._in_loop -= 1
        body = self._expression() if self._take("|") else None
        self._need("]")
        return tree.Loop(begin, self._last_end, "", name, over, where, body)

    def _pattern_loop(self) -> tree.PatternLoop:
        begin = self._need("[")
        self._in_loop += 1
        name = ""
        if self._tokens[self._at + 1].word == "=":
            name = self._identifier()
            self._need("=")
        pattern = self._path(name)
        where = self._expression() if self._take("WHERE") else None
        self._in_loop -= 1
        bar = self._need("|")
        body = self._expression()
        self._need("]")
        return tree.PatternLoop(begin, self._last_end, pattern, where, body, bar)

    def _map(self) -> tree.Map:
        begin = self._need("{")
        keys: list[str] = []
        values: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        while not self._is("}"):
            keys.append(self._identifier())
            self._need(":")
            values.append(self._expression())
            if not self._take(","):
                break
        self._in_loop = loops
        self._need("}")
        return tree.Map(begin, self._last_end, keys, values)

    def _named(self) -> tree.Expression:
        """A variable, a function, or a projection of a variable."""
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
        self._need("(")
        return tree.Call(begin, self._last_end, name, self._arguments())

    def _arguments(self) -> list[tree.Expression]:
        """Arguments up to the closing bracket."""
        found: list[tree.Expression] = []
        loops, self._in_loop = self._in_loop, 0
        if not self._take("*"):
            if not self._take("DISTINCT"):
                self._take("ALL")
            if not self._is(")"):
                found.append(self._expression())
                while self._take(","):
                    found.append(self._expression())
        self._in_loop = loops
        self._need(")")
        return found

    def _projection(self, of: tree.Variable) -> tree.Projection:
        self._need("{")
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
        self._need("}")
        return tree.Projection(of.begin, self._last_end, of, keys, named)
