"""Index of evaluation folders: evaluated tasks, task folders, and runs."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import run
from scinet.eval.evaluated_tasks import TaskEvaluation, read_evaluated
from scinet.eval.run import RunHeader

# Fields of a result that equal those of its run's header; its name may differ.
_HEADER_FIELDS: Final = {
    "task_fingerprint": "task_fingerprint",
    "split": "split",
    "version": "version",
    "track": "track",
    "settings": "settings",
    "seed": "run_seed",
}


@dataclass(frozen=True)
class Contents:
    """Index of some evaluation folders.

    Attributes:
        evaluated: Tasks with results.
        tasks: Folders of tasks by fingerprint.
        runs: Run files with their headers.
        faults: Errors of unreadable files.
    """

    evaluated: list[TaskEvaluation] = field(default_factory=list)
    tasks: dict[str, Path] = field(default_factory=dict)
    runs: list[tuple[RunHeader, Path]] = field(default_factory=list)
    faults: list[ScinetError] = field(default_factory=list)

    def task(self, key: str) -> TaskEvaluation:
        """Return an evaluated task by its key.

        Raises:
            NotFoundError: If there is none, or no longer.
        """
        for task in self.evaluated:
            if task.key == key:
                return task
        raise NotFoundError(
            "no results of this task",
            hint="Choose a task under Evaluation.",
        )

    def find_folder(self, task: TaskEvaluation) -> Path:
        """Return the folder of an evaluated task.

        Raises:
            NotFoundError: If it is not in the folders.
        """
        folder = self.tasks.get(task.about["task_fingerprint"])
        if folder is None:
            raise NotFoundError(
                f"the folder of the task {task.name} is not among the results",
                hint="Name it with --results, too.",
            )
        return folder

    def find_run(self, task: TaskEvaluation, system: str) -> Path | None:
        """Find the run file of a result; None where it is not in the folders.

        A run that was scored under another name is identified by the rest of its header.
        """
        header_row = task.result_of(system)
        wanted = [header_row[name] for name in _HEADER_FIELDS.values()]
        same = [
            (header.system, file)
            for header, file in self.runs
            if [getattr(header, name) for name in _HEADER_FIELDS] == wanted
        ]
        named = [file for name, file in same if name == system]
        return next(iter(named or ([same[0][1]] if len(same) == 1 else [])), None)

    @property
    def without_results(self) -> list[tuple[RunHeader, Path]]:
        """Runs without results."""
        used = {self.find_run(task, system) for task in self.evaluated for system in task.runs}
        return [(header, file) for header, file in self.runs if file not in used]


def scan_folders(folders: Sequence[Path | str]) -> Contents:
    """Index folders at any depth; unreadable files are recorded as faults."""
    scanned = Contents()
    for folder in map(Path, folders):
        if not folder.is_dir():
            scanned.faults.append(_missing_error(folder))
            continue
        scanned.evaluated.extend(read_evaluated(folder, refused=scanned.faults.append))
        for file in sorted(folder.rglob("task.json")):
            _read_task(file, scanned)
        for file in _find_json_lines(folder):
            try:
                if header := run.read_header(file):
                    scanned.runs.append((header, file))
            except ScinetError as error:
                scanned.faults.append(error)
    return scanned


def _read_task(file: Path, scanned: Contents) -> None:
    try:
        content = orjson.loads(file.read_bytes())
        if "suite" in content:  # else the record that a leaderboard keeps of a task
            scanned.tasks.setdefault(str(content["task_fingerprint"]), file.parent)
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError) as error:
        hint = "Build the task again with `scinet task build`."
        scanned.faults.append(DataError(f"cannot read the task ({file})", hint=hint))
        scanned.faults[-1].__cause__ = error


def _missing_error(folder: Path) -> NotFoundError:
    return NotFoundError(
        f"no folder {folder}",
        hint="Name one that `scinet evaluate runs --out` wrote with --results.",
    )


def _find_json_lines(folder: Path) -> Iterator[Path]:
    """Yield JSON lines outside the folders of tasks and results."""
    for at, folders, names in os.walk(folder):
        if {"task.json", "result.json"} & set(names):
            folders[:] = [
                name_of_folder for name_of_folder in folders if name_of_folder == "official"
            ]
            continue
        folders.sort()
        for name in sorted(names):
            if name.endswith(".jsonl"):
                yield Path(at, name)
