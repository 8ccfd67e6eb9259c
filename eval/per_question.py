"""Queries of an evaluated task one by one: ground truth, answers of runs and scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer
from scinet.eval.evaluated_tasks import FORECASTS, TaskEvaluation
from scinet.eval.ranked_list import RankedItem, RankedList, get_items
from scinet.eval.result_folders import Contents
from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Query, Row, Task
from scinet.eval.task_type import Scoring, TaskType
from scinet.extension import suggest

Order: TypeAlias = Literal["lowest", "highest"]
_OUTSIDE_HINT: Final = "Its own module would have to be run; `scinet evaluate runs` does so."


@dataclass(frozen=True, slots=True)
class AgentToolCall:
    """Tool call of an agent with its result."""

    tool: str
    arguments: Any
    result: Any


@dataclass(frozen=True, slots=True)
class AgentStep:
    """Step of an agent: text and tool calls."""

    text: str
    calls: tuple[AgentToolCall, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RunAnswer:
    """Answer of one run to a query.

    Attributes:
        system: Name among the results.
        is_there: Whether the run file is in the folders; without it only scores are known.
        items: Entries of a list, in order.
        content: Any other answer; None without one.
        fault: Reason for a missing answer.
        scores: Metrics by scoring mode.
        steps: Steps of an agent.
        stopped: Limit that ended the agent.
        explanation: Any other explanation.
        usage: Calls, tokens and cost of a language model.
    """

    system: str
    is_there: bool
    items: tuple[RankedItem, ...] = ()
    content: Any = None
    fault: str = ""
    scores: Mapping[Scoring, Row] = field(default_factory=dict)
    steps: tuple[AgentStep, ...] = ()
    stopped: str | None = None
    explanation: Any = None
    usage: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QueryComparison:
    """Query with its truth and answers.

    Attributes:
        kind: Kind of items in lists, ``paper`` or ``author``; None for other answers.
        truth: Ids of the best list, or the true number, choice, text or record.
        is_later: Whether the truth lies after the day of the query.
        answers: In the given order of systems.
    """

    query: Query
    kind: Literal["paper", "author"] | None
    truth: Any
    is_later: bool
    answers: tuple[RunAnswer, ...]


def list_metrics(task: TaskEvaluation, system: str, scoring: Scoring) -> list[str]:
    """List the metrics of a system that have values by query, the headline first."""
    first: Row = next(iter(task.per_query(system, scoring).values()), {})
    headline = task.about["headline"]
    return sorted(first, key=lambda name: name != headline)


def score_questions(
    task: TaskEvaluation,
    system: str,
    other: str | None = None,
    *,
    metric: str,
    scoring: Scoring,
    order: Order = "lowest",
) -> list[Row]:
    """Return the scores of a run by query, or its lead over another run.

    Returns:
        ``query_id``, ``score``, and with another run ``other`` and ``difference``; sorted by the
        last of these, queries without a value at the end.

    Raises:
        NotFoundError: If a system or the metric has no scores by query.
        DataError: If these are damaged.
    """
    if metric not in (names := list_metrics(task, system, scoring)):
        raise NotFoundError(f"no {metric} by question of {system}", hint=suggest(metric, names))
    of = task.per_query(system, scoring)
    against = {} if other is None else task.per_query(other, scoring)
    rows: list[Row] = []
    for query_id, scores in of.items():
        row: Row = {"query_id": query_id, "score": scores.get(metric)}
        if other is not None:
            row["other"] = against.get(query_id, {}).get(metric)
            both = row["score"] is not None and row["other"] is not None
            row["difference"] = row["score"] - row["other"] if both else None
        rows.append(row)
    by, sign = "score" if other is None else "difference", 1 if order == "lowest" else -1
    return sorted(rows, key=lambda row: (row[by] is None, sign * (row[by] or 0.0), row["query_id"]))


def load_question(
    folders: Contents, evaluated: TaskEvaluation, query_id: str, systems: Sequence[str]
) -> QueryComparison:
    """Load one query of a task, its truth, and the answers of some systems.

    Raises:
        NotFoundError: If the folder of the task, the query or a system is missing.
        DataError: If a file is damaged, or the task is of a type outside this package.
    """
    task, task_type = load_task(folders, evaluated)
    split = evaluated.about["split"]
    query = next((item for item in task.queries(split) if item.query_id == query_id), None)
    truth = task.truth(split).get(query_id)
    if query is None or truth is None:
        raise NotFoundError(f"no question {query_id!r} in {evaluated.name}", hint="Choose another.")
    scoring: Scoring = next(iter(evaluated.results))
    try:
        best = task_type.ideal(query, truth, scoring)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"the truth of {query_id} cannot be read ({task.folder})",
            hint="Build the task again with `scinet task build`.",
        ) from error
    return QueryComparison(
        query=query,
        kind=_item_kind(task_type),
        truth=best,
        is_later=task.suite in FORECASTS,
        answers=tuple(_load_answer(folders, evaluated, task, query_id, item) for item in systems),
    )


def load_task(folders: Contents, evaluated: TaskEvaluation) -> tuple[Task, TaskType]:
    """Load an evaluated task and its type, never from an outside module.

    Raises:
        NotFoundError: If its folder is missing.
        DataError: If it is damaged, or of a type outside this package.
    """
    task = Task.read(folders.find_folder(evaluated))
    if task.type_class or task.id not in TASK_TYPES:
        raise DataError(
            f"{evaluated.name} is a task of a type outside this package", hint=_OUTSIDE_HINT
        )
    return task, TASK_TYPES[task.id]


def _item_kind(task_type: TaskType) -> Literal["paper", "author"] | None:
    answers = task_type.answers
    return answers.item if issubclass(answers, RankedList) else None  # type: ignore[return-value]


def _load_answer(
    folders: Contents, evaluated: TaskEvaluation, task: Task, query_id: str, system: str
) -> RunAnswer:
    scores: dict[Scoring, Row] = {
        scoring: evaluated.per_query(system, scoring).get(query_id, {})
        for scoring, of in evaluated.results.items()
        if system in of
    }
    file = folders.find_run(evaluated, system)
    if file is None:
        return RunAnswer(system, is_there=False, scores=scores)
    run = TASK_TYPES[task.id].read_run(file, task, evaluated.about["split"])
    answer = run.answers.get(query_id)
    if answer is None:
        return RunAnswer(system, is_there=True, scores=scores, fault="not in the run")
    steps, stopped, details = _parse_explanation(answer.explanation)
    return RunAnswer(
        system,
        is_there=True,
        items=get_items(answer),
        content=_answer_content(answer),
        fault=answer.fault or "",
        scores=scores,
        steps=steps,
        stopped=stopped,
        explanation=details,
        usage=answer.usage or {},
    )


def _answer_content(answer: Answer) -> Any:
    if answer.fault is not None or isinstance(answer, RankedList):
        return None
    values = answer.given()
    return next(iter(values.values())) if len(values) == 1 else values


def _parse_explanation(explanation: Any) -> tuple[tuple[AgentStep, ...], str | None, Any]:
    """Return the steps of an agent, the limit that stopped it, and any other explanation."""
    if not (isinstance(explanation, dict) and isinstance(explanation.get("steps"), list)):
        return (), None, explanation
    steps = tuple(_parse_step(row) for row in explanation["steps"] if isinstance(row, dict))
    stopped = explanation.get("stopped")
    rest = {k: v for k, v in explanation.items() if k not in {"steps", "stopped"}}
    return steps, None if stopped is None else str(stopped), rest or None


def _parse_step(row: Row) -> AgentStep:
    calls = row.get("calls")
    fault = " ".join(str(row[name]) for name in ("status", "reason") if row.get(name))
    return AgentStep(
        str(row.get("text") or ""),
        tuple(
            AgentToolCall(str(call.get("tool")), call.get("arguments"), call.get("result"))
            for call in (calls if isinstance(calls, list) else ())
            if isinstance(call, dict)
        ),
        fault,
    )
