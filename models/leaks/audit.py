"""Asks systems about the past twice, once with a planted future, and compares bit by bit.

A third time what was planted is dated earlier, where it has to be seen: an audit in which even that
moves nothing is blind, and its findings say so.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from scinet.errors import SplitError
from scinet.eval.run import Answer
from scinet.eval.task import Query, Row, Task
from scinet.eval.tasks.kind import Kind, Material
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.models.answer import answers
from scinet.models.dense import embed
from scinet.models.leaks.compare import difference
from scinet.models.leaks.future import Future, invent
from scinet.models.leaks.worlds import World, planted
from scinet.models.learned import Learned, Lesson
from scinet.models.system import System

_LATER_DAYS: Final = 400
# A cut counts what it hides, for people; and a graph with more papers is another graph.
_NOT_OF_THE_PAST: Final = frozenset({"graph_fingerprint", "left_out"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was computed with and without a planted future.

    Attributes:
        part: ``arrays``, ``task files``, ``queries`` or ``answers``.
        of: Whose: a task or a system.
        as_of: The day on or after which everything planted is dated.
        compared: How many: arrays, tables, queries, answers.
        equal: Whether all were the same to the last bit.
        difference: The first one, None when there is none.
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


@dataclass(frozen=True, slots=True)
class Probe:
    """Something to compute in each world.

    Attributes:
        part: As in :class:`Finding`.
        of: As in :class:`Finding`.
        look: Computes it; anything with a length that :func:`difference` understands.
        has_to_see: Whether it has to move with the same papers dated earlier.
    """

    part: str
    of: str
    look: Callable[[World], Any]
    has_to_see: bool = True


def audit(
    systems: Sequence[System],
    kind: Kind,
    task: Task,
    world: World,
    *,
    split: str = "test",
    days: int = 3,
    queries: int = 20,
    seed: int = 0,
) -> list[Finding]:
    """Compare a task and the answers of systems to it with and without a planted future.

    Args:
        systems: The systems; those that learn are trained in each world.
        kind: The task's kind.
        task: The task.
        world: The graph that it was built from.
        split: The split whose queries are asked.
        days: Cut-off days to try, spread from the first to the last that is asked about.
        queries: Queries of each day.
        seed: Fixes what is planted.

    Raises:
        NotFoundError: If the task has no such split.
        DataError: If the graph is another one than the task was built from.
        SplitError: If a system learns and the task has nothing to learn from.
    """
    task.must_be_of(world.snapshot.graph_fingerprint)
    everything = task.queries(split)
    end = task.before[split]
    # An imported task has no options that it could be built again with.
    is_built = {field.name for field in fields(kind.options)} == set(task.options)
    asked_on = _spread(sorted({query.before for query in everything}), days)
    found: list[Finding] = []
    for day in sorted({*asked_on, end} if is_built else asked_on):
        asked = [query for query in everything if query.before == day][:queries]
        probes = [_arrays(day)]
        if is_built:
            probes.append(_files(kind, task, end) if day == end else _queries(kind, task, end, day))
        if asked:
            probes += [_answers(one, kind, task, asked) for one in systems]
        found += try_all(probes, world, day, asked, seed=seed)
    return found


def try_all(
    probes: Sequence[Probe], world: World, day: date, asked: Sequence[Query], *, seed: int
) -> list[Finding]:
    """Compute each probe in the world as it is and in its twins.

    Args:
        probes: What to compute.
        world: The world as it is.
        day: What is planted is dated on or after it.
        asked: Queries that it touches.
        seed: Fixes what is planted.
    """
    names = _venue_names(world)
    future, past = (
        invent(world.snapshot, day, asked, seed=seed, venue_names=names, is_old=is_old)
        for is_old in (False, True)
    )
    as_is = [probe.look(world) for probe in probes]
    with planted(world, future, seed=seed) as twin:
        after = [probe.look(twin) for probe in probes]
    seen = _seen(probes, as_is, world, past, seed)
    return [
        Finding(probe.part, probe.of, day, len(one), moved is None, moved, is_seen)
        for probe, one, other, is_seen in zip(probes, as_is, after, seen, strict=True)
        for moved in (difference(one, other, probe.part),)
    ]


def _seen(
    probes: Sequence[Probe], as_is: Sequence[Any], world: World, past: Future, seed: int
) -> list[bool | None]:
    with planted(world, past, seed=seed, is_dealt=False) as twin:
        return [
            difference(one, probe.look(twin)) is not None if probe.has_to_see else None
            for probe, one in zip(probes, as_is, strict=True)
        ]


def _arrays(day: date) -> Probe:
    """Everything in a snapshot that is to be the same whatever comes later."""
    names = [field.name for field in fields(Snapshot) if field.name not in _NOT_OF_THE_PAST]

    def look(world: World) -> dict[str, Any]:
        past = world.snapshot.until(day)
        return {name: getattr(past, name) for name in names}

    return Probe("arrays", "snapshot", look)


def _answers(system: System, kind: Kind, task: Task, asked: Sequence[Query]) -> Probe:
    """Answers, after one of the queries was asked as of a later day.

    That answer does not count, but what it leaves in a cache may be of that day.
    """
    later = asked[0].before + timedelta(_LATER_DAYS)
    all_asked = [replace(asked[0], before=later), *asked]
    if isinstance(system, Learned) and "val" not in task.before:
        raise SplitError(
            f"{system.name} has to learn, and the task has no split val ({task.folder})",
            hint="Build it with -o train_years=N -o validation_years=N.",
        )

    def look(world: World) -> list[Answer]:
        database = cast(Database, world.database)  # who asks none is content without
        with tempfile.TemporaryDirectory() as room:
            cache, learned = Path(room) / "cache", None
            if isinstance(system, Learned):
                learned = Path(room) / "learned"
                learned.mkdir()
                past = world.snapshot.until(task.before["val"])
                system.train(Lesson(task, kind, database, past, learned, cache))
            given = answers(
                replace(system),
                all_asked,
                kind,
                database=database,
                snapshot=world.snapshot,
                cache=cache,
                learned=learned,
            )
            return list(given)[1:]

    return Probe("answers", system.name, look)


def _files(kind: Kind, task: Task, end: date) -> Probe:
    """All rows of the task, built anew; nothing dated after its end is true."""

    def look(world: World) -> dict[str, Any]:
        draft = kind.build(_material(task, world, end), kind.options(**task.options))
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


def _queries(kind: Kind, task: Task, end: date, day: date) -> Probe:
    """Queries as of the day or earlier about papers that are older than the day.

    The period goes on after the day, so that what is planted brings queries of its own.
    """
    options = kind.options(**task.options)
    if "targets" in task.options:  # which of them are drawn depends on how many there are
        options = replace(options, targets=0)

    def look(world: World) -> dict[str, Row]:
        draft = kind.build(_material(task, world, end), options)
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
    return Material(cast(Database, world.database), past, end, task.seed, embed)


def _venue_names(world: World) -> dict[str, str]:
    if world.database is None:
        return {}
    ids = [str(venue) for venue in world.snapshot.venue_id]
    rows = world.database.rows("task/venue_names", venue_ids=ids)
    return {row["venue_id"]: row["name"] for row in rows}


def _spread(days: Sequence[date], count: int) -> list[date]:
    """So many of the days, the first and the last among them; one is the middle one."""
    if count == 1:
        return [days[len(days) // 2]]
    places = np.linspace(0, len(days) - 1, min(count, len(days)))
    return [days[int(place)] for place in places]
