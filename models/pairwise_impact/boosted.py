"""Boosted trees that choose between two papers, grown on the same ranks as the line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, Choice
from scinet.eval.task import Query
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Float32, Leaves, Table
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.history import Floats
from scinet.models.pairwise_impact.heuristics import chosen
from scinet.models.pairwise_impact.line import ranked
from scinet.validation import OPTIONS, PositiveShare


@checked(frozen=True, config=OPTIONS)
class PairBoosted(Boosting, TrainableSystem):
    """Each pair is a list of two to rank; the first one is chosen.

    Attributes:
        window: Latest papers that ranks are taken among.
    """

    name = "pair-boosted"
    track = "graph"
    summary = "LambdaMART on ranks of team, references, venue, subject and words"
    answers = Choice
    needs = frozenset({"a", "b"})

    window: PositiveInt = 300
    trees: PositiveInt = 500
    learning_rate: PositiveFloat = 0.02
    leaves: Leaves = 4
    columns: PositiveShare = 0.3
    rows: PositiveShare = 0.7
    l2: NonNegativeFloat = 5.0
    bags: PositiveInt = 3

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the order of pairs of ``val`` stops improving."""
        train, val = (self._table(split, data) for split in ("train", "val"))
        return self.grow(train, val, "lambdarank", data.folder)

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The paper with the higher score, and by how much."""
        names, ranks = ranked(queries, context.snapshot, self.window)
        grown = Booster.load(context.training / NAME)
        scores = grown.predict(_flat(ranks), names).reshape(-1, 2)
        for query, (one, other) in zip(queries, scores.tolist(), strict=True):
            yield Choice(query.query_id, chosen(one, other, query), score=one - other)

    def _table(self, split: str, data: TrainingData) -> Table:
        """Two rows per pair, A and B, of which one is right."""
        queries, truth = data.task.queries(split), data.task.truth(split)
        names, ranks = ranked(queries, data.snapshot, self.window)
        labels = [truth[one.query_id]["choice"] == side for one in queries for side in "AB"]
        sizes = np.full(len(queries), 2, dtype=np.int64)
        return Table(_flat(ranks), tuple(names), np.array(labels, dtype=np.float64), sizes)


def _flat(ranks: Floats) -> Float32:
    """Ranks of both papers of each pair, shape ``(2 * pairs, features)``."""
    return ranks.reshape(-1, ranks.shape[2]).astype(np.float32)
