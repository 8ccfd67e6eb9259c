"""Systems trained on a task's earlier splits before they answer its last one.

The trained model is stored in a folder beside ``model.json``, which records system, settings and
task; it is written before the training and completed after it, so that a stopped training is
neither taken for a finished one nor mixed with another.
"""

import json
import platform
import resource
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.task import Row, Task
from scinet.eval.task_type import TaskType
from scinet.extension import reference_of
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import System, refuse_unfit
from scinet.validation import Seed

NAME: Final = "model.json"
TRAINING_SPLITS: Final = ("train", "val")
"""Splits whose truth a system may see before it answers."""
_PACKAGES: Final = ("scinet", "numpy", "scipy", "lightgbm", "torch", "torch-geometric")
_MEBIBYTE: Final = 1024
_REQUIRED_KEYS: Final = ("system", "class", "version", "settings", "task_fingerprint", "figures")


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Inputs of a training.

    Attributes:
        task: Splits ``train`` and ``val`` with their truth; ``test`` is never used.
        snapshot: The graph as arrays, cut at the end of ``val``.
        progress: Called now and then with a row of figures.
    """

    task: Task
    task_type: TaskType
    snapshot: Snapshot
    folder: Path
    database: Database | None = None
    cache: Path | None = None
    progress: Callable[[Mapping[str, Any]], None] | None = None


@dataclass(frozen=True)
class TrainableSystem(System):
    """System that has to be trained; it answers with ``Context.learned`` available."""

    seed: Seed = 0

    @abstractmethod
    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Learn from ``train``, select on ``val``, and write to the folder.

        Called again after it was killed, it resumes or begins anew, with the same result.

        Returns:
            Figures for reports, such as the value on ``val`` and importances.
        """


def train(
    system: TrainableSystem,
    task_type: TaskType,
    task: Task,
    *,
    snapshot: Snapshot,
    folder: Path,
    database: Database | None = None,
    cache: Path | None = None,
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> Row:
    """Train a system on a task, unless the folder already has the same training.

    The snapshot is not cut before the end of ``val``; the rest is as in :class:`TrainingData`.

    Returns:
        The content of ``model.json``: ``system``, ``class``, ``version``, ``settings``, ``task``,
        ``task_fingerprint``, ``graph_fingerprint``, ``before`` (the end of ``val``, the cutoff of
        the training), ``versions``, ``figures``, ``seconds`` and ``peak_memory_mib`` of the
        process.
    """
    require_training_splits(system, task)
    for split in TRAINING_SPLITS:
        refuse_unfit(system, task.queries(split), task_type)
    task.check_graph(snapshot.graph_fingerprint)
    header = _describe_training(system, task)
    if (stored := _read_header(folder)) is not None:
        if not _is_same_training(header, stored):
            raise DataError(
                f"the folder holds another training ({folder / NAME})",
                hint="Choose another --out, or delete that folder.",
            )
        if stored["figures"] is not None:
            return stored
    _write_header(folder, {**header, "figures": None})
    begun = time.perf_counter()
    past = snapshot.until(task.before["val"])
    figures = system.train(TrainingData(task, task_type, past, folder, database, cache, progress))
    result = {
        **header,
        "figures": dict(figures),
        "seconds": round(time.perf_counter() - begun, 2),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEBIBYTE,
    }
    _write_header(folder, result)
    return result


def can_resume(folder: Path, system: TrainableSystem, task: Task) -> bool:
    """Whether :func:`train` accepts a folder: it is empty, or has the same training."""
    try:
        stored = _read_header(folder)
    except DataError:
        return False
    return stored is None or _is_same_training(_describe_training(system, task), stored)


def _describe_training(system: TrainableSystem, task: Task) -> Row:
    """Return the header of a training before it begins."""
    header = {
        "system": system.name,
        "class": reference_of(type(system)),
        "version": system.version,
        "settings": system.settings,
        "task": task.id,
        "task_fingerprint": task.fingerprint,
        "graph_fingerprint": task.graph_fingerprint,
        "before": task.before["val"].isoformat(),
        "versions": package_versions(),
    }
    row: Row = orjson.loads(orjson.dumps(header, option=orjson.OPT_SERIALIZE_NUMPY))
    return row


def _is_same_training(header: Row, stored: Row) -> bool:
    return {name: stored.get(name) for name in header} == header


def require_training_splits(system: TrainableSystem, task: Task) -> None:
    """Refuse a task without training or validation queries."""
    for split in TRAINING_SPLITS:
        if split not in task.before or not task.queries(split):
            raise SplitError(
                f"{system.name} needs training, and the task has no queries in split {split} "
                f"({task.folder})",
                hint="Build it with -o train_years=N -o validation_years=N, of years with papers.",
            )


def read_trained_model(folder: Path) -> Row:
    """Read ``model.json`` of a finished training."""
    header = _read_header(folder)
    if header is None:
        raise NotFoundError(
            f"no trained model in {folder}", hint="Make one with `scinet train MODEL TASK`."
        )
    if header["figures"] is None:
        raise DataError(
            f"the training was stopped before its end ({folder})",
            hint="Re-run the same `scinet train` command to resume.",
        )
    return header


def refuse_other_task(folder: Path, header: Row, task: Task) -> None:
    """Refuse a model that was trained on another task than the one to answer."""
    if header["task_fingerprint"] != task.fingerprint:
        raise DataError(
            f"the model was trained on another task, {header['task_fingerprint'][:12]} and not "
            f"{task.fingerprint[:12]} ({folder})",
            hint="Train it on this task with `scinet train`.",
        )


def refuse_later(folder: Path, header: Row, graph_fingerprint: str, before: date) -> None:
    """Refuse a model trained on another network, or on data not before a day."""
    if header["graph_fingerprint"] != graph_fingerprint:
        raise DataError(
            f"the model was trained on another network ({folder})",
            hint="Train it on a task of this one with `scinet train`.",
        )
    end = header.get("before")
    if end is None or date.fromisoformat(end) > before:
        when = f"up to {end}" if end else "up to a day that it does not state"
        raise DataError(
            f"the model learned from papers {when}, and must not from {before} on ({folder})",
            hint=f"Train it on a task built with --before {before}.",
        )


def refuse_other_features(names: Sequence[str], learned: Sequence[str]) -> None:
    """Refuse a model whose features differ from those of this version."""
    if list(names) != list(learned):
        raise DataError(
            "the model was trained on other features than this version computes",
            hint="Train it again with `scinet train`.",
        )


def _read_header(folder: Path) -> Row | None:
    file = folder / NAME
    if not file.is_file():
        return None
    try:
        header: Row = orjson.loads(file.read_bytes())
        [header[name] for name in _REQUIRED_KEYS]
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"invalid model description ({file})", hint="Delete the folder and train again."
        ) from error
    return header


def _write_header(folder: Path, header: Row) -> None:
    atomic_files.write_file(json.dumps(header, indent=2, default=float) + "\n", folder / NAME)


def package_versions() -> dict[str, str]:
    """Return the versions of Python and of installed packages that affect results."""
    installed = {"python": platform.python_version()}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            installed[name] = version(name)
    return installed
