"""What the server says that a statement would do, or did."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scinet.graph.db.driver import neo4j

if TYPE_CHECKING:
    from scinet.graph.db.connection import Row


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """What the server says that a statement would do.

    Attributes:
        kind: ``r`` for a read, ``rw``, ``w`` or ``s`` (schema) for others.
        procedures: Details of the procedure calls in the plan.
        details: Details of all operators, with expressions in the server's own words.
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
    """The plan of a statement that was explained, from what the server says of it."""
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
    """The plan as a table, the last operator first; after a run also what each one did."""
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
