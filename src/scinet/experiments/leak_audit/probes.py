"""Probes of an audit, run in each world: arrays, the rebuilt task, its queries, and answers."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer
from scinet.eval.task import Query, Row, Task
from scinet.eval.task_type import BuildContext, TaskType
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem, TrainingData, require_training_splits
from scinet.models.text.dense import embed

_LATER_DAYS: Final = 400
# The counts of a cut are ignored; and a graph with more papers has another fingerprint.
_IGNORED_FIELDS: Final = frozenset({"graph_fingerprint", "left_out"})


@dataclass(frozen=True, slots=True)
class Probe:
    """Computation to run in each world.

    Attributes:
        part: As in :class:`~scinet.experiments.leak_audit.findings.LeakFinding`.
        look: Runs it; returns a sized value made of plain values and arrays.
        has_control: Whether it is also run with the same papers dated earlier.
        shared_only: Whether it is a mapping of which only the keys in both worlds are compared.
        may_fail: Whether there may be nothing to compute.
    """

    part: str
    of: str
    look: Callable[[AuditWorld], Any]
    has_control: bool = True
    shared_only: bool = False
    may_fail: bool = False


def make_arrays_probe(day: date) -> Probe:
    """Probe every field of a snapshot that must not depend on later data."""
    names = [field.name for field in fields(Snapshot) if field.name not in _IGNORED_FIELDS]

    def look(world: AuditWorld) -> dict[str, Any]:
        past = world.snapshot.until(day)
        return {name: getattr(past, name) for name in names}

    return Probe("arrays", "snapshot", look)


def make_answers_probe(
    system: System, task_type: TaskType, task: Task, queries: Sequence[Query]
) -> Probe:
    """Probe answers, after one of the queries was answered as of a later day.

    That answer does not count, but its entries in a cache may be of that day. For a trainable
    system its figures and files precede the answers: few trees and one epoch may leave answers
    unchanged.
    """
    later = max(query.before for query in queries) + timedelta(_LATER_DAYS)
    all_asked = [replace(queries[0], before=later), *queries]
    if isinstance(system, TrainableSystem):
        require_training_splits(system, task)

    def look(world: AuditWorld) -> list[Answer | Row]:
        with tempfile.TemporaryDirectory() as room:
            cache, learned = Path(room) / "cache", None
            results: list[Answer | Row] = []
            if isinstance(system, TrainableSystem):
                learned = Path(room) / "learned"
                learned.mkdir()
                past = world.snapshot.until(task.before["val"])
                figures = system.train(
                    TrainingData(task, task_type, past, learned, world.database, cache)
                )
                results.append({"figures": _drop_seconds(figures), "files": _read_files(learned)})
            new_answers = answer_queries(
                replace(system),
                all_asked,
                task_type,
                database=world.database,
                snapshot=world.snapshot,
                cache=cache,
                learned=learned,
            )
            return results + list(new_answers)[1:]

    return Probe("answers", system.name, look)


def _drop_seconds(value: Any) -> Any:
    """Remove durations from figures and weights."""
    if isinstance(value, Mapping):
        return {name: _drop_seconds(item) for name, item in value.items() if name != "seconds"}
    if isinstance(value, list):
        return [_drop_seconds(item) for item in value]
    return value.numpy() if hasattr(value, "detach") else value


def _read_files(folder: Path) -> Row:
    """Return the content of each file; checkpoints, which hold durations, are parsed."""
    contents: Row = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder).as_posix()
        if file.suffix == ".pt":
            import torch

            contents[name] = _drop_seconds(torch.load(file, map_location="cpu", weights_only=True))
        else:
            contents[name] = sha256(file.read_bytes()).hexdigest()
    return contents


def make_files_probe(task_type: TaskType, task: Task, day: date) -> Probe:
    """Probe all rows of the splits that end by the day, of the rebuilt task.

    Their truth is not dated later, though the task may go on.
    """

    def look(world: AuditWorld) -> dict[str, Any]:
        draft = task_type.build(_make_material(task, world), task_type.get_options(task))
        return {
            f"{name}/{table}": rows
            for name, split in draft.splits.items()
            if split.before <= day
            for table, rows in (
                ("queries", [asdict(query) for query in split.queries]),
                ("truth", list(split.truth)),
                *((table, list(rows)) for table, rows in split.tables.items()),
            )
            if rows
        }

    return Probe("task files", task.id, look, has_control=False)


def make_queries_probe(task_type: TaskType, task: Task, day: date) -> Probe:
    """Probe the queries as of the day or earlier about papers older than the day.

    The task goes on after the day, so that planted papers bring queries of their own. Where the
    selection of papers depends on later data, only those in both worlds are compared, by their
    inputs.
    """
    options = task_type.get_options(task)
    if "targets" in task.options:  # which of them are sampled depends on how many there are
        options = replace(options, targets=0)

    def look(world: AuditWorld) -> dict[str, list[Row]]:
        draft = task_type.build(_make_material(task, world), options)
        past = set(world.snapshot.until(day).paper_id)
        rows: dict[str, list[Row]] = {}
        for split in draft.splits.values():
            for query, truth in zip(split.queries, split.truth, strict=True):
                if query.before > day:
                    continue
                named_rows = (
                    _named_things(query) if task_type.asks_by_truth else _whole_query(query, truth)
                )
                for name, row in named_rows:
                    rows_of_name = rows.setdefault(name, [])
                    if row not in rows_of_name:
                        rows_of_name.append(row)
        return {
            name: rows_of_name
            for name, rows_of_name in rows.items()
            if rows_of_name[0]["paper_id"] in past
        }

    return Probe("queries", task.id, look, has_control=False, shared_only=task_type.asks_by_truth)


def _whole_query(query: Query, truth: Row) -> Iterator[tuple[str, Row]]:
    """Yield the paper of a query, and the query without its number."""
    paper = truth.get("paper_id", query.inputs.get("paper_id"))
    if paper is not None:
        yield paper, {**asdict(query), "query_id": None, "paper_id": paper}


def _named_things(query: Query) -> Iterator[tuple[str, Row]]:
    """Yield each paper or artefact in a query with its inputs."""
    for thing in query.inputs.values():
        if isinstance(thing, Mapping) and "paper_id" in thing:
            yield thing.get("artifact_id", thing["paper_id"]), dict(thing)


def _make_material(task: Task, world: AuditWorld) -> BuildContext:
    end = max(task.before.values())
    return BuildContext(world.snapshot.until(end), end, task.seed, world.database, embed)
