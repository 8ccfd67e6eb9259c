"""What an audit computes in each world: arrays, the task built anew, its questions, and answers."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer
from scinet.eval.task import Query, Row, Task
from scinet.eval.task_type import Material, TaskType
from scinet.experiments.leak_audit.worlds import World
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answers
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem, TrainingData, must_teach
from scinet.models.text.dense import embed

_LATER_DAYS: Final = 400
# A cut counts what it hides, for people; and a graph with more papers is another graph.
_NOT_OF_THE_PAST: Final = frozenset({"graph_fingerprint", "left_out"})


@dataclass(frozen=True, slots=True)
class Probe:
    """Something to compute in each world.

    Attributes:
        part: As in :class:`~scinet.experiments.leak_audit.audit.Finding`.
        look: Computes it; anything with a length that is made of plain values and arrays.
    """

    part: str
    of: str
    look: Callable[[World], Any]
    has_to_see: bool = True


def arrays_probe(day: date) -> Probe:
    """Everything in a snapshot that is to be the same whatever comes later."""
    names = [field.name for field in fields(Snapshot) if field.name not in _NOT_OF_THE_PAST]

    def look(world: World) -> dict[str, Any]:
        past = world.snapshot.until(day)
        return {name: getattr(past, name) for name in names}

    return Probe("arrays", "snapshot", look)


def answers_probe(system: System, task_type: TaskType, task: Task, asked: Sequence[Query]) -> Probe:
    """Answers, after one of the queries was asked as of a later day.

    That answer does not count, but what it leaves in a cache may be of that day. Before the
    answers of a system that learns stand its figures and files: few trees and one epoch may
    leave answers as they were.
    """
    later = asked[0].before + timedelta(_LATER_DAYS)
    all_asked = [replace(asked[0], before=later), *asked]
    if isinstance(system, TrainableSystem):
        must_teach(system, task)

    def look(world: World) -> list[Answer | Row]:
        with tempfile.TemporaryDirectory() as room:
            cache, learned = Path(room) / "cache", None
            found: list[Answer | Row] = []
            if isinstance(system, TrainableSystem):
                learned = Path(room) / "learned"
                learned.mkdir()
                past = world.snapshot.until(task.before["val"])
                figures = system.train(
                    TrainingData(task, task_type, past, learned, world.database, cache)
                )
                found.append({"figures": _untimed(figures), "files": _files_in(learned)})
            given = answers(
                replace(system),
                all_asked,
                task_type,
                database=world.database,
                snapshot=world.snapshot,
                cache=cache,
                learned=learned,
            )
            return found + list(given)[1:]

    return Probe("answers", system.name, look)


def _untimed(value: Any) -> Any:
    """Figures and weights without the seconds that they took."""
    if isinstance(value, Mapping):
        return {name: _untimed(one) for name, one in value.items() if name != "seconds"}
    if isinstance(value, list):
        return [_untimed(one) for one in value]
    return value.numpy() if hasattr(value, "detach") else value


def _files_in(folder: Path) -> Row:
    """What stands in each file: of checkpoints, which hold seconds, what they are made of."""
    found: Row = {}
    for file in sorted(folder.iterdir()):
        if file.suffix == ".pt":
            import torch

            found[file.name] = _untimed(torch.load(file, map_location="cpu", weights_only=True))
        else:
            found[file.name] = sha256(file.read_bytes()).hexdigest()
    return found


def files_probe(task_type: TaskType, task: Task, end: date) -> Probe:
    """All rows of the task, built anew; nothing dated after its end is true."""

    def look(world: World) -> dict[str, Any]:
        draft = task_type.build(_material(task, world, end), task_type.options_of(task))
        return {
            f"{name}/{table}": rows
            for name, split in draft.splits.items()
            for table, rows in (
                ("queries", [asdict(query) for query in split.queries]),
                ("truth", list(split.truth)),
                *((table, list(rows)) for table, rows in split.tables.items()),
            )
        }

    return Probe("task files", task.id, look, has_to_see=False)


def queries_probe(task_type: TaskType, task: Task, end: date, day: date) -> Probe:
    """Queries as of the day or earlier about papers that are older than the day.

    The period goes on after the day, so that what is planted brings queries of its own.
    """
    options = task_type.options_of(task)
    if "targets" in task.options:  # which of them are sampled depends on how many there are
        options = replace(options, targets=0)

    def look(world: World) -> dict[str, Row]:
        draft = task_type.build(_material(task, world, end), options)
        past = set(world.snapshot.until(day).paper_id)
        rows: dict[str, Row] = {}
        for split in draft.splits.values():
            for query, truth in zip(split.queries, split.truth, strict=True):
                if query.before <= day and truth.get("paper_id") in past:
                    rows[truth["paper_id"]] = {**asdict(query), "query_id": None}
        return rows

    return Probe("queries", task.id, look, has_to_see=False)


def _material(task: Task, world: World, end: date) -> Material:
    past = world.snapshot.until(end)
    return Material(past, end, task.seed, world.database, embed)
