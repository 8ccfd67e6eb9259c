"""Every task and every system is audited: whoever adds one gets the audit with it."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

import pytest
from helpers.audited_tasks import SMALL_SYSTEMS, SMALL_TASKS, built, stand_in
from helpers.audited_world import load_world
from helpers.scored_network import BEFORE

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import items_of
from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Query, Row, Task, write
from scinet.eval.task_type import Material
from scinet.experiments.leak_audit.audit import audit, audit_training, try_all
from scinet.experiments.leak_audit.compare import difference
from scinet.experiments.leak_audit.planted_papers import invent
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import World, plant
from scinet.graph.communities import Community
from scinet.graph.communities import write as write_communities
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.edit import with_records
from scinet.models.base.run import answers
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.factorisation.embeddings import Embedded
from scinet.models.registry import SYSTEMS, make
from scinet.models.text import dense

# Graph Data Science does not see what is not committed: asked last, with the future loaded.
GDS: Final = {name for name, system in SYSTEMS.items() if issubclass(system, Embedded)}
# They ask a language model: what they show it is audited where they are tested.
ASKING: Final = {name for name, system in SYSTEMS.items() if system.asks_model} | {"claims-local"}
MISSING: Final = set() if find_spec("faiss") else {"dense-index"}


@pytest.fixture(scope="module")
def world(shared_database: Database) -> Iterator[World]:
    yield load_world(shared_database)
    shared_database.rows("admin/wipe")


def fitting(task: Task) -> list[System]:
    """Systems that can answer the task."""
    task_type = TASK_TYPES[task.id]
    told = set.intersection(*(set(query.inputs) for query in task.queries()))
    return [
        make(name, SMALL_SYSTEMS.get(name))
        for name, system in SYSTEMS.items()
        if issubclass(task_type.answers, system.answers)
        and name not in ASKING
        and system.needs <= told
        and name not in GDS
        and name not in MISSING
        and (not issubclass(system, TrainableSystem) or "train" in task.before)
    ]


SEEN: dict[str, list[bool | None]] = {}
# They go by the papers that the query names alone: here even the past moves nothing.
UNMOVED: Final = {
    "nearest-reference",
    "random-reference",
    "pair-team-size",
    "pair-new-references",
    "pair-early-citations",
    "pair-h-index",
}


@pytest.mark.parametrize("name", TASK_TYPES)
def test_nothing_moves_with_the_future(
    name: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "embed", stand_in)
    task = built(name, world, tmp_path / "task")
    learned = [one for one in fitting(task) if isinstance(one, TrainableSystem)]
    others = [one for one in fitting(task) if not isinstance(one, TrainableSystem)]
    found = audit(others, TASK_TYPES[name], task, world, days=2, queries=6)
    if learned:
        found += audit_training(learned, TASK_TYPES[name], task, world, queries=6)
    # Which papers make a triplet is told by who cites them later, as the suite defines it.
    chosen = ("queries", name) if name.startswith("sciencemeter/") else None
    assert [one for one in found if not one.equal and (one.part, one.of) != chosen] == []
    assert {one.part for one in found} >= {"arrays", "task files"}
    assert any(one.compared for one in found if one.part == "task files")
    for one in found:
        if one.part in {"answers", "training"}:
            SEEN.setdefault(one.of, []).append(one.is_seen)
    assert world.database is not None
    assert fingerprint.current(world.database) == world.snapshot.graph_fingerprint


def test_communities_are_those_of_the_day(world: World, tmp_path: Path) -> None:
    database, task_type = world.database, TASK_TYPES["scinetbench/ego-disruption"]
    assert database is not None
    halves = [tuple(map(str, world.snapshot.paper_id[start::2])) for start in (0, 1)]
    # As of the day of the task, and, of other halves, as of all days.
    for before, papers in ((BEFORE, halves), (None, halves[::-1])):
        found = [
            Community(f"{before} {number}", name, tuple(sorted(one)))
            for number, (name, one) in enumerate(zip(("left", "right"), papers, strict=True))
        ]
        write_communities(
            database,
            found,
            before=before,
            resolution=1.0,
            seed=0,
            graph_fingerprint=world.snapshot.graph_fingerprint,
        )
    options = {**SMALL_TASKS[task_type.suite + "/" + task_type.name], "subfield_by": "community"}
    material = Material(world.snapshot.until(BEFORE), BEFORE, 0, database)
    task = write(task_type.build(material, task_type.read_options(options)), tmp_path / "task")
    assert {query.inputs["subfield"] for query in task.queries()} == {"left", "right"}
    found_by = audit([make("graph-edges")], task_type, task, world, days=1, queries=2)
    assert {one.part for one in found_by if one.equal} == {"arrays", "task files", "answers"}

    def of_all_days(world: World) -> list[Row]:
        asked = {"before": None, "graph_fingerprint": world.snapshot.graph_fingerprint}
        return cast(Database, world.database).rows("community/members", **asked)

    probe = Probe("feature", "ours", of_all_days, has_to_see=False)
    (leaky,) = try_all([probe], world, BEFORE, task.queries(), seed=0)
    assert not leaky.equal


def test_every_system_was_asked_and_sees_the_past() -> None:
    assert SEEN.keys() == SYSTEMS.keys() - GDS - ASKING - MISSING
    assert {name for name, seen in SEEN.items() if not any(seen)} <= UNMOVED


def test_the_database_is_as_it_was(world: World) -> None:
    assert world.database is not None
    assert fingerprint.compute(world.database).hex == world.snapshot.graph_fingerprint


def test_what_graph_data_science_makes_does_not_move(world: World, tmp_path: Path) -> None:
    database = world.database
    assert database is not None
    asked: list[tuple[System, Task, list[Query]]] = []
    for name in ("prescience/collaborators", "prescience/prior-work"):
        task = built(name, world, tmp_path / name)
        day = task.queries()[0].before
        queries = [query for query in task.queries() if query.before == day][:4]
        systems = [
            make(one) for one in sorted(GDS) if SYSTEMS[one].answers == TASK_TYPES[name].answers
        ]
        asked += [(system, task, queries) for system in systems]
    assert len(asked) == len(GDS)
    database = world.database
    assert database is not None

    def found(snapshot: Snapshot) -> list[list[Answer]]:
        return [
            list(answers(one, queries, TASK_TYPES[t.id], database=database, snapshot=snapshot))
            for one, t, queries in asked
        ]

    before = found(world.snapshot)
    assert any(items_of(answer) for listed in before for answer in listed)
    day = max(query.before for _, _, queries in asked for query in queries)
    future = invent(world.snapshot, day, asked[0][2], seed=0)
    plant(database, future, world.snapshot)
    after = found(with_records(world.snapshot, future.records, citations=future.citations))
    assert difference(before, after) is None
