"""Statements of users as of a day: as if nothing later were in the graph.

Conditions are put into each pattern of the statement, so that optional matches, variable-length
paths, subqueries and shortest paths respect the day as well. Stored values that depend on later
papers are refused, or replaced by those of the day.
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
    """Statement that answers as of a day.

    Attributes:
        day: Name of the parameter in ``params`` that holds the day.
    """

    statement: str
    params: Mapping[str, Any]
    day: str

    def __str__(self) -> str:
        """Return the statement after a line with its day."""
        return f'// ${self.day} = date("{self.params[self.day]}")\n{self.statement}'


def restrict_to_day(statement: str, before: date, params: Mapping[str, Any]) -> RestrictedStatement:
    """Restrict a statement to what is dated before a day.

    Raises:
        QueryError: If it cannot be restricted; with the reason and place.
    """
    query = parse(statement)
    edits = Edits(statement, params)
    day = edits.unused("as_of")
    Rewriter(edits, f"${day}", params).query(query, {})
    return RestrictedStatement(edits.written(), {**params, day: before}, day)
