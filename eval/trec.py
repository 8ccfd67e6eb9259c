"""Export and import of ranking tasks and runs in TREC format."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.list_task import ListTask, is_unresolved
from scinet.eval.ranked_list import RankedItem
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites.json_files import read_bytes
from scinet.eval.suites.official import ImportedRun
from scinet.eval.task import Task
from scinet.eval.task_type import ScoringContext, TaskType

QRELS_SUFFIX: Final = ".qrels"
RUN_SUFFIX: Final = ".run"
_NO_CUT: Final = 2**31  # exceeds the length of any list


def write_truth(task_type: TaskType, task: Task, out: Path, *, split: str = "test") -> int:
    """Write the true items of each query, as strict scoring has them, with grade 1.

    Returns:
        The number of lines.

    Raises:
        DataError: If the answers of the task are not rankings.
    """
    ranking, truth = _require_ranking(task_type, task), task.truth(split)
    lines = [
        _format_line(query.query_id, "0", item, "1")
        for query in task.queries(split)
        for item in sorted(
            set(ranking.ideal(replace(query, k=_NO_CUT), truth[query.query_id], "strict"))
        )
    ]
    atomic_files.write_file("".join(lines), out)
    return len(lines)


def write_run(task_type: TaskType, task: Task, run: Run, out: Path, *, split: str = "test") -> int:
    """Write the lists of a run as strict scoring takes them.

    Each item stands once, items of equal scores in the order of their hashes; scores count down
    from the length of the list, so that every reader keeps the order.

    Returns:
        The number of queries that have an answer.

    Raises:
        DataError: If the answers of the task are not rankings, or the run names papers by title.
    """
    queries = task.queries(split)
    [resolved] = _require_ranking(task_type, task).resolve(
        [run], queries, ScoringContext(task, split=split)
    )

    def lines() -> Iterator[str]:
        for query_id, items in resolved.answers.items():
            for place, item in enumerate(items):
                if not is_unresolved(item):
                    score = str(len(items) - place)
                    yield _format_line(
                        query_id, "Q0", item, str(place + 1), score, run.header.system
                    )

    atomic_files.write_file("".join(lines()), out)
    return len(resolved.answers)


def read_run(task_type: TaskType, task: Task, file: Path, header: RunHeader) -> ImportedRun:
    """Read a TREC run: lists by score, as trec_eval takes them, regardless of their ranks.

    Items of equal scores come in the order of their hashes, as everywhere here.

    Raises:
        DataError: If the answers of the task are not rankings, or a line is not of six columns with
        a finite score, of a query outside the task or of a repeated item.
    """
    answers = _require_ranking(task_type, task).answers
    query_ids = {query.query_id for query in task.queries(header.split)}
    scores: dict[str, dict[str, float]] = {}
    for number, line in enumerate(read_bytes(file).splitlines(), start=1):
        if not line.strip():
            continue
        query, item, score = _parse_line(line, file, number)
        if query not in query_ids:
            _refuse(f"the task does not ask {query!r}", file, number)
        listed = scores.setdefault(query, {})
        if item in listed:
            _refuse(f"{query} lists {item!r} twice", file, number)
        listed[item] = score
    lists = {
        query: answers(
            query,
            tuple(
                RankedItem(item, None, score)
                for item, score in sorted(listed.items(), key=lambda pair: -pair[1])
            ),
        )
        for query, listed in scores.items()
    }
    return ImportedRun(Run(header, lists), {"records": len(lists)})


def _parse_line(line: bytes, file: Path, number: int) -> tuple[str, str, float]:
    """Parse query, item and score of a line."""
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


def _require_ranking(task_type: TaskType, task: Task) -> ListTask:
    if isinstance(task_type, ListTask) and task_type.is_ranking:
        return task_type
    raise DataError(
        f"the answers of {task.id} are no rankings", hint="Choose a task that ranks its items."
    )


def _format_line(*words: str) -> str:
    for word in words:
        if not word or any(sign.isspace() for sign in word):
            raise DataError(
                f"{word!r} has a blank, which separates columns (TREC)",
                hint="Write the predictions of the suite, or JSON lines.",
            )
    return " ".join(words) + "\n"
