"""What an audit computes in each world: arrays, the task built anew, its questions, and answers."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        part: As in :class:`~scinet.experiments.leak_audit.findings.Finding`.
        look: Computes it; anything with a length that is made of plain values and arrays.
        has_to_see: Whether it is also looked at with the same papers dated earlier.
        of_both: Whether it is a mapping of which only what stands in both worlds is compared.
        may_fail: Whether there may be nothing to compute.
    """

    part: str
    of: str
    look: Callable[[World], Any]
    has_to_see: bool = True
    of_both: bool = False
    may_fail: bool = False


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
    later = max(query.before for query in asked) + timedelta(_LATER_DAYS)
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
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder).as_posix()
        if file.suffix == ".pt":
            import torch

            found[name] = _untimed(torch.load(file, map_location="cpu", weights_only=True))
        else:
            found[name] = sha256(file.read_bytes()).hexdigest()
    return found


def files_probe(task_type: TaskType, task: Task, day: date) -> Probe:
    """All rows of the splits that end by the day, of the task built anew.

    Nothing dated later is true there, though the task may go on.
    """

    def look(world: World) -> dict[str, Any]:
        draft = task_type.build(_material(task, world), task_type.options_of(task))
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

    return Probe("task files", task.id, look, has_to_see=False)


def queries_probe(task_type: TaskType, task: Task, day: date) -> Probe:
    """What is asked as of the day or earlier about papers that are older than the day.

    The task goes on after the day, so that what is planted brings queries of its own. Where it
    follows from what came later which papers are asked about, those are compared that are in both
    worlds, by what is said of each.
    """
    options = task_type.options_of(task)
    if "targets" in task.options:  # which of them are sampled depends on how many there are
        options = replace(options, targets=0)

    def look(world: World) -> dict[str, list[Row]]:
        draft = task_type.build(_material(task, world), options)
        past = set(world.snapshot.until(day).paper_id)
        rows: dict[str, list[Row]] = {}
        for split in draft.splits.values():
            for query, truth in zip(split.queries, split.truth, strict=True):
                if query.before > day:
                    continue
                about = _named(query) if task_type.asks_by_truth else _whole(query, truth)
                for name, row in about:
                    said = rows.setdefault(name, [])
                    if row not in said:
                        said.append(row)
        return {name: said for name, said in rows.items() if said[0]["paper_id"] in past}

    return Probe("queries", task.id, look, has_to_see=False, of_both=task_type.asks_by_truth)


def _whole(query: Query, truth: Row) -> Iterator[tuple[str, Row]]:
    """The paper that a query is about, and all of the query but its number."""
    paper = truth.get("paper_id", query.inputs.get("paper_id"))
    if paper is not None:
        yield paper, {**asdict(query), "query_id": None, "paper_id": paper}


def _named(query: Query) -> Iterator[tuple[str, Row]]:
    """Each thing that a query names with its paper, and what is said of it."""
    for said in query.inputs.values():
        if isinstance(said, Mapping) and "paper_id" in said:
            yield said.get("artifact_id", said["paper_id"]), dict(said)


def _material(task: Task, world: World) -> Material:
    """That of the whole task."""
    end = max(task.before.values())
    return Material(world.snapshot.until(end), end, task.seed, world.database, embed)
