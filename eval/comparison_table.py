"""Comparison table of systems on one task: official beside strict scores, and the stored tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from scinet.eval.evaluated_tasks import TaskEvaluation
from scinet.eval.task import Row
from scinet.eval.task_type import Scoring

Kind: TypeAlias = Literal["best", "ceiling", "control", ""]


@dataclass(frozen=True, slots=True)
class SystemRow:
    """Row of one system.

    Attributes:
        kind: ``best`` of the competitors and those not significantly below it; ``ceiling``, which
            may use the procedures that define the truth; ``control``; else empty.
        about: Track and caution.
        metrics: Stored metric of each column, None where there is none.
    """

    name: str
    kind: Kind
    about: str
    metrics: tuple[Row | None, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Table of systems.

    Attributes:
        columns: Metric and scoring mode of each column; the headline first, official beside strict.
        lines: The best system first, controls last.
    """

    columns: tuple[tuple[str, Scoring], ...]
    lines: tuple[SystemRow, ...]

    @property
    def groups(self) -> list[tuple[str, list[Scoring]]]:
        """Metrics with the scoring modes of their columns."""
        return [
            (metric, [scoring for _, scoring in of])
            for metric, of in groupby(self.columns, key=lambda column: column[0])
        ]

    def rows(self) -> Iterator[Row]:
        """Yield one row per system and column, as for a file."""
        for line in self.lines:
            for (_, scoring), metric in zip(self.columns, line.metrics, strict=True):
                if metric is not None:
                    kind = line.kind or "system"
                    yield {"system": line.name, "kind": kind, "scoring": scoring, **metric}


def compare_systems(task: TaskEvaluation) -> SideBySide:
    """Compare all systems of a task; a column equal to an earlier one is omitted."""
    stored = {
        (scoring, name): {row["metric"]: row for row in result["metrics"]}
        for scoring, of in task.results.items()
        for name, result in of.items()
    }
    headline = task.about["headline"]
    metrics = dict.fromkeys(metric for of in stored.values() for metric in of)
    columns: list[tuple[str, Scoring]] = []
    seen: list[object] = []
    for metric in sorted(metrics, key=lambda name_of_metric: name_of_metric != headline):
        for scoring in task.results:
            rows = [stored.get((scoring, name), {}).get(metric, {}) for name in task.systems]
            numbers = (scoring, [[r.get(end) for end in ("mean", "low", "high")] for r in rows])
            if any(rows) and numbers not in seen:
                seen.append(numbers)
                columns.append((metric, scoring))
    lines = tuple(
        SystemRow(
            name,
            _line_kind(task, name),
            _line_note(task.result_of(name)),
            tuple(stored.get((scoring, name), {}).get(metric) for metric, scoring in columns),
        )
        for name in task.systems
    )
    return SideBySide(tuple(columns), lines)


def list_comparisons(task: TaskEvaluation) -> list[Row]:
    """List every stored comparison with the baseline, with its scoring mode."""
    return [
        {"scoring": scoring, **row}
        for scoring, of in task.results.items()
        for name in task.systems
        for row in of.get(name, {}).get("comparisons", ())
    ]


def _line_kind(task: TaskEvaluation, name: str) -> Kind:
    result = task.result_of(name)
    if result["is_control"]:
        return "control"
    if result["track"] == "indicators":
        return "ceiling"
    return "best" if name in task.leaders else ""


def _line_note(result: Row) -> str:
    if result["is_control"]:
        return "control"
    caution = result["settings"].get("caution")
    return f"track {result['track']}" + (f"; {caution}" if caution else "")
