"""Runs a leaderboard: builds each task once, then trains, runs and scores entry by entry.

Each entry has a process of its own, so that its seconds and peak memory are its own and what fails
takes nothing else with it. What is there already is not done again, so a stopped run goes on.
"""

import json
import logging
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import machine, saving
from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import results
from scinet.eval.evaluate import evaluate
from scinet.eval.suites import named
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Scoring
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.leaderboard.plan import Entry, Leaderboard, LeaderboardTask
from scinet.experiments.pipeline import TrainedModel
from scinet.experiments.process import once, peak_mib
from scinet.graph import snapshot as arrays
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.models.base import training
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import make
from scinet.settings import Neo4jSettings

CONTROLS: Final = "controls"
_LIMIT_S: Final = 12 * 3600.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunPaths:
    """Where the files of a run lie in its folder."""

    out: Path

    def task(self, spec: LeaderboardTask) -> Path:
        """The task folder."""
        return self.out / "tasks" / spec.name

    def run(self, spec: LeaderboardTask, entry: Entry) -> Path:
        """The run file."""
        return self.out / "runs" / spec.name / f"{entry.name}.jsonl"

    def model(self, spec: LeaderboardTask, entry: Entry) -> Path:
        """What the entry has learned."""
        return self.out / "models" / spec.name / entry.name

    def results(self, spec: LeaderboardTask) -> Path:
        """Results as :mod:`scinet.eval.results` keeps them."""
        return self.out / "results" / spec.name

    def table(self, spec: LeaderboardTask) -> Path:
        """All entries of the task side by side."""
        return self.out / "tables" / f"{spec.name}.json"

    def account(self, spec: LeaderboardTask, name: str) -> Path:
        """What an entry, or the controls, cost, or why it failed."""
        return self.out / "accounts" / spec.name / f"{name}.json"

    @property
    def cache(self) -> Path:
        """Snapshots, and what systems keep."""
        return self.out / "cache"


@dataclass(frozen=True, slots=True)
class Job:
    """What the process of one entry is given; no entry means the controls."""

    connection: Neo4jSettings
    paths: RunPaths
    spec: LeaderboardTask
    entry: Entry | None
    seed: int


def run_leaderboard(
    board: Leaderboard,
    out: Path,
    *,
    connection: Neo4jSettings,
    tasks: Sequence[str] = (),
    targets: int = 0,
    seed: int = 0,
    say: Callable[[str], None],
) -> Iterator[Row]:
    """Run all entries that have not been run.

    For each entry its task, name and cost, or the error; a failure is stored, and tried again the
    next time. With ``targets`` so many questions of each split are sampled.

    Raises:
        NotFoundError: If the leaderboard has no such task.
        DataError: If the folder holds another leaderboard, or a task cannot be built.
    """
    known = {spec.name: spec for spec in board.tasks}
    if unknown := [name for name in tasks if name not in known]:
        raise NotFoundError(f"no task {unknown[0]!r}", hint=f"There are {', '.join(known)}.")
    paths = RunPaths(out)
    with Database.connect(connection) as database:
        snapshot = arrays.read(database, None, cache=paths.cache)
        _claim_folder(board, out, database, snapshot, targets, seed)
        for spec in [known[name] for name in tasks or known]:
            say(f"{spec.name}: the task")
            _build(spec, paths, database, snapshot, targets, seed)
    for spec in [known[name] for name in tasks or known]:
        for entry in (None, *spec.entries):
            say(f"{spec.name}: {entry.name if entry else CONTROLS}")
            yield _account_of(Job(connection, paths, spec, entry, seed))


def options(spec: LeaderboardTask, targets: int) -> dict[str, str]:
    """Options of a task as text; ``targets`` replaces that option where it is not 0."""
    given = {name: str(value) for name, value in spec.options.items()}
    return {**given, "targets": str(targets)} if targets else given


def read_account(file: Path) -> Row | None:
    """An account, None where there is none yet."""
    if not file.is_file():
        return None
    row: Row = json.loads(file.read_text(encoding="utf-8"))
    return row


def _claim_folder(
    board: Leaderboard, out: Path, database: Database, snapshot: Snapshot, targets: int, seed: int
) -> None:
    """Claim the folder for this leaderboard, or refuse a folder that holds something else.

    Another text of the same leaderboard is the same run: entries are added as systems are.
    """
    about = {
        "leaderboard": board.name,
        "graph_fingerprint": snapshot.graph_fingerprint,
        "targets": targets,
        "seed": seed,
    }
    file = out / "leaderboard.json"
    stored = read_account(file)
    is_other = {name: stored.get(name) for name in about} != about if stored else False
    if is_other or (stored is None and (out / "accounts").is_dir()):
        raise DataError(
            f"another leaderboard, or one of an earlier version, lies in {out}",
            hint="Choose another --out, or delete the folder and run the same command again.",
        )
    corpus = {
        "papers": snapshot.num_papers,
        "citations": len(snapshot.cites.indices),
        "authors": snapshot.num_authors,
    }
    server = {row["name"]: row["version"] for row in database.rows("admin/versions")}
    versions = {**server, **training.versions()}
    write_json(file, {**about, "corpus": corpus, "versions": versions, "machine": machine.facts()})


