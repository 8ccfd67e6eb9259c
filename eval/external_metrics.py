"""External metrics: functions of an answer, or numbers from a file, scored like a task's own."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from pydantic import BaseModel, ConfigDict

from scinet.errors import DataError
from scinet.eval.answer import FiniteFloat
from scinet.eval.suites.json_files import read_lines
from scinet.eval.task import Query, Row
from scinet.eval.task_type import ScoredQuery, ScoringContext
from scinet.extension import Registry, load_object

Metric: TypeAlias = Callable[[ScoredQuery[Any], ScoringContext], float | None]
"""Score of one answer, None or NaN without a value."""

_FORM_HINT: Final = (
    'Give lines such as {"system": "mine", "query_id": "q00001", "FacetScore": 3.5}; paper_id will '
    "do for query_id."
)


def _load_metric(reference: str) -> Metric:
    metric = load_object(reference)
    if not callable(metric):
        raise DataError(f"{reference} is not a function", hint="See docs/extend.md.")
    return metric  # type: ignore[no-any-return]


METRICS: Final[Registry[Metric]] = Registry(
    "metric",
    {},
    load=_load_metric,
    group="scinet.metrics",
    listed="Name one that an installed package has, or module:function.",
)


def add_metrics(
    scored: Sequence[Mapping[str, float]],
    examples: Sequence[ScoredQuery[Any]],
    context: ScoringContext,
    metrics: Mapping[str, Metric],
) -> list[dict[str, float]]:
    """Add metrics to rows of scores, each named after its function or entry point."""
    for name in metrics:
        if name in scored[0]:
            raise DataError(
                f"the task has a metric {name!r} of its own", hint="Give the function another name."
            )
    return [
        {
            **row,
            **{name: _score(name, metric, example, context) for name, metric in metrics.items()},
        }
        for row, example in zip(scored, examples, strict=True)
    ]


def _score(name: str, metric: Metric, example: ScoredQuery[Any], context: ScoringContext) -> float:
    try:
        value = metric(example, context)
        return math.nan if value is None else float(value)
    except Exception as error:
        raise DataError(
            f"the metric {name!r} fails at query {example.query.query_id}: "
            f"{type(error).__name__}: {error}",
            hint="Correct the function; no score was written.",
        ) from error


class _Line(BaseModel):
    """Metric values of one answer, with its system, rater and query."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, FiniteFloat | None]

    system: str
    rater: str = ""
    query_id: str = ""
    paper_id: str = ""

    def numbers(self) -> dict[str, float]:
        """Return the numbers by name, without nulls."""
        return {name: value for name, value in self.__pydantic_extra__.items() if value is not None}


@dataclass(frozen=True)
class ExternalMetric:
    """Metric values that a file gives to answers."""

    file: Path
    lines: list[_Line]

    @classmethod
    def read(cls, file: Path) -> "ExternalMetric":
        """Read JSON lines: a system, a query or the paper that it is about, and numbers by name.

        Lines of several raters of one answer are averaged.
        """
        return cls._from_lines(file, read_lines(file, _Line, hint=_FORM_HINT))

    @classmethod
    def of(cls, rows: Sequence[Row], file: Path) -> "ExternalMetric":
        """Make it from rows computed from the lines of a file."""
        return cls._from_lines(file, [_Line.model_validate(row) for row in rows])

    @classmethod
    def _from_lines(cls, file: Path, lines: list[_Line]) -> "ExternalMetric":
        scores = cls(file, lines)
        if not any(line.numbers() for line in scores.lines):
            raise DataError(f"the file holds no score ({file})", hint=_FORM_HINT)
        return scores

    def beside(
        self,
        scored: Sequence[Mapping[str, float]],
        systems: Sequence[str],
        queries: Sequence[Query],
        truth: Mapping[str, Row],
    ) -> list[dict[str, float]]:
        """Return rows of scores with the numbers of the file, NaN where it has none.

        ``scored`` holds the queries of each system in turn, then those of the controls.
        """
        places = {query.query_id: place for place, query in enumerate(queries)}
        places |= {
            row["paper_id"]: places[query] for query, row in truth.items() if "paper_id" in row
        }
        by_place: dict[int, dict[str, dict[str, float]]] = {}
        for number, line in enumerate(self.lines, start=1):
            item = line.query_id or line.paper_id
            if line.system not in systems or item not in places:
                self._refuse(f"{line.system!r}, {item!r}: no such run, or no such query", number)
            place = systems.index(line.system) * len(queries) + places[item]
            by_rater = by_place.setdefault(place, {})
            if line.rater in by_rater or (by_rater and not (line.rater and all(by_rater))):
                self._refuse(f"{line.system}, {item} comes a second time", number)
            if shared_names := sorted(line.numbers().keys() & scored[0].keys()):
                self._refuse(f"the task has a metric {shared_names[0]!r} of its own", number)
            by_rater[line.rater] = line.numbers()
        names = dict.fromkeys(name for line in self.lines for name in line.numbers())
        nothing = dict.fromkeys(names, math.nan)
        means = {
            place: _rater_means(list(by_rater.values())) for place, by_rater in by_place.items()
        }
        return [{**row, **nothing, **means.get(place, {})} for place, row in enumerate(scored)]

    def _refuse(self, what: str, number: int) -> NoReturn:
        raise DataError(f"{what} ({self.file}, line {number})", hint=_FORM_HINT)


def _rater_means(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Compute the mean of each number over the raters who gave one."""
    names = dict.fromkeys(name for numbers in scores for name in numbers)
    listed = {name: [numbers[name] for numbers in scores if name in numbers] for name in names}
    return {name: math.fsum(values) / len(values) for name, values in listed.items()}
