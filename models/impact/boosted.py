"""Citations predicted by boosted trees from team, venue, references and title."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final

import numpy as np

from scinet import saving
from scinet.errors import DataError
from scinet.eval.task import Query, Row
from scinet.graph.snapshot import Snapshot
from scinet.models.base.boosted_trees import Booster, Floats, Settings, Table, fit
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.impact.features import features
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Record
from scinet.models.text.tfidf import TitleSpace

_FILE: Final = "trees.txt"
_DAY: Final = "subjects_before.txt"


@dataclass(frozen=True)
class ImpactBoosted(Forecaster, TrainableSystem):
    """Trees for log(1 + citations), grown by squared error.

    Attributes:
        subjects: Directions of titles, found before the first paper that is learned from.
        trees: This and all settings below: see
            :class:`~scinet.models.base.boosted_trees.Settings`.
    """

    name = "impact-boosted"
    version = "1"
    summary = "boosted trees on features of team, venue, references and title"
    needs = frozenset(
        {"months", "author_ids", "author_places", "team_size", "venue_id", "reference_ids", "title"}
    )

    subjects: int = 16
    trees: int = 2000
    learning_rate: float = 0.02
    leaves: int = 7
    min_leaf: int = 30
    columns: float = 0.3
    rows: float = 0.7
    l2: float = 5.0
    patience: int = 150
    bags: int = 5

    def __post_init__(self) -> None:
        if self.subjects < 1:
            raise ValueError("subjects is at least 1")
        self._settings()

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the error on ``val`` stops falling."""
        begin = data.task.queries("train")[0].before
        subjects = TitleSpace.of(data.snapshot.until(begin).title, self.subjects)
        tables = {
            split: _table(
                data.task.queries(split),
                data.task.truth(split),
                data.snapshot,
                subjects,
                data.progress,
            )
            for split in ("train", "val")
        }
        grown = fit(tables["train"], tables["val"], self._settings(), "regression")
        saving.write(begin.isoformat(), data.folder / _DAY)
        grown.save(data.folder / _FILE)
        return {
            **grown.figures(),
            "rows": {split: len(table.labels) for split, table in tables.items()},
        }

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """The number whose logarithm the trees predict."""
        del record
        if context.learned is None:
            raise ValueError("a trained system needs the folder of its training")
        grown = Booster.load(context.learned / _FILE)
        try:
            begin = date.fromisoformat((context.learned / _DAY).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(
                f"no day of the first paper learned from ({context.learned / _DAY})",
                hint="Train the model again with `scinet train`.",
            ) from error
        subjects = TitleSpace.of(context.snapshot.until(begin).title, self.subjects)
        names, values = features(queries, context.snapshot, subjects)
        return np.expm1(np.maximum(grown.predict(values, names), 0.0))

    def _settings(self) -> Settings:
        return Settings.of(self)


def _table(
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    snapshot: Snapshot,
    subjects: TitleSpace,
    progress: Callable[[Mapping[str, Any]], None] | None,
) -> Table:
    names: tuple[str, ...] = ()
    parts = []
    for day, asked in groupby(queries, key=lambda query: query.before):
        part = list(asked)
        names, values = features(part, snapshot.until(day), subjects)
        parts.append(values)
        if progress is not None:
            progress({"day": day.isoformat(), "papers": len(part)})
    citations = np.array([truth[query.query_id]["citations"] for query in queries], dtype=float)
    return Table(np.concatenate(parts), names, np.log1p(citations), np.zeros(0, dtype=np.int64))
