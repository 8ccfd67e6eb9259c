"""Evaluated tasks, read from a folder of results.

Means, intervals and tests are those that ``scinet evaluate runs`` stored; computed here is only
which systems are level with the first, and whether it stands above the uninformed controls.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import results as files
from scinet.eval.results import find_metric
from scinet.eval.significance import holm_correction, paired_test
from scinet.eval.task import Row
from scinet.eval.task_type import Scoring

FORECASTS: Final = frozenset({"prescience", "sciimpact"})
"""Suites whose truth lies after the day of the query."""

_TASK_ORDER: Final = (
    "ego-novelty", "ego-disruption", "pair-citation", "pair-co-mention", "path", "collaborators",
    "prior-work", "impact",
)  # fmt: skip
_SIGNIFICANCE_LEVEL: Final = 0.05
_BASELINES: Final = ("random", "constant")
"""Controls without information; the others use the truth."""


@dataclass(frozen=True)
class TaskEvaluation:
    """Evaluated task with its results.

    Attributes:
        place: Path of the results in their folder, above suite, task and system.
        results: Content of ``result.json``, by scoring and system.
        folders: Folder of each of these.
    """

    place: str
    results: Mapping[Scoring, Mapping[str, Row]]
    folders: Mapping[tuple[Scoring, str], Path]

    @cached_property
    def about(self) -> Row:
        """A result from which to read the common fields: task, day, options, fingerprints."""
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
        """Largest number of queries that count in a metric."""
        return max(
            (m["n"] for of in self.results.values() for r in of.values() for m in r["metrics"]),
            default=0,
        )

    @cached_property
    def key(self) -> str:
        """Identifier in URLs, the same as long as the folder is."""
        folder = next(iter(self.folders.values())).absolute()
        parts = (*folder.parts[:-2], self.about["task_fingerprint"], self.about["split"])
        return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:12]

    @cached_property
    def systems(self) -> list[str]:
        """Systems, the best first by the headline metric; then the controls."""
        rows = {name: row for of in [*self.results.values()][::-1] for name, row in of.items()}
        return sorted(rows, key=lambda name: _rank_row(rows[name]))

    @property
    def runs(self) -> list[str]:
        """Systems without the controls."""
        return [name for name in self.systems if not self.result_of(name)["is_control"]]

    @property
    def first(self) -> str | None:
        """System with the highest mean among those that do not know how the truth is computed."""
        return next(iter(self._rivals), None)

    @property
    def _rivals(self) -> list[str]:
        return [name for name in self.runs if self.result_of(name)["track"] != "indicators"]

    @cached_property
    def floor(self) -> tuple[str, str] | None:
        """An uninformed control, and the metric in which the first system is not above it."""
        if self.first is None:
            return None
        result = self.result_of(self.first)
        truth = self.result_of("oracle") if "oracle" in self.systems else result
        for name in [system for system in self.systems if system in _BASELINES]:
            if metric := find_shortfall(result, self.result_of(name), truth):
                return name, metric
        return None

    @cached_property
    def leaders(self) -> list[str]:
        """The first system and those level with it; empty where controls are level too."""
        if self.first is None or self.floor:
            return []
        results = [self.result_of(name) for name in self._rivals]
        values = {row["system"]: self._get_headline(row) for row in results}
        level = find_level(results[0], results[1:], values, self.about["seed"])
        return [self.first, *level]

    def _get_headline(self, result: Row) -> dict[str, float | None]:
        """Return the headline metric by query; empty where its file is lost."""
        try:
            rows = self.per_query(result["system"], result["scoring"])
        except DataError:
            return {}
        return {query: scores.get(result["headline"]) for query, scores in rows.items()}

    def result_of(self, system: str) -> Row:
        """Return a result of a system, the strict one if there is one.

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
        """Read the metrics of a system by query, None without a value.

        Raises:
            NotFoundError: If the system was not scored in this mode.
            DataError: If the file is damaged or lost.
        """
        folder = self.folders.get((scoring, system))
        if folder is None:
            raise NotFoundError(
                f"no {scoring} scores of {system} on {self.name}",
                hint=f"There are {', '.join(self.results.get(scoring, ()))}.",
            )
        return files.read_per_query(folder)


