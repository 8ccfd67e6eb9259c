"""Citations predicted by boosted trees from team, venue, references and title."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Floats, Leaves, Table
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.impact.forecaster import Record
from scinet.models.impact.learned import FromFeatures
from scinet.validation import OPTIONS, PositiveShare


@checked(frozen=True, config=OPTIONS)
class ImpactBoosted(Boosting, FromFeatures):
    """Trees for log(1 + citations), grown by squared error."""

    name = "impact-boosted"
    summary = "boosted trees on features of team, venue, references and title"

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
        train, val = (
            Table(values, names, np.log1p(citations), np.zeros(0, dtype=np.int64))
            for names, values, citations in self.known(data)
        )
        return self.grow(train, val, "regression", data.folder)

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """The number whose logarithm the trees predict."""
        names, values = self.read(queries, context)
        predicted = Booster.load(context.training / NAME).predict(values, names)
        return np.expm1(np.maximum(predicted, 0.0))
