"""Citation forecasts learned from features of papers, by boosted trees among others."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import AfterValidator, NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.boosted_trees import (
    NAME,
    Booster,
    Boosting,
    Float32,
    Floats,
    Leaves,
    TrainingTable,
)
from scinet.models.base.system import Context, group_by_day
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.history import History
from scinet.models.impact.features import compute_features
from scinet.models.impact.forecaster import CitationRecord, Forecaster
from scinet.models.impact.published_features import Texts, published_features
from scinet.models.text.author_profiles import describe_model, require_vectors
from scinet.models.text.tfidf import TitleSpace
from scinet.validation import OPTIONS, PositiveShare

SETS: Final = ("graph", "target-text", "context-text", "bibliometrics")
_TEXT_SETS: Final = frozenset({"target-text", "context-text"})
_DAY: Final = "subjects_before.txt"


def _parse_sets(text: str) -> str:
    names = text.split("+")
    if not set(names) <= set(SETS) or len(set(names)) < len(names):
        raise ValueError(f"Input should be some of {', '.join(SETS)}, with + between")
    return text


Sets: TypeAlias = Annotated[str, AfterValidator(_parse_sets)]
Known: TypeAlias = tuple[tuple[str, ...], Float32, Floats]
"""Names of columns, their values ``(papers, columns)``, citations ``(papers,)``."""


@checked(frozen=True, config=OPTIONS)
class FromFeatures(Forecaster, TrainableSystem):
    """System that learns citations from features of papers.

    Attributes:
        features: Sets of features, with ``+`` between: ``graph``, some 100 of team, venue,
            references and title; ``target-text``, ``context-text`` and ``bibliometrics`` as
            PreScience compares them.
        vectors: File of published vectors for the texts; empty for those of the static model.
        subjects: Directions of titles, computed from before the first training paper; part of
            ``graph``.
    """

    needs = frozenset(
        {"months", "author_ids", "author_places", "team_size", "venue_id", "reference_ids", "title"}
    )

    features: Sets = "graph"
    vectors: str = ""
    subjects: PositiveInt = 16

    @property
    def settings(self) -> dict[str, Any]:
        """Settings, with the text model where it is used."""
        return {**super().settings, **(describe_model(self.vectors) if self._reads_texts else {})}

    @property
    def _reads_texts(self) -> bool:
        return not _TEXT_SETS.isdisjoint(self.features.split("+"))

    def read_training_rows(self, data: TrainingData) -> tuple[Known, Known]:
        """Read training and validation data: the papers of ``train`` and ``val``."""
        begin = data.task.queries("train")[0].before
        atomic_files.write_file(begin.isoformat(), data.folder / _DAY)
        columns = self._columns(data.snapshot, begin, data.cache)
        return _training_rows("train", data, columns), _training_rows("val", data, columns)

    def read(self, queries: Sequence[Query], context: Context) -> tuple[tuple[str, ...], Float32]:
        """Compute names and values of features for queries of one day, ``(queries, columns)``."""
        file = context.training / _DAY
        try:
            begin = date.fromisoformat(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(
                f"no day of the first paper learned from ({file})",
                hint="Train the model again with `scinet train`.",
            ) from error
        return self._columns(context.snapshot, begin, context.cache)(queries, context.snapshot)

    def _columns(self, whole: Snapshot, begin: date, cache: Path | None) -> "_Columns":
        sets = self.features.split("+")
        source = Texts(Path(self.vectors) if self.vectors else None, cache)
        if source.file is not None and self._reads_texts:
            require_vectors(source.file, whole)
        subjects = None
        if "graph" in sets:
            subjects = TitleSpace.of(whole.until(begin).title, self.subjects)

        def columns(queries: Sequence[Query], past: Snapshot) -> tuple[tuple[str, ...], Float32]:
            history = History(past)
            parts = [
                compute_features(queries, past, subjects)
                if set_name == "graph" and subjects is not None
                else published_features(set_name, queries, history, source)
                for set_name in sets
            ]
            names = tuple(name for listed, _ in parts for name in listed)
            return names, np.hstack([values for _, values in parts])

        return columns


_Columns: TypeAlias = Callable[[Sequence[Query], Snapshot], tuple[tuple[str, ...], Float32]]


def _training_rows(split: str, data: TrainingData, columns: _Columns) -> Known:
    queries, truth = data.task.queries(split), data.task.truth(split)
    names: tuple[str, ...] = ()
    parts = []
    for day, batch in group_by_day(queries):
        names, values = columns(batch, data.snapshot.until(day))
        parts.append(values)
        if data.progress is not None:
            data.progress({"day": day.isoformat(), "papers": len(batch)})
    citations = np.array([truth[query.query_id]["citations"] for query in queries], dtype=float)
    return names, np.concatenate(parts), citations


@checked(frozen=True, config=OPTIONS)
class ImpactBoosted(Boosting, FromFeatures):
    """Boosted trees for log(1 + citations), fitted by squared error."""

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
        """Fit trees on ``train`` until the error on ``val`` stops falling."""
        train, val = (
            TrainingTable(values, names, np.log1p(citations), np.zeros(0, dtype=np.int64))
            for names, values, citations in self.read_training_rows(data)
        )
        return self.grow(train, val, "regression", data.folder)

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Invert the logarithm of the trees' predictions."""
        names, values = self.read(queries, context)
        predicted = Booster.load(context.training / NAME).predict(values, names)
        return np.expm1(np.maximum(predicted, 0.0))
