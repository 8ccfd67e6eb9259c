"""The graph as commands and servers ask it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from scinet.session.graph import Graph

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database


class AnnotatedRows(list[Mapping[str, Any]]):
    """Rows, and in ``attrs`` what a reader has to know of them, as in a data frame."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], attrs: Mapping[str, Any]) -> None:
        super().__init__(rows)
        self.attrs = attrs


class Rows(Graph):
    """A graph whose verbs answer with what was computed, to print or send.

    Data frames take half a second to import, and turn whole numbers with gaps into others.
    """

    @classmethod
    def local(cls) -> Self:
        """The graph that is set, else the local one, connected to when it is first needed."""
        return cls(_connect)

    def _frame(
        self,
        rows: Iterable[Mapping[str, Any]],
        columns: Sequence[str] = (),
        **attrs: Any,
    ) -> Any:
        return AnnotatedRows(rows, attrs)

    def _about(self, answer: Any, before: Any) -> None:
        """Rows are not drawn."""

    def _path(self, result: Any, *args: Any, **columns: Any) -> Any:
        return result

    def _ranking(self, table: Any, limit: int | None) -> Any:
        return table


def _connect() -> "Database":
    from scinet.server.address import open_database

    return open_database()
