"""Build a run from answers in memory, for a system that is not a class of scinet's."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from scinet.errors import DataError
from scinet.eval.answer import Answer, ChoiceAnswer
from scinet.eval.ranked_list import RankedItem, RankedList
from scinet.eval.run import Run, RunHeader, is_name
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.validation import first_fault

if TYPE_CHECKING:
    import pandas as pd

Predictions: TypeAlias = Union[Mapping[str, Any], "pd.DataFrame", NDArray[Any]]

_FORMS_HINT: Final = (
    "Give a dict by query id, a data frame with a column query_id, or an array with a row for each "
    "of task.queries()."
)


def make_run(
    task: Task,
    system: str,
    answers: Predictions,
    *,
    version: str = "1",
    track: str = "text",
    split: str = "test",
    settings: Mapping[str, Any] | None = None,
    complete: bool = False,
) -> Run:
    """A run of a system of your own, from its answers.

    Args:
        task: The task that it answered.
        system: Its name in tables.
        answers: By query id, what the task asks for: ids with the best first or their scores by
            id, a number, ``A`` or ``B``, a text, or a JSON object; None, and queries that are not
            named, count as missing. Or a data frame: a row for each query with its ``query_id``
            and the answer in a column called as in a run file, such as ``value``; of lists a row
            for each item, with its ``id`` and perhaps a ``score``. Or an array with a row for each
            of ``task.queries()``; of lists it holds ids, or the scores of a query's candidates.
        version: Its version.
        track: What it could see: ``text``, ``graph`` or ``indicators``.
        split: The split whose queries it answered.
        settings: Whatever changes its answers.
        complete: Refuse answers in which a query is not named.

    Raises:
        DataError: If a query is unknown, an answer does not match the task, or the system
            cannot be named so.
        NotFoundError: If the task has no such split.
    """
    if not is_name(system):
        raise DataError(f"{system!r} cannot name a system", hint="Leave out / and \\.")
    if track not in {"text", "graph", "indicators"}:
        raise DataError(f"no track {track!r}", hint="There are text, graph and indicators.")
    kind, queries = get_task_type(task.type_name).answers, task.queries(split)
    by_query = _by_query(answers, queries, kind)
    where, query_ids = f"in split {split} ({task.folder})", {query.query_id for query in queries}
    if unknown := [name for name in by_query if name not in query_ids]:
        raise DataError(f"no query {unknown[0]!r} {where}", hint="`task.queries()` lists them.")
    missing = [query.query_id for query in queries if query.query_id not in by_query]
    if complete and missing:
        raise DataError(
            f"no answer to {len(missing):,} of {len(queries):,} queries {where}, the first is "
            f"{missing[0]!r}",
            hint="Answer each; None says that a query has no answer, and counts as missing.",
        )
    header = RunHeader(system, version, task.fingerprint, track, dict(settings or {}), None, split)
    parsed = {
        name: parse_answer(kind, name, content)
        for name, content in by_query.items()
        if content is not None
    }
    return Run(header, parsed)


def parse_answer(kind: type[Answer], query: str, value: Any) -> Answer:
    """Read an answer as :func:`make_run` takes it.

    Raises:
        DataError: If it does not match the task.
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    row = {_content_field(kind): value}
    try:
        if issubclass(kind, RankedList):
            row = {"items": _list_items(value)}
        elif issubclass(kind, ChoiceAnswer) and isinstance(value, Mapping):
            row = dict(value)
        return kind.parse({"query_id": query, **row})
    except (TypeError, ValueError) as error:
        fault = first_fault(error) if isinstance(error, ValidationError) else error
        raise DataError(
            f"the answer to {query} does not match the task: {fault}",
            hint=f"It asks for {kind.name}s.",
        ) from error


def _content_field(kind: type[Answer]) -> str:
    """The field of an answer that holds what is scored."""
    return next(
        field.name for field in fields(kind) if field.name != "query_id" and not field.kw_only
    )


def _list_items(value: Any) -> Any:
    """Items as a run file has them: given best first, or by id with their scores."""
    if isinstance(value, Mapping):
        scores = {item: float(score) for item, score in value.items()}
        ranked = sorted(scores, key=lambda item: -scores[item])
        return [{"id": item, "score": scores[item]} for item in ranked]
    if not isinstance(value, list | tuple):
        return value
    return [{"id": item} if isinstance(item, str) else item for item in value]


def _by_query(
    answers: Predictions, queries: Sequence[Query], kind: type[Answer]
) -> Mapping[str, Any]:
    """Answers by query id, whatever they are given as."""
    if isinstance(answers, Mapping):
        return answers
    if isinstance(answers, np.ndarray) and answers.ndim:
        return _of_rows(answers, queries, kind)
    import pandas as pd

    if not isinstance(answers, pd.DataFrame):
        raise DataError(f"expected predictions, got {type(answers).__name__}", hint=_FORMS_HINT)
    frame = answers.reset_index() if answers.index.name == "query_id" else answers
    is_list = issubclass(kind, RankedList)
    wanted = {"id", "title"} if is_list else {_content_field(kind)}
    if "query_id" not in frame or not wanted & set(frame):
        raise DataError(
            f"a data frame of predictions needs query_id and {' or '.join(sorted(wanted))}, this "
            f"has {', '.join(map(str, frame))}",
            hint=_FORMS_HINT,
        )
    if is_list:
        return _of_items(frame)
    if frame.query_id.duplicated().any():
        query = frame.query_id[frame.query_id.duplicated()].iloc[0]
        raise DataError(f"query {query!r} is answered twice", hint="Leave one row of it.")
    columns = [field.name for field in fields(kind) if field.name in frame]
    rows = frame[columns].to_dict("records")
    is_whole = issubclass(kind, ChoiceAnswer)
    return {row.pop("query_id"): row if is_whole else row[_content_field(kind)] for row in rows}


def _of_rows(answers: NDArray[Any], queries: Sequence[Query], kind: type[Answer]) -> dict[str, Any]:
    """The rows of an array, each of one query."""
    if len(answers) != len(queries):
        raise DataError(
            f"{len(answers):,} predictions for {len(queries):,} queries", hint=_FORMS_HINT
        )
    rows = answers.tolist()
    if issubclass(kind, RankedList) and answers.dtype.kind in "fiu":
        for query, row in zip(queries, rows, strict=True):
            if not isinstance(row, list) or len(row) != len(query.candidates or ()):
                raise DataError(
                    f"an array of scores needs one for each candidate of a query, and "
                    f"{query.query_id} has {len(query.candidates or ())}",
                    hint="Give ids, or a dict of scores by id for each query.",
                )
        rows = [
            dict(zip(q.candidates or (), row, strict=True))
            for q, row in zip(queries, rows, strict=True)
        ]
    return {query.query_id: row for query, row in zip(queries, rows, strict=True)}


def _of_items(frame: "pd.DataFrame") -> dict[str, Any]:
    """Lists of a data frame that has a row for each item; with scores the best come first."""
    if "score" in frame:
        frame = frame.sort_values("score", ascending=False, kind="stable")
    columns = [field.name for field in fields(RankedItem) if field.name in frame]
    lists: dict[str, Any] = {}
    for query, row in zip(frame.query_id, frame[columns].to_dict("records"), strict=True):
        # An id or a title may be missing; a score that is not a number is refused later.
        item = {n: value for n, value in row.items() if n == "score" or value == value}
        lists.setdefault(query, []).append(item)
    return lists
