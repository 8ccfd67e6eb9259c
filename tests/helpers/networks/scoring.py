"""Tasks, the runs that answer them and the scores of these, each made in one line."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

from scinet.eval.answer import Answer
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import get_official
from scinet.eval.options import EvaluationOptions
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.task import Query, Row, Split, Task, TaskDraft, write_task
from scinet.eval.task_type import BuildContext
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot


def draft_of(
    name: str,
    snapshot: Snapshot,
    options: Mapping[str, str] | None = None,
    *,
    database: Database | None = None,
    seed: int = 0,
    **more: Any,
) -> TaskDraft:
    """A task of a network that was cut at the day on which the task ends."""
    task_type = get_task_type(name)
    assert snapshot.before is not None
    context = BuildContext(snapshot, snapshot.before, seed, database, **more)
    return task_type.build(context, task_type.read_options(options or {}))


def import_draft(
    name: str,
    files: Sequence[Path],
    *,
    source: str | None = None,
    before: date | None = None,
    seed: int = 0,
    snapshot: Snapshot | None = None,
    **options: str,
) -> TaskDraft:
    """A task of files as its suite publishes them."""
    task_type = get_task_type(name)
    request = ImportRequest(task_type.read_options(options), source, before, seed, snapshot)
    return get_official(task_type.suite).task(task_type, files, request)


def task_of(
    name: str,
    queries: Sequence[Query],
    truth: Sequence[Row],
    folder: Path,
    *,
    before: date,
    tables: Mapping[str, Sequence[Row]] | None = None,
    **options: Any,
) -> Task:
    """A task of one split, whose queries and truth are given."""
    suite, _, short = name.partition("/")
    splits = {"test": Split(before, queries, truth, tables or {})}
    return write_task(TaskDraft(suite, short, options, 0, {}, {}, "none", splits), folder)


def header_of(task: Task, system: str = "mine", **more: Any) -> RunHeader:
    return RunHeader(system, "1", task.fingerprint, "text", **more)


def run_of(task: Task, answers: Iterable[Answer], system: str = "mine", **more: Any) -> Run:
    return Run(header_of(task, system, **more), {answer.query_id: answer for answer in answers})


def lists_of(papers: Mapping[str, Iterable[str | RankedItem]]) -> list[Answer]:
    return [
        PaperList(
            query, tuple(RankedItem(item) if isinstance(item, str) else item for item in ranked)
        )
        for query, ranked in papers.items()
    ]


def score(task: Task, runs: Sequence[Run] = (), **how: Any) -> dict[str, Result]:
    names = {field.name for field in fields(EvaluationOptions)} & how.keys()
    options = EvaluationOptions(**{name: how.pop(name) for name in names})
    results = evaluate(get_task_type(task.id), task, runs, options, **how)
    return {result.header.system: result for result in results}


def means(result: Result) -> dict[str, float]:
    return {metric.metric: metric.mean for metric in result.metrics}


def write_lines(file: Path, *rows: Any) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file
