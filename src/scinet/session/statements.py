"""Statements as of a day, for pages and agents: those of the catalogue, and a user's own."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from scinet.errors import DataError, QueryError
from scinet.graph.db.query import NamedStatement
from scinet.graph.search import identify
from scinet.session.days import parse_cutoff

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database


def bind_parameters(
    database: "Database", query: NamedStatement, params: Mapping[str, Any], before: date | None
) -> dict[str, Any]:
    """The parameters of a statement of the catalogue; names mean what is known before the day.

    Raises:
        QueryError: If it knows no day where one is asked for.
        DataError: If citations were to be counted on a later day.
    """
    values = dict(params)
    if before is not None:
        if "before" not in query.params:
            raise QueryError(
                f"{query.name} answers as of all days only",
                hint="Leave before out, or ask another.",
            )
        weighed = values.get("weights_before")
        if isinstance(weighed, str) and parse_cutoff(weighed) > before:
            raise DataError(f"weights_before {weighed}", hint=f"At most {before}.")
        values["before"] = before
    return identify.resolve_parameters(database, query, values, named=before)


def add_before(params: Mapping[str, Any], before: date | None) -> dict[str, Any]:
    """The parameters of a user's own statement, which may use the day, too.

    Raises:
        QueryError: If a parameter has the name of the day.
    """
    if params.get("before") is not None:
        raise QueryError("before among the parameters", hint="Give the day next to them.")
    return {**params, "before": before}
