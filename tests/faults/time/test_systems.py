"""Tasks and systems: questions, truth, answers and prompts as of a day."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import date, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.networks.audited_tasks import small, stand_in
from helpers.networks.dated_worlds import Records, day_of_seed, loaded, pairs, together
from helpers.proof import Proof, parts
from helpers.servers.endpoint import Endpoint, Messages, filled
from helpers.servers.scripted_model import calls

from scinet.errors import ScinetError
from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Query, Task, TaskDraft, write_task
from scinet.eval.task_type import BuildContext, OracleTask
from scinet.experiments.leak_audit.compare import find_difference
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import read_snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base.run import answer_queries
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.factorisation.embeddings import GdsEmbedding
from scinet.models.registry import SYSTEMS, make_system
from scinet.models.text import dense

_AT_ONCE: Final = 4  # graphs in one load, so that tasks have enough to ask about
_QUERIES: Final = 3
_LATER: Final = timedelta(400)
_SEEING: Final = "popularity"  # in the short form it alone is asked as of too late a day
KINDS: Final[Mapping[str, type[System]]] = dict(SYSTEMS.items())
# Not asked here, and why.
ELSEWHERE: Final[Mapping[str, str]] = {
    **{
        name: "learns: test_training"
        for name, kind in KINDS.items()
        if issubclass(kind, TrainableSystem)
    },
    **{
        name: "reads what is committed: test_graph_data_science"
        for name, kind in KINDS.items()
        if issubclass(kind, GdsEmbedding)
    },
    "claims-local": "is shown what claims-llm is shown, by a model of its own",
    **({} if find_spec("faiss") else {"dense-index": "faiss is not installed"}),
}
Open = Callable[..., LLMSession]
Files = dict[str, Any]


def draft(name: str, world: AuditWorld, day: date) -> TaskDraft | str:
    """A task built as of the day, or why it is not."""
    task_type = TASK_TYPES[name]
    context = BuildContext(world.snapshot.until(day), day, 0, world.database, stand_in)
    try:
        return task_type.build(context, task_type.read_options(small(name, day)))
    except ScinetError as error:
        return str(error)


def files(result: TaskDraft | str) -> Files:
    if isinstance(result, str):
        return {"error": result}
    return {
        name: [list(map(asdict, split.queries)), list(split.truth), dict(split.tables)]
        for name, split in result.splits.items()
    }


def _is_asked(result: TaskDraft) -> bool:
    return any(split.queries for split in result.splits.values())


def queries_of(task: Task) -> list[Query]:
    """The queries of the latest split that has any."""
    return next(filter(None, map(task.queries, reversed(list(task.before)))))


def asked(system: System, task: Task, day: date) -> list[Query]:
    """Some of the questions, as of the day itself."""
    task_type = TASK_TYPES[task.id]
    queries = queries_of(task)
    if system.sees_truth:
        assert isinstance(task_type, OracleTask)
        queries = task_type.add_truth(task, split="test")
    return [replace(query, before=day) for query in queries[:_QUERIES]]


def fits(name: str, task: Task) -> bool:
    kind, task_type = KINDS[name], TASK_TYPES[task.id]
    told = set.intersection(*(set(query.inputs) for query in queries_of(task)))
    if kind.sees_truth:
        return isinstance(task_type, OracleTask) and kind.supports(task_type.answers)
    return kind.supports(task_type.answers) and kind.needs <= told and name not in ELSEWHERE


def looks(messages: Messages, body: dict[str, Any]) -> Any:
    """A model that looks things up, and answers in any form."""
    if "tools" not in body:
        return filled(messages, body)
    if any(message["role"] == "assistant" for message in messages):
        return "It is said."
    return calls(
        ("search_papers", {"text": "speech grammar planted", "limit": 5}),
        ("pair_citing", {"paper": "w0p03"}),
        ("ego_co_authors", {"author": "w0a1"}),
        ("lookup_author", {"author": "~stranger"}),
    )


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint) -> Endpoint:
    monkeypatch.setattr(dense, "embed", stand_in)
    endpoint.answer = looks
    return endpoint


@contextmanager
def world_of(database: Database, records: Records) -> Iterator[AuditWorld]:
    with loaded(database, records) as there:
        yield AuditWorld(read_snapshot(there), there)


def answer(
    name: str,
    task: Task,
    world: AuditWorld,
    day: date,
    endpoint: Endpoint,
    asker: LLMSession | None,
) -> list[Any]:
    """What a system says, and all that a model was sent for that, byte for byte."""
    system = make_system(name, {"retrieval": "bm25"} if name == "llm-rag" else {})
    endpoint.requests.clear()
    try:
        result = answer_queries(
            system,
            asked(system, task, day),
            TASK_TYPES[task.id],
            snapshot=world.snapshot,
            database=world.database,
            asker=asker if system.asks_model else None,
        )
        given: list[Any] = [replace(item, usage=None) for item in result]  # it holds seconds
    except ScinetError as error:
        given = [str(error)]
    return [*given, sorted(json.dumps(body, sort_keys=True) for body in endpoint.requests)]


@pytest.mark.parametrize("part", parts(10))
def test_tasks_and_systems(
    shared_database: Database,
    cheap: Endpoint,
    open_asker: Open,
    tmp_path: Path,
    proof: Proof,
    part: str,
) -> None:
    """No question, truth, answer or prompt as of a day moves with what is dated later."""
    shared_database.rows("admin/wipe")
    trials = proof.trials(short=_AT_ONCE, full=100)
    is_short = trials == _AT_ONCE  # each system on one task
    moved: dict[str, str] = {}
    built: set[str] = set()
    tried: set[str] = set()
    blind = KINDS.keys() - ELSEWHERE.keys()
    sent = 0
    for number in range(trials // _AT_ONCE):
        seed = proof.seed_of(part, number, trials)
        both, day = together(pairs(seed, _AT_ONCE)), day_of_seed(seed)
        results: list[dict[str, Any]] = []
        tasks: dict[str, Task] = {}
        for side, records in enumerate((both.past, both.whole)):
            with world_of(shared_database, records) as world:
                drafts = {name: draft(name, world, day) for name in TASK_TYPES}
                for name, item in drafts.items():
                    if side == 0 and isinstance(item, TaskDraft) and _is_asked(item):
                        tasks[name] = write_task(
                            item, tmp_path / f"{number}-{name.replace('/', '-')}"
                        )
                seen: dict[str, Any] = {name: files(item) for name, item in drafts.items()}
                fitting = [(s, name) for s in KINDS for name in tasks if fits(s, tasks[name])]
                for system, name in dict(fitting).items() if is_short else fitting:
                    ledger = tmp_path / f"{number}-{side}-{len(seen)}.sqlite"
                    asker = open_asker(ledger=ledger) if KINDS[system].asks_model else None
                    said = answer(system, tasks[name], world, day, cheap, asker)
                    seen[f"{system} on {name}"] = said
                    sent += len(said[-1])
                    # One that looked too far has to be found out.
                    if side and system in blind and (system == _SEEING or not is_short):
                        late = answer(system, tasks[name], world, day + _LATER, cheap, asker)
                        if find_difference(results[0][f"{system} on {name}"], late) is not None:
                            blind.remove(system)
                    tried.add(system)
            results.append(seen)
        built |= tasks.keys()
        for name, item in results[0].items():
            if (where := find_difference(item, results[1][name], name)) is not None:
                moved.setdefault(name, f"seed {seed}, {day}: {where}")
    proof.count(tasks=len(built), systems=len(tried), requests=sent)
    if not is_short:
        proof.count(**{"leaks planted": len(tried), "found": len(tried - blind)})
    assert moved == {}
    assert _SEEING not in blind
    if not is_short:
        assert built == set(TASK_TYPES)
        assert tried == KINDS.keys() - ELSEWHERE.keys()
