"""Boosted trees that rank a team's possible references.

Candidates come from walks, earlier citations, recent popularity and, with a title, from texts; the
trees learn from the references of earlier papers how to weight their features.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Leaves, TrainingTable
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context, group_by_day
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.prior_work.candidates import describe_candidates
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS, Natural, PositiveShare


@checked(frozen=True, config=OPTIONS)
class PriorWorkLambdarank(Boosting, Ranker, TrainableSystem):
    """Candidates ranked by LambdaRank.

    Attributes:
        objective: ``lambdarank`` for the order itself, ``binary`` for the odds of a citation.
        truncation: Length of a list whose pairs count for ``lambdarank``.
        negatives: Random sample of the negative candidates of a training query; 0 means all.
    """

    name = "prior-work-lambdarank"
    track = "graph"
    summary = "boosted trees on citations, walks, co-authors and texts"
    cautions = CAUTION
    needs = frozenset({"author_ids"})

    objective: Literal["lambdarank", "binary"] = "lambdarank"
    trees: PositiveInt = 600
    learning_rate: PositiveFloat = 0.06
    leaves: Leaves = 15
    min_leaf: PositiveInt = 100
    columns: PositiveShare = 0.4
    patience: PositiveInt = 60
    truncation: PositiveInt = 100
    bags: PositiveInt = 3
    negatives: Natural = 200

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Fit trees on ``train``, with early stopping by ``val``."""
        rng = np.random.default_rng(self.seed)
        train = _build_examples("train", data, rng, self.negatives)
        val = _build_examples("val", data, rng, 0)
        return self.grow(train, val, self.objective, data.folder, truncation=self.truncation)

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Score candidates by the mean of the trees' scores."""
        booster = Booster.load(context.training / NAME)
        for candidates in describe_candidates(context.snapshot, queries, context.cache):
            scores = np.full(context.snapshot.num_papers, np.nan)
            scores[candidates.papers] = booster.predict(candidates.features, candidates.names)
            yield scores


def _build_examples(
    split: str, data: TrainingData, rng: np.random.Generator, negatives: int
) -> TrainingTable:
    """Build candidates of all queries of a split, with the true references labelled."""
    truth = data.task.truth(split)
    features, labels, groups = [], [], []
    names: tuple[str, ...] = ()
    done = 0
    for day, queries in group_by_day(data.task.queries(split)):
        snapshot = data.snapshot.until(day)
        for query, candidates in zip(
            queries, describe_candidates(snapshot, queries, data.cache), strict=True
        ):
            true = [snapshot.index(paper) for paper in truth[query.query_id]["items"]]
            is_true = np.isin(candidates.papers, true)
            rows = _sample_rows(is_true, negatives, rng)
            features.append(candidates.features[rows])
            labels.append(is_true[rows])
            groups.append(len(rows))
            names = candidates.names
        done += len(queries)
        if data.progress is not None:
            data.progress({"split": split, "questions": done})
    return TrainingTable(
        np.concatenate(features),
        names,
        np.concatenate(labels).astype(np.float64),
        np.array(groups, dtype=np.int64),
    )


def _sample_rows(
    is_true: NDArray[np.bool_], negatives: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Sample the negatives and keep all positives, in order."""
    others = np.flatnonzero(~is_true)
    if 0 < negatives < len(others):
        others = rng.choice(others, negatives, replace=False)
    return np.sort(np.append(np.flatnonzero(is_true), others))
