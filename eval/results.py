"""Results of evaluations, and the files that store them."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NotRequired

import orjson
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.run import RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Scoring
from scinet.validation import first_fault

FORMAT: Final = 2
"""Version of the format of ``result.json``; other versions are refused."""

FILE: Final = "result.json"
PER_QUERY_FILE: Final = "per_query.jsonl"
_NOT_METRICS: Final = frozenset({"query_id", "is_answered"})
_RESCORE_HINT: Final = "Score the runs again with `scinet evaluate runs TASK RUN… --out RESULTS`."
_TITLES_EQUAL: Final = "equal without case, spaces and punctuation"
_TITLES_NEAR: Final = f"{_TITLES_EQUAL}, else the nearest by edit similarity"


@dataclass(frozen=True, slots=True)
class Metric:
    """Metric of a system.

    Attributes:
        mean: Mean over the queries that have a value, or a statistic over all of these, such as a
            correlation; NaN when there is none.
        low: Lower end of the 95 % interval.
        n: Queries that have a value.
        answered: Mean over the answered ones of them; None for statistics over all.
    """

    metric: str
    mean: float
    low: float
    high: float
    n: int
    answered: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of a system with the baseline on one metric.

    Attributes:
        difference: Mean of a - b over the queries where both have a value, or difference of a
            statistic over these.
        p: Of the paired permutation test.
        p_holm: The same, adjusted for all systems compared on this metric.
        n: Queries compared.
        gain: The difference in percent of the baseline's mean over these queries; NaN where that is
            not above 0.
    """

    system_a: str
    system_b: str
    metric: str
    difference: float
    p: float
    p_holm: float
    n: int
    gain: float


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one system on one task.

    Attributes:
        header: Header of its run.
        comparisons: With the baseline; empty for controls and the baseline itself.
        baseline: System that the others were compared with; None when there was no run.
        similar: Least edit similarity at which a title matched a paper; 1 required equality.
        counts: Missing queries, repeats, unresolved titles and the like.
        per_query: One row per query: its id, whether it was answered, its metrics.
        parts: Metrics of groups of queries, if requested: the property ``by``, the group ``part``
            or ``rank correlation`` of the property with the metric, and the metric of these
            queries.
        order: Ids of the queries in the order of the run, in which published sums are taken.
    """

    header: RunHeader
    is_control: bool
    metrics: tuple[Metric, ...]
    comparisons: tuple[Comparison, ...]
    baseline: str | None
    similar: float
    counts: Mapping[str, Any]
    per_query: tuple[Row, ...]
    parts: tuple[Row, ...] = ()
    order: tuple[str, ...] = ()


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


def describe_result(result: Result, task: Task, *, scoring: Scoring, seed: int) -> Row:
    """Return a result as stored in ``result.json``; undefined values are null."""
    task_type = get_task_type(task.type_name)
    return {
        "format": FORMAT,
        "suite": task.suite,
        "task": task.name,
        "system": result.header.system,
        "version": result.header.version,
        "track": result.header.track,
        "settings": dict(result.header.settings),
        "is_control": result.is_control,
        "scoring": scoring,
        "baseline": result.baseline,
        "similar": result.similar,
        "titles": _TITLES_EQUAL if result.similar >= 1.0 else _TITLES_NEAR,
        "metrics": [replace_nan(asdict(metric)) for metric in result.metrics],
        "comparisons": [replace_nan(asdict(row)) for row in result.comparisons],
        **({"parts": list(result.parts)} if result.parts else {}),
        "counts": dict(result.counts),
        "notes": replace_nan(task_type.notes(task, scoring, split=result.header.split)),
        "headline": task_type.headline,
        "options": dict(task.options),
        "left_out": dict(task.left_out),
        "before": {split: day.isoformat() for split, day in task.before.items()},
        "split": result.header.split,
        "task_seed": task.seed,
        "seed": seed,
        "run_seed": result.header.seed,
        "task_fingerprint": task.fingerprint,
        "graph_fingerprint": task.graph_fingerprint,
        "versions": {name: version(name) for name in ("scinet", "numpy", "scipy")},
    }


def read_result(file: Path) -> Row:
    """Read a ``result.json``.

    Raises:
        DataError: If it cannot be read, is of another version, or lacks a field.
    """
    try:
        content = orjson.loads(file.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise DataError(f"cannot read the result ({file})", hint=_RESCORE_HINT) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DataError(f"this result was written by another version ({file})", hint=_RESCORE_HINT)
    try:
        _STORED.validate_python(content)
    except ValidationError as error:
        raise DataError(f"{first_fault(error)} ({file})", hint=_RESCORE_HINT) from error
    if content["split"] not in content["before"]:
        raise DataError(f"a split has no date ({file})", hint=_RESCORE_HINT)
    return content


def find_metric(result: Mapping[str, Any], name: str) -> Row:
    """Return the row of a metric of a stored result; empty where it is missing."""
    rows: Sequence[Row] = result["metrics"]
    return next((row for row in rows if row["metric"] == name), {})


def read_per_query(folder: Path) -> dict[str, Row]:
    """Read the metrics of a system by query from its folder, None without a value.

    Raises:
        DataError: If the file is damaged or lost.
    """
    file = folder / PER_QUERY_FILE
    try:
        rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
        return {
            str(row["query_id"]): {k: v for k, v in row.items() if k not in _NOT_METRICS}
            for row in rows
        }
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"cannot read the scores by query ({file})", hint=_RESCORE_HINT) from error


def write_results(
    results: Sequence[Result], task: Task, out: Path, *, scoring: Scoring, seed: int
) -> list[Path]:
    """Write ``result.json`` and ``per_query.jsonl`` per system; return their folders.

    They lie in ``OUT/SUITE/TASK/SYSTEM``, those of official scoring in ``official`` below it.
    """
    folders: list[Path] = []
    for result in results:
        folder = result_folder(result.header.system, task, out, scoring)
        header = describe_result(result, task, scoring=scoring, seed=seed)
        rows = b"".join(orjson.dumps(row) + b"\n" for row in result.per_query)
        text = json.dumps(header, indent=2, ensure_ascii=False) + "\n"
        # Written last: its presence marks a complete folder.
        atomic_files.write_file(rows, folder / PER_QUERY_FILE)
        atomic_files.write_file(text, folder / FILE)
        folders.append(folder)
    return folders


def result_folder(system: str, task: Task, out: Path, scoring: Scoring) -> Path:
    """Return the folder of one system's result files."""
    folder = out / task.suite / task.name / system
    return folder / "official" if scoring == "official" else folder


def refuse_others(
    systems: Iterable[str], task: Task, split: str, out: Path, scoring: Scoring
) -> None:
    """Refuse a folder where results of some systems on another task or split would be replaced.

    Raises:
        DataError: If there are such results.
    """
    for system in systems:
        refuse_another(result_folder(system, task, out, scoring) / FILE, task, split, out)


def refuse_another(file: Path, task: Task, split: str, out: Path) -> None:
    """Refuse to replace results on another task of this name, or on another split.

    An unreadable file may be replaced: scoring again repairs it.

    Raises:
        DataError: If the file holds such results.
    """
    try:
        stored = orjson.loads(file.read_bytes())
        fingerprint, of = stored["task_fingerprint"], stored.get("split", split)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
    if fingerprint == task.fingerprint and of == split:
        return
    is_other = fingerprint != task.fingerprint
    what = "another task of this name" if is_other else f"split {of} of this task"
    folder = task.folder.resolve().name if is_other else split
    raise DataError(
        f"{file} holds results of {what}",
        hint=f"Name another --out, such as {out / folder}, or delete that folder.",
    )


def replace_nan(row: Mapping[str, Any]) -> Row:
    """Return a row with None in place of NaN, as in files."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in row.items()
    }
