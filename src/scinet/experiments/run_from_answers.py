"""Build a run from answers in memory, for a system that is not a class of scinet's."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pydantic import ValidationError

from scinet.errors import DataError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import RankedList
from scinet.eval.run import Run, RunHeader, is_name
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task
from scinet.validation import first_fault


def make_run(
    task: Task,
    system: str,
    answers: Mapping[str, Any],
    *,
    version: str = "1",
    track: str = "text",
    split: str = "test",
    settings: Mapping[str, Any] | None = None,
) -> Run:
    """A run of a system of your own, from its answers.

    Args:
        task: The task that it answered.
        system: Its name in tables.
        answers: By query id, what the task asks for: ids with the best first, a number, ``A`` or
            ``B``, a text, or a JSON object. Queries without an answer are counted as missing.
        version: Its version.
        track: What it could see: ``text``, ``graph`` or ``indicators``.
        split: The split whose queries it answered.
        settings: Whatever changes its answers.

    Raises:
        DataError: If a query is unknown, an answer is not what the task asks for, or the system
            cannot be named so.
        NotFoundError: If the task has no such split.
    """
    if not is_name(system):
        raise DataError(f"{system!r} cannot name a system", hint="Leave out / and \\.")
    if track not in {"text", "graph", "indicators"}:
        raise DataError(f"no track {track!r}", hint="There are text, graph and indicators.")
    query_ids = {query.query_id for query in task.queries(split)}
    if unknown := [name for name in answers if name not in query_ids]:
        raise DataError(
            f"no query {unknown[0]!r} in split {split} ({task.folder})",
            hint="`task.queries()` lists them.",
        )
    kind = get_task_type(task.type_name).answers
    header = RunHeader(system, version, task.fingerprint, track, dict(settings or {}), None, split)
    return Run(
        header, {name: parse_answer(kind, name, content) for name, content in answers.items()}
    )


def parse_answer(kind: type[Answer], query: str, value: Any) -> Answer:
    """Read an answer as :func:`make_run` takes it.

    Raises:
        DataError: If it is not what the task asks for.
    """
    if issubclass(kind, RankedList) and isinstance(value, list | tuple):
        value = [{"id": item} if isinstance(item, str) else item for item in value]
    [content, *_] = [
        field.name for field in fields(kind) if field.name != "query_id" and not field.kw_only
    ]
    try:
        return kind.parse({"query_id": query, content: value})
    except ValidationError as error:
        raise DataError(
            f"the answer to {query} is not what the task asks for: {first_fault(error)}",
            hint=f"It asks for {kind.name}s.",
        ) from error
