"""Citations predicted by boosted trees from team, venue, references and title."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import numpy as np
from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet import saving
from scinet.errors import DataError
from scinet.eval.task import Query
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Floats, Leaves, Table
from scinet.models.base.system import Context, by_day
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.impact.features import features
from scinet.models.impact.forecaster import Forecaster, Record
from scinet.models.text.tfidf import TitleSpace
from scinet.validation import OPTIONS, PositiveShare

_DAY: Final = "subjects_before.txt"


@checked(frozen=True, config=OPTIONS)
class ImpactBoosted(Boosting, Forecaster, TrainableSystem):
    """Trees for log(1 + citations), grown by squared error.

    Attributes:
        subjects: Directions of titles, found before the first paper that is learned from.
    """

    name = "impact-boosted"
    summary = "boosted trees on features of team, venue, references and title"
    needs = frozenset(
        {"months", "author_ids", "author_places", "team_size", "venue_id", "reference_ids", "title"}
    )

    subjects: PositiveInt = 16
    trees: PositiveInt = 2000
    learning_rate: PositiveFloat = 0.02
    leaves: Leaves = 7
    min_leaf: PositiveInt = 30
    columns: PositiveShare = 0.3
    rows: PositiveShare = 0.7
    l2: NonNegativeFloat = 5.0
    patience: PositiveInt = 150
    bags: PositiveInt = 5

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the error on ``val`` stops falling."""
        begin = data.task.queries("train")[0].before
        subjects = TitleSpace.of(data.snapshot.until(begin).title, self.subjects)
        train, val = (_table(split, data, subjects) for split in ("train", "val"))
        figures = self.grow(train, val, "regression", data.folder)
        saving.write(begin.isoformat(), data.folder / _DAY)
        return figures

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """The number whose logarithm the trees predict."""
        del record
        file = context.training / _DAY
        try:
            begin = date.fromisoformat(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(
                f"no day of the first paper learned from ({file})",
                hint="Train the model again with `scinet train`.",
            ) from error
        subjects = TitleSpace.of(context.snapshot.until(begin).title, self.subjects)
        names, values = features(queries, context.snapshot, subjects)
        predicted = Booster.load(context.training / NAME).predict(values, names)
        return np.expm1(np.maximum(predicted, 0.0))


def _table(split: str, data: TrainingData, subjects: TitleSpace) -> Table:
    queries, truth = data.task.queries(split), data.task.truth(split)
    names: tuple[str, ...] = ()
    parts = []
    for day, asked in by_day(queries):
        names, values = features(asked, data.snapshot.until(day), subjects)
        parts.append(values)
        if data.progress is not None:
            data.progress({"day": day.isoformat(), "papers": len(asked)})
    citations = np.array([truth[query.query_id]["citations"] for query in queries], dtype=float)
    return Table(np.concatenate(parts), names, np.log1p(citations), np.zeros(0, dtype=np.int64))
