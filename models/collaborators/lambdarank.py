"""Authors reached by walks, ranked by boosted trees that learned from earlier teams."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np
from pydantic import NonNegativeFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.models.base.boosted_trees import NAME, Booster, Boosting
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.collaborators.features.table import AT_ONCE, candidates, features
from scinet.models.collaborators.features.walks import NEAR, time_shares
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.collaborators.training_set import examples, start_of
from scinet.models.history import Past
from scinet.validation import OPTIONS, Share


@checked(frozen=True, config=OPTIONS)
class CollaboratorsLambdarank(Boosting, AuthorRanker, TrainableSystem):
    """Boosted trees on features of pairs of authors, from joint papers to subjects.

    They are grown on top of the logarithm of a walk's share of time.

    Attributes:
        objective: ``binary`` for the odds that two authors write together, ``lambdarank`` for the
            order of each list of candidates.
        truncation: Places of a list whose pairs count for ``lambdarank``.
        candidates: Authors that the trees rank for each author; others follow by a walk.
        negatives: Negative examples of each author: so many of the first candidates.
        far_negatives: Share of the remaining candidates that are sampled as negatives.
    """

    name = "collaborators-lambdarank"
    summary = "boosted trees on joint papers, walks, citations, subjects and careers"

    objective: Literal["binary", "lambdarank"] = "binary"
    candidates: PositiveInt = 500
    negatives: PositiveInt = 120
    far_negatives: Share = 0.1
    trees: PositiveInt = 400
    min_leaf: PositiveInt = 200
    l2: NonNegativeFloat = 5.0
    truncation: PositiveInt = 30
    patience: PositiveInt = 60
    bags: PositiveInt = 3

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the ranking of ``val`` stops improving."""
        train, train_recall = examples("train", data, self)
        val, val_recall = examples("val", data, self)
        figures = self.grow(train, val, self.objective, data.folder, truncation=self.truncation)
        return {
            **figures,
            "lists": {"train": len(train.groups), "val": len(val.groups)},
            "rows": {"train": len(train.labels), "val": len(val.labels)},
            "candidate_recall": {"train": train_recall, "val": val_recall},
        }

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Candidates by the trees, then whoever else a walk reaches."""
        grown = Booster.load(context.training / NAME)
        past = Past(context.snapshot)
        for begin in range(0, len(authors), AT_ONCE):
            seeds = authors[begin : begin + AT_ONCE].astype(np.int32)
            lists = candidates(past, seeds, self.candidates)
            names, values = features(past, lists)
            found = grown.predict(values, names) + start_of(names, values)
            share = time_shares(past, NEAR, seeds).astype(np.float64)
            for number, (low, high) in enumerate(zip(lists.first, lists.first[1:], strict=False)):
                scores = np.where(share[:, number] > 0, share[:, number], np.nan)
                if high > low:
                    scores += found[low:high].min() - 1.0  # a share is below 1
                scores[lists.other[low:high]] = found[low:high]
                yield scores
