"""What lies in folders of results: evaluated tasks, the folders of tasks, and runs.

Nothing is computed here: means, intervals and tests are those that ``scinet evaluate`` stored.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NotRequired

import orjson
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import results as files
from scinet.eval import run
from scinet.eval.run import Header
from scinet.eval.task import Row
from scinet.eval.task_type import Scoring
from scinet.validation import first_fault

FORECASTS: Final = frozenset({"prescience", "sciimpact"})
"""Suites whose truth lies after the day of the question."""

_ORDER: Final = (
    "ego-novelty", "ego-disruption", "pair-citation", "pair-co-mention", "path", "collaborators",
    "prior-work", "impact",
)  # fmt: skip
_AGAIN: Final = "Score the runs again with `scinet evaluate TASK RUN… --out RESULTS`."
# What a result has of the first line of its run, but for the name, which may be another.
_OF_HEADER: Final = {
    "task_fingerprint": "task_fingerprint",
    "split": "split",
    "version": "version",
    "track": "track",
    "settings": "settings",
    "seed": "run_seed",
}
_NO_METRIC: Final = frozenset({"query_id", "is_answered"})


class _Metric(TypedDict):
    metric: str
    mean: float | None
    low: float | None
    high: float | None
    n: int


class _Test(TypedDict):
    system_a: str
    system_b: str
    metric: str
    difference: float | None
    p: float | None
    p_holm: float | None
    n: int
    gain: NotRequired[float | None]


class _Stored(TypedDict):
    suite: str
    task: str
    system: str
    version: str
    track: str
    settings: dict[str, Any]
    is_control: bool
    scoring: Scoring
    baseline: str | None
    similar: float
    metrics: list[_Metric]
    comparisons: list[_Test]
    counts: dict[str, Any]
    headline: str
    options: dict[str, Any]
    left_out: dict[str, Any]
    before: dict[str, str]
    split: str
    task_seed: int
    seed: int
    run_seed: int | None
    task_fingerprint: str
    graph_fingerprint: str


_STORED: Final = TypeAdapter(_Stored)


@dataclass(frozen=True)
class Evaluated:
    """One task and what was found on it.

    Attributes:
        place: Where the results lie in their folder, above suite, task and system.
        results: What ``result.json`` holds, by scoring and system.
        folders: Where that lies.
    """

    place: str
    results: Mapping[Scoring, Mapping[str, Row]]
    folders: Mapping[tuple[Scoring, str], Path]

    @cached_property
    def about(self) -> Row:
        """A result that says what all have in common: task, day, options, fingerprints."""
        return next(iter(next(iter(self.results.values())).values()))

    @property
    def name(self) -> str:
        """Suite and task."""
        return f"{self.about['suite']}/{self.about['task']}"

    @property
    def before(self) -> str:
        """End of the split, exclusive."""
        return str(self.about["before"][self.about["split"]])

    @property
    def queries(self) -> int:
        """Questions that count in the metric of which most count."""
        return max(
            (m["n"] for of in self.results.values() for r in of.values() for m in r["metrics"]),
            default=0,
        )

    @cached_property
    def key(self) -> str:
        """A name for addresses, the same as long as the folder is."""
        folder = next(iter(self.folders.values())).absolute()
        parts = (*folder.parts[:-2], self.about["task_fingerprint"], self.about["split"])
        return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:12]

    @cached_property
    def systems(self) -> list[str]:
        """Those that ran, the best first by the headline metric; then the controls."""
        found = {name: row for of in [*self.results.values()][::-1] for name, row in of.items()}
        return sorted(found, key=lambda name: _rank(found[name]))

    @property
    def runs(self) -> list[str]:
        """Systems that are no controls."""
        return [name for name in self.systems if not self.result_of(name)["is_control"]]

    @property
    def best(self) -> str | None:
        """The best of those that do not know how the truth is computed."""
        rivals = [name for name in self.runs if self.result_of(name)["track"] != "indicators"]
        return next(iter(rivals), None)

    def result_of(self, system: str) -> Row:
        """A result of a system, strict where there is one.

        Raises:
            NotFoundError: If there is none.
        """
        for scoring in self.results:
            if system in self.results[scoring]:
                return self.results[scoring][system]
        raise NotFoundError(
            f"no result of {system} on {self.name}", hint=f"There are {', '.join(self.systems)}."
        )

    def per_query(self, system: str, scoring: Scoring) -> dict[str, Row]:
        """Metrics of a system by question, None without a value.

        Raises:
            NotFoundError: If the system was not scored so.
            DataError: If the file is damaged or lost.
        """
        folder = self.folders.get((scoring, system))
        if folder is None:
            raise NotFoundError(
                f"no {scoring} scores of {system} on {self.name}",
                hint=f"There are {', '.join(self.results.get(scoring, ()))}.",
            )
        file = folder / "per_query.jsonl"
        try:
            rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
            return {
                str(row["query_id"]): {k: v for k, v in row.items() if k not in _NO_METRIC}
                for row in rows
            }
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"no scores by question can be read ({file})", hint=_AGAIN) from error


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
        for file in _files(folder, "task.json"):
            _read_task(file, found)
        for file in _lines(folder):
            try:
                if header := run.header(file):
                    found.runs.append((header, file))
            except ScinetError as error:
                found.faults.append(error)
    return found


def evaluated(
    folder: Path, *, refused: Callable[[ScinetError], None] | None = None
) -> list[Evaluated]:
    """Tasks with results below a folder, in the order of the suites; strict scores first.

    Args:
        folder: Where ``scinet evaluate --out`` wrote.
        refused: Takes what cannot be read; it is raised otherwise.

    Raises:
        DataError: If a result cannot be read.
    """
    found: dict[tuple[str, ...], dict[tuple[Scoring, str], tuple[Row, Path]]] = {}
    for file in _files(folder, "result.json"):
        try:
            result = _read(file)
        except DataError as error:
            if refused is None:
                raise
            refused(error)
            continue
        place = _place(file.relative_to(folder).parts, result)
        mark = (place, result["suite"], result["task"], result["task_fingerprint"], result["split"])
        one = found.setdefault(mark, {})
        one[result["scoring"], result["system"]] = (result, file.parent)
    return [
        Evaluated(mark[0], _by_scoring(found[mark]), {k: at for k, (_, at) in found[mark].items()})
        for mark in sorted(found, key=_place_in_order)
    ]


def _by_scoring(
    found: Mapping[tuple[Scoring, str], tuple[Row, Path]],
) -> dict[Scoring, dict[str, Row]]:
    both: dict[Scoring, dict[str, Row]] = {"strict": {}, "official": {}}
    for (scoring, system), (row, _) in found.items():
        both[scoring][system] = row
    return {scoring: of for scoring, of in both.items() if of}


def _place_in_order(mark: tuple[str, ...]) -> tuple[Any, ...]:
    place, _, task, *rest = mark
    return _ORDER.index(task) if task in _ORDER else len(_ORDER), task, place, *rest


def _place(parts: Sequence[str], result: Row) -> str:
    """Where a result lies above SUITE/TASK/SYSTEM, in which ``official`` may be one folder more."""
    below = 5 if result["scoring"] == "official" else 4
    return "/".join(parts[:-below])


def _rank(row: Row) -> tuple[bool, float, str]:
    mean = next((m["mean"] for m in row["metrics"] if m["metric"] == row["headline"]), None)
    return row["is_control"], -(mean or 0.0), row["system"]


def _read(file: Path) -> Row:
    content = files.read(file)
    try:
        _STORED.validate_python(content)
    except ValidationError as error:
        raise DataError(f"{first_fault(error)} ({file})", hint=_AGAIN) from error
    if content["split"] not in content["before"]:
        raise DataError(f"a split without a day ({file})", hint=_AGAIN)
    return content


def _read_task(file: Path, found: Contents) -> None:
    try:
        claimed = orjson.loads(file.read_bytes())["task_fingerprint"]
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError) as error:
        hint = "Build the task again with `scinet task build`."
        found.faults.append(DataError(f"no task can be read ({file})", hint=hint))
        found.faults[-1].__cause__ = error
        return
    found.tasks.setdefault(str(claimed), file.parent)


def _missing(folder: Path) -> NotFoundError:
    return NotFoundError(
        f"no folder {folder}", hint="Name one that `scinet evaluate --out` wrote with --results."
    )


def _files(folder: Path, name: str) -> Iterator[Path]:
    """Files of a name at any depth, in order."""
    return iter(sorted(folder.rglob(name)))


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
