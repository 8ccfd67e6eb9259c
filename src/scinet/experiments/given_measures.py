"""FacetScore and ASPIRE of written contributions, from ratings or vectors that a user has."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from pydantic import BaseModel, Field, model_validator

from scinet.errors import DataError
from scinet.eval.answer import FiniteFloat
from scinet.eval.joined import Joined
from scinet.eval.metrics.transport import transport_distance
from scinet.eval.run import Run
from scinet.eval.significance import interval
from scinet.eval.suites.json_files import read_lines
from scinet.eval.task import Row, Task

FACETS: Final = "FacetScore"
ASPIRE: Final = "ASPIRE"
_OF_FACETS: Final = (
    'Give lines such as {"system": "mine", "paper_id": "p1", "facet_ratings": [{"facet": '
    '"purpose", "rating": 4}]}; query_id will do for paper_id.'
)
_OF_ASPIRE: Final = (
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
        """The mean of the ratings that there are."""
        known = [one.rating for one in self.facet_ratings if one.rating is not None]
        return sum(known) / len(known) if known else None


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
        """The transport distance, negated, so that more is nearer."""
        return -transport_distance(np.array(self.written), np.array(self.true))


def facets(
    task: Task, runs: Sequence[Run], replies: Path | str | None, *, seed: int = 0
) -> list[Row]:
    """FacetScore: the mean rating of the facets of a written text beside those of the true one.

    Source:
        PreScience, whose released analysis takes the mean of ``facet_ratings``.
    """
    file = _named(replies, _OF_FACETS)
    lines = read_lines(file, _Rated, hint=_OF_FACETS)
    return _rows(task, runs, file, FACETS, [(one, one.number) for one in lines], seed)


def aspire(
    task: Task, runs: Sequence[Run], vectors: Path | str | None, *, seed: int = 0
) -> list[Row]:
    """ASPIRE: the transport distance of the sentences of a written and the true text, negated."""
    file = _named(vectors, _OF_ASPIRE)
    lines = read_lines(file, _Embedded, hint=_OF_ASPIRE)
    return _rows(task, runs, file, ASPIRE, [(one, one.number) for one in lines], seed)


def _named(file: Path | str | None, hint: str) -> Path:
    if file is None:
        raise DataError("no file is named that this could be measured by", hint=hint)
    return Path(file)


def _rows(
    task: Task,
    runs: Sequence[Run],
    file: Path,
    name: str,
    lines: Sequence[tuple[_About, Callable[[], float | None]]],
    seed: int,
) -> list[Row]:
    """A row for each run: the mean over the answers that the file tells of."""
    split = runs[0].header.split
    queries, truth = task.queries(split), task.truth(split)
    numbers: list[dict[str, Any]] = [
        {**about.model_dump(include={"system", "query_id", "paper_id"}), name: number()}
        for about, number in lines
    ]
    joined = Joined.of(numbers, file)
    systems = [run.header.system for run in runs]
    beside = joined.beside(
        [{} for _ in range(len(systems) * len(queries))], systems, queries, truth
    )
    rows: list[Row] = []
    for number, system in enumerate(systems):
        own = beside[number * len(queries) : (number + 1) * len(queries)]
        values = np.array([one[name] for one in own])
        known = values[~np.isnan(values)]
        if not len(known):
            raise DataError(
                f"no line is about {system} ({file})", hint="Name the runs of the file."
            )
        low, high = interval(known, seed)
        about = {"system": system, "metric": name, "mean": float(known.mean())}
        rows.append({**about, "low": low, "high": high, "n": len(known)})
    return rows
