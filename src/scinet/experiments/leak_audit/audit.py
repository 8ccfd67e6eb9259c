"""Audit of systems: each answers with and without a planted future, compared bit by bit."""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task
from scinet.eval.task_type import TaskType
from scinet.experiments.leak_audit.findings import LeakFinding, not_compared, run_probes
from scinet.experiments.leak_audit.probes import (
    make_answers_probe,
    make_arrays_probe,
    make_files_probe,
    make_queries_probe,
)
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.models.base.system import System
from scinet.models.base.training import TRAINING_SPLITS, TrainableSystem, require_training_splits


def audit_answers(
    systems: Sequence[System],
    task_type: TaskType,
    task: Task,
    world: AuditWorld,
    *,
    split: str = "test",
    days: int = 3,
    queries: int = 20,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> list[LeakFinding]:
    """Compare a task and the answers of systems to it with and without a planted future.

    Days are spread from the first to the last of the queries, with ``queries`` of each; the ends of
    this and earlier splits are added, for the files. Trainable systems are trained in each world.

    Args:
        progress: Called with the numbers of finished days and of all.

    Raises:
        DataError: If a system uses a language model, or the split has no queries.
    """
    for system in systems:
        if system.asks_model:
            raise DataError(
                f"{system.name} needs a language model, and such systems cannot be audited",
                hint="Audit another system; what a model is sent is checked by the tests.",
            )
    task.check_graph(world.snapshot.graph_fingerprint)
    everything = task.queries(split)
    if not everything:
        raise DataError(
            f"no query in split {split!r} ({task.folder})",
            hint="Choose another with --split.",
        )
    end = task.before[split]
    # An imported task has no options to build it again with.
    is_built = {field.name for field in fields(task_type.options)} == set(task.options)
    ends = {day for day in task.before.values() if day <= end} if is_built else set()
    counted = _count_kind(task_type, task)
    learned = [
        candidate_system
        for candidate_system in systems
        if isinstance(candidate_system, TrainableSystem)
    ]
    # Systems trained on the split know its queries.
    answering = [
        candidate_system
        for candidate_system in systems
        if candidate_system not in learned or split not in TRAINING_SPLITS
    ]
    findings: list[LeakFinding] = []
    audit_days = sorted(
        {*_spread_days(sorted({query.before for query in everything}), days), *ends}
    )
    for number, day in enumerate(audit_days):
        if progress:
            progress(number, len(audit_days))
        day_queries = [query for query in everything if query.before == day][:queries]
        probes = [make_arrays_probe(day)]
        if day in ends:
            probes.append(make_files_probe(task_type, task, day))
        if is_built and day < max(task.before.values()):
            probes.append(make_queries_probe(task_type, task, day))
        if day_queries:
            probes += [
                make_answers_probe(candidate_system, task_type, task, day_queries)
                for candidate_system in answering
            ]
        probe_queries = day_queries or _last_queries(task, day)[-queries:]
        findings += run_probes(probes, world, day, probe_queries, seed=seed, counted=counted)
    if not is_built:
        findings.append(not_compared("task files", task.id, end, "the task was imported"))
    for candidate_system in learned:
        if candidate_system not in answering:
            why = f"it learns from split {split!r}; see training"
            findings.append(not_compared("answers", candidate_system.name, end, why))
    if learned:
        findings += audit_training(learned, task_type, task, world, queries=queries, seed=seed)
    return findings


def audit_training(
    systems: Sequence[TrainableSystem],
    task_type: TaskType,
    task: Task,
    world: AuditWorld,
    *,
    queries: int = 20,
    seed: int = 0,
) -> list[LeakFinding]:
    """Compare trainings on the queries of one day, and the answers after them.

    Everything after the day is replaced, up to the end of ``val``, including the papers of the
    queries. There is no split ``test``. A day with fewer ``queries`` is joined by those before it;
    where even so there is too little training data, nothing is compared.
    """
    for system in systems:
        require_training_splits(system, task)
    days = Counter(query.before for query in task.queries("train"))
    day = max(days, key=lambda item: (days[item], item))
    with tempfile.TemporaryDirectory() as room:
        training = narrow_task(task, days_up_to(day, days, queries), Path(room) / "task")
        last_queries = training.queries("train")[-queries:]
        probes = [
            replace(
                make_answers_probe(item, task_type, training, last_queries),
                part="training",
                may_fail=True,
            )
            for item in systems
        ]
        return run_probes(
            probes, world, day, last_queries, seed=seed, counted=_count_kind(task_type, task)
        )


def _count_kind(task_type: TaskType, task: Task) -> str:
    """Return the kind of the loaded count that a task uses, or an empty text."""
    return str(task.options.get("count") or getattr(task_type, "kind", ""))


def _spread_days(days: Sequence[date], count: int) -> list[date]:
    """Select ``count`` of the days, the first and the last among them; one is the middle one."""
    if count == 1:
        return [days[len(days) // 2]]
    places = np.linspace(0, len(days) - 1, min(count, len(days)))
    return [days[int(place)] for place in places]


def _last_queries(task: Task, end: date) -> list[Query]:
    """Return the queries of the splits that end on a day."""
    return [
        query for name, day in task.before.items() if day == end for query in task.queries(name)
    ]


def days_up_to(last: date, days: Counter[date], queries: int) -> set[date]:
    """Select a day and the days before it that together have enough queries."""
    selected: set[date] = set()
    for day in sorted((day for day in days if day <= last), reverse=True):
        if sum(days[earlier_day] for earlier_day in selected) >= queries:
            break
        selected.add(day)
    return selected


def narrow_task(task: Task, days: set[date], folder: Path) -> Task:
    """Limit a task to the queries of some days of ``train``, as ``train`` and as ``val``.

    Both keep their ends. There is no other split: a system that reads one is refused.
    """
    queries = [query for query in task.queries("train") if query.before in days]
    query_ids = {query.query_id for query in queries}
    truth = [row for name, row in task.truth("train").items() if name in query_ids]
    tables = {}
    try:
        rows = task.table("candidates", "train")
        tables["candidates"] = [row for row in rows if row["query_id"] in query_ids]
    except NotFoundError:  # anything may be listed
        pass
    splits = {name: Split(task.before[name], queries, truth, tables) for name in TRAINING_SPLITS}
    return write_task(
        TaskDraft(
            suite=task.suite,
            name=task.name,
            options=task.options,
            seed=task.seed,
            counts={"queries": len(queries)},
            left_out={},
            graph_fingerprint=task.graph_fingerprint,
            splits=splits,
        ),
        folder,
    )