def read_evaluated(
    folder: Path, *, refused: Callable[[ScinetError], None] | None = None
) -> list[TaskEvaluation]:
    """Read the tasks with results below a folder, in the order of the suites; strict scores first.

    Args:
        folder: Where ``scinet evaluate runs --out`` wrote.
        refused: Takes what cannot be read; it is raised otherwise.

    Raises:
        DataError: If a result cannot be read.
    """
    by_mark: dict[tuple[str, ...], dict[tuple[Scoring, str], tuple[Row, Path]]] = {}
    for file in sorted(folder.rglob("result.json")):
        try:
            result = files.read_result(file)
        except DataError as error:
            if refused is None:
                raise
            refused(error)
            continue
        place = _result_place(file.relative_to(folder).parts, result)
        mark = (place, result["suite"], result["task"], result["task_fingerprint"], result["split"])
        rows = by_mark.setdefault(mark, {})
        rows[result["scoring"], result["system"]] = (result, file.parent)
    return [
        TaskEvaluation(
            mark[0],
            _group_by_scoring(by_mark[mark]),
            {k: at for k, (_, at) in by_mark[mark].items()},
        )
        for mark in sorted(by_mark, key=_suite_order)
    ]


def _group_by_scoring(
    rows: Mapping[tuple[Scoring, str], tuple[Row, Path]],
) -> dict[Scoring, dict[str, Row]]:
    both: dict[Scoring, dict[str, Row]] = {"strict": {}, "official": {}}
    for (scoring, system), (row, _) in rows.items():
        both[scoring][system] = row
    return {scoring: of for scoring, of in both.items() if of}


def _suite_order(mark: tuple[str, ...]) -> tuple[Any, ...]:
    place, _, task, *rest = mark
    return _TASK_ORDER.index(task) if task in _TASK_ORDER else len(_TASK_ORDER), task, place, *rest


def _result_place(parts: Sequence[str], result: Row) -> str:
    """Return the path of a result above SUITE/TASK/SYSTEM, which ``official`` may extend."""
    below = 5 if result["scoring"] == "official" else 4
    return "/".join(parts[:-below])


def _rank_row(row: Row) -> tuple[bool, float, str]:
    mean = files.find_metric(row, row["headline"]).get("mean")
    return row["is_control"], -(mean or 0.0), row["system"]


def find_shortfall(result: Row, control: Row, truth: Row) -> str | None:
    """Return the metric in which a result is not above a control; None where it is above in all.

    In the headline metric it has to be significantly above: p below 0.05 after Holm's correction in
    the stored test of the two, or without one, its 95 % interval above the control's mean. In no
    other metric may its mean be the worse one.

    Args:
        result: Stored result of a system.
        control: Stored result of an uninformed control.
        truth: Stored result of the oracle, which shows the better direction of each metric.
    """
    headline = str(result["headline"])
    if not _is_significantly_above(result, control, headline):
        return headline
    for metric in [row["metric"] for row in result["metrics"]]:
        score, chance, best = (
            find_metric(compared, metric).get("mean") for compared in (result, control, truth)
        )
        if score is None or chance is None or best is None:
            continue
        if (score - chance) * (best - chance) < 0:
            return str(metric)
    return None


def find_level(
    result: Row,
    rivals: Sequence[Row],
    values: Mapping[str, Mapping[str, float | None]],
    seed: int,
) -> list[str]:
    """List the systems that a result is not significantly above in the headline metric, in order.

    Significant is p below 0.05 of the paired permutation test over the queries that both have a
    value of, after Holm's correction for all rivals. A metric without values by query, such as a
    correlation, is compared by its 95 % intervals, which must not overlap.

    Args:
        result: Stored result of the system with the highest mean.
        rivals: Stored results of the other systems.
        values: The headline metric by system and query.
    """
    headline = str(result["headline"])
    mine = values.get(result["system"], {})
    p_values = [_paired_p(mine, values.get(rival["system"], {}), seed) for rival in rivals]
    level = []
    for rival, p in zip(rivals, holm_correction(p_values), strict=True):
        is_above = _lies_above(result, rival, headline) if np.isnan(p) else p < _SIGNIFICANCE_LEVEL
        if not is_above:
            level.append(str(rival["system"]))
    return level


def _paired_p(
    first: Mapping[str, float | None], second: Mapping[str, float | None], seed: int
) -> float:
    common = sorted(first.keys() & second.keys())
    pairs = np.array([[first[query], second[query]] for query in common], float).reshape(-1, 2)
    return paired_test(pairs[:, 0], pairs[:, 1], seed)


def _is_significantly_above(result: Row, control: Row, metric: str) -> bool:
    for test in result["comparisons"]:
        if test["metric"] == metric and test["system_b"] == control["system"]:
            difference, p = test["difference"], test["p_holm"]
            return (
                difference is not None
                and p is not None
                and difference > 0
                and p < _SIGNIFICANCE_LEVEL
            )
    return _lies_above(result, control, metric)


def _lies_above(result: Row, control: Row, metric: str) -> bool:
    low, control_row = find_metric(result, metric).get("low"), find_metric(control, metric)
    high = control_row.get("mean") if control_row.get("high") is None else control_row["high"]
    return low is not None and (high is None or low > high)
