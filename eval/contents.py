"""What lies in folders of an evaluation: evaluated tasks, the folders of tasks, and runs."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import run
from scinet.eval.evaluated import Evaluated, evaluated
from scinet.eval.run import Header

# What a result has of the first line of its run, but for the name, which may be another.
_OF_HEADER: Final = {
    "task_fingerprint": "task_fingerprint",
    "split": "split",
    "version": "version",
    "track": "track",
    "settings": "settings",
    "seed": "run_seed",
}


@dataclass(frozen=True)
class Contents:
    """Everything of an evaluation that lies in some folders.

    Attributes:
        evaluated: Tasks with results.
        tasks: Folders of tasks by fingerprint.
        runs: Run files with their first lines.
        faults: What could not be read, and why.
    """

    evaluated: list[Evaluated] = field(default_factory=list)
    tasks: dict[str, Path] = field(default_factory=dict)
    runs: list[tuple[Header, Path]] = field(default_factory=list)
    faults: list[ScinetError] = field(default_factory=list)

    def task(self, key: str) -> Evaluated:
        """An evaluated task by its key.

        Raises:
            NotFoundError: If there is none, or no longer.
        """
        for one in self.evaluated:
            if one.key == key:
                return one
        raise NotFoundError(
            "there are no results of such a task, or no longer",
            hint="Choose a task under Evaluation.",
        )

    def folder_of(self, one: Evaluated) -> Path:
        """The folder of an evaluated task.

        Raises:
            NotFoundError: If it does not lie in the folders.
        """
        folder = self.tasks.get(one.about["task_fingerprint"])
        if folder is None:
            raise NotFoundError(
                f"the folder of the task {one.name} is not among the results",
                hint="Name it with --results, too.",
            )
        return folder

    def run_of(self, one: Evaluated, system: str) -> Path | None:
        """The run file that a result was made of; None where it does not lie in the folders.

        A run that was scored under another name is found by all else that its first line says.
        """
        about = one.result_of(system)
        wanted = [about[name] for name in _OF_HEADER.values()]
        same = [
            (header.system, file)
            for header, file in self.runs
            if [getattr(header, name) for name in _OF_HEADER] == wanted
        ]
        named = [file for name, file in same if name == system]
        return next(iter(named or ([same[0][1]] if len(same) == 1 else [])), None)

    @property
    def without_results(self) -> list[tuple[Header, Path]]:
        """Runs of which no result lies there."""
        used = {self.run_of(one, system) for one in self.evaluated for system in one.runs}
        return [(header, file) for header, file in self.runs if file not in used]


def contents(folders: Sequence[Path | str]) -> Contents:
    """What lies in some folders, at any depth; what cannot be read is said and passed over."""
    found = Contents()
    for folder in map(Path, folders):
        if not folder.is_dir():
            found.faults.append(_missing(folder))
            continue
        found.evaluated.extend(evaluated(folder, refused=found.faults.append))
        for file in sorted(folder.rglob("task.json")):
            _read_task(file, found)
        for file in _lines(folder):
            try:
                if header := run.header(file):
                    found.runs.append((header, file))
            except ScinetError as error:
                found.faults.append(error)
    return found


def _read_task(file: Path, found: Contents) -> None:
    try:
        content = orjson.loads(file.read_bytes())
        if "suite" in content:  # else the account that a leaderboard keeps of a task
            found.tasks.setdefault(str(content["task_fingerprint"]), file.parent)
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError) as error:
        hint = "Build the task again with `scinet task build`."
        found.faults.append(DataError(f"no task can be read ({file})", hint=hint))
        found.faults[-1].__cause__ = error


def _missing(folder: Path) -> NotFoundError:
    return NotFoundError(
        f"no folder {folder}", hint="Name one that `scinet evaluate --out` wrote with --results."
    )


def _lines(folder: Path) -> Iterator[Path]:
    """JSON lines outside the folders of tasks and results."""
    for at, folders, names in os.walk(folder):
        if {"task.json", "result.json"} & set(names):
            folders[:] = [one for one in folders if one == "official"]
            continue
        folders.sort()
        for name in sorted(names):
            if name.endswith(".jsonl"):
                yield Path(at, name)
