"""Truth and runs of ranking tasks as trec_eval, and what is built on it, read them."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn

from scinet import saving
from scinet.errors import DataError
from scinet.eval.list_task import ListTask, is_unresolved
from scinet.eval.ranked_list import Item
from scinet.eval.run import Header, Run
from scinet.eval.suites.json_files import content_of
from scinet.eval.suites.official import Imported
from scinet.eval.task import Task
from scinet.eval.task_type import Marking, TaskType

TRUTH: Final = ".qrels"
RUN: Final = ".run"
_ALL: Final = 2**31  # a length that cuts no list


def write_truth(task_type: TaskType, task: Task, out: Path, *, split: str = "test") -> int:
    """Write the true items of each query, as strict scoring has them, with grade 1.

    Returns:
        The number of lines.

    Raises:
        DataError: If the answers of the task are no rankings.
    """
    ranking, truth = _ranking(task_type, task), task.truth(split)
    lines = [
        _line(query.query_id, "0", item, "1")
        for query in task.queries(split)
        for item in sorted(
            set(ranking.ideal(replace(query, k=_ALL), truth[query.query_id], "strict"))
        )
    ]
    saving.write("".join(lines), out)
    return len(lines)


def write_run(task_type: TaskType, task: Task, run: Run, out: Path, *, split: str = "test") -> int:
    """Write the lists of a run as strict scoring takes them.

    Each item stands once, items of equal scores in an order that the run cannot choose; their
    score is their place from the end, so that no reader puts them in another order.

    Returns:
        The number of queries that have an answer.

    Raises:
        DataError: If the answers of the task are no rankings, or the run names papers by title.
    """
    queries = task.queries(split)
    [found] = _ranking(task_type, task).resolve([run], queries, Marking(task, split=split))

    def lines() -> Iterator[str]:
        for query_id, items in found.answers.items():
            for place, item in enumerate(items):
                if not is_unresolved(item):
                    score = str(len(items) - place)
                    yield _line(query_id, "Q0", item, str(place + 1), score, run.header.system)

    saving.write("".join(lines()), out)
    return len(found.answers)


def read_run(task_type: TaskType, task: Task, file: Path, header: Header) -> Imported:
    """Read a run of TREC: lists by score, as trec_eval takes them, whatever their ranks say.

    Items of equal scores come in an order that the run cannot choose, as everywhere here.

    Raises:
        DataError: If the answers of the task are no rankings, or a line is not of six columns with
            a finite score, of a query that is not asked or of an item that the query has already.
    """
    answers = _ranking(task_type, task).answers
    known = {query.query_id for query in task.queries(header.split)}
    found: dict[str, dict[str, float]] = {}
    for number, line in enumerate(content_of(file).splitlines(), start=1):
        if not line.strip():
            continue
        query, item, score = _columns(line, file, number)
        if query not in known:
            _refuse(f"the task does not ask {query!r}", file, number)
        listed = found.setdefault(query, {})
        if item in listed:
            _refuse(f"{query} lists {item!r} twice", file, number)
        listed[item] = score
    lists = {
        query: answers(
            query,
            tuple(
                Item(item, None, score)
                for item, score in sorted(listed.items(), key=lambda one: -one[1])
            ),
        )
        for query, listed in found.items()
    }
    return Imported(Run(header, lists), {"records": len(lists)})


def _columns(line: bytes, file: Path, number: int) -> tuple[str, str, float]:
    """Query, item and score of a line."""
    try:
        words = line.decode("utf-8-sig").split()
    except UnicodeDecodeError:
        _refuse("it is not UTF-8", file, number)
    if len(words) != 6:
        _refuse(f"{len(words)} columns where a run has six", file, number)
    query, _, item, _, score, _ = words
    try:
        value = float(score)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        _refuse(f"the score {score!r} is not a number", file, number)
    return query, item, value


def _refuse(what: str, file: Path, number: int) -> NoReturn:
    raise DataError(
        f"{what} ({file}, line {number})",
        hint="A line is QUERY Q0 ITEM RANK SCORE SYSTEM, by the ids of the task.",
    )


def _ranking(task_type: TaskType, task: Task) -> ListTask:
    if isinstance(task_type, ListTask) and task_type.is_ranking:
        return task_type
    raise DataError(
        f"the answers of {task.id} are no rankings", hint="Choose a task that ranks its items."
    )


def _line(*words: str) -> str:
    for word in words:
        if not word or any(sign.isspace() for sign in word):
            raise DataError(
                f"{word!r} has a blank, which separates columns (TREC)",
                hint="Write the predictions of the suite, or JSON lines.",
            )
    return " ".join(words) + "\n"
