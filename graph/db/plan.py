"""Plans of statements, from the server's summary."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scinet.graph.db.driver import neo4j

if TYPE_CHECKING:
    from scinet.graph.db.connection import Row


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """Plan of a statement.

    Attributes:
        kind: ``r`` for a read, ``rw``, ``w`` or ``s`` (schema) for others.
        procedures: Details of the procedure calls in the plan.
        details: Details of all operators, with expressions in the server's syntax.
        unknown: Sentences on labels, types and properties that the graph does not have.
    """

    statement: str
    kind: str
    operators: tuple[str, ...]
    procedures: tuple[str, ...]
    details: tuple[str, ...]
    notifications: tuple[str, ...]
    unknown: tuple[str, ...]


def read_plan(statement: str, summary: neo4j.ResultSummary) -> QueryPlan:
    """Read the plan of an explained statement from the server's summary."""
    steps = [step for _, step in _plan_steps(summary.plan or {})]
    details = tuple(str(step.get("args", {}).get("Details", "")) for step in steps)
    operators = tuple(map(_operator, steps))
    warnings = [status for status in summary.gql_status_objects if status.is_notification]
    return QueryPlan(
        statement=statement,
        kind=summary.query_type or "",
        operators=operators,
        procedures=tuple(
            detail
            for operator, detail in zip(operators, details, strict=True)
            if "ProcedureCall" in operator
        ),
        details=details,
        notifications=tuple(str(status.status_description) for status in warnings),
        unknown=tuple(
            status.status_description.partition(". ")[2]
            for status in warnings
            if status.classification == neo4j.NotificationClassification.UNRECOGNIZED
        ),
    )


def plan_rows(summary: neo4j.ResultSummary) -> "list[Row]":
    """Return the plan as a table, the last operator first; after a run with rows and hits."""
    ran = summary.profile is not None
    return [
        {
            "operator": "  " * depth + _operator(step),
            "details": step.get("args", {}).get("Details", ""),
            "estimated_rows": step.get("args", {}).get("EstimatedRows"),
        }
        | ({"rows": step.get("rows"), "db_hits": step.get("dbHits")} if ran else {})
        for depth, step in _plan_steps(summary.profile or summary.plan or {})
    ]


def _plan_steps(plan: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[int, Mapping[str, Any]]]:
    yield depth, plan
    for inner in plan.get("children", []):
        yield from _plan_steps(inner, depth + 1)


def _operator(step: Mapping[str, Any]) -> str:
    return str(step.get("operatorType", "")).partition("@")[0]
