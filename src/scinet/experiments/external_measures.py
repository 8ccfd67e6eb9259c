"""FacetScore and ASPIRE of generated contributions, from a user's ratings or vectors."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from pydantic import BaseModel, Field, model_validator

from scinet.errors import DataError
from scinet.eval.answer import FiniteFloat
from scinet.eval.external_metrics import ExternalMetric
from scinet.eval.metrics.transport import transport_distance
from scinet.eval.run import Run
from scinet.eval.significance import bootstrap_interval
from scinet.eval.suites.json_files import read_lines
from scinet.eval.task import Row, Task

FACETS: Final = "FacetScore"
ASPIRE: Final = "ASPIRE"
_FACETS_HINT: Final = (
    'Give lines such as {"system": "mine", "paper_id": "p1", "facet_ratings": [{"facet": '
    '"purpose", "rating": 4}]}; query_id will do for paper_id.'
)
_ASPIRE_HINT: Final = (
    'Give lines such as {"system": "mine", "paper_id": "p1", "written": [[0.1, 0.2]], "true": '
    "[[0.1, 0.3]]}, a vector per sentence; query_id will do for paper_id."
)


class _About(BaseModel):
    system: str
    query_id: str = ""
    paper_id: str = ""


class _Rating(BaseModel):
    rating: FiniteFloat | None = None


class _Rated(_About):
    facet_ratings: list[_Rating]

    def number(self) -> float | None:
        """Compute the mean of the available ratings."""
        ratings = [facet.rating for facet in self.facet_ratings if facet.rating is not None]
        return sum(ratings) / len(ratings) if ratings else None


_Sentences = Annotated[list[Annotated[list[FiniteFloat], Field(min_length=1)]], Field(min_length=1)]


class _Embedded(_About):
    written: _Sentences
    true: _Sentences

    @model_validator(mode="after")
    def _is_of_one_length(self) -> "_Embedded":
        if len({len(vector) for vector in (*self.written, *self.true)}) > 1:
            raise ValueError("the vectors have several lengths")
        return self

    def number(self) -> float:
        """Compute the negated transport distance, so that more is nearer."""
        return -transport_distance(np.array(self.written), np.array(self.true))


def facet_scores(
    task: Task, runs: Sequence[Run], replies: Path | str | None, *, seed: int = 0
) -> list[Row]:
    """Compute FacetScore: the mean rating of a written text's facets against the true ones.

    Source:
        PreScience, whose released analysis averages ``facet_ratings``.
    """
    file = _require_file(replies, _FACETS_HINT)
    lines = read_lines(file, _Rated, hint=_FACETS_HINT)
    return _run_rows(task, runs, file, FACETS, [(line, line.number) for line in lines], seed)


def aspire_scores(
    task: Task, runs: Sequence[Run], vectors: Path | str | None, *, seed: int = 0
) -> list[Row]:
    """Compute ASPIRE: the negated transport distance of written and true sentences."""
    file = _require_file(vectors, _ASPIRE_HINT)
    lines = read_lines(file, _Embedded, hint=_ASPIRE_HINT)
    return _run_rows(task, runs, file, ASPIRE, [(line, line.number) for line in lines], seed)


def _require_file(file: Path | str | None, hint: str) -> Path:
    if file is None:
        raise DataError("no file is named that this could be measured by", hint=hint)
    return Path(file)


def _run_rows(
    task: Task,
    runs: Sequence[Run],
    file: Path,
    name: str,
    lines: Sequence[tuple[_About, Callable[[], float | None]]],
    seed: int,
) -> list[Row]:
    """Make a row for each run: the mean over the answers in the file."""
    split = runs[0].header.split
    queries, truth = task.queries(split), task.truth(split)
    numbers: list[dict[str, Any]] = [
        {**labels.model_dump(include={"system", "query_id", "paper_id"}), name: number()}
        for labels, number in lines
    ]
    joined = ExternalMetric.of(numbers, file)
    systems = [run.header.system for run in runs]
    beside = joined.beside(
        [{} for _ in range(len(systems) * len(queries))], systems, queries, truth
    )
    rows: list[Row] = []
    for number, system in enumerate(systems):
        own = beside[number * len(queries) : (number + 1) * len(queries)]
        values = np.array([scores[name] for scores in own])
        defined = values[~np.isnan(values)]
        if not len(defined):
            raise DataError(
                f"no line is about {system} ({file})", hint="Name the runs of the file."
            )
        low, high = bootstrap_interval(defined, seed)
        labels = {"system": system, "metric": name, "mean": float(defined.mean())}
        rows.append({**labels, "low": low, "high": high, "n": len(defined)})
    return rows