def _build(
    spec: LeaderboardTask,
    paths: RunPaths,
    database: Database,
    snapshot: Snapshot,
    targets: int,
    seed: int,
) -> None:
    """Build the task unless it is there with the same options."""
    task_type = named(spec.task_type)
    asked = task_type.read_options(options(spec, targets))
    wanted = {"options": asdict(asked), "before": spec.before.isoformat(), "seed": seed}
    note = paths.account(spec, "task")
    if (paths.task(spec) / "task.json").is_file() and read_account(note) == wanted:
        return
    graph = GraphAccess.of(database, snapshot=snapshot)
    chosen, out = options(spec, targets), paths.task(spec)
    pipeline.build(task_type, spec.before, graph, out=out, options=chosen, seed=seed)
    write_json(note, wanted)


def _account_of(job: Job) -> Row:
    """The account of an entry: the one that is there, else of doing it now."""
    name = job.entry.name if job.entry else CONTROLS
    file = job.paths.account(job.spec, name)
    task = Task.read(job.paths.task(job.spec))
    key = {"task_fingerprint": task.fingerprint, "seed": job.seed, **_identity(job.entry)}
    stored = read_account(file)
    if stored is not None and "error" not in stored and stored["key"] == key:
        return stored
    about = {"task": job.spec.name, "entry": name, "key": key}
    _remove_stale_training(job, task)
    try:
        found = once(_one, job, limit_s=_LIMIT_S)
    except ScinetError as error:
        _log.warning("%s %s: %s", job.spec.name, name, error)
        found = {"error": f"{error}. {error.hint}".strip()}
    account = {**about, **found}
    write_json(file, account)
    return account


def _identity(entry: Entry | None) -> Row:
    if entry is None:
        return {"system": CONTROLS}
    system = make(entry.system, entry.given)
    settings = orjson.loads(orjson.dumps(system.settings, option=orjson.OPT_SERIALIZE_NUMPY))
    return {"system": system.name, "version": system.version, "settings": settings}


def _remove_stale_training(job: Job, task: Task) -> None:
    """Throw away what was learned from another task or with other settings."""
    if job.entry is None:
        return
    folder = job.paths.model(job.spec, job.entry)
    stored = read_account(folder / training.NAME)
    wanted = {**_identity(job.entry), "task_fingerprint": task.fingerprint}
    if stored is not None and {name: stored.get(name) for name in wanted} != wanted:
        shutil.rmtree(folder)


def _one(job: Job) -> Row:
    """Train, answer and score one entry: the work of its process."""
    spec, paths = job.spec, job.paths
    task = Task.read(paths.task(spec))
    with Database.connect(job.connection) as database:
        snapshot = arrays.read(database, None, cache=paths.cache)
        cost = {} if job.entry is None else _answer(job, job.entry, task, database, snapshot)
        _score(job, task, database, snapshot.until(task.before["test"]))
    return cost


def _answer(job: Job, entry: Entry, task: Task, database: Database, snapshot: Snapshot) -> Row:
    """Train where there is something to train, write the run, and tell what it cost."""
    cost: Row = {}
    graph = GraphAccess.of(database, cache=job.paths.cache, snapshot=snapshot)
    system: System | TrainedModel = make(entry.system, entry.given)
    if isinstance(system, TrainableSystem):
        system = pipeline.train(system, task, graph, out=job.paths.model(job.spec, entry))
        cost |= {
            "train_seconds": system.about["seconds"],
            "train_peak_mib": system.about["peak_memory_mib"],
            "figures": system.about["figures"],
        }
    file = job.paths.run(job.spec, entry)
    cost["resumed"] = file.with_name(f"{file.name}.partial").is_file()
    begun = time.perf_counter()
    pipeline.run(system, task, graph, out=file, seed=job.seed)
    return {**cost, "seconds": time.perf_counter() - begun, "peak_mib": peak_mib()}


def _score(job: Job, task: Task, database: Database, snapshot: Snapshot) -> None:
    """Write the results of a run, under the entry's name, or those of the controls."""
    task_type, spec = named(job.spec.task_type), job.spec
    read = []
    if job.entry is not None:
        run = task_type.read_run(job.paths.run(spec, job.entry), task)
        read = [replace(run, header=replace(run.header, system=job.entry.name))]
    is_published = job.entry is not None and job.entry.name == spec.baseline
    modes: list[Scoring] = ["strict", "official"] if is_published else ["strict"]
    for scoring in modes:
        found = evaluate(
            task_type,
            task,
            read,
            scoring=scoring,
            database=database if task_type.needs_graph else None,
            snapshot=snapshot,
            with_controls=job.entry is None,
            seed=job.seed,
        )
        results.write(found, task, job.paths.results(spec), scoring=scoring, seed=job.seed)


def write_json(file: Path, row: Mapping[str, Any]) -> None:
    """Write a JSON file at once or not at all."""
    saving.write(json.dumps(row, indent=2, default=str) + "\n", file)
