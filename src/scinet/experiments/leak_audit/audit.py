"""Asks systems about the past twice, once with a planted future, and compares bit by bit.

A third time what was planted is dated earlier, where it has to be seen: an audit in which even that
moves nothing is blind, and its findings say so.
"""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from pathlib import Path

import numpy as np

from scinet.errors import NotFoundError
from scinet.eval.task import Query, Row, Split, Task, TaskDraft, write
from scinet.eval.task_type import TaskType
from scinet.experiments.leak_audit.compare import difference
from scinet.experiments.leak_audit.planted_papers import Known, invent
from scinet.experiments.leak_audit.probes import (
    Probe,
    answers_probe,
    arrays_probe,
    files_probe,
    queries_probe,
)
from scinet.experiments.leak_audit.worlds import World, planted
from scinet.graph.sources.artifacts import RELEASED
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem, must_teach


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was computed with and without a planted future.

    Attributes:
        part: ``arrays``, ``task files``, ``queries``, ``answers``, or ``training``: answers after
            learning from questions of that very day.
        as_of: The day on or after which everything planted is dated.
        compared: How many: arrays, tables, queries, answers.
        is_seen: Whether the same papers move something when they are dated earlier; None where
            that was not tried.
    """

    part: str
    of: str
    as_of: date
    compared: int
    equal: bool
    difference: str | None
    is_seen: bool | None

    def row(self) -> Row:
        """As a row for people and programs."""
        return {**asdict(self), "as_of": self.as_of.isoformat()}


def audit(
    systems: Sequence[System],
    task_type: TaskType,
    task: Task,
    world: World,
    *,
    split: str = "test",
    days: int = 3,
    queries: int = 20,
    seed: int = 0,
) -> list[Finding]:
    """Compare a task and the answers of systems to it with and without a planted future.

    Days are spread from the first to the last that is asked about, with so many queries of each.
    Systems that learn are trained in each world.
    """
    task.must_be_of(world.snapshot.graph_fingerprint)
    everything = task.queries(split)
    end = task.before[split]
    # An imported task has no options that it could be built again with.
    is_built = {field.name for field in fields(task_type.options)} == set(task.options)
    counted = _counted(task_type, task)
    asked_on = _spread(sorted({query.before for query in everything}), days)
    found: list[Finding] = []
    for day in sorted({*asked_on, end} if is_built else asked_on):
        asked = [query for query in everything if query.before == day][:queries]
        probes = [arrays_probe(day)]
        if is_built:
            probes.append(
                files_probe(task_type, task, end)
                if day == end
                else queries_probe(task_type, task, end, day)
            )
        if asked:
            probes += [answers_probe(one, task_type, task, asked) for one in systems]
        found += try_all(probes, world, day, asked, seed=seed, counted=counted)
    learned = [one for one in systems if isinstance(one, TrainableSystem)]
    if learned:
        found += audit_training(learned, task_type, task, world, queries=queries, seed=seed)
    return found


def audit_training(
    systems: Sequence[TrainableSystem],
    task_type: TaskType,
    task: Task,
    world: World,
    *,
    queries: int = 20,
    seed: int = 0,
) -> list[Finding]:
    """Compare what systems learn from the questions of one day, and answer to them.

    All that follows the day is another, up to the end of ``val``: the papers that are asked about,
    too. There is no split ``test`` to learn from.
    """
    for system in systems:
        must_teach(system, task)
    days = Counter(query.before for query in task.queries("train"))
    day = max(days, key=lambda one: (days[one], one))
    with tempfile.TemporaryDirectory() as room:
        training = narrowed(task, day, Path(room) / "task")
        asked = training.queries("train")[:queries]
        probes = [
            replace(answers_probe(one, task_type, training, asked), part="training")
            for one in systems
        ]
        return try_all(probes, world, day, asked, seed=seed, counted=_counted(task_type, task))


def try_all(
    probes: Sequence[Probe],
    world: World,
    day: date,
    asked: Sequence[Query],
    *,
    seed: int,
    counted: str = "",
) -> list[Finding]:
    """Compute each probe in the world as it is and with a planted future.

    What is planted is dated on or after the day; later readings of the ``counted`` kind of loaded
    count are not planted.
    """
    known = _known(world, counted)
    future, past = (
        invent(world.snapshot, day, asked, seed=seed, known=known, is_old=is_old)
        for is_old in (False, True)
    )
    as_is = [probe.look(world) for probe in probes]
    with planted(world, future, seed=seed) as changed:
        after = [probe.look(changed) for probe in probes]
    with planted(world, past, seed=seed, is_dealt=False) as changed:
        seen = [
            difference(one, probe.look(changed)) is not None if probe.has_to_see else None
            for probe, one in zip(probes, as_is, strict=True)
        ]
    return [
        Finding(probe.part, probe.of, day, len(one), moved is None, moved, is_seen)
        for probe, one, other, is_seen in zip(probes, as_is, after, seen, strict=True)
        for moved in (difference(one, other, probe.part),)
    ]


def _counted(task_type: TaskType, task: Task) -> str:
    """Kind of the loaded count that a task asks for, empty for those that ask for none."""
    return str(task.options.get("count") or getattr(task_type, "kind", ""))


def _known(world: World, counted: str) -> Known:
    """What is to be shared by what is planted, of a graph in a database."""
    if world.database is None:
        return Known(counted=counted)
    ids = [str(venue) for venue in world.snapshot.venue_id]
    venues = world.database.rows("task/venue_names", venue_ids=ids, before=None)
    names = {row["venue_id"]: row["name"] for row in venues}
    found = {
        part: world.database.rows("task/artifact_counts", kind=kind)
        for part, kind in RELEASED.items()
    }
    place = {str(paper): number for number, paper in enumerate(world.snapshot.paper_id)}
    addresses = {
        part: [
            "https://" + row["artifact_id"].partition(":")[2]
            # Of the latest papers first: those are asked about.
            for row in sorted(rows, key=lambda row: -place.get(row["paper_id"], -1))
        ]
        for part, rows in found.items()
    }
    return Known(names, addresses, counted)


def _spread(days: Sequence[date], count: int) -> list[date]:
    """So many of the days, the first and the last among them; one is the middle one."""
    if count == 1:
        return [days[len(days) // 2]]
    places = np.linspace(0, len(days) - 1, min(count, len(days)))
    return [days[int(place)] for place in places]


def narrowed(task: Task, day: date, folder: Path) -> Task:
    """The questions of a day of ``train``, as ``train`` and as ``val``.

    Both end where they did. There is no other split: a system that reads one is refused.
    """
    queries = [query for query in task.queries("train") if query.before == day]
    asked = {query.query_id for query in queries}
    truth = [row for name, row in task.truth("train").items() if name in asked]
    tables = {}
    try:
        rows = task.table("candidates", "train")
        tables["candidates"] = [row for row in rows if row["query_id"] in asked]
    except NotFoundError:  # anything may be listed
        pass
    splits = {name: Split(task.before[name], queries, truth, tables) for name in ("train", "val")}
    return write(
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
