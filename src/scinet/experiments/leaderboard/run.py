"""Running of a leaderboard: builds each task once, then trains, runs and scores each entry.

Each entry has a process of its own, so that its seconds and peak memory are its own and a failure
does not affect others. Existing output is not made again, so a stopped run resumes.
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

from scinet import atomic_files, machine
from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import controls, results, run_writer
from scinet.eval.evaluate import evaluate
from scinet.eval.options import EvaluationOptions, Scoring
from scinet.eval.suites import get_task_type
from scinet.eval.task import Row, Task
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.leaderboard.plan import Entry, Leaderboard, LeaderboardTask
from scinet.experiments.pipeline import TrainedModel
from scinet.experiments.process import run_once
from scinet.extension import suggest
from scinet.graph import snapshot as arrays
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.models.base import training
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import make_system
from scinet.settings import Neo4jSettings

CONTROLS: Final = "controls"
_ENDINGS: Final = {"runs": ".jsonl", "accounts": ".json", "tables": ".json"}
_LIMIT_S: Final = 12 * 3600.0
_log = logging.getLogger(__name__)


def place(out: Path, kind: str, *names: str) -> Path:
    """Return the path of a part of a run in its folder.

    ``tasks``, ``results`` and ``tables`` belong to a task; ``runs``, ``models`` and ``accounts``,
    the costs or errors of an entry or the controls, to a task and an entry.
    """
    return out.joinpath(kind, *names[:-1], f"{names[-1]}{_ENDINGS.get(kind, '')}")


@dataclass(frozen=True, slots=True)
class Job:
    """Work of one entry's process; no entry means the controls.

    An entry that has answered is only scored.
    """

    connection: Neo4jSettings
    out: Path
    spec: LeaderboardTask
    entry: Entry | None
    seed: int
    has_answered: bool = False

    @property
    def scorings(self) -> tuple[Scoring, ...]:
        """Scoring modes: also official for the baseline."""
        is_published = self.entry is not None and self.entry.name == self.spec.baseline
        return ("strict", "official") if is_published else ("strict",)


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

    Yields for each entry its task, name and cost, or the error; a failure is stored, and retried in
    the next run. With ``targets`` so many queries of each split are sampled.
    """
    spec_by_name = {spec.name: spec for spec in board.tasks}
    if unknown := [name for name in tasks if name not in spec_by_name]:
        raise NotFoundError(f"no task {unknown[0]!r}", hint=suggest(unknown[0], spec_by_name))
    with Database.connect(connection) as database:
        snapshot = arrays.read_snapshot(database, None, cache=out / "cache")
        _claim_folder(board, out, database, snapshot, targets, seed)
        for spec in [spec_by_name[name] for name in tasks or spec_by_name]:
            say(f"{spec.name}: the task")
            _build(spec, out, database, snapshot, targets, seed)
    for spec in [spec_by_name[name] for name in tasks or spec_by_name]:
        for entry in (None, *spec.entries):
            say(f"{spec.name}: {entry.name if entry else CONTROLS}")
            yield _account_of(Job(connection, out, spec, entry, seed))


def options(spec: LeaderboardTask, targets: int) -> dict[str, str]:
    """Return the options of a task as text; ``targets`` replaces that option where it is not 0."""
    task_options = {name: str(value) for name, value in spec.options.items()}
    return {**task_options, "targets": str(targets)} if targets else task_options


def read_account(file: Path) -> Row | None:
    """Read an account, None where there is none yet."""
    if not file.is_file():
        return None
    row: Row = json.loads(file.read_text(encoding="utf-8"))
    return row


def _claim_folder(
    board: Leaderboard, out: Path, database: Database, snapshot: Snapshot, targets: int, seed: int
) -> None:
    """Claim the folder for this leaderboard, or refuse a folder with other content.

    Another version of the same leaderboard is the same run: entries may be added.
    """
    about = {
        "leaderboard": board.name,
        "graph_fingerprint": snapshot.graph_fingerprint,
        "targets": targets,
        "seed": seed,
    }
    file = out / "leaderboard.json"
    stored = read_account(file)
    if stored and {name: stored.get(name) for name in about} != about:
        raise DataError(
            f"another leaderboard is in {out}",
            hint="Choose another --out, or delete the folder and run the same command again.",
        )
    corpus = {
        "papers": snapshot.num_papers,
        "citations": len(snapshot.cites.indices),
        "authors": snapshot.num_authors,
    }
    server = {row["name"]: row["version"] for row in database.rows("admin/versions")}
    versions = {**server, **training.package_versions()}
    write_json(
        file, {**about, "corpus": corpus, "versions": versions, "machine": machine.machine_facts()}
    )


def _build(
    spec: LeaderboardTask,
    out: Path,
    database: Database,
    snapshot: Snapshot,
    targets: int,
    seed: int,
) -> None:
    """Build the task unless it exists with the same options."""
    task_type, task_options = get_task_type(spec.task_type), options(spec, targets)
    parsed_options = task_type.read_options(task_options)
    wanted = {"options": asdict(parsed_options), "before": spec.before.isoformat(), "seed": seed}
    folder = place(out, "tasks", spec.name)
    note = place(out, "accounts", spec.name, "task")
    if (folder / "task.json").is_file() and read_account(note) == wanted:
        return
    graph = GraphAccess.of(database, snapshot=snapshot)
    pipeline.build_task(task_type, spec.before, graph, out=folder, options=task_options, seed=seed)
    write_json(note, wanted)


