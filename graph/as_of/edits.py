"""Changes of a statement at places of its text, and names that nothing in it has."""

from collections.abc import Iterable
from typing import Final

from scinet.errors import QueryError
from scinet.graph.as_of import tokens

_RESERVED: Final = frozenset(
    {"ALL", "ANY", "CASE", "COLLECT", "COUNT", "EXISTS", "FALSE", "IS", "NONE", "NOT", "NULL"}
    | {"SINGLE", "TRUE", "WHERE"}
)


class Edits:
    """What is put into a text, or in place of parts of it.

    Attributes:
        text: The statement as it was given.
        inner: A name for what is inside conditions.
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
        """A name that the statement does not have, after this one."""
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    @property
    def next_name(self) -> str:
        """The name that the next unnamed node or relationship gets."""
        while f"e{self._number}" in self._taken:
            self._number += 1
        return f"e{self._number}"

    def fresh(self) -> str:
        """Use up the next name."""
        return self.unused(self.next_name)

    def refusal(self, place: int, what: str, hint: str = "") -> QueryError:
        """Why there is no answer, with the place."""
        return tokens.cutoff_error(self.text, place, what, hint)

    @property
    def mark(self) -> int:
        """How many changes there are so far."""
        return len(self._edits)

    def insert(self, place: int, text: str) -> None:
        """Put a text in, behind what was put there before."""
        if text:
            self._edits.append((place, place, text))

    def replace(self, begin: int, end: int, text: str, since: int) -> None:
        """Put a text in place of a part, and of the changes in it since a mark."""
        del self._edits[since:]
        self._edits.append((begin, end, text))

    def cut(self, begin: int, end: int) -> None:
        """Take a part out; what was changed in it goes with it."""
        self._edits.append((begin, end, ""))

    def written(self, begin: int = 0, end: int | None = None, since: int = 0) -> str:
        """A part of the text with its changes."""
        end = len(self.text) if end is None else end
        pieces: list[str] = []
        place = begin
        inside = [edit for edit in self._edits[since:] if begin <= edit[0] and edit[1] <= end]
        for first, last, text in sorted(inside, key=lambda edit: edit[0]):
            if first < place:  # in a part that was taken out
                continue
            pieces += (self.text[place:first], text)
            place = last
        return "".join([*pieces, self.text[place:end]])


def quote_name(name: str) -> str:
    """A name as it may stand in a statement."""
    if not name or (name.isidentifier() and name.upper() not in _RESERVED):
        return name
    return "`" + name.replace("`", "``") + "`"
