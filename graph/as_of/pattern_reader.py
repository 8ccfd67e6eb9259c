"""Reader of patterns: nodes, relationships, groups, labels."""

from abc import abstractmethod

from scinet.graph.as_of import tree
from scinet.graph.as_of.reader import AmbiguousError, Reader
from scinet.graph.as_of.tokens import cutoff_error


class PatternReader(Reader):
    """Reader of patterns."""

    @abstractmethod
    def _expression(self) -> tree.Expression:
        """Read a value."""

    @abstractmethod
    def _map(self) -> tree.Map:
        """Read a map."""

    @abstractmethod
    def _atom(self) -> tree.Expression:
        """Read a value without operators."""

    def _pattern(self) -> tree.Pattern:
        """Read a path with an optional name, selector or ``shortestPath``."""
        begin, name = self._next.begin, ""
        if self._next.kind in {"word", "name"} and self._tokens[self._at + 1].word == "=":
            name = self._identifier()
            self._expect("=")
        for shortest in ("shortestPath", "allShortestPaths"):
            if self._take(shortest.upper(), "("):
                inner = self._path(name)
                self._expect(")")
                return tree.Pattern(begin, self._last_end, name, shortest, inner.elements)
        self._selector()
        path = self._path(name)
        return tree.Pattern(begin, path.end, name, "", path.elements)

    def _selector(self) -> None:
        if self._take("ALL") or self._take("ANY"):
            self._take("SHORTEST")
        elif not self._take("SHORTEST"):
            return
        if self._next.kind in {"number", "parameter"}:
            self._at += 1
        for word in ("PATHS", "PATH", "GROUPS", "GROUP"):
            self._take(word)
        if not self._is("("):
            raise self._syntax_error("a pattern")

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
        """Read a node, or a group in brackets."""
        is_group = self._is("(", "(") or (
            self._is("(")
            and self._tokens[self._at + 1].kind in {"word", "name"}
            and self._tokens[self._at + 2].word == "="
        )
        return self._group() if is_group else self._node()

    def _group(self) -> tree.Group:
        begin = self._expect("(")
        pattern = self._pattern()
        where = self._expression() if self._take("WHERE") else None
        self._expect(")")
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
        self._expect("}")
        return begin, self._last_end

    def _number(self) -> int | None:
        if self._next.kind != "number":
            return None
        self._at += 1
        text = self._tokens[self._at - 1].word
        if not text.isdecimal():
            self._at -= 1
            raise self._syntax_error("a whole number")
        return int(text)

    def _node(self) -> tree.Node:
        begin = self._expect("(")
        name, after = self._element_name()
        labels = self._labels() if self._is(":") or self._is("IS") else None
        properties, where = self._filled()
        self._expect(")")
        return tree.Node(begin, self._last_end, name, labels, properties, where, after)

    def _element_name(self) -> tuple[str, int]:
        """Read the optional name of an element; return it and the place after it."""
        token = self._next
        is_keyword = token.kind == "word" and (
            (token.word.upper() == "WHERE")
            or (token.word.upper() == "IS" and self._tokens[self._at + 1].word not in "):]{")
        )
        if token.kind in {"word", "name"} and not is_keyword:
            self._at += 1
            return token.word, token.end
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
        self._expect("-")
        name, after, types, least, box = "", self._last_end, None, None, None
        properties = where = None
        if self._is("["):
            opened = self._expect("[")
            name, after = self._element_name()
            types = self._labels(is_type=True) if self._is(":") or self._is("IS") else None
            if self._take("*"):
                least = self._length()
            properties, where = self._filled()
            self._expect("]")
            box = (opened, self._last_end)
        self._expect("-")
        arrows += ">" if self._take(">") else ""
        quantifier = self._quantifier()
        return tree.Relationship(
            begin, self._last_end, name, types, properties, where, arrows, least, box, after,
            quantifier,
        )  # fmt: skip

    def _length(self) -> int:
        """Read the range of ``*``; return its minimum."""
        first = self._number()
        if self._take(".", "."):
            self._number()
        return 1 if first is None else first

    def _labels(self, *, is_type: bool = False) -> tree.Labels:
        if not self._take("IS"):
            self._expect(":")
        return self._labels_or(is_type=is_type)

    def _labels_or(self, *, is_type: bool = False, in_brackets: bool = False) -> tree.Labels:
        labels = [self._labels_and()]
        while self._is("|") and not self._is("|", "|"):
            if self._in_loop and not is_type and not in_brackets:
                self._settle_bar()
                break
            self._expect("|")
            self._take(":")
            labels.append(self._labels_and())
        return labels[0] if len(labels) == 1 else ("or", *labels)

    def _settle_bar(self) -> None:
        """Check that ``|`` after a label ends the condition, and is not part of the label."""
        after = self._tokens[self._at + 1]
        follows = self._tokens[min(self._at + 2, len(self._tokens) - 1)]
        is_value = after.kind in {"text", "number", "parameter"} or after.word in {"[", "{"}
        if not is_value and not (
            after.kind in {"word", "name"} and follows.word in {".", "(", "[", "{"}
        ):
            raise AmbiguousError(
                str(
                    cutoff_error(
                        self._statement, self._next.begin, "as of a day, | is not read here"
                    )
                ),
                hint="Put the test of the label in brackets: (x:Paper).",
            )

    def _labels_and(self) -> tree.Labels:
        labels = [self._label()]
        while self._take("&") or self._take(":"):
            labels.append(self._label())
        return labels[0] if len(labels) == 1 else ("and", *labels)

    def _label(self) -> tree.Labels:
        if self._take("!"):
            return ("not", self._label())
        if self._take("%"):
            return ("any",)
        if self._take("("):
            labels = self._labels_or(in_brackets=True)
            self._expect(")")
            return labels
        place = self._next.begin
        return ("is", self._identifier(), place)
