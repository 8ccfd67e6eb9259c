"""Systems on one task side by side: official scores next to strict ones, and the stored tests."""

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
    """One system.

    Attributes:
        kind: ``best`` of those that compete, and what it is not clearly above; ``ceiling``, which
            may use the procedures that define the truth; ``control``; else nothing.
        about: Track and caution.
        metrics: What is stored of each column, None where nothing is.
    """

    name: str
    kind: Kind
    about: str
    metrics: tuple[Row | None, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A table of systems.

    Attributes:
        columns: A metric and how it was scored each; the headline first, official next to strict.
        lines: The best system first, controls last.
    """

    columns: tuple[tuple[str, Scoring], ...]
    lines: tuple[SystemRow, ...]

    @property
    def groups(self) -> list[tuple[str, list[Scoring]]]:
        """Metrics with the ways of scoring that they have columns of."""
        return [
            (metric, [scoring for _, scoring in of])
            for metric, of in groupby(self.columns, key=lambda column: column[0])
        ]

    def rows(self) -> Iterator[Row]:
        """One row per system and column, as for a file."""
        for line in self.lines:
            for (_, scoring), metric in zip(self.columns, line.metrics, strict=True):
                if metric is not None:
                    kind = line.kind or "system"
                    yield {"system": line.name, "kind": kind, "scoring": scoring, **metric}


def compare_systems(task: TaskEvaluation) -> SideBySide:
    """All systems of a task; a column with the numbers of an earlier one is left out."""
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
    """Every stored comparison with the baseline, with how it was scored."""
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
