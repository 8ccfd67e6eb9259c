"""Evaluated tasks, read from a folder of results.

Means, intervals and tests are those that ``scinet evaluate runs`` stored; computed here is only
which systems are level with the first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.eval import results as files
from scinet.eval.baseline_tests import BASELINES, find_level, find_shortfall
from scinet.eval.task import Row
from scinet.eval.task_type import Scoring

FORECASTS: Final = frozenset({"prescience", "sciimpact"})
"""Suites whose truth lies after the day of the query."""

_TASK_ORDER: Final = (
    "ego-novelty", "ego-disruption", "pair-citation", "pair-co-mention", "path", "collaborators",
    "prior-work", "impact",
)  # fmt: skip


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
        for name in [system for system in self.systems if system in BASELINES]:
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
