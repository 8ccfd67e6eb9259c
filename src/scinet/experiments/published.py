"""The files that suites publish: tasks and runs made of them, and both written back."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval import task as tasks
from scinet.eval.official_files import of_suite
from scinet.eval.run import Header, Run
from scinet.eval.suites import named
from scinet.eval.suites.json_files import system_of, write_rows
from scinet.eval.suites.official import Imported, Request
from scinet.eval.task import Task
from scinet.experiments.graph_access import GraphAccess

_TRACKS: Final = ("text", "graph", "indicators")
_NOTHING: Final[Mapping[str, Any]] = {}


def import_task(
    name: str,
    files: Sequence[Path],
    graph: GraphAccess | None,
    *,
    out: Path,
    before: date | None = None,
    options: Mapping[str, Any] = _NOTHING,
    source: str | None = None,
    seed: int = 0,
) -> Task:
    """Make a task of the instances that a suite publishes.

    Args:
        name: Such as ``prescience/collaborators``.
        files: The published instances.
        graph: The graph that they were loaded into; None makes a task that can be scored but not
            be run.
        out: Folder to write; an older task there is replaced.
        before: End of the test split, exclusive; the day after its last target when None.
        options: Options of the task that differ from its defaults.
        source: Prefix of ids as loaded, empty for bare ones; the suite's own when None.
        seed: Seed of everything sampled.

    Raises:
        NotFoundError: If a file is missing, or the task has no published instances.
        DataError: If a file is not of the published format, or the graph is of other rows.
    """
    task_type = named(name)
    suite = of_suite(task_type.suite)
    request = Request(
        options=task_type.read_options({key: str(value) for key, value in options.items()}),
        source=suite.source if source is None else source or None,
        before=before,
        seed=seed,
        snapshot=None if graph is None else graph.snapshot,
    )
    return tasks.write(suite.task(task_type, files, request), out)


def export_task(task: Task, graph: GraphAccess, *, out: Path, split: str = "test") -> int:
    """Write the instances of a task as its suite publishes them; return their number.

    Raises:
        DataError: If the graph is not the task's.
        StorageError: If the file cannot be written.
    """
    return write_rows(of_suite(task.suite).instances(task, graph.snapshot, split=split), out)


def import_predictions(
    task: Task,
    file: Path,
    *,
    out: Path,
    system: str | None = None,
    track: str = "text",
    split: str = "test",
) -> Imported:
    """Make a run file of official predictions.

    Args:
        task: The task that was answered.
        file: The predictions.
        out: Run file to write.
        system: Name of the system; read from the file's name when None.
        track: What it could see: ``text``, ``graph`` or ``indicators``.
        split: The split that was answered.

    Raises:
        DataError: If a record is not of the published format, or a query is answered twice.
        StorageError: If the file cannot be written.
    """
    if track not in _TRACKS:
        raise DataError(f"no track {track!r}", hint=f"There are {', '.join(_TRACKS)}.")
    header = Header(
        system=system or system_of(file),
        version="imported",
        task_fingerprint=task.fingerprint,
        track=track,
        settings={"predictions": file.name},
        seed=None,
        split=split,
    )
    found = of_suite(task.suite).read_predictions(task, file, header)
    found.write(out)
    return found


def export_predictions(task: Task, run: Run, *, out: Path) -> list[Path]:
    """Write a run as official predictions; return the files, of which some suites have several.

    Raises:
        DataError: If the run names papers by title.
        StorageError: If a file cannot be written.
    """
    return of_suite(task.suite).write_predictions(task, run, out)
