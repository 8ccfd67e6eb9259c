"""Does the rungs of a ladder: builds each task once, then trains, answers and scores rung by rung.

Each rung has a process of its own, so that its seconds and peak memory are its own and what fails
takes nothing else with it. What is there already is not done again, so a stopped climb goes on.
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
from scinet.experiments.bench.program import once, peak_mib
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.leaderboard.plan import Entry, Leaderboard, LeaderboardTask
from scinet.experiments.pipeline import TrainedModel
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
    """Where the files of a climb lie.

    Attributes:
        out: Folder of the climb.
    """

    out: Path

    def task(self, step: LeaderboardTask) -> Path:
        """The task folder."""
        return self.out / "tasks" / step.name

    def run(self, step: LeaderboardTask, rung: Entry) -> Path:
        """The run file."""
        return self.out / "runs" / step.name / f"{rung.name}.jsonl"

    def model(self, step: LeaderboardTask, rung: Entry) -> Path:
        """What the rung has learned."""
        return self.out / "models" / step.name / rung.name

    def results(self, step: LeaderboardTask) -> Path:
        """Results as :mod:`scinet.eval.results` keeps them."""
        return self.out / "results" / step.name

    def table(self, step: LeaderboardTask) -> Path:
        """All rungs of the step side by side."""
        return self.out / "tables" / f"{step.name}.json"

    def account(self, step: LeaderboardTask, name: str) -> Path:
        """What a rung, or the controls, cost, or why it failed."""
        return self.out / "accounts" / step.name / f"{name}.json"

    @property
    def cache(self) -> Path:
        """Snapshots, and what systems keep."""
        return self.out / "cache"


@dataclass(frozen=True, slots=True)
class Job:
    """What the process of one rung is given; no rung means the controls."""

    connection: Neo4jSettings
    place: RunPaths
    step: LeaderboardTask
    rung: Entry | None
    seed: int


def climb(
    ladder: Leaderboard,
    out: Path,
    *,
    connection: Neo4jSettings,
    steps: Sequence[str] = (),
    targets: int = 0,
    seed: int = 0,
    say: Callable[[str], None],
) -> Iterator[Row]:
    """Do all rungs that are not done.

    Args:
        ladder: The ladder.
        out: Folder of everything that is made.
        connection: The database that holds the corpus.
        steps: Names of those to do; all when empty.
        targets: Questions of each split, drawn at random; 0 means as the ladder says.
        seed: Of tasks, controls, intervals and tests.
        say: Told what begins.

    Yields:
        For each rung its step, name and cost, or the error; a failure is kept, and tried again the
        next time.

    Raises:
        NotFoundError: If the ladder has no such step.
        DataError: If the folder holds another climb, or a task cannot be built.
    """
    known = {step.name: step for step in ladder.steps}
    if unknown := [name for name in steps if name not in known]:
        raise NotFoundError(f"no step {unknown[0]!r}", hint=f"There are {', '.join(known)}.")
    place = RunPaths(out)
    with Database.connect(connection) as database:
        snapshot = arrays.read(database, None, cache=place.cache)
        _keep_apart(ladder, place, database, snapshot, targets, seed)
        for step in [known[name] for name in steps or known]:
            say(f"{step.name}: the task")
            _build(step, place, database, snapshot, targets, seed)
    for step in [known[name] for name in steps or known]:
        for rung in (None, *step.rungs):
            say(f"{step.name}: {rung.name if rung else CONTROLS}")
            yield _done(Job(connection, place, step, rung, seed))


def options(step: LeaderboardTask, targets: int) -> dict[str, str]:
    """Options of a step's task as text; ``targets`` replaces that option where it is not 0."""
    given = {name: str(value) for name, value in step.options.items()}
    return {**given, "targets": str(targets)} if targets else given


def read_account(file: Path) -> Row | None:
    """An account, None where there is none yet."""
    if not file.is_file():
        return None
    row: Row = json.loads(file.read_text(encoding="utf-8"))
    return row


def _keep_apart(
    ladder: Leaderboard,
    place: RunPaths,
    database: Database,
    snapshot: Snapshot,
    targets: int,
    seed: int,
) -> None:
    """Write down what is climbed, or refuse a folder that holds something else.

    Another text of the same ladder is no other climb: rungs are added as systems are.
    """
    about = {
        "ladder": ladder.name,
        "graph_fingerprint": snapshot.graph_fingerprint,
        "targets": targets,
        "seed": seed,
    }
    file = place.out / "ladder.json"
    kept = read_account(file)
    if kept is not None and {name: kept.get(name) for name in about} != about:
        raise DataError(
            f"another climb lies in this folder ({place.out})",
            hint="Name another with --out, or delete it.",
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
    step: LeaderboardTask,
    place: RunPaths,
    database: Database,
    snapshot: Snapshot,
    targets: int,
    seed: int,
) -> None:
    """Build the task unless it is there with the same options."""
    task_type = named(step.task_type)
    asked = task_type.read_options(options(step, targets))
    wanted = {"options": asdict(asked), "before": step.before.isoformat(), "seed": seed}
    note = place.account(step, "task")
    if (place.task(step) / "task.json").is_file() and read_account(note) == wanted:
        return
    graph = GraphAccess.of(database, snapshot=snapshot)
    pipeline.build(
        task_type,
        step.before,
        graph,
        out=place.task(step),
        options=options(step, targets),
        seed=seed,
    )
    write_json(note, wanted)


