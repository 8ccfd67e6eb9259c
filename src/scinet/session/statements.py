"""Statements of the catalogue and in a user's file, for verbs, commands, pages and agents."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from scinet.errors import DataError, QueryError
from scinet.graph.db import incomplete_loads
from scinet.graph.db.query import NamedStatement
from scinet.graph.indicators import stale_values
from scinet.graph.search import identify
from scinet.session.days import parse_cutoff

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row


def run_statement(
    database: "Database",
    query: NamedStatement,
    params: Mapping[str, Any],
    *,
    before: date | None = None,
    timeout_s: float = 60.0,
) -> "tuple[list[Row], Row]":
    """Run a statement with what a person or a program gave.

    Args:
        query: The statement.
        params: What was given by name; papers, authors and venues by id, DOI, title or name.
        before: Cut-off day of a page or a call, exclusive: no name means what is not known before
            it, no parameter may pass it.
        timeout_s: Seconds until the server gives up.

    Returns:
        The rows, and all parameters, with ids in place of names.

    Raises:
        QueryError: If a parameter is unknown, the statement does more than read, or it knows no
            day where one is asked for.
        NotFoundError: If a paper, author or venue is not in the graph.
        DataError: If a day is none or too late, or the statement reads numbers that were stored
            for an earlier graph.
    """
    if query.mode != "read":
        raise QueryError(f"{query.name} writes", hint="Only statements that read can be asked.")
    dated = _add_day(query, params, before)
    values = identify.resolve_parameters(database, query, dated, named=before)
    return read_statement(database, query, values, timeout_s=timeout_s), values


def read_statement(
    database: "Database", query: NamedStatement, values: "Row", *, timeout_s: float = 60.0
) -> "list[Row]":
    """Rows of a statement whose parameters are bound and name by stored ids alone.

    Raises:
        DataError: If the statement reads numbers that were stored for an earlier graph.
    """
    from scinet.graph.db import guard

    rows = list(guard.run_named(database, query, values, timeout_s=timeout_s))
    stale_values.require_fresh(database, query.text, rows)
    incomplete_loads.warn_unfinished(database)
    return rows


def add_before(params: Mapping[str, Any], before: date | None) -> dict[str, Any]:
    """The parameters of a user's own statement, which may use the day, too.

    Raises:
        QueryError: If a parameter has the name of the day.
    """
    if params.get("before") is not None:
        raise QueryError(
            "before is given among the parameters", hint="Give the day as the cutoff, beside them."
        )
    return {**params, "before": before}


def _add_day(query: NamedStatement, params: Mapping[str, Any], before: date | None) -> "Row":
    values = dict(params)
    if "before" in query.params and "before" in values:
        values["before"] = parse_cutoff(values["before"])
    if before is None:
        return values
    if "before" not in query.params:
        raise QueryError(f"{query.name} takes no cutoff", hint="Leave before out, or ask another.")
    weighed = values.get("weights_before")
    if isinstance(weighed, str) and parse_cutoff(weighed) > before:
        raise DataError(f"weights_before {weighed}", hint=f"At most {before}.")
    return values | {"before": before}
