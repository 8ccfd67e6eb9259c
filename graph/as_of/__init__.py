"""A statement of one's own as of a day: what it would answer if nothing later were there.

Conditions are put into the statement itself, into each pattern of it, so that optional matches,
paths of any length, subqueries and shortest paths ask for the day as well. Stored values that know
later papers are refused, or replaced by those of the day.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from scinet.graph.as_of.edits import Edits
from scinet.graph.as_of.existence import answerable_properties
from scinet.graph.as_of.rewrite import Rewriter
from scinet.graph.as_of.syntax import parse

__all__ = ["RestrictedStatement", "answerable_properties", "restrict_to_day"]


@dataclass(frozen=True, slots=True)
class RestrictedStatement:
    """A statement that answers as of a day.

    Attributes:
        day: Name of the parameter in ``params`` that holds the day.
    """

    statement: str
    params: Mapping[str, Any]
    day: str

    def __str__(self) -> str:
        """The statement, after a line that says what its day is."""
        return f'// ${self.day} = date("{self.params[self.day]}")\n{self.statement}'


def restrict_to_day(statement: str, before: date, params: Mapping[str, Any]) -> RestrictedStatement:
    """Restrict a statement to what is dated before a day.

    Raises:
        QueryError: If it cannot be; the message says what is in the way, and where.
    """
    query = parse(statement)
    edits = Edits(statement, params)
    day = edits.unused("as_of")
    Rewriter(edits, f"${day}", params).query(query, {})
    return RestrictedStatement(edits.written(), {**params, day: before}, day)