def _done(job: Job) -> Row:
    """The account of a rung: the one that is there, else of doing it now."""
    name = job.rung.name if job.rung else CONTROLS
    file = job.place.account(job.step, name)
    task = Task.read(job.place.task(job.step))
    key = {"task_fingerprint": task.fingerprint, "seed": job.seed, **_identity(job.rung)}
    kept = read_account(file)
    if kept is not None and "error" not in kept and kept["key"] == key:
        return kept
    about = {"step": job.step.name, "rung": name, "key": key}
    _forget_other(job, task)
    try:
        found = once(_one, job, limit_s=_LIMIT_S)
    except ScinetError as error:
        _log.warning("%s %s: %s", job.step.name, name, error)
        found = {"error": f"{error}. {error.hint}".strip()}
    account = {**about, **found}
    write_json(file, account)
    return account


def _identity(rung: Entry | None) -> Row:
    if rung is None:
        return {"system": CONTROLS}
    system = make(rung.system, rung.given)
    settings = orjson.loads(orjson.dumps(system.settings, option=orjson.OPT_SERIALIZE_NUMPY))
    return {"system": system.name, "version": system.version, "settings": settings}


def _forget_other(job: Job, task: Task) -> None:
    """Throw away what was learned from another task or with other settings."""
    if job.rung is None:
        return
    folder = job.place.model(job.step, job.rung)
    kept = read_account(folder / training.NAME)
    wanted = {**_identity(job.rung), "task_fingerprint": task.fingerprint}
    if kept is not None and {name: kept.get(name) for name in wanted} != wanted:
        shutil.rmtree(folder)


def _one(job: Job) -> Row:
    """Train, answer and score one rung: the work of its process."""
    step, place = job.step, job.place
    task = Task.read(place.task(step))
    with Database.connect(job.connection) as database:
        snapshot = arrays.read(database, None, cache=place.cache)
        cost = {} if job.rung is None else _answer(job, job.rung, task, database, snapshot)
        _score(job, task, database, snapshot.until(task.before["test"]))
    return cost


def _answer(job: Job, rung: Entry, task: Task, database: Database, snapshot: Snapshot) -> Row:
    """Train where there is something to train, write the run, and tell what it cost."""
    cost: Row = {}
    graph = GraphAccess.of(database, cache=job.place.cache, snapshot=snapshot)
    system: System | TrainedModel = make(rung.system, rung.given)
    if isinstance(system, TrainableSystem):
        system = pipeline.train(system, task, graph, out=job.place.model(job.step, rung))
        cost |= {
            "train_seconds": system.about["seconds"],
            "train_peak_mib": system.about["peak_memory_mib"],
            "figures": system.about["figures"],
        }
    file = job.place.run(job.step, rung)
    cost["resumed"] = file.with_name(f"{file.name}.partial").is_file()
    begun = time.perf_counter()
    pipeline.run(system, task, graph, out=file, seed=job.seed)
    return {**cost, "seconds": time.perf_counter() - begun, "peak_mib": peak_mib()}


def _score(job: Job, task: Task, database: Database, snapshot: Snapshot) -> None:
    """Write the results of a run, under the rung's name, or those of the controls."""
    task_type, step = named(job.step.task_type), job.step
    read = []
    if job.rung is not None:
        run = task_type.read_run(job.place.run(step, job.rung), task)
        read = [replace(run, header=replace(run.header, system=job.rung.name))]
    is_published = job.rung is not None and job.rung.name == step.baseline
    modes: list[Scoring] = ["strict", "official"] if is_published else ["strict"]
    for scoring in modes:
        found = evaluate(
            task_type,
            task,
            read,
            scoring=scoring,
            database=database if task_type.needs_graph else None,
            snapshot=snapshot,
            with_controls=job.rung is None,
            seed=job.seed,
        )
        results.write(found, task, job.place.results(step), scoring=scoring, seed=job.seed)


def write_json(file: Path, row: Mapping[str, Any]) -> None:
    """Write a JSON file at once or not at all.

    Raises:
        StorageError: If it cannot be written.
    """
    saving.write(json.dumps(row, indent=2, default=str) + "\n", file)
