"""Token reader with backtracking."""

from collections.abc import Callable
from typing import Any, TypeVar

from scinet.errors import QueryError
from scinet.graph.as_of.tokens import Token, cutoff_error, tokenize

T = TypeVar("T")


class AmbiguousError(QueryError):
    """Syntax error that no alternative can resolve."""


class Reader:
    """Tokens of a statement, and the reading position."""

    def __init__(self, statement: str) -> None:
        self._statement = statement
        self._tokens = tokenize(statement)
        self._at = 0
        self._in_loop = 0  # where | may end a condition
        self._furthest: tuple[int, QueryError] | None = None
        self._read: dict[tuple[str, int, bool], tuple[Any, int]] = {}

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    @property
    def _last_end(self) -> int:
        return self._tokens[self._at - 1].end if self._at else 0

    def _is(self, *words: str) -> bool:
        return all(
            (token := self._tokens[min(self._at + n, len(self._tokens) - 1)]).kind
            in {"word", "sign"}
            and token.word.upper() == word
            for n, word in enumerate(words)
        )

    def _take(self, *words: str) -> bool:
        if matches := self._is(*words):
            self._at += len(words)
        return matches

    def _expect(self, *words: str) -> int:
        """Take required words; return their place."""
        place = self._next.begin
        if not self._take(*words):
            raise self._syntax_error(" ".join(words))
        return place

    def _syntax_error(self, wanted: str = "") -> QueryError:
        token = self._next
        seen = self._statement[token.begin : token.end][:20] or "the end"
        what = f"as of a day, {seen} is not read here"
        error = cutoff_error(
            self._statement, token.begin, f"{what}, where {wanted} may stand" if wanted else what
        )
        if self._furthest is None or self._at > self._furthest[0]:
            self._furthest = self._at, error
        return error

    def _attempt(self, read: Callable[[], T]) -> T | None:
        """Try to read from here; on failure return None and take nothing."""
        at, loops = self._at, self._in_loop
        key = (read.__name__, at, bool(loops))
        if key not in self._read:
            try:
                self._read[key] = (read(), self._at)
            except AmbiguousError:
                raise
            except QueryError:
                self._read[key] = (None, at)
        self._in_loop = loops
        result, self._at = self._read[key]
        return result  # type: ignore[no-any-return]  # cached result of the same reader

    def _identifier(self) -> str:
        token = self._next
        if token.kind not in {"word", "name"}:
            raise self._syntax_error("a name")
        self._at += 1
        return token.word
