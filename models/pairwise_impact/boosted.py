"""Boosted trees that choose between two papers, grown on the same ranks as the line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from scinet.eval.answer import Answer, Choice
from scinet.eval.task import Query, Row
from scinet.graph.snapshot import Snapshot
from scinet.models.base.boosted_trees import Booster, Settings, Table, fit
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.pairwise_impact.heuristics import chosen
from scinet.models.pairwise_impact.line import ranked

_FILE: Final = "trees.txt"


@dataclass(frozen=True)
class PairBoosted(TrainableSystem):
    """Each pair is a list of two to rank; the first one is chosen.

    Attributes:
        window: Latest papers that ranks are taken among.
        trees: This and all settings below: see
            :class:`~scinet.models.base.boosted_trees.Settings`.
    """

    name = "pair-boosted"
    version = "1"
    track = "graph"
    summary = "LambdaMART on ranks of team, references, venue, subject and words"
    answers = Choice
    needs = frozenset({"a", "b"})

    window: int = 300
    trees: int = 500
    learning_rate: float = 0.02
    leaves: int = 4
    min_leaf: int = 50
    columns: float = 0.3
    rows: float = 0.7
    l2: float = 5.0
    patience: int = 100
    bags: int = 3

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the order of pairs of ``val`` stops improving."""
        train, val = (
            _table(data.task.queries(split), data.task.truth(split), data.snapshot, self)
            for split in ("train", "val")
        )
        settings = Settings.of(self)
        grown = fit(train, val, settings, "lambdarank")
        grown.save(data.folder / _FILE)
        return grown.figures()

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The paper with the higher score, and by how much."""
        if context.learned is None:
            raise ValueError("a trained system needs the folder of its training")
        grown = Booster.load(context.learned / _FILE)
        names, ranks = ranked(queries, context.snapshot, self.window)
        flat = ranks.reshape(-1, len(names)).astype(np.float32)
        scores = grown.predict(flat, names).reshape(-1, 2)
        for query, (one, other) in zip(queries, scores.tolist(), strict=True):
            yield Choice(query.query_id, chosen(one, other, query), score=one - other)


def _table(
    queries: Sequence[Query], truth: Mapping[str, Row], snapshot: Snapshot, system: PairBoosted
) -> Table:
    """Two rows per pair, A and B, of which one is right."""
    names, ranks = ranked(queries, snapshot, system.window)
    labels = [float(truth[query.query_id]["choice"] == side) for query in queries for side in "AB"]
    return Table(
        features=ranks.reshape(-1, len(names)).astype(np.float32),
        names=tuple(names),
        labels=np.array(labels),
        groups=np.full(len(queries), 2, dtype=np.int64),
    )