def _account_of(job: Job) -> Row:
    """Return the stored account of an entry, or run the entry."""
    name = job.entry.name if job.entry else CONTROLS
    file = place(job.out, "accounts", job.spec.name, name)
    task = Task.read(place(job.out, "tasks", job.spec.name))
    key = {"task_fingerprint": task.fingerprint, "seed": job.seed, **_identity(job.entry)}
    about = {"task": job.spec.name, "entry": name, "key": key}
    stored = read_account(file)
    if stored is not None and "error" not in stored and stored["key"] == key:
        if _is_scored(job, task):
            return stored
        job, about = replace(job, has_answered=True), stored
    else:
        _remove_stale(job, task)
    try:
        result = run_once(_one, job, limit_s=_LIMIT_S)
    except ScinetError as error:
        _log.warning("%s %s: %s", job.spec.name, name, error)
        result = {"error": f"{error}. {error.hint}".strip()}
    account = {**about, **result}
    write_json(file, account)
    return account


def _identity(entry: Entry | None) -> Row:
    if entry is None:
        return {"system": CONTROLS}
    system = make_system(entry.system, entry.given)
    settings = orjson.loads(orjson.dumps(system.settings, option=orjson.OPT_SERIALIZE_NUMPY))
    return {"system": system.name, "version": system.version, "settings": settings}


def _is_scored(job: Job, task: Task) -> bool:
    """Whether all results exist; official ones are missing where the baseline is a new one."""
    folder = place(job.out, "results", job.spec.name)
    names = controls.NAMES if job.entry is None else (job.entry.name,)
    return all(
        (results.result_folder(name, task, folder, scoring) / results.FILE).is_file()
        for name in names
        for scoring in job.scorings
    )


def _remove_stale(job: Job, task: Task) -> None:
    """Remove models and runs of another task or with other settings, which would be refused."""
    if job.entry is None:
        return
    folder = place(job.out, "models", job.spec.name, job.entry.name)
    run = place(job.out, "runs", job.spec.name, job.entry.name)
    system = make_system(job.entry.system, job.entry.given)
    goes_on = isinstance(system, TrainableSystem) and training.can_resume(folder, system, task)
    if folder.exists() and not goes_on:
        shutil.rmtree(folder)
        atomic_files.add_suffix(run, "partial").unlink(
            missing_ok=True
        )  # the model that began it is gone
    if not run_writer.may_replace(run, task.fingerprint):
        run.unlink()


def _one(job: Job) -> Row:
    """Train, answer and score one entry: the work of its process."""
    task = Task.read(place(job.out, "tasks", job.spec.name))
    with Database.connect(job.connection) as database:
        snapshot = arrays.read_snapshot(database, None, cache=job.out / "cache")
        cost = {}
        if job.entry is not None and not job.has_answered:
            cost = _answer(job, job.entry, task, database, snapshot)
        _score(job, task, database, snapshot.until(task.before["test"]))
    return cost


def _answer(job: Job, entry: Entry, task: Task, database: Database, snapshot: Snapshot) -> Row:
    """Train if necessary, write the run, and return the cost."""
    cost: Row = {}
    graph = GraphAccess.of(database, cache=job.out / "cache", snapshot=snapshot)
    system: System | TrainedModel = make_system(entry.system, entry.given)
    if isinstance(system, TrainableSystem):
        folder = place(job.out, "models", job.spec.name, entry.name)
        system = pipeline.train_system(system, task, graph, out=folder)
        cost |= {
            "train_seconds": system.about["seconds"],
            "train_peak_mib": system.about["peak_memory_mib"],
            "figures": system.about["figures"],
        }
    file = place(job.out, "runs", job.spec.name, entry.name)
    cost["resumed"] = atomic_files.add_suffix(file, "partial").is_file()
    begun = time.perf_counter()
    pipeline.run_system(system, task, graph, out=file, seed=job.seed)
    return {**cost, "seconds": time.perf_counter() - begun, "peak_mib": machine.peak_memory_mib()}


def _score(job: Job, task: Task, database: Database, snapshot: Snapshot) -> None:
    """Write the results of a run, under the entry's name, or those of the controls."""
    task_type, spec = get_task_type(job.spec.task_type), job.spec
    folder = place(job.out, "results", spec.name)
    read = []
    if job.entry is not None:
        run = task_type.read_run(place(job.out, "runs", spec.name, job.entry.name), task)
        read = [replace(run, header=replace(run.header, system=job.entry.name))]
        # Official results of an earlier run as the baseline.
        official = results.result_folder(job.entry.name, task, folder, "official")
        shutil.rmtree(official, ignore_errors=True)
    for scoring in job.scorings:
        evaluation = evaluate(
            task_type,
            task,
            read,
            EvaluationOptions(scoring=scoring, seed=job.seed),
            database=database if task_type.needs_graph else None,
            snapshot=snapshot,
            with_controls=job.entry is None,
        )
        results.write_results(evaluation, task, folder, scoring=scoring, seed=job.seed)


def write_json(file: Path, row: Mapping[str, Any]) -> None:
    """Write a JSON file atomically."""
    atomic_files.write_file(json.dumps(row, indent=2, default=str) + "\n", file)
