"""FacetScore and ASPIRE of generated contributions, from a user's ratings or vectors."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import pandas as pd
from annotated_types import Ge
from pydantic import BaseModel, Field, model_validator

from scinet.errors import DataError
from scinet.eval.answer import FiniteFloat
from scinet.eval.external_metrics import ExternalMetric
from scinet.eval.metrics.transport import transport_distance
from scinet.eval.options import TaskArg
from scinet.eval.run import Run
from scinet.eval.significance import bootstrap_interval
from scinet.eval.suites.json_files import read_lines
from scinet.eval.task import Row, Task
from scinet.experiments.pipeline import Runs, read_runs

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


def measure_facets(
    task: TaskArg,
    runs: Runs,
    *,
    ratings: str | Path,
    split: str = "test",
    seed: Annotated[int, Ge(0)] = 0,
) -> pd.DataFrame:
    """Average the ratings of the facets of a written text beside those of the true one: FacetScore.

    Args:
        task: The task.
        runs: Runs or run files; ``NAME=FILE`` names one.
        ratings: JSON lines of system, paper_id and facet_ratings.
        split: Split of the task.
        seed: Seed of the intervals.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run or the file is broken.

    Source:
        PreScience, whose released analysis averages ``facet_ratings``.
    """
    file = Path(ratings)
    lines = [(line, line.number) for line in read_lines(file, _Rated, hint=_FACETS_HINT)]
    return _measure_lines(task, read_runs(runs, task, split), file, FACETS, lines, seed)


def measure_aspire(
    task: TaskArg,
    runs: Runs,
    *,
    vectors: str | Path,
    split: str = "test",
    seed: Annotated[int, Ge(0)] = 0,
) -> pd.DataFrame:
    """Compute ASPIRE: the transport distance of sentences of a written and the true text, negated.

    Args:
        task: The task.
        runs: Runs or run files; ``NAME=FILE`` names one.
        vectors: JSON lines of system, paper_id, and vectors of sentences, ``written`` and ``true``.
        split: Split of the task.
        seed: Seed of the intervals.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run or the file is broken.
    """
    file = Path(vectors)
    lines = [(line, line.number) for line in read_lines(file, _Embedded, hint=_ASPIRE_HINT)]
    return _measure_lines(task, read_runs(runs, task, split), file, ASPIRE, lines, seed)


def _measure_lines(
    task: Task,
    runs: Sequence[Run],
    file: Path,
    name: str,
    lines: Sequence[tuple[_About, Callable[[], float | None]]],
    seed: int,
) -> pd.DataFrame:
    """A row for each run: the mean over the answers that the file tells of."""
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
    return pd.DataFrame(rows)
