"""Edits of a statement's text, and unused names."""

from collections.abc import Iterable
from typing import Final

from scinet.errors import QueryError
from scinet.graph.as_of import tokens

_RESERVED: Final = frozenset(
    {"ALL", "ANY", "CASE", "COLLECT", "COUNT", "EXISTS", "FALSE", "IS", "NONE", "NOT", "NULL"}
    | {"SINGLE", "TRUE", "WHERE"}
)


class Edits:
    """Insertions and replacements in a text.

    Attributes:
        text: The original statement.
        inner: Name for use inside conditions.
    """

    def __init__(self, text: str, taken: Iterable[str] = ()) -> None:
        self.text = text
        words = tokens.tokenize(text)
        self._taken = {token.word for token in words if token.kind in {"word", "name", "parameter"}}
        self._taken.update(taken)
        self._edits: list[tuple[int, int, str]] = []
        self._number = 1
        self.inner = self.unused("w")

    def unused(self, name: str) -> str:
        """Return an unused name derived from this one."""
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    @property
    def next_name(self) -> str:
        """Name of the next unnamed node or relationship."""
        while f"e{self._number}" in self._taken:
            self._number += 1
        return f"e{self._number}"

    def fresh(self) -> str:
        """Take the next name."""
        return self.unused(self.next_name)

    def refusal(self, place: int, what: str, hint: str = "") -> QueryError:
        """Make the error for a refused part, with its place."""
        return tokens.cutoff_error(self.text, place, what, hint)

    @property
    def mark(self) -> int:
        """Number of edits so far."""
        return len(self._edits)

    def insert(self, place: int, text: str) -> None:
        """Insert a text, after earlier insertions at the same place."""
        if text:
            self._edits.append((place, place, text))

    def replace(self, begin: int, end: int, text: str, since: int) -> None:
        """Replace a part, and drop the edits in it since a mark."""
        del self._edits[since:]
        self._edits.append((begin, end, text))

    def cut(self, begin: int, end: int) -> None:
        """Delete a part with its edits."""
        self._edits.append((begin, end, ""))

    def written(self, begin: int = 0, end: int | None = None, since: int = 0) -> str:
        """Return a part of the text with its edits."""
        end = len(self.text) if end is None else end
        pieces: list[str] = []
        place = begin
        inside = [edit for edit in self._edits[since:] if begin <= edit[0] and edit[1] <= end]
        for first, last, text in sorted(inside, key=lambda edit: edit[0]):
            if first < place:  # in a deleted part
                continue
            pieces += (self.text[place:first], text)
            place = last
        return "".join([*pieces, self.text[place:end]])


def quote_name(name: str) -> str:
    """Quote a name for a statement if needed."""
    if not name or (name.isidentifier() and name.upper() not in _RESERVED):
        return name
    return "`" + name.replace("`", "``") + "`"
